import type { JobHandler } from "#app/services/jobs/job-context.server.ts";
import { sendMailOfJob } from "#app/services/mail/mails.server.ts";

/** Sends one mail. In development the outbox stores one mail per job, however often the job runs. */
export const sendMail: JobHandler = {
  isHeavy: false,
  async run({ deps, job }) {
    const sent = await sendMailOfJob(deps, { jobId: job.id, payload: job.payload });
    return sent.kind === "refused" ? { kind: "failed", reason: sent.reason } : { kind: "done" };
  },
  async onFailed(_deps, job, reason) {
    // Users can request another mail; the log shows the operator that delivery fails.
    console.error(JSON.stringify({ event: "mail.failed", jobId: job.id, subject: job.subject, reason }));
  },
};
