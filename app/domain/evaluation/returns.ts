import type { Interval } from "./resample-days.ts";

export interface Returns {
  /** Payout / stake, a ratio; null without bets. */
  returnRate: number | null;
  /** 95 % interval of the return rate: bootstrap over race days, percentiles; null without bets. */
  low: number | null;
  high: number | null;
  /** Races hit / races bet; null without bets. */
  hitRate: number | null;
  /** Races bet: those with a stake that was not refunded. */
  races: number;
}

/** With the 95 % interval of the hit rate, from the same draws; null without bets. */
export interface ReturnsWithHits extends Returns {
  hitInterval: Interval | null;
}
