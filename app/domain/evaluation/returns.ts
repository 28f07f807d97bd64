import type { BetType } from "#app/domain/racing/race.ts";
import type { Settlement } from "#app/domain/settlement/settle-race.ts";
import type { Interval } from "./resample-days.ts";

export interface BetSums {
  /** Races with a stake that was not refunded. */
  races: number;
  hits: number;
  stakeYen: number;
  payoutYen: number;
}

/** Bets beside the same bets on the favourites. */
export interface ComparedBets extends BetSums {
  /** 95 % of the return rate, by bootstrap over race days; null with few days. */
  interval: Interval | null;
  favourite: BetSums;
}

export interface ComparedBetsWithHits extends ComparedBets {
  /** 95 % of the hit rate, from the same draws. */
  hitInterval: Interval | null;
}

/** Rates of one bet type; null without bets. */
export interface Returns {
  returnRate: number | null;
  /** 95 % interval of the return rate: bootstrap over race days, percentiles. */
  low: number | null;
  high: number | null;
  hitRate: number | null;
  races: number;
}

export interface ReturnsWithHits extends Returns {
  hitInterval: Interval | null;
}

export type ReturnsByBet = Record<BetType, ReturnsWithHits>;

/** Sums the bets on races; a race without a stake (refunded, or not sold) does not count. */
export function sumBets(bets: readonly Settlement[]): BetSums {
  const sums: BetSums = { races: 0, hits: 0, stakeYen: 0, payoutYen: 0 };
  for (const { stakeYen, payoutYen, hits } of bets) {
    if (stakeYen === 0) continue;
    sums.races += 1;
    sums.hits += hits > 0 ? 1 : 0;
    sums.stakeYen += stakeYen;
    sums.payoutYen += payoutYen;
  }
  return sums;
}

export function returnRateOf({ payoutYen, stakeYen }: Pick<BetSums, "payoutYen" | "stakeYen">): number | null {
  return stakeYen === 0 ? null : payoutYen / stakeYen;
}

export function hitRateOf({ hits, races }: Pick<BetSums, "hits" | "races">): number | null {
  return races === 0 ? null : hits / races;
}
