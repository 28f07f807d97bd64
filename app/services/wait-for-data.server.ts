import * as z from "zod";
import { isRaceDataChanging } from "#app/db/training.server.ts";
import type { JobContext, JobOutcome } from "./job-context.server.ts";

/** Asked so often with no import or build under way, the data will not come. */
const MAX_IDLE_WAITS = 5;

const waitSchema = z.strictObject({ idleWaits: z.number() });

/**
 * For a job whose features are not built yet: again in a second while an import or a build is under way, and a few
 * times beyond (one may be about to start); then failed.
 */
export async function waitForData(context: JobContext, reason: string): Promise<JobOutcome> {
  if (await isRaceDataChanging(context.deps.d1)) return { kind: "again", delaySeconds: 1 };
  const parsed = waitSchema.safeParse(context.job.checkpoint);
  const idleWaits = parsed.success ? parsed.data.idleWaits + 1 : 1;
  if (idleWaits > MAX_IDLE_WAITS) return { kind: "failed", reason };
  await context.saveCheckpoint({ idleWaits });
  return { kind: "again", delaySeconds: 1 };
}
