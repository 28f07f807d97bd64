import { createFeatureStore } from "#app/adapters/feature-store.server.ts";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";
import { endFailedForecasts, sealForecasts } from "#app/services/seal/forecasts.server.ts";

/** Job "seal-forecasts": scores a lot of ranked models on the coming races and seals what they say. Heavy because of its memory. */
export const sealForecastsHandler: JobHandler = {
  isHeavy: true,
  run: (context) => sealForecasts(context, createFeatureStore(context.deps.store)),
  async onFailed(deps, job, reason) {
    console.error(JSON.stringify({ event: "seal-forecasts.failed", jobId: job.id, reason }));
    await endFailedForecasts(deps);
  },
};
