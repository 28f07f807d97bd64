import { runBillingSync } from "#app/services/billing/billing-jobs.server.ts";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";

/**
 * Job "sync-billing", subject: a Stripe event's id, or `user:ID` after a change of our own. Stripe does not redeliver
 * an event once we have accepted it, so outages are waited out here.
 */
export const syncBillingHandler: JobHandler = {
  isHeavy: false,
  async run({ deps, job }) {
    await runBillingSync(deps, job);
    return { kind: "done" };
  },
  async onFailed(_deps, job, reason) {
    // The nightly reconciliation checks again.
    console.error(JSON.stringify({ event: "billing-sync.failed", jobId: job.id, subject: job.subject, reason }));
  },
};
