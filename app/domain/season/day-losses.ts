import type { ForecastRunner } from "#app/domain/evaluation/forecast-race.ts";
import { measureRace } from "#app/domain/evaluation/race-skill.ts";
import { createSketch, SKETCH_SIZE } from "./forecast-sketch.ts";

/** A model's forecasts of one race day: its skill, variance and likeness to others. */
export interface DayLosses {
  races: number;
  /** Sum of −ln p(winner) over the races; a dead heat counts the mean over its winners. */
  loss: number;
  /** Sum of ln(starters) over the same races: the loss of a lottery. */
  uniformLoss: number;
  /** Random projections of the day's forecasts (forecast-sketch.ts). */
  sketch: readonly number[];
}

export interface ForecastOfRace {
  raceId: string;
  starters: readonly Pick<ForecastRunner, "horseNum" | "probability" | "finishPosition">[];
}

/** Skips races with fewer than two starters or without an official winner. */
export function sumDay(forecasts: readonly ForecastOfRace[]): DayLosses {
  const sketch = createSketch();
  const sums = { races: 0, loss: 0, uniformLoss: 0 };
  for (const { raceId, starters } of forecasts) {
    if (starters.length < 2 || !starters.some(({ finishPosition }) => finishPosition === 1)) continue;
    const { loss, uniformLoss } = measureRace(starters.map((starter) => ({ ...starter, winOdds: null })));
    sums.races += 1;
    sums.loss += loss;
    sums.uniformLoss += uniformLoss;
    sketch.add(raceId, starters);
  }
  return { ...sums, sketch: sums.races === 0 ? new Array<number>(SKETCH_SIZE).fill(0) : sketch.close() };
}
