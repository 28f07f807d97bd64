import { type Bet, drawCurve, netOf } from "#app/domain/evaluation/balances.ts";
import { byDayAndRace } from "#app/domain/evaluation/forecast-race.ts";
import { readRaceBets } from "#app/domain/evaluation/race-bets.ts";
import type { Interval } from "#app/domain/evaluation/resample-days.ts";
import { returnRateOf } from "#app/domain/evaluation/returns.ts";
import { FEWEST_DAYS } from "#app/domain/racing/conditions.ts";
import { BET_TYPES, type BetType, byBetType } from "#app/domain/racing/race.ts";
import type { CommonRace } from "./common-races.ts";
import { halfInterval } from "./paired-difference.ts";

/** Error of both ends of a 95 % interval together. */
const ERROR = 0.05;
const CURVE_POINTS = 80;

export type ComparedReturn = ReturnComparison["models"][number]["bets"]["win"];

export type ReturnComparison = NonNullable<ReturnType<typeof compareReturns>>;

/** Null if the bets of a race are unknown. @param base position of the model that the others are compared with */
export function compareReturns(races: readonly CommonRace[], base: number) {
  if (races.some((members) => members.some(({ bets }) => bets === null))) return null;
  const inOrder = races.toSorted(([a], [b]) => byDayAndRace(a!, b!));
  const count = inOrder[0]!.length;
  const pairs = (count * (count - 1)) / 2;
  const share = ERROR / 2 / (pairs * BET_TYPES.length);
  const betsOf = (members: CommonRace, model: number, better: "model" | "favourite", betType: BetType) =>
    readRaceBets(members[model]!.bets!, better, betType);
  const daysOf = (model: number, better: "model" | "favourite", betType: BetType) =>
    sumDays(inOrder, (members) => betsOf(members, model, better, betType));
  const favouriteNets = inOrder.map((members) => {
    const bet = betsOf(members, 0, "favourite", "win");
    return bet.stakeYen === 0 ? null : netOf(bet);
  });
  const bases = byBetType((betType) => daysOf(base, "model", betType));
  return {
    models: inOrder[0]!.map((_, model) => ({
      bets: byBetType((betType) => {
        const days = model === base ? bases[betType] : daysOf(model, "model", betType);
        return {
          returnRate: rateOf(days),
          /** 95 %; null with too few days. */
          interval: intervalOf(days),
          /** Above the base's, widened for pairs and bet types. Null for the base, and with too few days. */
          difference: model === base ? null : differenceOf(days, bases[betType], share),
        };
      }),
      winCurve: drawCurve(
        inOrder.map((members) => netOf(betsOf(members, model, "model", "win"))),
        favouriteNets,
        CURVE_POINTS,
      ),
    })),
    /** Return rates of the same bets on the favourites; null without odds. */
    favourite: byBetType((betType) => rateOf(daysOf(0, "favourite", betType))),
  };
}

export interface ReturnDifference extends Interval {
  baseRate: number;
  rate: number;
  difference: number;
}

/**
 * The bets of a model (first) and a base (second) in each race. Null if the bets of a race are unknown, nothing was
 * bet, or there are fewer than eight race days.
 *
 * @param share error of each end of the intervals, all bet types together
 */
export function returnsBesideBase(
  races: readonly CommonRace[],
  share: number,
): Record<BetType, ReturnDifference> | null {
  if (races.some((members) => members.some(({ bets }) => bets === null))) return null;
  const found = byBetType((betType) => {
    const [days, base] = [0, 1].map((model) =>
      sumDays(races, (members) => readRaceBets(members[model]!.bets!, "model", betType)),
    );
    const difference = differenceOf(days!, base!, share / BET_TYPES.length);
    const [rate, baseRate] = [rateOf(days!), rateOf(base!)];
    return difference === null || rate === null || baseRate === null ? null : { ...difference, rate, baseRate };
  });
  const { win, place, quinella } = found;
  return win === null || place === null || quinella === null ? null : { win, place, quinella };
}

function sumDays(races: readonly CommonRace[], read: (members: CommonRace) => Bet): Bet[] {
  const days = new Map<string, Bet>();
  for (const members of races) {
    const { date } = members[0]!;
    const day = days.get(date) ?? { payoutYen: 0, stakeYen: 0 };
    const { payoutYen, stakeYen } = read(members);
    day.payoutYen += payoutYen;
    day.stakeYen += stakeYen;
    days.set(date, day);
  }
  return [...days.values()];
}

function totalOf(days: readonly Bet[]): Bet {
  return {
    payoutYen: days.reduce((sum, { payoutYen }) => sum + payoutYen, 0),
    stakeYen: days.reduce((sum, { stakeYen }) => sum + stakeYen, 0),
  };
}

const rateOf = (days: readonly Bet[]) => returnRateOf(totalOf(days));

function intervalOf(days: readonly Bet[]): Interval | null {
  const rate = rateOf(days);
  if (rate === null || days.length < FEWEST_DAYS) return null;
  const half = halfInterval(errorsOf(days, rate), ERROR / 2);
  return { low: Math.max(0, rate - half), high: rate + half };
}

function differenceOf(days: readonly Bet[], base: readonly Bet[], share: number) {
  const [rate, baseRate] = [rateOf(days), rateOf(base)];
  if (rate === null || baseRate === null || days.length < FEWEST_DAYS) return null;
  const baseErrors = errorsOf(base, baseRate);
  const errors = errorsOf(days, rate).map((error, day) => error - baseErrors[day]!);
  const [difference, half] = [rate - baseRate, halfInterval(errors, share)];
  return { difference, low: difference - half, high: difference + half };
}

/** Contribution of each day to the ratio beyond its share of the stakes. */
function errorsOf(days: readonly Bet[], rate: number): number[] {
  const { stakeYen: stakes } = totalOf(days);
  return days.map(({ payoutYen, stakeYen }) => (payoutYen - rate * stakeYen) / stakes);
}
