import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import type { DeviceAnswer } from "#app/components/notifications/push-registration.ts";
import { tooManySaves } from "#app/components/waiting/wait-words.ts";
import { deviceFormSchema } from "#app/forms/notifications/notification-forms.server.ts";
import { PUSH_MESSAGES } from "#app/forms/notifications/push-words.ts";
import { readForm, readId } from "#app/http/request-reading.ts";
import { retryAfter } from "#app/http/retry-after.ts";

const PAGE = "/settings/notices";

/** Not a page; redirects to the settings. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  return redirect(PAGE);
}

/**
 * Adds and removes this browser's subscription (sent by the page's script and the service worker), and removes a listed
 * device (plain form). Idempotent.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const { notifications } = context.services;
  const submission = parseWithZod(await readForm(request), { schema: deviceFormSchema });
  if (submission.status !== "success") return answer(PUSH_MESSAGES.notAdded, { status: 400 });
  const sent = submission.value;
  switch (sent.intent) {
    case "add": {
      const { endpoint, p256dh, auth, replaces = null } = sent;
      const result = await notifications.addDevice({ user, subscription: { endpoint, p256dh, auth }, replaces });
      if (result.kind === "added") return answer(null, { cookie: context.pushDeviceCookie(result.id) });
      switch (result.reason) {
        case "not-offered":
          return answer(PUSH_MESSAGES.notOffered, { status: 503 });
        case "unknown-service":
          return answer(PUSH_MESSAGES.notAdded, { status: 400 });
        case "too-many-devices":
          return answer(PUSH_MESSAGES.tooMany, { status: 409 });
        case "too-many":
          return answer(tooManySaves(result.retryAfterSeconds), { status: 429, waitSeconds: result.retryAfterSeconds });
        default:
          return result satisfies never;
      }
    }
    case "leave":
      await notifications.removeDevice({ user, endpoint: sent.endpoint });
      return answer(null, { cookie: context.pushDeviceCookie(null) });
    case "remove": {
      const id = readId(sent.id);
      if (id !== null) await notifications.removeDevice({ user, id });
      return redirect(`${PAGE}?done=device-removed`, 303);
    }
    default:
      return sent satisfies never;
  }
}

function answer(
  words: string | null,
  { status = 200, cookie, waitSeconds }: { status?: number; cookie?: string; waitSeconds?: number },
): Response {
  const headers = {
    ...(cookie !== undefined && { "Set-Cookie": cookie }),
    ...(waitSeconds !== undefined && retryAfter(waitSeconds)),
  };
  return Response.json({ isDone: words === null, words } satisfies DeviceAnswer, { status, headers });
}
