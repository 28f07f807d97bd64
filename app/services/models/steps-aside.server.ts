import * as z from "zod";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";

const checkpointSchema = z.object({ stepsAside: z.int() }).catch({ stepsAside: 0 });

const USER_WORK_SECONDS = 5;

interface StepsAside {
  /** True while users' work waits and may still go first: to be asked where nothing is half done. */
  isDue(): Promise<boolean>;
  /** What the handler then returns. */
  step(): Promise<JobOutcome>;
}

/**
 * For background jobs: lets users' work go first so many times, five seconds each. Then the job is done whatever waits:
 * under a steady stream of users' work it never would be. Counted in the job's checkpoint.
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
