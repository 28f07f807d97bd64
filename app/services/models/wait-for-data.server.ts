import * as z from "zod";
import { isRaceDataChanging } from "#app/db/models/training.server.ts";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { enqueueDueFeatureBuild } from "./feature-builds.server.ts";

/** Checks without any import or build in progress after which the data will not come. */
const MAX_IDLE_WAITS = 5;

const waitSchema = z.strictObject({ idleWaits: z.number() });

/**
 * Outcome of a job whose features are not built yet: again in a second while an import or build is in progress, and a
 * few times beyond; then failed. If neither is in progress, enqueues a due build: a new release cannot read the
 * previous release's features, and the hourly message would come after the job has given up.
 */
export async function waitForData(context: JobContext, reason: string): Promise<JobOutcome> {
  if (await isRaceDataChanging(context.deps.db)) return { kind: "again", delaySeconds: 1 };
  const parsed = waitSchema.safeParse(context.job.checkpoint);
  const idleWaits = parsed.success ? parsed.data.idleWaits + 1 : 1;
  // Repeatedly failing builds count too, so that nobody waits for ever.
  if (idleWaits > MAX_IDLE_WAITS) return { kind: "failed", reason };
  await enqueueDueFeatureBuild(context.deps);
  await context.saveCheckpoint({ idleWaits });
  return { kind: "again", delaySeconds: 1 };
}
