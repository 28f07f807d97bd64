import { confirmAnalysis, findAnalysis, isRemovedAnalysis, listAnalyses } from "#app/db/analyses/analyses.server.ts";
import { insertAnalysis, type RequestFacts, readRequestFacts } from "#app/db/analyses/analysis-requests.server.ts";
import { listTombstones, removeAnalysis } from "#app/db/analyses/analysis-tombstones.server.ts";
import {
  enforcedLimit,
  markDisabled,
  mayOpenDay,
  refuseAnalysisByOwner,
  refuseAnalysisByUse,
} from "#app/domain/plans/entitlements.ts";
import type { OwnAnalysis, PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { hasFreeLimits, type PlanLimits, planLimits } from "#app/domain/plans/plans.ts";
import { japanDay, japanMonth } from "#app/domain/racing/japan-time.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { type AnalysisRefusal, refuseModelForRace } from "#app/domain/scoring/analysis-refusal.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { changedMarks } from "#app/domain/scoring/place-horses.ts";
import { altersIndex, listInputChanges } from "#app/domain/scoring/scored-inputs.ts";
import { settleIndex } from "#app/domain/settlement/settle-index.ts";
import type { AnalysisDetail, DeletedAnalysis, ListedAnalysis } from "#app/domain/views/analyses.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { enqueueJob, wakeJob } from "#app/services/jobs/jobs.server.ts";
import { marketOdds, updateTimes } from "./race-facts.server.ts";
import { type Deletion, removeWithShare } from "./sharing.server.ts";

interface Requested {
  /** scored: accepted, and complete within `waitMs`. */
  kind: "accepted" | "complete" | "scored";
  analysisId: number;
}

const POLL_MS = 60;

/** One transaction with its use and job. An existing analysis of the same inputs is returned and does not count. */
export async function request(
  deps: Deps,
  { waitMs = 0, ...input }: { user: PlanHolder; modelId: number; raceId: string; waitMs?: number },
): Promise<Requested | Refused<AnalysisRefusal>> {
  const requested = await insertRequested(deps, input);
  if (requested.kind !== "accepted") return requested;
  const found = { userId: input.user.id, analysisId: requested.analysisId };
  for (let waited = 0; waited < waitMs; waited += POLL_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    // An error while waiting must not hide that the request was accepted.
    const analysis = await findAnalysis(deps.db, found).catch(() => null);
    if (analysis?.status === AnalysisStatus.complete) return { ...requested, kind: "scored" };
    if (analysis?.status !== AnalysisStatus.running) break;
  }
  return requested;
}

async function insertRequested(
  deps: Deps,
  { user, modelId, raceId }: { user: PlanHolder; modelId: number; raceId: string },
): Promise<Requested | Refused<AnalysisRefusal>> {
  const now = deps.now();
  const today = japanDay(now);
  const limits = planLimits(user.plan);
  const facts = await readRequestFacts(deps.db, { userId: user.id, raceId });
  const refusal = refuseByFacts(facts, { modelId, plan: user.plan, today, limits });
  if (refusal !== null) return refused(refusal);

  const jobId = deps.newId();
  const outcome = await insertAnalysis(deps.db, {
    userId: user.id,
    modelId,
    // The race's own id.
    raceId: facts.race?.raceId ?? raceId,
    limits: {
      perDay: enforcedLimit(limits.analysesPerDay),
      atOnce: limits.analysesAtOnce,
      perMonth: enforcedLimit(limits.analysesPerMonth),
      perLifetime: limits.analysesPerLifetime,
    },
    booking: { now, day: today, month: japanMonth(now), underFreeLimits: hasFreeLimits(user.plan) },
    jobId,
  });
  if (outcome.analysisId === null) {
    // The model or race disappeared meanwhile.
    return refused(refuseAnalysisByOwner(outcome) ?? refuseAnalysisByUse(outcome, limits) ?? "model-not-usable");
  }
  if (outcome.isNew) await wakeJob(deps, { id: jobId, kind: "score-race" });
  else if (outcome.status === AnalysisStatus.running && outcome.dayId !== null) {
    // The day would make it later; a user waits now.
    await enqueueJob(deps, { kind: "score-race", subject: String(outcome.analysisId) });
  }
  return {
    kind: outcome.status === AnalysisStatus.complete ? "complete" : "accepted",
    analysisId: outcome.analysisId,
  };
}

/** Counts unless one of the present card exists. */
export async function requestAgain(
  deps: Deps,
  { user, analysisId }: OwnAnalysis,
): Promise<Requested | Refused<AnalysisRefusal | "not-found">> {
  const analysis = await findAnalysis(deps.db, { userId: user.id, analysisId });
  if (analysis === null) return refused("not-found");
  const { modelId, raceId } = analysis;
  return await request(deps, { user, modelId, raceId });
}

function refuseByFacts(
  { race, models }: RequestFacts,
  { modelId, plan, today, limits }: { modelId: number; plan: number; today: string; limits: PlanLimits },
): AnalysisRefusal | null {
  if (race === null || !mayOpenDay(plan, { date: race.date, today })) return "race-not-found";
  if (race.status === "cancelled") return "race-cancelled";
  if (race.runnerCount === 0) return "race-without-runners";
  if (race.areAllOut) return "race-without-starters";
  const marked = markDisabled(models, limits).find(({ model }) => model.modelId === modelId);
  if (marked === undefined) return "model-not-found";
  return refuseModelForRace({ ...marked.model, disabled: marked.disabled }, race);
}

/** Newest first. */
export async function list(
  deps: Deps,
  { user, ...page }: { user: PlanHolder; offset: number; limit?: number; withScores?: boolean },
): Promise<ListedAnalysis[]> {
  return await listAnalyses(deps.db, { userId: user.id, withScores: false, ...page });
}

/** With stakes and payouts, once the race has paid. */
export async function listDeleted(
  deps: Deps,
  { user, ...page }: { user: PlanHolder; offset: number; limit: number },
): Promise<DeletedAnalysis[]> {
  const tombstones = await listTombstones(deps.db, { userId: user.id, ...page });
  return tombstones.map(({ runners, payouts, surface, raceStatus, ...tombstone }) => {
    const { picks, isLearntFrom } = tombstone;
    const scores = picks.map((horseNum) => ({ horseNum }));
    const bets = settleIndex({ scores, isLearntFrom, race: { surface, status: raceStatus }, runners, payouts });
    // A finished race without payouts pays none.
    const isAwaited = bets === null && !isLearntFrom && surface !== "jump" && raceStatus === "scheduled";
    return { ...tombstone, bets, isAwaited };
  });
}

/** Null: not the user's, deleted or unknown. */
export async function find(deps: Deps, { user, analysisId }: OwnAnalysis): Promise<AnalysisDetail | null> {
  const found = await findAnalysis(deps.db, { userId: user.id, analysisId });
  if (found === null) return null;
  const { payouts, cutoffDay, modelDeletedAt, usesWeight, inputs, newestOdds, raceChanges, versions, ...analysis } =
    found;
  const { scores, isLearntFrom, race, runners } = analysis;
  const isKnown = inputs !== null && race.status !== "cancelled";
  const changes = isKnown ? listInputChanges(inputs, { race, runners, usesWeight: usesWeight ?? true }) : [];
  const isBeforeCutoff = cutoffDay !== null && analysis.raceInfo.date < cutoffDay;
  const bets = scores === null ? null : settleIndex({ scores, isLearntFrom, race, runners, payouts });
  const earlier = versions.findLast((version) => version.analysisId < analysisId) ?? null;
  const newest = versions.at(-1);
  const isModelKept = modelDeletedAt === null;
  const canRequestAgain = isModelKept && race.status === "scheduled" && changes.some(altersIndex);
  return {
    ...analysis,
    isByRefit: isBeforeCutoff && !isLearntFrom,
    isModelKept,
    changes,
    canRequestAgain,
    earlier: earlier && {
      analysisId: earlier.analysisId,
      completedAt: earlier.completedAt,
      marks: changedMarks(
        earlier.picks,
        (scores ?? []).map(({ horseNum }) => horseNum),
      ),
    },
    newestId: newest !== undefined && newest.analysisId > analysisId ? newest.analysisId : null,
    bets,
    market: marketOdds({ newest: newestOdds, status: race.status, runners }),
    updatedAt: updateTimes({ race, runners, raceChanges }),
  };
}

/** Returns no quota. A shared page is removed; a tombstone stays if it was fixed before the start. */
export async function remove(deps: Deps, { user, analysisId }: OwnAnalysis): Promise<Deletion> {
  const now = deps.now();
  return await removeWithShare(deps, { user, analysisId }, ({ mayBeShared }) =>
    removeAnalysis(deps.db, { userId: user.id, analysisId, mayBeShared, now }),
  );
}

/** For repeated forms. */
export async function wasRemoved(deps: Deps, { user, analysisId }: OwnAnalysis): Promise<boolean> {
  return await isRemovedAnalysis(deps.db, { userId: user.id, analysisId });
}

/** Without analysisId all. */
export async function confirm(
  deps: Deps,
  { user, analysisId }: { user: PlanHolder; analysisId?: number },
): Promise<void> {
  await confirmAnalysis(deps.db, { userId: user.id, analysisId, now: deps.now() });
}
