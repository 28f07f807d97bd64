import type { JobHandler } from "#app/services/jobs/job-context.server.ts";
import { sendMailOfJob } from "#app/services/mail/mails.server.ts";

/** Sends one mail; the outbox of a development environment keeps one per job, however often the job runs. */
export const sendMail: JobHandler = {
  isHeavy: false,
  async run({ deps, job }) {
    await sendMailOfJob(deps, { jobId: job.id, payload: job.payload });
    return { kind: "done" };
  },
  async onFailed(_deps, job, reason) {
    // The user can ask for another mail; an operator must know that the channel is down.
    console.error(JSON.stringify({ event: "mail.failed", jobId: job.id, subject: job.subject, reason }));
  },
};
