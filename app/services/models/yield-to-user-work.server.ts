import * as z from "zod";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";

const checkpointSchema = z.object({ yields: z.int() }).catch({ yields: 0 });

const USER_WORK_SECONDS = 5;

interface Yields {
  /** Call it where nothing is half done. */
  isDue(): Promise<boolean>;
  step(): Promise<JobOutcome>;
}

/**
 * Yields five seconds at a time, at most `times`, as a steady load would block the job for ever. Counted in the
 * checkpoint.
 */
export function countYields(context: JobContext, times: number): Yields {
  const { yields } = checkpointSchema.parse(context.job.checkpoint);
  return {
    isDue: async () => yields < times && (await context.isUserWorkWaiting()),
    async step() {
      await context.saveCheckpoint({ yields: yields + 1 });
      return { kind: "again", delaySeconds: USER_WORK_SECONDS };
    },
  };
}
