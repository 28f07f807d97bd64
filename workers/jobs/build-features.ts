import { enqueueDueDays } from "#app/services/analyses/day-scoring.server.ts";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";
import { buildFeatures, enqueueDueFeatureBuild } from "#app/services/models/feature-builds.server.ts";
import { wakeWaitingForData } from "#app/services/models/wait-for-data.server.ts";
import { enqueueDueSettlements } from "#app/services/rankings/ledger-days.server.ts";
import { enqueueDueForecasts } from "#app/services/seal/forecasts.server.ts";

/** Job "build-features", subject "all": rebuilds the stored features to match the visible races. */
export const buildFeaturesHandler: JobHandler = {
  isHeavy: true,
  run: buildFeatures,
  async onDone(deps) {
    await wakeWaitingForData(deps);
    await enqueueDueFeatureBuild(deps);
    await enqueueDueDays(deps);
    await enqueueDueForecasts(deps);
    await enqueueDueSettlements(deps);
    await deps.demo?.continueModels(deps);
  },
  // Nothing to mark: the old version stays current and isFeatureBuildDue keeps reporting that it is outdated.
  async onFailed() {},
};
