import { reconcileBilling } from "#app/services/billing/billing-reconciliation.server.ts";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";

/** Job "reconcile-billing", subject: the day in Japan. */
export const reconcileBillingHandler: JobHandler = {
  isHeavy: false,
  async run(context) {
    const again = await reconcileBilling(context);
    console.log(JSON.stringify({ event: "billing.reconciled", day: context.job.subject, lookedAtAgain: again }));
    return { kind: "done" };
  },
  async onFailed(_deps, job, reason) {
    console.error(JSON.stringify({ event: "billing-reconciliation.failed", day: job.subject, reason }));
  },
};
