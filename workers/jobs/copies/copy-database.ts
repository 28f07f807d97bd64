import { copyDatabase, forgetBegunCopy } from "#app/services/copies/copy-database.server.ts";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";

/** Job "copy-database", subject: the day in Japan. Heavy, as its chunks would not fit beside a training. */
export const copyDatabaseHandler: JobHandler = {
  isHeavy: true,
  run: copyDatabase,
  async onFailed(deps, job, reason) {
    await forgetBegunCopy(deps, job.subject);
    console.error(JSON.stringify({ event: "copy.failed", day: job.subject, reason }));
  },
};
