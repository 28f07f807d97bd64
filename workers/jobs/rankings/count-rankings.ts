import type { JobHandler } from "#app/services/jobs/job-context.server.ts";
import { countPlannedRange } from "#app/services/rankings/rankings-ranges.server.ts";

/** Job "count-rankings": adds up the bets of a range of a ranking's participants. Heavy because of its memory. */
export const countRankingsHandler: JobHandler = {
  isHeavy: true,
  run: countPlannedRange,
  // The build that waits for it asks for it again.
  onFailed: async () => {},
};
