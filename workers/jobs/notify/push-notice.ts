import * as z from "zod";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";
import { pushNoticeOfJob } from "#app/services/notices/notices.server.ts";

const payloadSchema = z.object({ noticeId: z.int() });
/** Browsers that earlier messages of the job reached, by the ids of their subscriptions. */
const checkpointSchema = z.array(z.int()).catch([]);

/**
 * Job "push-notice": pushes one notice to the browsers of its user, and again later to those that could not be reached, as
 * long as it is of use.
 */
export const pushNotice: JobHandler = {
  isHeavy: false,
  async run({ deps, job, saveCheckpoint, breathe }) {
    const { noticeId } = payloadSchema.parse(job.payload);
    const progress = { reached: checkpointSchema.parse(job.checkpoint), noteReached: saveCheckpoint, breathe };
    const pushed = await pushNoticeOfJob(deps, { noticeId, progress });
    return pushed.kind === "done" ? pushed : { kind: "again", delaySeconds: pushed.delaySeconds };
  },
  async onFailed(_deps, job, reason) {
    // A notice that comes late is worth nothing: it is not tried again.
    console.error(JSON.stringify({ event: "push-notice.failed", jobId: job.id, reason }));
  },
};
