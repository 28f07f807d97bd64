import * as z from "zod";
import { claimWaitingJobs } from "#app/db/jobs/jobs.server.ts";
import { isRaceDataChanging } from "#app/db/models/training.server.ts";
import { isJobKind, type JobKind } from "#app/domain/job-kinds.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { wakeJobs } from "#app/services/jobs/jobs.server.ts";
import { enqueueDueFeatureBuild } from "./feature-builds.server.ts";

/** Checks without any import or build in progress after which the data will not come. */
const MAX_IDLE_WAITS = 5;

/** The end of an import or build wakes who waits for it; this is for the case that it dies. */
const LONGEST_WAIT_SECONDS = 30;
/** Jobs woken by one statement. */
const WOKEN_AT_ONCE = 500;
/** Kinds that read features. */
const WAITING_KINDS: readonly JobKind[] = ["train-model", "score-race", "score-day", "settle-bets", "seal-forecasts"];

const waitSchema = z.strictObject({ idleWaits: z.number() });

/**
 * Outcome of a job whose features are not built yet: again when the import or build in progress ends
 * ({@link wakeWaitingForData}). If neither is in progress, enqueues a due build, since a new release cannot read the previous
 * release's features and the hourly message would come after the job has given up; again a few times, a second apart; then
 * failed.
 */
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
  // Repeatedly failing builds count too, so that nobody waits for ever.
  if (idleWaits > MAX_IDLE_WAITS) return { kind: "failed", reason };
  await enqueueDueFeatureBuild(context.deps);
  await context.saveCheckpoint({ idleWaits });
  return { kind: "again", delaySeconds: 1 };
}

/**
 * Called when an import or build is over: jobs that wait for it begin at once. Others of these kinds that were to begin within
 * the same half minute come along; they step aside again if they have to.
 */
export async function wakeWaitingForData(deps: Deps): Promise<void> {
  const now = deps.now();
  const until = now + Math.ceil(LONGEST_WAIT_SECONDS * deps.clockSpeed);
  for (;;) {
    const woken = await claimWaitingJobs(deps.db, { kinds: WAITING_KINDS, now, until, limit: WOKEN_AT_ONCE });
    await wakeJobs(
      deps,
      woken.flatMap(({ kind, ...job }) => (isJobKind(kind) ? [{ ...job, kind }] : [])),
    );
    if (woken.length < WOKEN_AT_ONCE) return;
  }
}
