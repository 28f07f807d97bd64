import { type DayFacts, readDayFacts } from "#app/db/analyses/analysis-day-reads.server.ts";
import { insertAnalysisDay, stopAnalysisDays } from "#app/db/analyses/analysis-days.server.ts";
import { planDay } from "#app/domain/days/plan-day.ts";
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
  const models = byPreference(offeredModels(facts, user), user.defaultModelId);
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

function offeredModels({ models, races }: Pick<DayFacts, "models" | "races">, user: PlanHolder): ModelSummary[] {
  const venueTypes = new Set<number>(races.map(({ venueType }) => venueType));
  return summarizeModels([...models], user).filter(
    ({ status, disabled, venueType }) =>
      status === ModelStatus.complete && disabled === null && venueTypes.has(venueType),
  );
}

export function standingOf(
  { standing }: Pick<DayFacts, "standing">,
  modelId: number,
): Map<string, "analysed" | "pending"> {
  return new Map(
    standing
      .filter((one) => one.modelId === modelId)
      .map(({ raceId, isComplete }) => [raceId, isComplete ? "analysed" : "pending"]),
  );
}

type DayRefusal =
  | "restricted"
  | "race-not-found"
  | "model-not-usable"
  | "changed"
  | "paused"
  | "own-per-month"
  | "per-day"
  | "per-month"
  | "per-lifetime";

interface DayForm {
  user: PlanHolder;
  date: string;
  modelId: number;
  venues: readonly string[];
  /** Null: all. */
  only: readonly string[] | null;
  /** As the form stated; null: it named the races. */
  stated: number | null;
  /** One confirmation per form. */
  formKey: string;
}

/** All or none, by one guarded statement. changed: another number than stated. restricted: days are refused. */
export async function confirmDay(
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
  const model = offeredModels(facts, user).find((candidate) => candidate.modelId === modelId);
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
export async function stopDay(
  deps: Deps,
  { user, date, modelId }: { user: PlanHolder; date: string; modelId: number },
): Promise<{ kind: "stopped" } | Refused<"not-found">> {
  const isKnown = await stopAnalysisDays(deps.db, { userId: user.id, date, modelId, now: deps.now() });
  return isKnown ? { kind: "stopped" } : refused("not-found");
}
