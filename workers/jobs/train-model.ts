import { createFeatureStore } from "#app/adapters/feature-store.server.ts";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";
import { endFailedTraining, trainModel as train } from "#app/services/models/training.server.ts";

/** Job "train-model", subject: the model's id. Heavy: it holds the model's columns in memory. */
export const trainModel: JobHandler = {
  isHeavy: true,
  run: (context) => train(context, createFeatureStore(context.deps.store)),
  async onDone(deps) {
    await deps.demo?.continueModels(deps);
  },
  onFailed: endFailedTraining,
};
