import type { FeatureStore } from "#app/domain/features/matrix.ts";
import type { JobHandler } from "#app/services/job-context.server.ts";
import { endFailedTraining, trainModel } from "#app/services/training.server.ts";

/** Subject: the model's id. Heavy: holds the model's columns in memory. */
export function createTrainModelHandler(openFeatures: (store: R2Bucket) => FeatureStore): JobHandler {
  return {
    isHeavy: true,
    run: (context) => trainModel(context, openFeatures(context.deps.store)),
    onFailed: endFailedTraining,
  };
}
