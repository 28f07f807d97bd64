import { type Contest, contestOf, fitExponents, lossOf } from "#app/domain/evaluation/second-stage.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import type { MarketForecast } from "./forecasts.ts";
import type { JudgedRace } from "./true-returns.ts";

/**
 * How much a model adds to the odds: both together beside the recalibrated odds alone (the report's second stage). The
 * exponents are fitted to the winners of every other race day, and measured on the days between by the true chances.
 *
 * @returns gain of pseudo-R²
 */
export async function secondStageGain(bets: readonly (readonly [JudgedRace, MarketForecast])[]): Promise<number> {
  const days = [...new Set(bets.map(([{ race }]) => race.date))].sort();
  const learnt = new Set(days.filter((_, at) => at % 2 === 0));
  const fitOn: Contest[] = [];
  const testOn: Contest[] = [];
  for (const [{ race, runners, winChances }, { probabilities }] of bets) {
    const starters = runners.flatMap((runner) =>
      runner.winOdds === null ? [] : [{ ...runner, probability: probabilities.get(runner.horseNum) ?? Number.NaN }],
    );
    const contest = contestOf(starters);
    const chances = Float64Array.from(starters, ({ horseNum }) => winChances.get(horseNum) ?? Number.NaN);
    if (learnt.has(race.date)) fitOn.push(contest);
    else testOn.push({ ...contest, won: chances });
  }
  const { marketExponent, modelExponent, marketAlone } = await fitExponents(
    fitOn,
    createPace(async () => {}),
  );
  const sum = (of: (contest: Contest) => number) => testOn.reduce((total, contest) => total + of(contest), 0);
  const gain = sum((contest) => lossOf(contest, marketAlone, 0) - lossOf(contest, marketExponent, modelExponent));
  return gain / sum(({ market }) => Math.log(market.length));
}
