import { errorStack } from "#app/adapters/error-text.server.ts";
import { failAnalysisDay, findNextOfDay, listDueDays } from "#app/db/analyses/analysis-days.server.ts";
import { failScoring } from "#app/db/analyses/scoring.server.ts";
import { insertWeightsNotification } from "#app/db/notifications/event-notifications.server.ts";
import type { FeatureStore } from "#app/domain/features/matrix.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob, JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import { MAX_ATTEMPTS } from "#app/services/jobs/run-job.server.ts";
import { waitForData } from "#app/services/models/wait-for-data.server.ts";
import { WEIGHTS_OUT } from "#app/services/notifications/notification-words.ts";
import { scoreOne } from "./scoring.server.ts";

/** Limits how long one user's day delays the analyses of others. */
const RACES_PER_TURN = 3;

const DAYS_PER_LOOK = 200;

/** Resumes from the rows; a failing race returns its use. Ends while races wait for weights (`enqueueDueDays`). */
export async function scoreDay(context: JobContext, features: FeatureStore): Promise<JobOutcome> {
  const { deps, job, yieldAndRenewLease } = context;
  const dayId = Number(job.subject);
  for (let turn = 0; turn < RACES_PER_TURN; turn += 1) {
    await yieldAndRenewLease();
    const now = deps.now();
    const next = await findNextOfDay(deps.db, { dayId, today: japanDay(now) });
    if (next === null) return { kind: "done" };
    const { analysisId } = next;
    if (next.hasWaited && !next.isLost) {
      await insertWeightsNotification(deps.db, { analysisId, ...WEIGHTS_OUT, day: japanDay(now), now });
    }
    const outcome = next.isLost ? LOST : await scoreUnlessBroken(context, features, analysisId);
    switch (outcome.kind) {
      case "done":
      case "card-changed":
        break;
      case "data-missing": {
        const waiting = await waitForData(context, outcome.reason);
        if (waiting.kind !== "failed") return waiting;
        await failScoring(deps.db, { analysisId, now });
        break;
      }
      case "failed":
        await failScoring(deps.db, { analysisId, now });
        break;
      default:
        return outcome satisfies never;
    }
    if (job.checkpoint !== null) await context.saveCheckpoint(null);
  }
  return { kind: "again", delaySeconds: 0 };
}

const LOST = { kind: "failed", reason: "the model is deleted, or the body weights did not come" } as const;

/** The last attempt skips a race that always throws. */
async function scoreUnlessBroken({ deps, job }: JobContext, features: FeatureStore, analysisId: number) {
  try {
    return await scoreOne(deps, features, analysisId);
  } catch (error) {
    if (job.attempts < MAX_ATTEMPTS) throw error;
    console.error(JSON.stringify({ event: "day.race-failed", analysisId, error: errorStack(error) }));
    return { kind: "failed", reason: "its scoring throws" } as const;
  }
}

/** Races that wait for body weights stay. */
export async function endFailedDay(deps: Deps, job: ClaimedJob): Promise<void> {
  const now = deps.now();
  await failAnalysisDay(deps.db, { dayId: Number(job.subject), today: japanDay(now), now });
}

/** Days with work and no job. Called after feature builds, at the end of a day's job, and every minute. */
export async function enqueueDueDays(deps: Deps): Promise<void> {
  const dayIds = await listDueDays(deps.db, { today: japanDay(deps.now()), limit: DAYS_PER_LOOK });
  for (const dayId of dayIds) await enqueueJob(deps, { kind: "score-day", subject: String(dayId) });
}
