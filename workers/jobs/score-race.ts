import { createFeatureStore } from "#app/adapters/feature-store.server.ts";
import { endFailedScoring, scoreAnalysis } from "#app/services/analyses/scoring.server.ts";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";

/** Job "score-race", subject: the analysis id. */
export const scoreRace: JobHandler = {
  isHeavy: false,
  run: (context) => scoreAnalysis(context, createFeatureStore(context.deps.store)),
  onFailed: endFailedScoring,
};
