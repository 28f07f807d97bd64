import { showResults } from "#app/services/analyses/shared-results.server.ts";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";

/** Job "show-results", subject: an import's id. Adds the results of its races to share pages. */
export const showResultsHandler: JobHandler = {
  isHeavy: false,
  run: showResults,
  async onFailed(_deps, job, reason) {
    console.error(JSON.stringify({ event: "show-results.failed", jobId: job.id, importId: job.subject, reason }));
  },
};
