import { type Interval, resampleRatios } from "../racing/resample-days.ts";
import type { Settlement } from "./settle-race.ts";

/** One race's settlement of one bet type, with its day. */
export interface DatedSettlement extends Settlement {
  /** Japan's day. */
  date: string;
}

export interface Returns {
  /** Payout / stake, a ratio; null without bets. */
  returnRate: number | null;
  /** Ends of the 95 % interval of the return rate: bootstrap over race days, percentiles; null without bets. */
  low: number | null;
  high: number | null;
  /** Races hit / races bet; null without bets. */
  hitRate: number | null;
  /** Races bet: those with a stake that was not refunded. */
  races: number;
}

/** Also with the 95 % interval of the hit rate, from the same draws; null without bets. */
export interface ReturnsWithHits extends Returns {
  hitInterval: Interval | null;
}

/** Return and hit rate over races; races without a stake count in nothing. Deterministic. */
export function summariseReturns(settlements: readonly DatedSettlement[], resamples?: number): Returns {
  const { hitInterval, ...returns } = summariseReturnsAndHits(settlements, resamples);
  return returns;
}

/** @param resamples draws of the bootstrap; 0 = no intervals */
export function summariseReturnsAndHits(settlements: readonly DatedSettlement[], resamples?: number): ReturnsWithHits {
  const bet = settlements.filter(({ stakeYen }) => stakeYen > 0);
  if (bet.length === 0) {
    return { returnRate: null, low: null, high: null, hitRate: null, races: 0, hitInterval: null };
  }
  const [interval = null, hitInterval = null] = resampleRatios(sumByDay(bet), resamples);
  return {
    returnRate: sum(bet, "payoutYen") / sum(bet, "stakeYen"),
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    hitRate: bet.filter(({ hits }) => hits > 0).length / bet.length,
    races: bet.length,
    hitInterval,
  };
}

/** Equal money on each bet type: the mean of the rates that are not null; null when all are. */
export function totalReturnRate(rates: readonly (number | null)[]): number | null {
  const known = rates.filter((rate) => rate !== null);
  return known.length === 0 ? null : known.reduce((total, rate) => total + rate, 0) / known.length;
}

/** Payout and stake, races hit and races bet; days in ascending order, so that the order of the races does not show. */
function sumByDay(bet: readonly DatedSettlement[]): number[][] {
  const days = new Map<string, [number, number, number, number]>();
  for (const { date, stakeYen, payoutYen, hits } of bet) {
    const [payout, stake, racesHit, races] = days.get(date) ?? [0, 0, 0, 0];
    days.set(date, [payout + payoutYen, stake + stakeYen, racesHit + (hits > 0 ? 1 : 0), races + 1]);
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sums]) => sums);
}

function sum(money: readonly DatedSettlement[], key: "payoutYen" | "stakeYen"): number {
  return money.reduce((total, each) => total + each[key], 0);
}
