import { backUpDatabase } from "#app/services/backups/back-up-database.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob, JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { contextOf, jobOf } from "#test/integration/support/job-context.ts";

/** SATURDAY_MORNING's. */
export const DAY = "2026-11-21";

export function backupJob(day = DAY): ClaimedJob {
  return jobOf("back-up-database", day);
}

/** Runs the job until it is over, a message after the other. */
export async function backUpAll(
  deps: Deps,
  { job = backupJob(), ...overrides }: { job?: ClaimedJob } & Partial<JobContext> = {},
): Promise<JobOutcome> {
  for (;;) {
    const outcome = await backUpDatabase(contextOf(deps, job, overrides));
    if (outcome.kind !== "again") return outcome;
  }
}
