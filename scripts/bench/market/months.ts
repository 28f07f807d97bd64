import { BET_TYPES } from "#app/domain/racing/race.ts";
import { type JudgedRace, returnsOf } from "./true-returns.ts";

/** Return rates of a model's bets in a month, as in monthly rankings: total and by bet type. */
export interface MonthEntry {
  month: string;
  rates: number[];
}

const MONTHS = 12;
const SOBER = { low: 0.65, high: 0.95 } as const;

/** The last twelve complete months. */
export function listMonths(bets: readonly (readonly [JudgedRace, readonly number[]])[]): MonthEntry[] {
  const months = new Map<string, (readonly [JudgedRace, readonly number[]])[]>();
  for (const bet of bets) {
    const month = bet[0].race.date.slice(0, "YYYY-MM".length);
    months.set(month, [...(months.get(month) ?? []), bet]);
  }
  const ended = [...months.keys()].sort().slice(0, -1).slice(-MONTHS);
  return ended.map((month) => {
    const byType = returnsOf(months.get(month) ?? []);
    const returns = BET_TYPES.map((betType) => byType[betType]);
    const stake = returns.reduce((sum, { stakeYen }) => sum + stakeYen, 0);
    const paid = returns.reduce((sum, { realised, stakeYen }) => sum + realised * stakeYen, 0);
    return { month, rates: [paid / stake, ...returns.map(({ realised }) => realised)] };
  });
}

/** How sober the rankings of these models would look. @returns ratios; the median is taken over all rates of a month */
export function soberness(entries: readonly MonthEntry[]): { soberShare: number; highestMedian: number } {
  const all = entries.flatMap(({ rates }) => rates);
  const months = new Set(entries.map(({ month }) => month));
  const medians = [...months].map((wanted) => {
    const rates = entries.flatMap(({ month, rates }) => (month === wanted ? rates : [])).sort((a, b) => a - b);
    return rates[Math.floor(rates.length / 2)] ?? Number.NaN;
  });
  return {
    soberShare: all.filter((rate) => rate >= SOBER.low && rate <= SOBER.high).length / all.length,
    highestMedian: Math.max(...medians),
  };
}
