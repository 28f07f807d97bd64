import type { FeatureStore } from "#app/domain/features/matrix.ts";
import type { JobHandler } from "#app/services/job-context.server.ts";
import { endFailedScoring, scoreAnalysis } from "#app/services/scoring.server.ts";

/** Subject: the analysis' id. */
export function createScoreRaceHandler(openFeatures: (store: R2Bucket) => FeatureStore): JobHandler {
  return {
    isHeavy: false,
    run: (context) => scoreAnalysis(context, openFeatures(context.deps.store)),
    onFailed: endFailedScoring,
  };
}
