import { type Dimension, isEnough, measureGroups, type RaceConditions } from "#app/domain/racing/conditions.ts";
import { BET_TYPES, type BetType, byBetType } from "#app/domain/racing/race.ts";
import { drawLot, pickFavourites } from "#app/domain/settlement/baseline-picks.ts";
import { type Settlement, settleRace } from "#app/domain/settlement/settle-race.ts";
import { buildTickets } from "#app/domain/settlement/tickets.ts";
import { type Curve, drawCurve, longestLosingRun, monthStarts, worstFall } from "./balances.ts";
import { byDayAndRace, type ForecastRace, isReported } from "./forecast-race.ts";
import { packRaceBets, type RaceBets } from "./race-bets.ts";
import { type Interval, resampleRatiosInTurns, sumByDay, type Turns } from "./resample-days.ts";
import type { Returns, ReturnsWithHits } from "./returns.ts";

/** Bootstrap draws for the overall intervals. */
const RESAMPLES = 1000;
/** Bootstrap draws for a group's intervals. */
const GROUP_RESAMPLES = 400;
/** Points of a stored balance: some three kilobytes for all three. */
const BALANCE_POINTS = 40;
/** Units for adding up a race once (learning's pace.ts). */
const RACE_UNITS = 500;

/** Who made the picks: the model, the public, or a draw by lot. The same bets are placed on each. */
const PICKERS = ["model", "favourite", "random"] as const;
type Picker = (typeof PICKERS)[number];

export type ReturnsByBet = Record<BetType, ReturnsWithHits>;

/** Returns of the product's bets (settlement's README, "The bets") on races the model was not trained on. */
export interface ForecastReturns extends Record<Picker, ReturnsByBet> {
  conditions: Record<Dimension, ReturnsGroup[]>;
}

/** The model's running balance of each bet type beside the favourite's, over the races in their order. */
export interface ReturnBalances {
  curves: Record<BetType, Curve>;
  months: { month: string; before: number }[];
  /** Missing in details made before they were kept. */
  sums?: Record<BetType, BalanceSums>;
}

/** Of the model's bets of one type, yen; the longest run of races without any payout. */
export interface BalanceSums {
  stakeYen: number;
  payoutYen: number;
  worstFall: number;
  losingRun: number;
}

export interface ReturnsGroup {
  key: string;
  races: number;
  /** Null if there are too few races for a figure. */
  returns: Record<BetType, GroupReturns> | null;
}

/** The model's returns, with the rates of the other pickers for comparison. */
export interface GroupReturns extends Returns {
  favourite: Rates;
  random: Rates;
}

export type Rates = Pick<Returns, "returnRate" | "hitRate">;

interface ReturnsTally {
  /**
   * Adds a race; ignores races that are not reported (jumps, no official winner).
   *
   * @returns what its bets came to, settled once for all who ask; null if it is ignored
   */
  add(race: ForecastRace): RaceBets | null;
  /** The result does not depend on the order of the races or their runners. */
  report(turns: Turns): Promise<ForecastReturns>;
  balances(): ReturnBalances;
}

interface CountedRace extends RaceConditions {
  raceId: string;
  /** Indexed by picker, bet type and SUMS; all 0 if the picker has no picks (no runner has odds). */
  sums: Float64Array;
}

/** The sums per picker and bet type; `races` counts races with a stake that was not refunded. */
const SUMS = ["payoutYen", "stakeYen", "racesHit", "races"] as const;
const WIDTH = PICKERS.length * BET_TYPES.length * SUMS.length;

/** Collects races one by one, keeping only the stakes and payouts of each, so that callers can stream them. */
export function createReturnsTally(): ReturnsTally {
  const counted: CountedRace[] = [];
  return {
    add(race) {
      if (!isReported(race)) return null;
      const { raceId, date, surface, distanceM, venue, going } = race;
      const starters = race.runners.filter(({ isStarter }) => isStarter).length;
      const sums = sumOfRace(race);
      counted.push({ raceId, date, surface, distanceM, venue, going, starters, sums });
      return packRaceBets((better, betType) => returnOf(sums, placeOf(better, betType)));
    },
    async report(turns) {
      const races = counted.toSorted(byDayAndRace);
      const overall = await returnsOf(races, turns);
      const conditions = await measureGroups(races, async ({ key, races: members }) => ({
        ...{ key, races: members.length },
        returns: isEnough(members) ? await groupReturns(members, turns) : null,
      }));
      return { ...overall, conditions };
    },
    balances: () => balancesOf(counted.toSorted(byDayAndRace)),
  };
}

function sumOfRace({ raceId, runners, payouts }: ForecastRace): Float64Array {
  const sums = new Float64Array(WIDTH);
  const nonStarters = new Set(runners.filter(({ isStarter }) => !isStarter).map(({ horseNum }) => horseNum));
  const byIndex = runners.toSorted((a, b) => b.index - a.index || a.horseNum - b.horseNum);
  const horses = runners.map(({ horseNum }) => horseNum);
  const picks: Record<Picker, readonly number[] | null> = {
    model: byIndex.map(({ horseNum }) => horseNum),
    favourite: pickFavourites(runners),
    random: drawLot(raceId, horses),
  };
  for (const picker of PICKERS) {
    const own = picks[picker];
    if (own === null) continue;
    const settled: Record<BetType, Settlement> = settleRace(buildTickets(own), payouts, nonStarters);
    for (const betType of BET_TYPES) {
      const { stakeYen, payoutYen, hits } = settled[betType];
      if (stakeYen > 0) sums.set([payoutYen, stakeYen, hits > 0 ? 1 : 0, 1], placeOf(picker, betType));
    }
  }
  return sums;
}

/** Offset of the sums of a picker and bet type. */
function placeOf(picker: Picker, betType: BetType): number {
  return (PICKERS.indexOf(picker) * BET_TYPES.length + BET_TYPES.indexOf(betType)) * SUMS.length;
}

function balancesOf(races: readonly CountedRace[]): ReturnBalances {
  const netsOf = (picker: Picker, betType: BetType) =>
    races.map(({ sums }) => {
      const [payoutYen, stakeYen] = returnOf(sums, placeOf(picker, betType));
      return payoutYen - stakeYen;
    });
  return {
    curves: byBetType((betType) => drawCurve(netsOf("model", betType), netsOf("favourite", betType), BALANCE_POINTS)),
    months: monthStarts(races),
    sums: byBetType((betType) => sumBalance(races.map(({ sums }) => returnOf(sums, placeOf("model", betType))))),
  };
}

/** @param returns payout and stake of each race, in their order */
function sumBalance(returns: readonly (readonly [payoutYen: number, stakeYen: number])[]): BalanceSums {
  const bet = returns.filter(([, stakeYen]) => stakeYen > 0);
  return {
    stakeYen: bet.reduce((sum, [, stakeYen]) => sum + stakeYen, 0),
    payoutYen: bet.reduce((sum, [payoutYen]) => sum + payoutYen, 0),
    worstFall: worstFall(bet.map(([payoutYen, stakeYen]) => payoutYen - stakeYen)),
    losingRun: longestLosingRun(bet.map(([payoutYen]) => payoutYen)),
  };
}

async function returnsOf(races: readonly CountedRace[], turns: Turns): Promise<Record<Picker, ReturnsByBet>> {
  const days = await sumDays(races, turns);
  const totals = sumOfDays(days);
  const intervals = await resampleRatiosInTurns(days, turns, RESAMPLES);
  const of = (picker: Picker) => byBetType((betType) => readReturns(totals, intervals, placeOf(picker, betType)));
  return { model: of("model"), favourite: of("favourite"), random: of("random") };
}

async function groupReturns(races: readonly CountedRace[], turns: Turns): Promise<Record<BetType, GroupReturns>> {
  const days = await sumDays(races, turns);
  const totals = sumOfDays(days);
  // Only the model's return rate has an interval.
  const own = days.map((sums) => BET_TYPES.flatMap((betType) => returnOf(sums, placeOf("model", betType))));
  const drawn = await resampleRatiosInTurns(own, turns, GROUP_RESAMPLES);
  const intervals = drawn.flatMap((interval) => [interval, null]);
  return byBetType((betType) => {
    const { hitInterval, ...returns } = readReturns(totals, intervals, placeOf("model", betType));
    const ratesOf = (picker: Picker): Rates => {
      const { returnRate, hitRate } = readReturns(totals, [], placeOf(picker, betType));
      return { returnRate, hitRate };
    };
    return { ...returns, favourite: ratesOf("favourite"), random: ratesOf("random") };
  });
}

async function sumDays(races: readonly CountedRace[], turns: Turns): Promise<Float64Array[]> {
  const days = sumByDay(races, WIDTH, (sums, race) => {
    for (let at = 0; at < WIDTH; at++) sums[at]! += race.sums[at]!;
  });
  const pause = turns.spend(RACE_UNITS * races.length);
  if (pause !== null) await pause;
  return days;
}

/** Payout and stake, in yen. */
function returnOf(sums: Float64Array, at: number): [number, number] {
  return [sums[at]!, sums[at + 1]!];
}

function sumOfDays(days: readonly Float64Array[]): Float64Array {
  const totals = new Float64Array(WIDTH);
  for (const day of days) for (let at = 0; at < WIDTH; at++) totals[at]! += day[at]!;
  return totals;
}

function readReturns(totals: Float64Array, intervals: readonly (Interval | null)[], at: number): ReturnsWithHits {
  const [payoutYen = 0, stakeYen = 0, racesHit = 0, races = 0] = totals.subarray(at, at + SUMS.length);
  if (races === 0) return { returnRate: null, low: null, high: null, hitRate: null, races: 0, hitInterval: null };
  const interval = intervals[at / 2] ?? null;
  return {
    returnRate: payoutYen / stakeYen,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    hitRate: racesHit / races,
    races,
    hitInterval: intervals[at / 2 + 1] ?? null,
  };
}
