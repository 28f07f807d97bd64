import * as z from "zod";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";

const checkpointSchema = z.object({ yields: z.int() }).catch({ yields: 0 });

const USER_WORK_SECONDS = 5;

interface Yields {
  /** Whether users' work is waiting and may still go first; call it at points where nothing is half done. */
  isDue(): Promise<boolean>;
  /** The outcome for the handler to return. */
  step(): Promise<JobOutcome>;
}

/**
 * Lets background jobs yield to users' work, five seconds at a time, at most this many times; afterwards the job runs
 * regardless, as under a steady load of users it would never finish. Counted in the job's checkpoint.
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
