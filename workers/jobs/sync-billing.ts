import { runBillingSync } from "#app/services/billing-jobs.server.ts";
import type { JobHandler } from "#app/services/job-context.server.ts";

/** Job "sync-billing", subject: a Stripe event's id, or `user:ID` where we changed something ourselves. */
export const syncBillingHandler: JobHandler = {
  isHeavy: false,
  async run({ deps, job }) {
    await runBillingSync(deps, job);
    return { kind: "done" };
  },
  async onFailed(_deps, job, reason) {
    // The nightly reconciliation looks again.
    console.error(JSON.stringify({ event: "billing-sync.failed", jobId: job.id, subject: job.subject, reason }));
  },
};
