import * as z from "zod";
import { OutageError } from "#app/adapters/outage.server.ts";
import { findLivingUser } from "#app/db/accounts/users.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob } from "#app/services/jobs/job-context.server.ts";

/** Name and address are read when the notice is sent. */
const payloadSchema = z.object({ query: z.string(), referer: z.string(), user_agent: z.string() });

const HEADER_MAX = 500;
const TIMEOUT_MS = 10_000;

export function planSignUpNotice(
  deps: Deps,
  { referer, userAgent }: { referer: string; userAgent: string },
): { jobId: string; referer: string; userAgent: string } | null {
  if (deps.config.signUpNoticeUrl === null) return null;
  return {
    jobId: deps.newId(),
    referer: addressOf(referer).slice(0, HEADER_MAX),
    userAgent: userAgent.slice(0, HEADER_MAX),
  };
}

/** The query may contain the mailed code. */
function addressOf(referer: string): string {
  return referer.replace(/[?#].*$/s, "");
}

/** Does nothing if unconfigured or deleted. @throws if the receiver rejects it: the job is retried */
export async function postSignUpNotice(
  deps: Deps,
  { subject, payload }: Pick<ClaimedJob, "subject" | "payload">,
): Promise<"posted" | "nothing-to-post"> {
  const userId = Number(subject);
  const user = await findLivingUser(deps.db, userId);
  if (deps.config.signUpNoticeUrl === null || user === null) return "nothing-to-post";
  const answer = await fetch(deps.config.signUpNoticeUrl, {
    method: "POST",
    body: new URLSearchParams({
      email: user.email,
      name: user.name,
      user_id: String(userId),
      ...payloadSchema.parse(payload),
    }),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.body?.cancel();
  if (answer.status === 429 || answer.status >= 500)
    throw new OutageError(`the sign-up notice was answered ${answer.status}`);
  if (!answer.ok) throw new Error(`the sign-up notice was answered ${answer.status}`);
  return "posted";
}
