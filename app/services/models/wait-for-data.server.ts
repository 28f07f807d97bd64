import * as z from "zod";
import { claimWaitingJobs } from "#app/db/jobs/jobs.server.ts";
import { isRaceDataChanging } from "#app/db/models/training.server.ts";
import type { JobKind } from "#app/domain/job-kinds.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { ofKnownKind, wakeJobs } from "#app/services/jobs/jobs.server.ts";
import { enqueueDueFeatureBuild } from "./feature-builds.server.ts";

/** Without any import or build in progress. */
const MAX_IDLE_WAITS = 5;

/** In case the import or build dies. */
const LONGEST_WAIT_SECONDS = 30;
const WOKEN_AT_ONCE = 500;
/** Kinds that read features. */
const WAITING_KINDS: readonly JobKind[] = [
  "train-model",
  "score-race",
  "score-day",
  "renew-marks",
  "settle-bets",
  "seal-forecasts",
];

const waitSchema = z.strictObject({ idleWaits: z.number() });

/** Until the import or build ends (`wakeWaitingForData`). Without one: enqueues a due build, fails after some tries. */
export async function waitForData(context: JobContext, reason: string): Promise<JobOutcome> {
  const { db } = context.deps;
  if (await isRaceDataChanging(db))
    return {
      kind: "again",
      delaySeconds: LONGEST_WAIT_SECONDS,
      hasCome: async () => !(await isRaceDataChanging(db)),
    };
  const parsed = waitSchema.safeParse(context.job.checkpoint);
  const idleWaits = parsed.success ? parsed.data.idleWaits + 1 : 1;
  // Repeatedly failing builds count too.
  if (idleWaits > MAX_IDLE_WAITS) return { kind: "failed", reason };
  await enqueueDueFeatureBuild(context.deps);
  await context.saveCheckpoint({ idleWaits });
  return { kind: "again", delaySeconds: 1 };
}

/** Called at the end of an import or build. Other jobs that start within half a minute come along. */
export async function wakeWaitingForData(deps: Deps): Promise<void> {
  const now = deps.now();
  const until = now + Math.ceil(LONGEST_WAIT_SECONDS * deps.clockSpeed);
  for (;;) {
    const woken = await claimWaitingJobs(deps.db, { kinds: WAITING_KINDS, now, until, limit: WOKEN_AT_ONCE });
    await wakeJobs(deps, ofKnownKind(woken));
    if (woken.length < WOKEN_AT_ONCE) return;
  }
}

const checkpointSchema = z.object({ yields: z.int() }).catch({ yields: 0 });

const USER_WORK_SECONDS = 5;

/** Five seconds at a time, at most `times`: a steady load would block the job for ever. Kept in the checkpoint. */
export function countYields(context: JobContext, times: number) {
  const { yields } = checkpointSchema.parse(context.job.checkpoint);
  return {
    /** Call it where nothing is half done. */
    isDue: async () => yields < times && (await context.isUserWorkWaiting()),
    async step(): Promise<JobOutcome> {
      await context.saveCheckpoint({ yields: yields + 1 });
      return { kind: "again", delaySeconds: USER_WORK_SECONDS };
    },
  };
}
