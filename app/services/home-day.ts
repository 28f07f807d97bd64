import { listedRow } from "#app/domain/days/day-board.ts";
import type { ListedRunner } from "#app/domain/days/listed-picks.ts";
import { type DayRace, sumDay } from "#app/domain/days/own-picks.ts";
import { byPreference } from "#app/domain/learning/model-preference.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { type AnalysisUses, analysesLeft } from "#app/domain/plans/entitlements.ts";
import { isRestricted } from "#app/domain/plans/plans.ts";
import { minutesToStart } from "#app/domain/racing/race-start.ts";
import type { RaceSummary } from "#app/domain/views/analyses.ts";
import type { ComingRace, HomeDay, NextUse } from "#app/domain/views/home.ts";

interface ChoosableModel {
  modelId: number;
  name: string;
  venueType: number;
  isWeight: boolean;
  status: number;
  disabled: string | null;
  report: { pseudoR2: number } | null;
}

export interface Analyser extends AnalysisUses {
  isPausing: boolean;
}

/**
 * The default model even if it waits for body weights, else the first usable by {@link byPreference}, else the first
 * that waits. Null: none.
 */
export function chooseModel<Model extends ChoosableModel>(
  models: readonly Model[],
  {
    race,
    defaultModelId,
  }: { race: Pick<RaceSummary, "venueType" | "isAcquiredWeight">; defaultModelId: number | null },
): Model | null {
  const usable = byPreference(
    models.filter((model) => isUsable(model) && model.venueType === race.venueType),
    defaultModelId,
  );
  const [first] = usable;
  if (first?.modelId === defaultModelId) return first;
  return usable.find(({ isWeight }) => !isWeight || race.isAcquiredWeight) ?? first ?? null;
}

function isUsable({ status, disabled }: Pick<ChoosableModel, "status" | "disabled">): boolean {
  return status === ModelStatus.complete && disabled === null;
}

export function nextUse(
  models: readonly ChoosableModel[],
  { race, defaultModelId, used }: { race: RaceSummary; defaultModelId: number | null; used: Analyser },
): NextUse {
  const model = chooseModel(models, { race, defaultModelId });
  if (model === null) return { kind: "no-model" };
  if (isRestricted(used.plan)) return { kind: "restricted" };
  if (used.isPausing) return { kind: "paused" };
  // A running analysis ends within seconds.
  const left = analysesLeft({ ...used, runningAnalyses: 0 });
  if (left?.left === 0) return { kind: "used-up", by: left.by };
  if (race.runnerCount === 0) return { kind: "no-runners" };
  if (model.isWeight && !race.isAcquiredWeight) return { kind: "waits-for-weights", modelName: model.name };
  return { kind: "analyse", modelId: model.modelId, modelName: model.name, left: analysesLeft(used) };
}

const LATER_RACES = 2;

/** The next race is the first that a usable model may analyse, else the first of all. */
export function homeDay(
  races: readonly (DayRace & { race: RaceSummary; card: readonly ListedRunner[] })[],
  {
    now,
    models,
    ...reader
  }: {
    now: number;
    models: readonly ChoosableModel[];
    defaultModelId: number | null;
    used: Analyser;
  },
): HomeDay | null {
  const [first] = races;
  if (first === undefined) return null;
  const coming = races
    .flatMap(({ race, own, card }): ComingRace[] => {
      const minutes = minutesToStart(race, now);
      return minutes === null ? [] : [{ race, own, card, minutes }];
    })
    .sort((one, other) => (one.race.startTime ?? "").localeCompare(other.race.startTime ?? ""));
  const types = new Set(models.filter(isUsable).map(({ venueType }) => venueType));
  const next = coming.find(({ race }) => types.has(race.venueType)) ?? coming[0];
  return {
    date: first.race.date,
    next:
      next === undefined
        ? null
        : { ...next, use: next.own === null ? nextUse(models, { race: next.race, ...reader }) : null },
    later: coming.filter((race) => race !== next).slice(0, LATER_RACES),
    sum: sumDay(races),
    rows: races.map(listedRow),
  };
}
