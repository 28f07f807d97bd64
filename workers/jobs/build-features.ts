import { continueDemoModels } from "#app/services/demo-models.server.ts";
import { buildFeatures, enqueueDueFeatureBuild } from "#app/services/feature-builds.server.ts";
import type { JobHandler } from "#app/services/job-context.server.ts";
import { enqueueDueSettlements } from "#app/services/ledger-days.server.ts";

/** Job "build-features", subject "all": the stored features follow the visible races. */
export const buildFeaturesHandler: JobHandler = {
  isHeavy: true,
  run: buildFeatures,
  async onDone(deps) {
    await enqueueDueFeatureBuild(deps);
    await enqueueDueSettlements(deps);
    await continueDemoModels(deps);
  },
  // Nothing to mark: the old version stays current, and isFeatureBuildDue goes on saying that it is behind.
  async onFailed() {},
};
