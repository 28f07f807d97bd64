import { DIMENSIONS, type Dimension, groupByCondition, isEnough, type RaceConditions } from "../racing/conditions.ts";
import { byDayAndRace, type ForecastRace, isReported } from "../racing/forecast-race.ts";
import { BET_TYPES, type BetType } from "../racing/race.ts";
import { drawLot, pickFavourites } from "./baseline-picks.ts";
import { type Returns, type ReturnsWithHits, summariseReturns, summariseReturnsAndHits } from "./returns.ts";
import { type Settlement, settleRace } from "./settle-race.ts";
import { buildTickets } from "./tickets.ts";

/** Draws for the interval of a group; the whole has the default's. */
const GROUP_RESAMPLES = 400;

/** Whose picks were bought: the model's, the public's, or a draw's. The same bets for each. */
export const PICKERS = ["model", "favourite", "random"] as const;
export type Picker = (typeof PICKERS)[number];

export type ReturnsByBet = Record<BetType, ReturnsWithHits>;

/** What the bets of spec §9 paid on races that the model did not learn from. */
export interface ForecastReturns extends Record<Picker, ReturnsByBet> {
  conditions: Record<Dimension, ReturnsGroup[]>;
}

export interface ReturnsGroup {
  key: string;
  races: number;
  /** Null where there are too few races for a figure. */
  returns: Record<BetType, GroupReturns> | null;
}

/** The model's, with the rates of the others beside. */
export interface GroupReturns extends Returns {
  favourite: Rates;
  random: Rates;
}

export type Rates = Pick<Returns, "returnRate" | "hitRate">;

export interface ReturnsTally {
  /** Races that are not reported (jumps, no official winner) count in nothing. */
  add(race: ForecastRace): void;
  /** The order in which races and their runners came changes nothing. */
  report(): ForecastReturns;
}

interface CountedRace extends RaceConditions {
  raceId: string;
  /** Null where the picker has no picks: no runner has odds. */
  settled: Record<Picker, Record<BetType, Settlement> | null>;
}

/** Collects races one by one, so that nobody has to hold them all: of each, what the bets cost and paid stays. */
export function createReturnsTally(): ReturnsTally {
  const counted: CountedRace[] = [];
  return {
    add(race) {
      if (!isReported(race)) return;
      const { raceId, date, surface, distanceM, venue } = race;
      counted.push({ raceId, date, surface, distanceM, venue, settled: settlePickers(race) });
    },
    report() {
      const races = counted.toSorted(byDayAndRace);
      const overall = (picker: Picker) =>
        byBet((betType) => summariseReturnsAndHits(settlementsOf(races, picker, betType)));
      const groupsOf = (dimension: Dimension) =>
        groupByCondition(races, dimension).map(
          ({ key, races: members }): ReturnsGroup => ({
            key,
            races: members.length,
            returns: isEnough(members) ? groupReturns(members) : null,
          }),
        );
      return {
        model: overall("model"),
        favourite: overall("favourite"),
        random: overall("random"),
        conditions: Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, groupsOf(dimension)])) as Record<
          Dimension,
          ReturnsGroup[]
        >,
      };
    },
  };
}

function settlePickers({ raceId, runners, payouts }: ForecastRace): CountedRace["settled"] {
  const nonStarters = new Set(runners.filter(({ isStarter }) => !isStarter).map(({ horseNum }) => horseNum));
  const settle = (picks: readonly number[] | null) =>
    picks === null ? null : settleRace(buildTickets(picks), payouts, nonStarters);
  const byIndex = runners.toSorted((a, b) => b.index - a.index || a.horseNum - b.horseNum);
  const horses = runners.map(({ horseNum }) => horseNum);
  return {
    model: settle(byIndex.map(({ horseNum }) => horseNum)),
    favourite: settle(pickFavourites(runners)),
    random: settle(drawLot(raceId, horses)),
  };
}

function groupReturns(races: readonly CountedRace[]): Record<BetType, GroupReturns> {
  return byBet((betType) => ({
    ...summariseReturns(settlementsOf(races, "model", betType), GROUP_RESAMPLES),
    favourite: ratesOf(races, "favourite", betType),
    random: ratesOf(races, "random", betType),
  }));
}

function ratesOf(races: readonly CountedRace[], picker: Picker, betType: BetType): Rates {
  const { returnRate, hitRate } = summariseReturns(settlementsOf(races, picker, betType), 0);
  return { returnRate, hitRate };
}

function settlementsOf(races: readonly CountedRace[], picker: Picker, betType: BetType) {
  return races.flatMap(({ date, settled }) => {
    const settlement = settled[picker]?.[betType];
    return settlement === undefined ? [] : [{ date, ...settlement }];
  });
}

function byBet<Value>(measure: (betType: BetType) => Value): Record<BetType, Value> {
  return Object.fromEntries(BET_TYPES.map((betType) => [betType, measure(betType)])) as Record<BetType, Value>;
}
