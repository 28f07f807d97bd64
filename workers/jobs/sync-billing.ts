import * as z from "zod";
import { BillingUnavailableError } from "#app/adapters/billing.server.ts";
import { runBillingSync } from "#app/services/billing/billing-jobs.server.ts";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";

/** How often an outage of Stripe was waited out. */
const checkpointSchema = z.object({ waits: z.int() }).catch({ waits: 0 });
/** About a day, by when the nightly reconciliation has looked. */
const MAX_WAITS = 150;
const LONGEST_WAIT_SECONDS = 600;

/**
 * Job "sync-billing", subject: a Stripe event's id, or `user:ID` where we changed something ourselves. Stripe was told
 * that its event is ours now and will not deliver it again, so an outage is waited out.
 */
export const syncBillingHandler: JobHandler = {
  isHeavy: false,
  async run({ deps, job, saveCheckpoint }) {
    try {
      await runBillingSync(deps, job);
      return { kind: "done" };
    } catch (error) {
      const { waits } = checkpointSchema.parse(job.checkpoint);
      if (!(error instanceof BillingUnavailableError) || waits >= MAX_WAITS) throw error;
      console.error(JSON.stringify({ event: "billing.unavailable", jobId: job.id, waits, error: error.message }));
      await saveCheckpoint({ waits: waits + 1 });
      return { kind: "again", delaySeconds: Math.min(LONGEST_WAIT_SECONDS, 2 ** Math.min(waits + 1, 10)) };
    }
  },
  async onFailed(_deps, job, reason) {
    // The nightly reconciliation looks again.
    console.error(JSON.stringify({ event: "billing-sync.failed", jobId: job.id, subject: job.subject, reason }));
  },
};
