import type { JobHandler } from "#app/services/jobs/job-context.server.ts";
import { buildRankings } from "#app/services/rankings/rankings-build.server.ts";
import { enqueueCountable } from "#app/services/rankings/rankings-due.server.ts";

/** Job "build-rankings": heavy for its memory; it steps aside after each chunk of models. */
export const buildRankingsHandler: JobHandler = {
  isHeavy: true,
  run: buildRankings,
  onDone: enqueueCountable,
  // What is due stays due: the hourly message makes another job.
  onFailed: async () => {},
};
