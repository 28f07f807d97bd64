import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SecondFactor } from "#app/components/accounts/second-factor.tsx";
import { SessionList } from "#app/components/accounts/session-list.tsx";
import settingsCss from "#app/components/accounts/settings.css?url";
import { pageMeta } from "#app/components/frame/brand.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Note, PageHead } from "#app/components/parts/parts.tsx";
import { BUSY_WORDS, tooManyTries } from "#app/components/waiting/wait-words.ts";
import type { TooMany } from "#app/domain/too-many.ts";
import { securityFormSchema } from "#app/forms/accounts/second-factor.server.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { readForm } from "#app/http/request-reading.ts";

const TITLE = "2段階認証と端末";

export const handle: PageHandle = { title: TITLE, back: "/settings" };
export const meta: MetaFunction = (args) => pageMeta(args, { title: TITLE });
export const links: LinksFunction = () => [{ rel: "stylesheet", href: settingsCss }];

const DONE: Partial<Record<string, string>> = {
  off: "2段階認証をやめました",
  ended: "選んだ端末をログアウトしました",
  others: "ほかの端末をすべてログアウトしました",
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const token = context.sessionToken(request) ?? "";
  const security = await context.services.auth.readOwnSecurity({ user, token });
  const done = new URL(request.url).searchParams.get("done");
  return {
    ...security,
    done: (done !== null && Object.hasOwn(DONE, done) ? DONE[done] : undefined) ?? null,
  };
}

interface Answer {
  error?: string;
  /** Shown this once. */
  codes?: string[];
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const input = securityFormSchema.safeParse(Object.fromEntries(await readForm(request)));
  if (!input.success) return data<Answer>({ error: MESSAGES.required }, 400);
  const { secondFactor, auth } = context.services;
  const form = input.data;
  switch (form.do) {
    case "begin": {
      const result = await secondFactor.begin({ user, password: form.currentPassword });
      return result.kind === "begun" ? redirect("/settings/security#factor", 303) : refusal(result);
    }
    case "confirm": {
      const result = await secondFactor.confirm({ user, code: form.code });
      return result.kind === "on" ? data<Answer>({ codes: result.codes }) : refusal(result);
    }
    case "renew-codes": {
      const result = await secondFactor.renewCodes({ user, code: form.code });
      return result.kind === "renewed" ? data<Answer>({ codes: result.codes }) : refusal(result);
    }
    case "turn-off": {
      const result = await secondFactor.turnOff({ user, password: form.currentPassword, code: form.code });
      return result.kind === "off" ? redirect("/settings/security?done=off", 303) : refusal(result);
    }
    case "end-session":
      await auth.endOwnSession({ user, sessionId: form.session });
      return redirect("/settings/security?done=ended#sessions", 303);
    case "end-others":
      await auth.endOwnOthers({ user, token: context.sessionToken(request) ?? "" });
      return redirect("/settings/security?done=others#sessions", 303);
    default:
      return form satisfies never;
  }
}

function refusal(result: { reason: "wrong-password" | "wrong-code" | "busy" } | TooMany) {
  switch (result.reason) {
    case "wrong-password":
      return data<Answer>({ error: MESSAGES.wrongPassword }, 400);
    case "wrong-code":
      return data<Answer>({ error: MESSAGES.wrongCode }, 400);
    case "busy":
      return data<Answer>({ error: BUSY_WORDS }, 503);
    default: {
      const { retryAfterSeconds } = result;
      const headers = { "Retry-After": String(retryAfterSeconds) };
      return data<Answer>({ error: tooManyTries(retryAfterSeconds) }, { status: 429, headers });
    }
  }
}

export default function SecurityPage() {
  const { factor, sessions, done } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <PageHead title={TITLE} />
      {answer?.error !== undefined && <Note tone="danger">{answer.error}</Note>}
      {answer === undefined && done !== null && (
        <div role="status">
          <Note tone="turf">{done}</Note>
        </div>
      )}
      <SecondFactor factor={factor} codes={answer?.codes ?? null} />
      <SessionList sessions={sessions} />
    </>
  );
}
