import { enqueueNames, enterPendingNames } from "#app/services/imports/search-names.server.ts";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";

/** Job "enter-names": the names of imported races, horses and jockeys, for the search. */
export const enterNamesHandler: JobHandler = {
  isHeavy: false,
  run: enterPendingNames,
  // Of an import that ended meanwhile.
  onDone: enqueueNames,
  async onFailed(_deps, job, reason) {
    console.error(JSON.stringify({ event: "enter-names.failed", jobId: job.id, reason }));
  },
};
