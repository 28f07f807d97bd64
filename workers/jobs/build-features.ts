import { buildFeatures } from "#app/services/feature-builds.server.ts";
import type { JobHandler } from "#app/services/job-context.server.ts";

/** Job "build-features", subject "all": the stored features follow the last import. */
export const buildFeaturesHandler: JobHandler = {
  isHeavy: true,
  run: buildFeatures,
  // Nothing to mark: the old version stays current, and isFeatureBuildDue goes on saying that it is behind.
  async onFailed() {},
};
