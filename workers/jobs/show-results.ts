import { showResults } from "#app/services/analyses/shared-results.server.ts";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";

/** Job "show-results", subject: an import's id. Share pages of its races tell how these ended. */
export const showResultsHandler: JobHandler = {
  isHeavy: false,
  run: showResults,
  async onFailed(_deps, job, reason) {
    console.error(JSON.stringify({ event: "show-results.failed", jobId: job.id, importId: job.subject, reason }));
  },
};
