import { type DayFacts, readDayBoard, readDayFacts } from "#app/db/analyses/analysis-day-reads.server.ts";
import { insertAnalysisDay, stopAnalysisDays } from "#app/db/analyses/analysis-days.server.ts";
import { listDayIndices } from "#app/db/analyses/day-indices.server.ts";
import { buildDayBoard } from "#app/domain/days/day-board.ts";
import { planDay } from "#app/domain/days/plan-day.ts";
import { venueCodes } from "#app/domain/jv-data/race-slot.ts";
import { byPreference } from "#app/domain/learning/model-preference.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import {
  type AnalysisUses,
  analysesLeft,
  enforcedLimit,
  mayOpenDay,
  refuseAnalysisByOwner,
  refuseAnalysisByUse,
} from "#app/domain/plans/entitlements.ts";
import type { ModelChooser, PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { hasFreeLimits, isRestricted, planLimits } from "#app/domain/plans/plans.ts";
import { japanDay, japanMonth } from "#app/domain/racing/japan-time.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { indicesCsv } from "#app/domain/scoring/indices-csv.ts";
import { targetIndexCsv } from "#app/domain/scoring/target-index.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import type { ModelSummary } from "#app/domain/views/models.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { wakeJob } from "#app/services/jobs/jobs.server.ts";
import { summarizeModels } from "#app/services/models/models.server.ts";

/** Changes nothing. @param input modelId: null or unknown: the first */
export async function readPlan(
  deps: Deps,
  { user, date, modelId }: { user: ModelChooser & AnalysisUses; date: string; modelId: number | null },
) {
  const now = deps.now();
  const today = japanDay(now);
  if (!mayOpenDay(user.plan, { date, today })) return refused("future");
  const facts = await readDayFacts(deps.db, { userId: user.id, date, today, formKey: null });
  const models = byPreference(offered(summarizeModels([...facts.models], user), facts), user.defaultModelId);
  const model = models.find((candidate) => candidate.modelId === modelId) ?? models[0] ?? null;
  return {
    kind: "plan" as const,
    /** By preference. */
    models,
    model,
    /** Earliest first. */
    races: model === null ? [] : planDay(facts.races, { model, standing: standingOf(facts, model.modelId), now }),
    hasRaces: facts.races.length > 0,
    nearby: facts.nearby,
    /** Null: unlimited. Days do not count among parallel analyses. */
    left: analysesLeft({ ...user, runningAnalyses: 0 }),
  };
}

/** Models that can analyse one of the races. */
function offered(models: readonly ModelSummary[], { races }: Pick<DayFacts, "races">): ModelSummary[] {
  const venueTypes = new Set<number>(races.map(({ venueType }) => venueType));
  return models.filter(
    ({ status, disabled, venueType }) =>
      status === ModelStatus.complete && disabled === null && venueTypes.has(venueType),
  );
}

function standingOf({ standing }: Pick<DayFacts, "standing">, modelId: number): Map<string, "analysed" | "pending"> {
  return new Map(
    standing
      .filter((one) => one.modelId === modelId)
      .map(({ raceId, isComplete }) => [raceId, isComplete ? "analysed" : "pending"]),
  );
}

type DayRefusal =
  | ("restricted" | "race-not-found" | "model-not-usable" | "changed")
  | NonNullable<ReturnType<typeof refuseAnalysisByOwner>>
  | Exclude<ReturnType<typeof refuseAnalysisByUse>, "at-once" | null>;

interface DayForm {
  user: PlanHolder;
  date: string;
  modelId: number;
  venues: readonly string[];
  /** Null: all. */
  only: readonly string[] | null;
  /** As the form stated; null: it named the races. */
  stated: number | null;
  formKey: string;
}

/** All or none, by one guarded statement. changed: another number than stated. restricted: days are refused. */
export async function confirm(
  deps: Deps,
  { user, date, modelId, venues, only, stated, formKey }: DayForm,
): Promise<{ kind: "accepted" | "nothing-to-count" } | Refused<DayRefusal>> {
  const now = deps.now();
  const today = japanDay(now);
  if (!mayOpenDay(user.plan, { date, today })) return refused("race-not-found");
  if (isRestricted(user.plan)) return refused("restricted");
  const limits = planLimits(user.plan);
  // The back button reuses the key.
  const key = await sha256Hex(JSON.stringify([formKey, date, modelId, venues, only]));
  const facts = await readDayFacts(deps.db, { userId: user.id, date, today, formKey: key });
  if (facts.dayOfForm !== null) return { kind: "accepted" };
  const usable = offered(summarizeModels([...facts.models], user), facts);
  const model = usable.find((candidate) => candidate.modelId === modelId);
  if (model === undefined) return refused("model-not-usable");
  const raceIds = planDay(facts.races, { model, standing: standingOf(facts, modelId), now })
    .filter(({ state, race }) => state === "to-count" && venues.includes(race.venue))
    .map(({ race }) => race.raceId)
    .filter((raceId) => only === null || only.includes(raceId));
  if (raceIds.length === 0) return { kind: "nothing-to-count" };
  if (stated !== null && stated !== raceIds.length) return refused("changed");

  const job = { id: deps.newId(), kind: "score-day" } as const;
  const outcome = await insertAnalysisDay(deps.db, {
    userId: user.id,
    modelId,
    date,
    raceIds,
    formKey: key,
    limits: {
      perDay: enforcedLimit(limits.analysesPerDay),
      perMonth: enforcedLimit(limits.analysesPerMonth),
      perLifetime: limits.analysesPerLifetime,
    },
    booking: { now, day: today, month: japanMonth(now), underFreeLimits: hasFreeLimits(user.plan) },
    job,
  });
  if (outcome.dayId !== null) {
    if (outcome.isNew) await wakeJob(deps, job);
    return { kind: "accepted" };
  }
  const { toCount, today: usedToday, thisMonth, underFreeLimits } = outcome;
  if (toCount === 0) return { kind: "nothing-to-count" };
  // Finds the limit that would be exceeded.
  const taken = toCount - 1;
  const use = {
    today: usedToday + taken,
    running: 0,
    thisMonth: thisMonth + taken,
    underFreeLimits: underFreeLimits + taken,
  };
  const { isPausing, ownPerMonth } = outcome;
  const byOwner = refuseAnalysisByOwner({ isPausing, ownPerMonth, thisMonth: use.thisMonth });
  if (byOwner !== null) return refused(byOwner);
  const reason = refuseAnalysisByUse(use, limits);
  return refused(reason === null || reason === "at-once" ? "model-not-usable" : reason);
}

/** Keeps finished ones. */
export async function stop(
  deps: Deps,
  { user, date, modelId }: { user: PlanHolder; date: string; modelId: number },
): Promise<{ kind: "stopped" } | Refused<"not-found">> {
  const isKnown = await stopAnalysisDays(deps.db, { userId: user.id, date, modelId, now: deps.now() });
  return isKnown ? { kind: "stopped" } : refused("not-found");
}

/** Default: the preferred model. not-found: not the user's. */
export async function readBoard(
  deps: Deps,
  { user, date, modelId }: { user: ModelChooser; date: string; modelId: number | null },
) {
  const now = deps.now();
  const today = japanDay(now);
  if (!mayOpenDay(user.plan, { date, today })) return refused("future");
  const found = await readDayBoard(deps.db, { userId: user.id, date, today, modelId, starred: user.defaultModelId });
  const models = summarizeModels(found.models, user);
  const usable = offered(models, found);
  const shownId = found.modelId ?? byPreference(usable, user.defaultModelId)[0]?.modelId ?? null;
  const kept = models.find((model) => model.modelId === shownId) ?? null;
  if (modelId !== null && kept === null && found.modelName === null) return refused("not-found");

  const { standing, nearby, analyses, requests } = found;
  // The type of a deleted model follows from its analyses.
  const ofAnalyses = found.races.find(({ raceId }) => raceId === analyses[0]?.raceId)?.venueType;
  const venueType = kept?.venueType ?? ofAnalyses ?? 0;
  const planned = planDay(found.races, {
    model: { venueType, isWeight: kept?.isWeight ?? false },
    standing: shownId === null ? new Map() : standingOf({ standing }, shownId),
    now,
  });
  const board = buildDayBoard({ ...found, planned });
  const name = kept?.name ?? found.modelName;
  const open = requests.filter((request) => request.open > 0);
  const sum = (of: (request: (typeof open)[number]) => number) => open.reduce((total, one) => total + of(one), 0);
  const nameOf = new Map(models.map((model) => [model.modelId, model.name]));
  return {
    kind: "board" as const,
    ...board,
    model:
      shownId === null || name === null
        ? null
        : {
            modelId: shownId,
            name,
            isKept: kept !== null,
            canAnalyse: usable.some((model) => model.modelId === shownId),
          },
    others: found.modelIds.flatMap((other) => {
      const name = nameOf.get(other);
      return other === shownId || name === undefined ? [] : [{ modelId: other, name }];
    }),
    hasRaces: found.races.length > 0,
    nearby,
    askedAt: analyses[0]?.createdAt ?? null,
    /** Unfinished confirmations together; null: none. */
    progress:
      open.length === 0
        ? null
        : {
            races: sum((one) => one.races),
            done: sum((one) => one.races - one.open),
            awaitingWeights: board.rows.filter(({ gap }) => gap === "awaits-weights").length,
            askedAt: Math.max(...open.map(({ createdAt }) => createdAt)),
          },
    /** The newest one. */
    isStopped: requests[0] !== undefined && requests[0].stoppedAt !== null,
  };
}

interface DayAsked {
  user: PlanHolder;
  date: string;
}

/** The newest of each model and race. Null: a future day. */
export async function exportIndices(deps: Deps, asked: DayAsked): Promise<string | null> {
  const newest = await listNewest(deps, asked);
  return newest === null ? null : indicesCsv(newest);
}

/** For TARGET frontier JV. Null: a future day, or no analysis by the model on that day. */
export async function exportTargetIndex(deps: Deps, asked: DayAsked & { modelId: number }): Promise<string | null> {
  const newest = await listNewest(deps, asked);
  if (newest === null || newest.length === 0) return null;
  return targetIndexCsv(
    newest.map((analysis) => ({ ...analysis, venueCode: venueCodes(analysis.race.venue, analysis.race.venueType)[0] })),
  );
}

async function listNewest(deps: Deps, { user, date, modelId }: DayAsked & { modelId?: number }) {
  if (!mayOpenDay(user.plan, { date, today: japanDay(deps.now()) })) return null;
  const analyses = await listDayIndices(deps.db, { userId: user.id, date, modelId });
  const newest = new Map<string, (typeof analyses)[number]>();
  for (const analysis of analyses) {
    const key = `${analysis.race.raceId} ${analysis.modelId}`;
    if (!newest.has(key)) newest.set(key, analysis);
  }
  return [...newest.values()];
}
