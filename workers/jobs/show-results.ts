import type { JobHandler } from "#app/services/job-context.server.ts";
import { showResults } from "#app/services/shared-results.server.ts";

/** Job "show-results", subject: an import's id. Share pages of its races tell how these ended. */
export const showResultsHandler: JobHandler = {
  isHeavy: false,
  run: showResults,
  async onFailed(_deps, job, reason) {
    console.error(JSON.stringify({ event: "show-results.failed", jobId: job.id, importId: job.subject, reason }));
  },
};
