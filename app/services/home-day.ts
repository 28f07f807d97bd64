import { byPreference } from "#app/domain/learning/model-preference.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { type AnalysisUses, analysesLeft } from "#app/domain/plans/entitlements.ts";
import { isRestricted } from "#app/domain/plans/plans.ts";
import { isStarter } from "#app/domain/racing/race.ts";
import { minutesToStart } from "#app/domain/racing/race-start.ts";
import type { Payout } from "#app/domain/racing/records.ts";
import { fixedAgainstStart } from "#app/domain/scoring/fixed-before-start.ts";
import { settleRace } from "#app/domain/settlement/settle-race.ts";
import type { RaceSummary } from "#app/domain/views/analyses.ts";
import type { ComingRace, DayCell, DaySum, HomeDay, NextUse, SettledPick, WinReturns } from "#app/domain/views/home.ts";
import type { ListedPicks, ListedRunner } from "#app/domain/views/race-list.ts";

/** The fields needed to choose a model for a race. */
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

/** The default model's, else the newest. */
export function standingPicks(picks: readonly ListedPicks[], defaultModelId: number | null): ListedPicks | null {
  return picks.find(({ modelId }) => modelId === defaultModelId) ?? picks[0] ?? null;
}

export interface DayRace {
  race: Pick<RaceSummary, "raceId" | "date" | "venue" | "raceNum" | "name" | "surface" | "startTime" | "status">;
  own: ListedPicks | null;
  /** Null: unknown. */
  favourite: ListedRunner | null;
  payouts: readonly Pick<Payout, "betType" | "combination" | "payoutYen">[];
}

/** Misses and hits. Null: nothing was analysed. */
export function sumDay(races: readonly DayRace[]): DaySum | null {
  if (races.every(({ own }) => own === null)) return null;
  const betOn = races.filter(hasBets);
  const counted = betOn.filter(isFixedBefore);
  const rated = counted.filter(({ favourite }) => favourite !== null);
  return {
    venues: venuesOf(races),
    settled: races.flatMap((race) => settle(race) ?? []).sort((one, other) => compareStarts(other, one)),
    own: returned(counted.map((race) => winBet(race, race.own?.picks[0] ?? null))),
    favourite: returned(rated.map((race) => winBet(race, race.favourite))),
    awaited: races.filter(({ own, race }) => own !== null && race.status === "scheduled").length,
    afterStart: betOn.length - counted.length,
  };
}

function compareStarts(one: SettledPick, other: SettledPick): number {
  const key = ({ startTime, raceNum }: SettledPick) => `${startTime ?? ""} ${String(raceNum).padStart(2, "0")}`;
  return key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0;
}

function venuesOf(races: readonly DayRace[]): DaySum["venues"] {
  const names = [...new Set(races.filter(({ own }) => own !== null).map(({ race }) => race.venue))];
  return names.map((venue) => ({
    venue,
    cells: races.filter(({ race }) => race.venue === venue).map(cellOf),
  }));
}

function cellOf({ race, own }: DayRace): DayCell {
  const { raceNum } = race;
  if (own === null) return { raceNum, kind: "none", pick: null };
  if (race.status === "cancelled") return { raceNum, kind: "cancelled", pick: null };
  if (race.status === "scheduled") return { raceNum, kind: "awaited", pick: null };
  return { raceNum, kind: "settled", pick: own.picks[0] ?? null };
}

/** Neither jump races nor races that the model was trained on. */
function hasBets({ race, own, payouts }: DayRace): boolean {
  return (
    own !== null &&
    !own.isLearntFrom &&
    race.status === "result" &&
    race.surface !== "jump" &&
    payouts.some(({ betType, payoutYen }) => betType === "win" && payoutYen > 0)
  );
}

/** Later analyses are in no record. */
function isFixedBefore({ race, own }: DayRace): boolean {
  const completedAt = own?.completedAt ?? null;
  return completedAt !== null && fixedAgainstStart(completedAt, race).kind !== "after";
}

/** 100 yen; zero if the horse did not start. */
function winBet({ payouts }: DayRace, horse: ListedRunner | null) {
  if (horse === null) return null;
  const withdrawn = new Set(isStarter(horse.status) ? [] : [horse.horseNum]);
  return settleRace([{ betType: "win", horses: [horse.horseNum] }], payouts, withdrawn).win;
}

function returned(bets: readonly ReturnType<typeof winBet>[]): WinReturns {
  const made = bets.filter((bet) => bet !== null && bet.stakeYen > 0).filter((bet) => bet !== null);
  const stake = made.reduce((sum, { stakeYen }) => sum + stakeYen, 0);
  const payout = made.reduce((sum, { payoutYen }) => sum + payoutYen, 0);
  return {
    races: made.length,
    hits: made.reduce((sum, { hits }) => sum + hits, 0),
    rate: stake === 0 ? null : (payout / stake) * 100,
  };
}

function settle({ race, own, payouts }: DayRace): SettledPick | null {
  const pick = own?.picks[0];
  if (own === null || pick === undefined || race.status !== "result") return null;
  const paid = (betType: "win" | "place") =>
    payouts.find((row) => row.betType === betType && row.combination === String(pick.horseNum))?.payoutYen ?? null;
  const { raceId, venue, raceNum, name, startTime } = race;
  const { analysisId, isLearntFrom } = own;
  return {
    ...{ raceId, venue, raceNum, name, startTime, analysisId, isLearntFrom, pick },
    winYen: paid("win"),
    placeYen: paid("place"),
  };
}

const LATER_RACES = 3;

/** The next race is the first that a usable model may analyse, else the first of all. */
export function homeDay(
  races: readonly (DayRace & { race: RaceSummary })[],
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
    .flatMap(({ race, own }): ComingRace[] => {
      const minutes = minutesToStart(race, now);
      return minutes === null ? [] : [{ race, own, minutes }];
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
  };
}
