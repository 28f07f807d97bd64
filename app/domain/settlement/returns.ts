import { resampleRatios } from "../racing/resample-days.ts";
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

/** Return and hit rate over races; races without a stake count in nothing. Deterministic. */
export function summariseReturns(settlements: readonly DatedSettlement[], resamples?: number): Returns {
  const bet = settlements.filter(({ stakeYen }) => stakeYen > 0);
  if (bet.length === 0) return { returnRate: null, low: null, high: null, hitRate: null, races: 0 };
  const days = sumByDay(bet).map(({ payoutYen, stakeYen }) => [payoutYen, stakeYen]);
  const interval = resampleRatios(days, resamples)[0] ?? null;
  return {
    returnRate: sum(bet, "payoutYen") / sum(bet, "stakeYen"),
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    hitRate: bet.filter(({ hits }) => hits > 0).length / bet.length,
    races: bet.length,
  };
}

/** Equal money on each bet type: the mean of the rates that are not null; null when all are. */
export function totalReturnRate(rates: readonly (number | null)[]): number | null {
  const known = rates.filter((rate) => rate !== null);
  return known.length === 0 ? null : known.reduce((total, rate) => total + rate, 0) / known.length;
}

interface Money {
  stakeYen: number;
  payoutYen: number;
}

/** Days in ascending order, so that the order of the races given does not show. */
function sumByDay(bet: readonly DatedSettlement[]): Money[] {
  const days = new Map<string, Money>();
  for (const { date, stakeYen, payoutYen } of bet) {
    const day = days.get(date) ?? { stakeYen: 0, payoutYen: 0 };
    days.set(date, { stakeYen: day.stakeYen + stakeYen, payoutYen: day.payoutYen + payoutYen });
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, money]) => money);
}

function sum(money: readonly Money[], key: keyof Money): number {
  return money.reduce((total, each) => total + each[key], 0);
}
