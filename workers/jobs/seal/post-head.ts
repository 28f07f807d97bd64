import type { JobHandler } from "#app/services/jobs/job-context.server.ts";
import { postHead as post } from "#app/services/seal/witnesses.server.ts";

/** Job "post-head": posts a head of the seals' chain to one outside place. */
export const postHead: JobHandler = {
  isHeavy: false,
  async run({ deps, job }) {
    await post(deps, job);
    return { kind: "done" };
  },
  async onFailed(_deps, job, reason) {
    console.error(JSON.stringify({ event: "post-head.failed", jobId: job.id, subject: job.subject, reason }));
  },
};
