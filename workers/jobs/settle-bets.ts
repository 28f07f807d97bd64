import { createFeatureStore } from "#app/adapters/feature-store.server.ts";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";
import { endFailedSettlement, settleBets } from "#app/services/rankings/ledger.server.ts";
import { enqueueSettledRankings } from "#app/services/rankings/rankings-due.server.ts";

/** Job "settle-bets": a batch of models on race days. Heavy for its memory; it steps aside after each model. */
export const settleBetsHandler: JobHandler = {
  isHeavy: true,
  run: (context) => settleBets(context, createFeatureStore(context.deps.store)),
  async onDone(deps) {
    // Before the next demo models: the jobs that settle those would hold up the rankings of these.
    await enqueueSettledRankings(deps);
    await deps.demo?.continueModels(deps);
  },
  onFailed: endFailedSettlement,
};
