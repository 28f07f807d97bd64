import { copyDatabase } from "#app/services/copies/copy-database.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob, JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { contextOf, jobOf } from "#test/integration/support/job-context.ts";

/** SATURDAY_MORNING's. */
export const DAY = "2026-11-21";

export function copyJob(day = DAY): ClaimedJob {
  return jobOf("copy-database", day);
}

/** Runs the job until it is over, a message after the other. */
export async function copyAll(
  deps: Deps,
  { job = copyJob(), ...overrides }: { job?: ClaimedJob } & Partial<JobContext> = {},
): Promise<JobOutcome> {
  for (;;) {
    const outcome = await copyDatabase(contextOf(deps, job, overrides));
    if (outcome.kind !== "again") return outcome;
  }
}
