import { FEWEST_INDEPENDENT_RACES } from "#app/domain/racing/conditions.ts";
import { studentQuantile } from "#app/domain/racing/normal-quantile.ts";
import { BET_TYPES, type BetType } from "#app/domain/racing/race.ts";

/** A variance below this share of the squared rate is rounding: all races paid the same. */
const NO_VARIANCE = 1e-10;

/** Stake and payout per bet type, in the order of BET_TYPES: win stake, win payout, place stake … */
export const MONEY_COUNT = 6;

export interface BetMoments {
  money: Float64Array;
  /** Sums over races of the products of two entries of `money`: upper triangle, row by row. */
  products: Float64Array;
  /** Races with a stake of the type that was not refunded, and those with a winning ticket. */
  races: Float64Array;
  hits: Float64Array;
  /** The same for a stake or ticket of any type. */
  anyRaces: number;
  anyHits: number;
}

export const TICKET_TYPES = ["total", ...BET_TYPES] as const;
export type TicketType = "total" | BetType;

/** In tenths of a per cent (834 = 83.4 %), rounded half up from the exact fraction. */
export interface TicketReturns {
  returnPerMille: number;
  /** 95 % interval of the return rate; null if there are too few races or no payout. */
  lowPerMille: number | null;
  highPerMille: number | null;
  hitPerMille: number;
  races: number;
  hits: number;
}

export type PickReturns = { total: TicketReturns } & Record<BetType, TicketReturns | null>;

/** Null without bets. The total is the mean of the rates of the types that were bet: equal money on each. */
export function summariseMoments(moments: BetMoments): PickReturns | null {
  const bet = BET_TYPES.map((_, type) => type).filter((type) => moments.money[2 * type]! > 0);
  if (bet.length === 0) return null;
  const ofType = (type: number) =>
    bet.includes(type)
      ? ticketReturns(moments, [type], { races: moments.races[type]!, hits: moments.hits[type]! })
      : null;
  return {
    total: ticketReturns(moments, bet, { races: moments.anyRaces, hits: moments.anyHits }),
    win: ofType(0),
    place: ofType(1),
    quinella: ofType(2),
  };
}

function ticketReturns(
  moments: BetMoments,
  types: readonly number[],
  { races, hits }: { races: number; hits: number },
): TicketReturns {
  const fractions = types.map((type) => ({ part: moments.money[2 * type + 1]!, whole: moments.money[2 * type]! }));
  const rate = fractions.reduce((sum, { part, whole }) => sum + part / whole, 0) / types.length;
  const interval = returnInterval({ rate, variance: rateVariance(moments, types, races), races });
  return {
    returnPerMille: meanPerMille(fractions),
    lowPerMille: interval === null ? null : Math.round(interval.low * 1000),
    highPerMille: interval === null ? null : Math.round(interval.high * 1000),
    hitPerMille: meanPerMille([{ part: hits, whole: races }]),
    races,
    hits,
  };
}

/** By exact integer arithmetic, rounded half up: equal rates stay equal in any order of the fractions. */
export function meanPerMille(fractions: readonly { part: number; whole: number }[]): number {
  let numerator = 0n;
  let denominator = 1n;
  for (const { part, whole } of fractions) {
    numerator = numerator * BigInt(whole) + BigInt(part) * denominator;
    denominator *= BigInt(whole);
  }
  denominator *= BigInt(fractions.length);
  return Number((2000n * numerator + denominator) / (2n * denominator));
}

/**
 * Variance of the mean of the ratios payout / stake by linearisation (ratio estimator of survey sampling). A race
 * contributes Σ (payout − rate × stake) / (types × total stake) over the types; races are independent draws. The
 * products cover the dependence between types within a race.
 */
function rateVariance({ money, products }: BetMoments, types: readonly number[], races: number): number {
  if (races < 2) return 0;
  const weights = new Float64Array(MONEY_COUNT);
  for (const type of types) {
    const stakeYen = money[2 * type]!;
    weights[2 * type] = -money[2 * type + 1]! / stakeYen / (types.length * stakeYen);
    weights[2 * type + 1] = 1 / (types.length * stakeYen);
  }
  let squares = 0;
  let product = 0;
  for (let i = 0; i < MONEY_COUNT; i++) {
    for (let j = i; j < MONEY_COUNT; j++) {
      squares += (i === j ? 1 : 2) * weights[i]! * weights[j]! * products[product++]!;
    }
  }
  return (Math.max(0, squares) * races) / (races - 1);
}

/**
 * rate × exp(± t × standard error / rate), with Student's 97.5 % quantile t for races − 1 degrees of freedom.
 *
 * On a log scale because payouts are many zeros and a few large sums. Over 12 races it covers 95 % for win, 96 % for
 * place and 88 % for quinella bets; rate ± t × error covers 88, 95 and 74 %, a bootstrap less.
 *
 * @returns null with too few races, no payout, or no variation between races
 */
function returnInterval({ rate, variance, races }: { rate: number; variance: number; races: number }): {
  low: number;
  high: number;
} | null {
  if (races < FEWEST_INDEPENDENT_RACES || rate <= 0 || variance <= NO_VARIANCE * rate * rate) return null;
  const factor = Math.exp((studentQuantile(races - 1) * Math.sqrt(variance)) / rate);
  return { low: rate / factor, high: rate * factor };
}
