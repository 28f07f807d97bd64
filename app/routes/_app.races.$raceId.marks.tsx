import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import type { EntryAnswer } from "#app/components/fans/own-entry-saving.ts";
import { tooManySaves } from "#app/components/waiting/wait-words.ts";
import { entryFormSchema } from "#app/forms/fans/own-entries.server.ts";
import { OWN_MESSAGES, savedWords } from "#app/forms/fans/own-messages.ts";
import { readForm } from "#app/http/request-reading.ts";
import { retryAfter } from "#app/http/retry-after.ts";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  return redirect(`/races/${encodeURIComponent(params.raceId ?? "")}`);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const submission = parseWithZod(await readForm(request), { schema: entryFormSchema });
  if (submission.status !== "success") {
    const [words = OWN_MESSAGES.notSaved] = Object.values(submission.error ?? {}).flatMap((texts) => texts ?? []);
    return answer({ isSaved: false, words }, 400);
  }
  const { horseId, mark, note } = submission.value;
  const result = await context.services.fans.saveOnCard({ user, raceId: params.raceId ?? "", horseId, mark, note });
  if (result.kind === "saved") {
    const { isMarkLocked } = result;
    const words = savedWords({ isMarkLocked, hasNote: note !== undefined });
    return answer({ isSaved: !isMarkLocked, words }, isMarkLocked ? 409 : 200);
  }
  switch (result.reason) {
    case "not-found":
      return answer({ isSaved: false, words: OWN_MESSAGES.noSuchHorse }, 404);
    case "too-many-notes":
      return answer({ isSaved: false, words: OWN_MESSAGES.tooManyNotes }, 400);
    case "too-many":
      return answer(
        { isSaved: false, words: tooManySaves(result.retryAfterSeconds) },
        429,
        retryAfter(result.retryAfterSeconds),
      );
    default:
      return result satisfies never;
  }
}

function answer(body: EntryAnswer, status: number, headers?: Record<string, string>): Response {
  return Response.json(body, { status, headers });
}
