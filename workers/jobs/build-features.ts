import type { JobHandler } from "#app/services/jobs/job-context.server.ts";
import { buildFeatures, enqueueDueFeatureBuild } from "#app/services/models/feature-builds.server.ts";
import { enqueueDueSettlements } from "#app/services/rankings/ledger-days.server.ts";

/** Job "build-features", subject "all": the stored features follow the visible races. */
export const buildFeaturesHandler: JobHandler = {
  isHeavy: true,
  run: buildFeatures,
  async onDone(deps) {
    await enqueueDueFeatureBuild(deps);
    await enqueueDueSettlements(deps);
    await deps.demo?.continueModels(deps);
  },
  // Nothing to mark: the old version stays current, and isFeatureBuildDue goes on saying that it is behind.
  async onFailed() {},
};
