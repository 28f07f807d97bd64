import type { Watch } from "#app/domain/learning/learner.ts";
import { roundNumber } from "#app/domain/learning/round-number.ts";
import { createCurvature } from "./curvature.ts";
import { fitWeights, meanLoss } from "./fit-weights.ts";
import type { LogitMatrix } from "./matrix.ts";
import type { LogitParameters } from "./scores.ts";

/** Tried in order until one does worse; each fit starts from the previous one. */
const RIDGES: readonly number[] = [3, 1, 0.3, 0.1, 0.03, 0.01, 0.003];

export interface LogitTask {
  /** Fit on races [0, raceEnd) of those the matrix was read for. */
  raceEnd: number;
  /** Races [heldBackFrom, raceEnd) choose the ridge, by fits on the races before them. */
  heldBackFrom: number;
  /** An earlier fit on the same matrix: start from its weights and try its ridge and both neighbours. */
  start: LogitParameters | null;
}

/** Deterministic to the byte. Needs no checkpoint: it runs for a fraction of a second. */
export async function fitLogit(
  matrix: LogitMatrix,
  { raceEnd, heldBackFrom, start }: LogitTask,
  { pace, report }: Pick<Watch, "pace" | "report">,
): Promise<LogitParameters> {
  const end = matrix.countBefore(raceEnd);
  const trainEnd = matrix.countBefore(heldBackFrom);
  const curvature = await createCurvature(matrix, pace);
  let weights = start === null ? new Float64Array(matrix.columns.length) : weightsOf(matrix, start);

  const trials = new Map<number, { loss: number; weights: Float64Array }>();
  const lossAt = async (position: number): Promise<number> => {
    const ridge = RIDGES[position];
    if (ridge === undefined) return Infinity;
    const fitted = await fitWeights({ matrix, curvature, raceEnd: trainEnd, ridge, start: weights }, pace);
    weights = fitted;
    const loss = await meanLoss(matrix, fitted, trainEnd, end, pace);
    trials.set(position, { loss, weights: fitted });
    await report(Math.min(0.8, trials.size / 6));
    return loss;
  };

  let best = start === null ? 0 : Math.max(0, RIDGES.indexOf(start.ridge));
  let least = await lossAt(best);
  // Try weaker ridges first: more races need less shrinkage.
  for (const step of [1, -1]) {
    const isSearched = start !== null;
    for (let position = best + step; ; position += step) {
      if (trials.has(position)) break;
      const loss = await lossAt(position);
      if (!(loss < least)) break;
      best = position;
      least = loss;
      if (isSearched) break;
    }
  }
  weights = trials.get(best)!.weights;
  const ridge = RIDGES[best]!;
  const last = await fitWeights({ matrix, curvature, raceEnd: end, ridge, start: weights }, pace);
  await report(1);
  return parametersOf(matrix, ridge, last);
}

function parametersOf({ columns }: LogitMatrix, ridge: number, weights: Float64Array): LogitParameters {
  const parameters: LogitParameters = { ridge, values: [], missing: [] };
  for (const [i, kept] of columns.entries()) {
    const weight = roundNumber(weights[i]!);
    if (kept.kind === "missing") parameters.missing.push({ column: kept.column, weight });
    else {
      const { id, offset, step } = kept.column;
      parameters.values.push({ column: id, offset, step, sd: kept.sd, weight });
    }
  }
  return parameters;
}

function weightsOf({ columns }: LogitMatrix, { values, missing }: LogitParameters): Float64Array {
  const weightOfValue = new Map(values.map(({ column, weight }) => [column, weight]));
  const missingOf = new Map(missing.map(({ column, weight }) => [column, weight]));
  return Float64Array.from(columns, (kept) =>
    kept.kind === "missing" ? (missingOf.get(kept.column) ?? 0) : (weightOfValue.get(kept.column.id) ?? 0),
  );
}
