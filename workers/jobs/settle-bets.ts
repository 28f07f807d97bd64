import { createFeatureStore } from "#app/adapters/feature-store.server.ts";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";
import { endFailedSettlement, settleBets } from "#app/services/rankings/ledger.server.ts";
import { enqueueSettledRankings } from "#app/services/rankings/rankings-due.server.ts";

/**
 * Job "settle-bets": settles a batch of models on some race days. Heavy because of its memory; yields to other jobs
 * after each model.
 */
export const settleBetsHandler: JobHandler = {
  isHeavy: true,
  run: (context) => settleBets(context, createFeatureStore(context.deps.store)),
  async onDone(deps) {
    // Before creating more demo models, whose settlement jobs would delay the rankings of these.
    await enqueueSettledRankings(deps);
    await deps.demo?.continueModels(deps);
  },
  onFailed: endFailedSettlement,
};
