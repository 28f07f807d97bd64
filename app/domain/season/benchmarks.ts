import { measureRace } from "#app/domain/evaluation/race-skill.ts";
import { NORMAL_975 } from "#app/domain/racing/normal-quantile.ts";
import { isStarter, type RunnerStatus } from "#app/domain/racing/race.ts";
import { createSeasonTally, type FieldDays, type LossRow } from "./season-tally.ts";
import type { Benchmark } from "./stored-board.ts";

interface MarketRace {
  date: string;
  runners: readonly { horseNum: number; status: RunnerStatus; winOdds: number | null; finishPosition: number | null }[];
}

/** Null without a winner, or unless all starters have odds. */
export function marketLoss({ date, runners }: MarketRace): LossRow | null {
  const starters = runners.filter(({ status }) => isStarter(status));
  if (starters.length < 2 || !starters.some(({ finishPosition }) => finishPosition === 1)) return null;
  const { marketLoss: loss, uniformLoss } = measureRace(starters.map((starter) => ({ ...starter, probability: 0 })));
  return loss === null ? null : { modelId: 0, date, races: 1, loss, uniformLoss };
}

/** A forecast that is no user's model, on the board's scale; null without a race in common with the field. */
export function measureBenchmark(
  key: "market" | "crowd",
  { field, base, rows }: { field: FieldDays; base: number; rows: readonly LossRow[] },
): Benchmark | null {
  const tally = createSeasonTally(field, [0]);
  for (const row of sumByDate(rows)) tally.add(row);
  const [skill] = tally.close();
  if (skill === undefined) return null;
  const value = base + skill.above;
  const half = NORMAL_975 * Math.sqrt(skill.variance);
  return { key, races: skill.races, value, low: value - half, high: value + half };
}

function sumByDate(rows: readonly LossRow[]): LossRow[] {
  const days = new Map<string, LossRow>();
  for (const { date, races, loss, uniformLoss } of rows) {
    const day = days.get(date) ?? { modelId: 0, date, races: 0, loss: 0, uniformLoss: 0 };
    day.races += races;
    day.loss += loss;
    day.uniformLoss += uniformLoss;
    days.set(date, day);
  }
  return [...days.values()];
}
