import type { MarketForecast } from "./forecasts.ts";
import type { JudgedRace } from "./true-returns.ts";

/** The starters of a race: log win probability by the market and by a model, true chance, and who won. */
interface Contest {
  market: number[];
  model: number[];
  chances: number[];
  won: number[];
}

const NEWTON_STEPS = 30;
const SMALLEST = 1e-9;

/**
 * How much a model adds to the odds: a conditional logit on the log probabilities of market and model, compared with
 * one on the market's alone. Each is fitted to the winners of every other race day and measured on the days between, by
 * its mean loss under the true chances.
 *
 * @returns gain of pseudo-R²
 */
export function secondStageGain(bets: readonly (readonly [JudgedRace, MarketForecast])[]): number {
  const days = [...new Set(bets.map(([{ race }]) => race.date))].sort();
  const learnt = new Set(days.filter((_, at) => at % 2 === 0));
  const contests = bets.map(([judged, forecast]) => ({
    isLearnt: learnt.has(judged.race.date),
    contest: contestOf(judged, forecast),
  }));
  const fitOn = contests.flatMap(({ isLearnt, contest }) => (isLearnt ? [contest] : []));
  const testOn = contests.flatMap(({ isLearnt, contest }) => (isLearnt ? [] : [contest]));
  const [alone] = fitWeights(fitOn, false);
  const [market, model] = fitWeights(fitOn, true);
  const uniform = testOn.reduce((sum, { market: starters }) => sum + Math.log(starters.length), 0);
  return (lossOf(testOn, alone, 0) - lossOf(testOn, market, model)) / uniform;
}

function contestOf({ runners, winChances }: JudgedRace, { probabilities }: MarketForecast): Contest {
  const starters = runners.filter(({ winOdds }) => winOdds !== null);
  const sum = starters.reduce((total, { winOdds }) => total + 1 / (winOdds ?? Number.NaN), 0);
  const winners = starters.filter(({ finishPosition }) => finishPosition === 1).length;
  return {
    market: starters.map(({ winOdds }) => -Math.log((winOdds ?? Number.NaN) * sum)),
    model: starters.map(({ horseNum }) => Math.log(Math.max(SMALLEST, probabilities.get(horseNum) ?? Number.NaN))),
    chances: starters.map(({ horseNum }) => winChances.get(horseNum) ?? Number.NaN),
    won: starters.map(({ finishPosition }) => (finishPosition === 1 ? 1 / winners : 0)),
  };
}

function softmax({ market, model }: Contest, a: number, b: number): number[] {
  const scores = market.map((value, at) => a * value + b * model[at]!);
  const highest = Math.max(...scores);
  const weights = scores.map((score) => Math.exp(score - highest));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** Newton's method; the likelihood is concave. @returns weights of market and model */
function fitWeights(contests: readonly Contest[], withModel: boolean): [number, number] {
  let [a, b] = [1, 0];
  for (let step = 0; step < NEWTON_STEPS; step++) {
    let [gradientA, gradientB, aa, ab, bb] = [0, 0, 0, 0, 0];
    for (const contest of contests) {
      const p = softmax(contest, a, b);
      let [meanA, meanB] = [0, 0];
      for (const [at, share] of p.entries()) {
        meanA += share * contest.market[at]!;
        meanB += share * contest.model[at]!;
      }
      for (const [at, share] of p.entries()) {
        const [x, y] = [contest.market[at]! - meanA, contest.model[at]! - meanB];
        gradientA += contest.won[at]! * x;
        gradientB += contest.won[at]! * y;
        aa += share * x * x;
        ab += share * x * y;
        bb += share * y * y;
      }
    }
    const determinant = aa * bb - ab * ab;
    const [stepA, stepB] = withModel
      ? [(bb * gradientA - ab * gradientB) / determinant, (aa * gradientB - ab * gradientA) / determinant]
      : [gradientA / aa, 0];
    a += stepA;
    b += stepB;
    if (Math.abs(stepA) + Math.abs(stepB) < 1e-10) return [a, b];
  }
  throw new Error("the second stage does not settle");
}

function lossOf(contests: readonly Contest[], a: number, b: number): number {
  return contests.reduce((loss, contest) => {
    const p = softmax(contest, a, b);
    return loss - contest.chances.reduce((sum, chance, at) => sum + chance * Math.log(p[at]!), 0);
  }, 0);
}
