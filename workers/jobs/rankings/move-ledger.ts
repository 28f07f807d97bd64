import type { JobHandler } from "#app/services/jobs/job-context.server.ts";
import { enqueueDueMoves, moveLedger } from "#app/services/rankings/ledger-move.server.ts";

/** Job "move-ledger": bets of days long past go from D1 to R2. Heavy because of its memory. */
export const moveLedgerHandler: JobHandler = {
  isHeavy: true,
  run: moveLedger,
  // A day that became due while the last ones were moved.
  onDone: enqueueDueMoves,
  async onFailed(_deps, job, reason) {
    // The hourly message creates another job for what is left.
    console.error(JSON.stringify({ event: "move-ledger.failed", jobId: job.id, reason }));
  },
};
