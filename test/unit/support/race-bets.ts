import type { MixExponents } from "#app/domain/betting/mixed-chances.ts";
import type { RaceOdds } from "#app/domain/betting/price-formation.ts";
import type { RaceStatus } from "#app/domain/racing/race.ts";
import { amongStarters } from "#app/domain/scoring/among-starters.ts";
import type { RaceBets } from "#app/domain/views/race-bets.ts";
import { makeRace, makeRunner, makeScore } from "./racing-factories.ts";

const ORDER_EXPONENTS = { second: 0.81, third: 0.65 };

/** A race of so many horses at 15:40, the first the best: of ten, chances of 10/55, 9/55 … */
export function makeRaceBets(
  horses: number,
  {
    withdrawn = [],
    odds = {},
    status = "scheduled",
    isLearntFrom = false,
    hasAnalysis = true,
    mix = null,
  }: {
    withdrawn?: readonly number[];
    odds?: RaceOdds;
    status?: RaceStatus;
    isLearntFrom?: boolean;
    hasAnalysis?: boolean;
    mix?: MixExponents | null;
  } = {},
): RaceBets {
  const runners = Array.from({ length: horses }, (_, index) =>
    makeRunner(index + 1, { status: withdrawn.includes(index + 1) ? "scratched" : "entered" }),
  );
  const sum = (horses * (horses + 1)) / 2;
  const scores = runners.map(({ horseNum, horseName, bracketNum }) => {
    const probability = isLearntFrom ? null : (horses - horseNum + 1) / sum;
    return makeScore(horseNum, { horseName, bracketNum, index: horses - horseNum, probability });
  });
  const model = { modelId: 1, name: "model 1" };
  return {
    hasOwnBudgetLimit: false,
    race: makeRace({ raceNum: 11, name: "サンプル特別", startTime: "15:40", status, runnerCount: horses }),
    runners,
    market: null,
    updatedAt: { weights: null, results: null },
    changes: [],
    neighbours: [],
    models: hasAnalysis ? [model] : [],
    model: hasAnalysis ? model : null,
    analysis: hasAnalysis
      ? {
          analysisId: 1,
          modelName: model.name,
          skill: {
            ...{ races: 900, from: "2024-01-06", to: "2026-11-15", top1WinRate: 0.3 },
            ...{ pseudoR2: 0.162, marketPseudoR2: 0.253 },
          },
          value: {
            ...{ bets: 412, races: 300, returnRate: 0.78, low: 0.61, high: 0.95 },
            favouriteReturnRate: 0.8,
          },
          mix,
          isLearntFrom,
          scores: amongStarters(scores, { quinella: [], orderExponents: ORDER_EXPONENTS }, runners).scores,
          orderExponents: ORDER_EXPONENTS,
        }
      : null,
    odds,
  };
}
