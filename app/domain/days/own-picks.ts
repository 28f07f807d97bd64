import { type Interval, resampleRatios } from "#app/domain/evaluation/resample-days.ts";
import { byPreference, type Preferable } from "#app/domain/learning/model-preference.ts";
import { FEWEST_INDEPENDENT_RACES } from "#app/domain/racing/conditions.ts";
import { addDays, weekdayOf } from "#app/domain/racing/japan-time.ts";
import { isStarter } from "#app/domain/racing/race.ts";
import type { Payout, Race } from "#app/domain/racing/records.ts";
import { fixedAgainstStart } from "#app/domain/scoring/fixed-before-start.ts";
import { type Settlement, settleRace } from "#app/domain/settlement/settle-race.ts";
import type { ListedPicks, ListedRunner } from "./listed-picks.ts";

/** Win bets of 100 yen each and what they paid. */
export interface WinReturns {
  races: number;
  hits: number;
  /** Per cent of the stakes; null without a bet. */
  rate: number | null;
  /** 95 %, per cent; null with too few races. */
  interval: Interval | null;
}

/** Settled analyses of a day, misses included. */
export interface DaySum {
  /** Bets on ◎, and on the market's favourite of the same races. */
  own: WinReturns;
  favourite: WinReturns;
  awaited: number;
  /** Analysed after their start; not in the sums. */
  afterStart: number;
}

/** ◎ of the default model in the settled races of last week, beside the favourite's. */
export interface LastWeek {
  modelId: number;
  modelName: string;
  own: WinReturns;
  favourite: WinReturns;
}

/** By the first model in the order of preference that made one, else (deleted models) the newest. */
export function standingPicks(
  picks: readonly ListedPicks[],
  models: readonly Preferable[],
  defaultModelId: number | null,
): ListedPicks | null {
  const made = new Map(picks.toReversed().map((one) => [one.modelId, one]));
  const [preferred] = byPreference(
    models.filter(({ modelId }) => made.has(modelId)),
    defaultModelId,
  );
  return (preferred === undefined ? undefined : made.get(preferred.modelId)) ?? picks[0] ?? null;
}

export interface DayRace {
  race: Pick<Race, "date" | "surface" | "startTime" | "status">;
  own: ListedPicks | null;
  favourite: ListedRunner | null;
  payouts: readonly Pick<Payout, "raceId" | "betType" | "combination" | "payoutYen">[];
}

/** Misses and hits. Null: nothing was analysed. */
export function sumDay(races: readonly DayRace[]): DaySum | null {
  if (races.every(({ own }) => own === null)) return null;
  const betOn = races.filter(hasBets);
  const counted = betOn.filter(isFixedBefore);
  const rated = counted.filter(({ favourite }) => favourite !== null);
  return {
    own: returned(counted.map((race) => winBet(race, race.own?.picks[0] ?? null))),
    favourite: returned(rated.map((race) => winBet(race, race.favourite))),
    awaited: races.filter(({ own, race }) => own !== null && race.status === "scheduled").length,
    afterStart: betOn.length - counted.length,
  };
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

function returned(bets: readonly (Settlement | null)[]): WinReturns {
  const made = bets.filter((bet) => bet !== null).filter(({ stakeYen }) => stakeYen > 0);
  const stake = made.reduce((sum, { stakeYen }) => sum + stakeYen, 0);
  const payout = made.reduce((sum, { payoutYen }) => sum + payoutYen, 0);
  const [interval] =
    made.length < FEWEST_INDEPENDENT_RACES
      ? []
      : resampleRatios(made.map(({ payoutYen, stakeYen }) => [payoutYen, stakeYen]));
  return {
    races: made.length,
    hits: made.reduce((sum, { hits }) => sum + hits, 0),
    rate: stake === 0 ? null : (payout / stake) * 100,
    interval: interval ? { low: interval.low * 100, high: interval.high * 100 } : null,
  };
}

const TUESDAY = 2;

/** The racing week before the present one: Tuesday to Monday, as some Mondays belong to the weekend before. */
export function weekBefore(today: string): { from: string; to: string } {
  const tuesday = addDays(today, -((weekdayOf(today) - TUESDAY + 7) % 7));
  return { from: addDays(tuesday, -7), to: addDays(tuesday, -1) };
}

/** A settled race of the record, in the order of completion. */
export interface WeekEntry {
  modelId: number;
  modelName: string;
  raceId: string;
  own: Settlement;
  favourite: Settlement | null;
}

/** The preferred model among those with entries; a race counts by its last one. Null: no entry. */
export function lastWeek(
  entries: readonly WeekEntry[],
  models: readonly Preferable[],
  defaultModelId: number | null,
): LastWeek | null {
  const [model] = byPreference(
    models.filter(({ modelId }) => entries.some((entry) => entry.modelId === modelId)),
    defaultModelId,
  );
  const ofModel = entries.filter(({ modelId }) => modelId === model?.modelId);
  const counted = [...new Map(ofModel.map((entry) => [entry.raceId, entry])).values()];
  const [first] = counted;
  if (first === undefined) return null;
  return {
    modelId: first.modelId,
    modelName: first.modelName,
    own: returned(counted.map(({ own }) => own)),
    favourite: returned(counted.map(({ favourite }) => favourite)),
  };
}
