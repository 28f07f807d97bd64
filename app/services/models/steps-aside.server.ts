import * as z from "zod";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";

const checkpointSchema = z.object({ stepsAside: z.int() }).catch({ stepsAside: 0 });

const USER_WORK_SECONDS = 5;

interface StepsAside {
  /** Whether users' work is waiting and may still go first; call it at points where nothing is half done. */
  isDue(): Promise<boolean>;
  /** The outcome for the handler to return. */
  step(): Promise<JobOutcome>;
}

/**
 * Lets background jobs yield to users' work, five seconds at a time, at most this many times; afterwards the job runs
 * regardless, as under a steady load of users it would never finish. Counted in the job's checkpoint.
 */
export function countStepsAside(context: JobContext, times: number): StepsAside {
  const { stepsAside } = checkpointSchema.parse(context.job.checkpoint);
  return {
    isDue: async () => stepsAside < times && (await context.isUserWorkWaiting()),
    async step() {
      await context.saveCheckpoint({ stepsAside: stepsAside + 1 });
      return { kind: "again", delaySeconds: USER_WORK_SECONDS };
    },
  };
}
