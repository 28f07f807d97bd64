import * as z from "zod";
import { BillingUnavailableError } from "#app/adapters/billing.server.ts";
import { runBillingSync } from "#app/services/billing/billing-jobs.server.ts";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";

/** Number of retries so far while Stripe was unavailable. */
const checkpointSchema = z.object({ waits: z.int() }).catch({ waits: 0 });
/** About a day; by then the nightly reconciliation has run. */
const MAX_WAITS = 150;
/** Longest pause between two retries. */
const LONGEST_WAIT_SECONDS = 600;

/**
 * Job "sync-billing", subject: a Stripe event's id, or `user:ID` after a change of our own. Stripe does not redeliver
 * an event once we have accepted it, so outages are retried here.
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
    // The nightly reconciliation checks again.
    console.error(JSON.stringify({ event: "billing-sync.failed", jobId: job.id, subject: job.subject, reason }));
  },
};
