import { createFeatureStore } from "#app/adapters/feature-store.server.ts";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";
import { fixCrowd } from "#app/services/season/crowd-fixing.server.ts";

/** Job "fix-crowd", subject: the race id. Heavy because of the artifacts that it reads. */
export const fixCrowdHandler: JobHandler = {
  isHeavy: true,
  run: (context) => fixCrowd(context, createFeatureStore(context.deps.store)),
  // The sweep creates another one while the race has not started.
  onFailed: async () => {},
};
