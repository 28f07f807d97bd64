import type { JobHandler } from "#app/services/jobs/job-context.server.ts";
import { buildRankings } from "#app/services/rankings/rankings-build.server.ts";
import { enqueueCountable } from "#app/services/rankings/rankings-due.server.ts";

/** Job "build-rankings". Heavy because of its memory; yields to other jobs after each chunk of models. */
export const buildRankingsHandler: JobHandler = {
  isHeavy: true,
  run: buildRankings,
  onDone: enqueueCountable,
  // Rankings that are due stay due: the hourly message creates another job.
  onFailed: async () => {},
};
