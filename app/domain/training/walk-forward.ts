import type { Refit } from "#app/domain/learning/artifact.ts";
import {
  fitTemperature,
  poolWithinRaceSpread,
  type TemperaturePrior,
} from "#app/domain/learning/calibration/temperature.ts";
import { roundNumber } from "#app/domain/learning/round-number.ts";
import type { TrainingRaces } from "#app/domain/learning/training-races.ts";
import type { TestPeriod } from "#app/domain/learning/walk-plan.ts";
import { dayOfNumber } from "#app/domain/racing/japan-time.ts";

/**
 * Prior of 1 / T: fits on a year or less are underconfident, with a best 1 / T of about 1.15 (README of learning).
 * Without it the temperature would follow chance and flatter the report. It weighs about a hundred races.
 */
export const USUAL_TEMPERATURE = { inverse: 1.15, precision: 50 } as const;

export type Walk = ReturnType<typeof closeWalk>;

/** Pools the refits' predictions and calibrates on them. The evaluation command passes other priors. */
export function closeWalk(
  races: TrainingRaces,
  periods: readonly TestPeriod[],
  { refits, outputs }: { refits: readonly unknown[]; outputs: Float64Array },
  prior: TemperaturePrior = USUAL_TEMPERATURE,
) {
  const firstRace = periods[0]?.firstRace ?? races.raceCount;
  return {
    periods,
    /** One per period, oldest first. */
    refits: periods.map(
      ({ firstRace: end }, position): Refit => ({
        cutoffDay: dayOfNumber(races.raceDay[end]!),
        learntTo: dayOfNumber(races.raceDay[end - 1]!),
        races: end,
        parameters: refits[position],
      }),
    ),
    /** First race of the first test period; all later races are tested. */
    firstRace,
    /** f per row of the races, by the refit of the race's period; 0 before the first test period. */
    outputs,
    /** Fitted on all tested races with a prior, later ones weighted most: probability = softmax(f / temperature). */
    temperature: roundNumber(fitTemperature(races, firstRace, outputs, prior, weighRaces(races.raceCount, periods))),
    /** Pooled within-race standard deviation of f over the declared runners of all tested races. */
    sigma: roundNumber(poolWithinRaceSpread(races, firstRace, outputs)),
  };
}

/** By the races that the race's refit learnt from, relative to the mean: the final fit resembles later refits most. */
function weighRaces(raceCount: number, periods: readonly TestPeriod[]): Float64Array {
  const weights = new Float64Array(raceCount);
  const learnt = periods.reduce((sum, { firstRace, endRace }) => sum + firstRace * (endRace - firstRace), 0);
  const tested = periods.reduce((sum, { firstRace, endRace }) => sum + endRace - firstRace, 0);
  for (const { firstRace, endRace } of periods) weights.fill((firstRace * tested) / learnt, firstRace, endRace);
  return weights;
}
