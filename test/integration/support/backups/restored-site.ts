import { backUpDatabase } from "#app/services/backups/back-up-database.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob, JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { contextOf, jobOf } from "#test/integration/support/job-context.ts";

/** SATURDAY_MORNING's. */
export const DAY = "2026-11-21";

<<<<<<< HEAD:test/integration/support/backups/restored-site.ts
export function backupJob(day = DAY): ClaimedJob {
  return { id: `backup ${day}`, kind: "back-up-database", subject: day, payload: {}, checkpoint: null, attempts: 1 };
=======
export function backupJob(day = DAY): ClaimedJob {
  return jobOf("back-up-database", day);
>>>>>>> dd843267004f0a221a1269ab24051edb3da66fbd:test/integration/support/copies/copied-site.ts
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
