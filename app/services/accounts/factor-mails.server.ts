import type { FactorMail } from "#app/db/accounts/second-factors.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { wakeJob } from "#app/services/jobs/jobs.server.ts";

/** Queued by the transaction of the change. */
export function planFactorMail(deps: Deps): FactorMail {
  return { jobId: deps.newId(), now: deps.now() };
}

export async function wakeFactorMail(deps: Deps, { jobId }: FactorMail): Promise<void> {
  await wakeJob(deps, { id: jobId, kind: "send-mail" });
}
