import * as z from "zod";
import { isRaceDataChanging } from "#app/db/models/training.server.ts";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { enqueueDueFeatureBuild } from "./feature-builds.server.ts";

/** Asked so often with no import or build under way, the data will not come. */
const MAX_IDLE_WAITS = 5;

const waitSchema = z.strictObject({ idleWaits: z.number() });

/**
 * For a job whose features are not built yet: again in a second while an import or a build is under way, and a few
 * times beyond; then failed. With neither under way it asks for a build that is due: a new release cannot read the
 * features of the one before, and the hourly message that would heal that comes after the job has given up.
 */
export async function waitForData(context: JobContext, reason: string): Promise<JobOutcome> {
  if (await isRaceDataChanging(context.deps.d1)) return { kind: "again", delaySeconds: 1 };
  const parsed = waitSchema.safeParse(context.job.checkpoint);
  const idleWaits = parsed.success ? parsed.data.idleWaits + 1 : 1;
  // Builds that fail again and again count too: nobody waits for ever.
  if (idleWaits > MAX_IDLE_WAITS) return { kind: "failed", reason };
  await enqueueDueFeatureBuild(context.deps);
  await context.saveCheckpoint({ idleWaits });
  return { kind: "again", delaySeconds: 1 };
}
