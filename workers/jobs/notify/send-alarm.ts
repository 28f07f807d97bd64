import type { JobHandler } from "#app/services/jobs/job-context.server.ts";
import { postAlarm } from "#app/services/operations/alarms.server.ts";

/** Posts one alarm to ALERT_URL. If a response is lost, it is posted twice rather than not at all. */
export const sendAlarm: JobHandler = {
  isHeavy: false,
  async run({ deps, job }) {
    await postAlarm(deps, job);
    return { kind: "done" };
  },
  async onFailed(_deps, job, reason) {
    console.error(JSON.stringify({ event: "alarm.failed", jobId: job.id, subject: job.subject, reason }));
  },
};
