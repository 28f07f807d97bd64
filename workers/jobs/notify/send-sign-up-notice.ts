import { postSignUpNotice } from "#app/services/accounts/sign-up-notice.server.ts";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";

/**
 * Job "send-sign-up-notice", subject: the new user's id. If a response is lost, the notice is posted twice rather than
 * not at all.
 */
export const sendSignUpNotice: JobHandler = {
  isHeavy: false,
  async run({ deps, job }) {
    await postSignUpNotice(deps, job);
    return { kind: "done" };
  },
  async onFailed(_deps, job, reason) {
    console.error(JSON.stringify({ event: "sign-up-notice.failed", jobId: job.id, userId: job.subject, reason }));
  },
};
