import * as z from "zod";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";
import { pushNoticeOfJob } from "#app/services/notices/notices.server.ts";

const payloadSchema = z.object({ noticeId: z.int() });

/** Job "push-notice": pushes one notice to the browsers of its user. */
export const pushNotice: JobHandler = {
  isHeavy: false,
  async run({ deps, job }) {
    await pushNoticeOfJob(deps, payloadSchema.parse(job.payload));
    return { kind: "done" };
  },
  async onFailed(_deps, job, reason) {
    // A notice that comes late is worth nothing: it is not tried again.
    console.error(JSON.stringify({ event: "push-notice.failed", jobId: job.id, reason }));
  },
};
