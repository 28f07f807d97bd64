import { eraseAccount } from "#app/services/accounts/account-erasure.server.ts";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";

/** Job "erase-account", subject: the user's id. */
export const eraseAccountHandler: JobHandler = {
  isHeavy: false,
  run: ({ deps, job }) => eraseAccount(deps, { userId: Number(job.subject) }),
  async onFailed(_deps, job, reason) {
    // The hourly check creates the job again.
    console.error(JSON.stringify({ event: "account-erasure.failed", userId: job.subject, reason }));
  },
};
