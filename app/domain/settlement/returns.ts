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

const RESAMPLES = 2000;

/** Return and hit rate over races; races without a stake count in nothing. Deterministic. */
export function summariseReturns(settlements: readonly DatedSettlement[], resamples = RESAMPLES): Returns {
  const bet = settlements.filter(({ stakeYen }) => stakeYen > 0);
  if (bet.length === 0) return { returnRate: null, low: null, high: null, hitRate: null, races: 0 };
  const rates = resampleRates(sumByDay(bet), resamples);
  return {
    returnRate: sum(bet, "payoutYen") / sum(bet, "stakeYen"),
    low: percentile(rates, 0.025),
    high: percentile(rates, 0.975),
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

function resampleRates(days: readonly Money[], resamples: number): number[] {
  const random = createRandom(20230109);
  const rates: number[] = [];
  for (let i = 0; i < resamples; i++) {
    let stakeYen = 0;
    let payoutYen = 0;
    for (let j = 0; j < days.length; j++) {
      const day = days[Math.floor(random() * days.length)]!;
      stakeYen += day.stakeYen;
      payoutYen += day.payoutYen;
    }
    rates.push(payoutYen / stakeYen);
  }
  return rates.sort((a, b) => a - b);
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))]!;
}

function sum(money: readonly Money[], key: keyof Money): number {
  return money.reduce((total, each) => total + each[key], 0);
}

/** Numbers in [0, 1) that are the same for the same seed (mulberry32, public domain). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
