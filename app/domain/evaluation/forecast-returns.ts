import { type Dimension, isEnough, measureGroups, type RaceConditions } from "#app/domain/racing/conditions.ts";
import { BET_TYPES, type BetType, byBetType } from "#app/domain/racing/race.ts";
import { drawLot, pickFavourites } from "#app/domain/settlement/baseline-picks.ts";
import { type Settlement, settleRace } from "#app/domain/settlement/settle-race.ts";
import { buildTickets } from "#app/domain/settlement/tickets.ts";
import { type Bet, type Curve, drawCurve, longestLosingRun, monthStarts, netOf, worstFall } from "./balances.ts";
import { byDayAndRace, type ForecastRace, isReported } from "./forecast-race.ts";
import { packRaceBets, type RaceBets } from "./race-bets.ts";
import { type Interval, resampleRatiosInTurns, sumByDay, type Turns } from "./resample-days.ts";
import { hitRateOf, type Returns, type ReturnsByBet, type ReturnsWithHits, returnRateOf } from "./returns.ts";

const RESAMPLES = 1000;
const GROUP_RESAMPLES = 400;
const BALANCE_POINTS = 40;
/** Units for adding up a race once (learning's pace.ts). */
const RACE_UNITS = 500;

/** The same bets are placed on the picks of the model, the public and a draw by lot. */
const PICKERS = ["model", "favourite", "random"] as const;
type Picker = (typeof PICKERS)[number];

/** Returns of the product's bets (settlement's README, "The bets") on races the model was not trained on. */
export interface ForecastReturns extends Record<Picker, ReturnsByBet> {
  conditions: Record<Dimension, ReturnsGroup[]>;
}

/** The model's running balance beside the favourite's, over the races in order. */
export interface ReturnBalances {
  curves: Record<BetType, Curve>;
  months: { month: string; before: number }[];
  /** Missing in details made before they were kept. */
  sums?: Record<BetType, BalanceSums>;
}

export interface BalanceSums {
  stakeYen: number;
  payoutYen: number;
  worstFall: number;
  losingRun: number;
}

export interface ReturnsGroup {
  key: string;
  races: number;
  /** Null with too few races. */
  returns: Record<BetType, GroupReturns> | null;
}

export interface GroupReturns extends Returns {
  favourite: Rates;
  random: Rates;
}

type Rates = Pick<Returns, "returnRate" | "hitRate">;

interface CountedRace extends RaceConditions {
  raceId: string;
  /** Indexed by picker, bet type and SUMS; all 0 if the picker has no picks (no runner has odds). */
  sums: Float64Array;
}

/** `races` counts races with a stake that was not refunded. */
const SUMS = ["payoutYen", "stakeYen", "racesHit", "races"] as const;
const WIDTH = PICKERS.length * BET_TYPES.length * SUMS.length;

export function createReturnsTally() {
  const counted: CountedRace[] = [];
  return {
    /** Ignores races that are not reported. Returns the bets of the model and the favourite. */
    add(race: ForecastRace): RaceBets | null {
      if (!isReported(race)) return null;
      const { runners, payouts: _, ...conditions } = race;
      const starters = runners.filter(({ isStarter }) => isStarter).length;
      const sums = sumOfRace(race);
      counted.push({ ...conditions, starters, sums });
      return packRaceBets((better, betType) => moneyOf(betOf(sums, better, betType)));
    },
    /** The result does not depend on the order of the races or their runners. */
    async report(turns: Turns): Promise<ForecastReturns> {
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

function placeOf(picker: Picker, betType: BetType): number {
  return (PICKERS.indexOf(picker) * BET_TYPES.length + BET_TYPES.indexOf(betType)) * SUMS.length;
}

function balancesOf(races: readonly CountedRace[]): ReturnBalances {
  const betsOf = (picker: Picker, betType: BetType) => races.map(({ sums }) => betOf(sums, picker, betType));
  return {
    curves: byBetType((betType) =>
      drawCurve(betsOf("model", betType).map(netOf), betsOf("favourite", betType).map(netOf), BALANCE_POINTS),
    ),
    months: monthStarts(races),
    sums: byBetType((betType) => sumBalance(betsOf("model", betType))),
  };
}

function sumBalance(bets: readonly Bet[]): BalanceSums {
  const bet = bets.filter(({ stakeYen }) => stakeYen > 0);
  return {
    stakeYen: bet.reduce((sum, { stakeYen }) => sum + stakeYen, 0),
    payoutYen: bet.reduce((sum, { payoutYen }) => sum + payoutYen, 0),
    worstFall: worstFall(bet.map(netOf)),
    losingRun: longestLosingRun(bet.map(({ payoutYen }) => payoutYen)),
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
  const own = days.map((sums) => BET_TYPES.flatMap((betType) => moneyOf(betOf(sums, "model", betType))));
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
  const days = sumByDay(races, ({ sums }) => sums);
  await turns.spend(RACE_UNITS * races.length);
  return days;
}

function betOf(sums: Float64Array, picker: Picker, betType: BetType): Bet {
  const at = placeOf(picker, betType);
  return { payoutYen: sums[at]!, stakeYen: sums[at + 1]! };
}

const moneyOf = ({ payoutYen, stakeYen }: Bet): [number, number] => [payoutYen, stakeYen];

function sumOfDays(days: readonly Float64Array[]): Float64Array {
  const totals = new Float64Array(WIDTH);
  for (const day of days) for (let at = 0; at < WIDTH; at++) totals[at]! += day[at]!;
  return totals;
}

function readReturns(totals: Float64Array, intervals: readonly (Interval | null)[], at: number): ReturnsWithHits {
  const [payoutYen = 0, stakeYen = 0, hits = 0, races = 0] = totals.subarray(at, at + SUMS.length);
  const [interval, hitInterval] = races === 0 ? [] : intervals.slice(at / 2, at / 2 + 2);
  return {
    returnRate: returnRateOf({ payoutYen, stakeYen }),
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    hitRate: hitRateOf({ hits, races }),
    races,
    hitInterval: hitInterval ?? null,
  };
}
