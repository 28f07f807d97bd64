import * as z from "zod";
import { errorStack } from "#app/adapters/error-text.server.ts";
import { listRenewalJobs } from "#app/db/analyses/renewal-jobs.server.ts";
import { insertVersion, type RaceToRenew, readRaceToRenew } from "#app/db/analyses/renewals.server.ts";
import { listLastStarts } from "#app/db/analyses/scoring.server.ts";
import type { FeatureStore } from "#app/domain/features/matrix.ts";
import { markDisabled } from "#app/domain/plans/entitlements.ts";
import { planLimits } from "#app/domain/plans/plans.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { changedMarks } from "#app/domain/scoring/place-horses.ts";
import { hasOtherInputs, VERSION_SECONDS } from "#app/domain/scoring/scored-inputs.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { chooseModel } from "#app/services/home.server.ts";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { wakeJobs } from "#app/services/jobs/jobs.server.ts";
import { MAX_ATTEMPTS } from "#app/services/jobs/run-job.server.ts";
import { waitForData } from "#app/services/models/wait-for-data.server.ts";
import { marksChanged } from "#app/services/notifications/notification-words.ts";
import { queueNotifications } from "#app/services/notifications/notifications.server.ts";
import { sealBeforeStart } from "#app/services/seal/sealing.server.ts";
import { scoreCard } from "./scoring.server.ts";

/** Limits how long a race delays users' own analyses. */
const USERS_PER_TURN = 40;
/** Their reads overlap. */
const USERS_AT_ONCE = 4;

const payloadSchema = z.object({ raceId: z.string(), version: z.int() });
/** after: the last user. waitsUntil: the minute of a version that was too young; null: none. */
const checkpointSchema = z.strictObject({ after: z.int(), waitsUntil: z.int().nullable() });

/** Scores a changed race again for its paid users' main models, and seals it. Idempotent. */
export async function renewMarks(context: JobContext, features: FeatureStore): Promise<JobOutcome> {
  const { deps, job } = context;
  const { success, data } = checkpointSchema.safeParse(job.checkpoint);
  let { after, waitsUntil } = success ? data : { after: 0, waitsUntil: null };
  const asked = { ...payloadSchema.parse(job.payload), after, limit: USERS_PER_TURN, now: deps.now() };
  const found = await readRaceToRenew(deps.db, asked);
  if (found === null) return { kind: "done" };
  const manifest = await features.readManifest();
  const store = { ...features, readManifest: async () => manifest };

  for (let at = 0; at < found.users.length; at += USERS_AT_ONCE) {
    await context.yieldAndRenewLease();
    const users = found.users.slice(at, at + USERS_AT_ONCE);
    const outcomes = await Promise.all(users.map((user) => renewUnlessBroken(context, store, { found, user })));
    for (const outcome of outcomes) {
      if (typeof outcome === "object") return waitForData(context, outcome.reason);
      if (outcome > 0) waitsUntil = Math.max(outcome, waitsUntil ?? 0);
    }
    after = users.at(-1)?.userId ?? after;
    await context.saveCheckpoint({ after, waitsUntil });
  }
  await sealBeforeStart(deps, found.race);
  if (found.users.length === USERS_PER_TURN) return { kind: "again", delaySeconds: 0 };
  if (waitsUntil === null) return { kind: "done" };
  await context.saveCheckpoint(null);
  return { kind: "again", delaySeconds: Math.max(0, Math.ceil((waitsUntil - deps.now()) / deps.clockSpeed)) };
}

interface Renewal {
  found: RaceToRenew;
  user: RaceToRenew["users"][number];
}

/** 0: nothing is left to do. Above: not before this instant. */
type RenewalOutcome = number | { reason: string };

/** The last attempt skips a user whose scoring always throws. */
async function renewUnlessBroken({ deps, job }: JobContext, features: FeatureStore, renewal: Renewal) {
  try {
    return await renewOne(deps, features, renewal);
  } catch (error) {
    if (job.attempts < MAX_ATTEMPTS) throw error;
    const { userId } = renewal.user;
    console.error(JSON.stringify({ event: "marks.user-failed", userId, error: errorStack(error) }));
    return 0;
  }
}

async function renewOne(deps: Deps, features: FeatureStore, { found, user }: Renewal): Promise<RenewalOutcome> {
  const { race, runners, isRaceChanging, inputsVersion, weightsVersion } = found;
  const model = mainModel(found, user);
  const latest = found.analyses.findLast(({ modelId }) => modelId === model?.modelId);
  if (model === null || latest === undefined || latest.inputs === null) return 0;
  if (!hasOtherInputs(latest.inputs, { race, runners, usesWeight: model.isWeight })) return 0;
  const allowedAt = latest.completedAt + VERSION_SECONDS;
  if (allowedAt > deps.now()) return allowedAt;

  const { modelId, artifactKey } = model;
  const raceInputsVersion = model.isWeight ? Math.max(inputsVersion, weightsVersion) : inputsVersion;
  const pastRuns = await listLastStarts(deps.db, { raceId: race.raceId, modelId });
  const card = { race, runners, raceInputsVersion, isRaceChanging, modelId, artifactKey, pastRuns };
  const scored = await scoreCard(deps, features, card);
  if (scored.kind === "data-missing") return scored;
  if (scored.kind === "failed") return 0;
  const picks = scored.scores.map(({ horseNum }) => horseNum);
  const marks = changedMarks(latest.picks, picks);
  const analysisId = await insertVersion(deps.db, {
    ...scored,
    ...{ renewsId: latest.analysisId, modelId, raceId: race.raceId },
    isSeen: marks.length === 0,
  });
  if (analysisId !== null && marks.length > 0) {
    const notice = { userId: user.userId, model: model.name, race, analysisId, marks };
    await queueNotifications(deps, { drafts: [marksChanged({ ...notice, day: japanDay(scored.now) })] });
  }
  return 0;
}

function mainModel({ race, models }: RaceToRenew, { userId, plan, defaultModelId }: RaceToRenew["users"][number]) {
  const own = models.filter((model) => model.userId === userId);
  const marked = markDisabled(own, planLimits(plan)).map(({ model, disabled }) => ({ ...model, disabled }));
  return chooseModel(marked, { race, defaultModelId });
}

/** Called when the features hold the changed cards. */
export async function wakeRenewals(deps: Deps): Promise<void> {
  const due = await listRenewalJobs(deps.db, { now: deps.now() });
  await wakeJobs(
    deps,
    due.map(({ id }) => ({ id, kind: "renew-marks" })),
  );
}
