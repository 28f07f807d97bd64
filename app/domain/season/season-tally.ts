export interface LossSums {
  loss: number;
  uniformLoss: number;
}

export interface LossRow extends LossSums {
  modelId: number;
  date: string;
  races: number;
}

/** Sums per race day over all models, ascending. */
export type FieldDays = ReadonlyMap<string, LossSums>;

/** Before shrinkage. */
export interface RawSkill {
  modelId: number;
  races: number;
  days: number;
  /** Pseudo-R² above the mean of the field on the same days. */
  above: number;
  variance: number;
}

const STRIDE = 7;

/**
 * Adds up models' days as they are streamed. Skill is relative to the mean of all models on the same days: winning
 * favourites affect all models alike, and late joiners are not judged by an easier half of the year.
 */
export function createSeasonTally(field: FieldDays, modelIds: readonly number[]) {
  const index = new Map(modelIds.map((modelId, at) => [modelId, at]));
  const sums = new Float64Array(modelIds.length * STRIDE);
  return {
    /** Ignores other models, and days without a race. */
    add({ modelId, date, races, loss, uniformLoss }: LossRow): void {
      const at = index.get(modelId);
      const day = field.get(date);
      if (at === undefined || day === undefined || races === 0 || day.uniformLoss === 0) return;
      const gain = (day.loss / day.uniformLoss) * uniformLoss - loss;
      const own = sums.subarray(at * STRIDE, (at + 1) * STRIDE);
      own[0]! += races;
      own[1]! += 1;
      own[2]! += gain;
      own[3]! += uniformLoss;
      own[4]! += gain * gain;
      own[5]! += gain * uniformLoss;
      own[6]! += uniformLoss * uniformLoss;
    },
    close(): RawSkill[] {
      return modelIds.flatMap((modelId, at): RawSkill[] => {
        const [races, days, gain, uniform, gainSquares, products, uniformSquares] = sums.subarray(at * STRIDE);
        if (races === undefined || days === undefined || races === 0) return [];
        const above = gain! / uniform!;
        // Ratio estimator, as for return rates: each day contributes gain − above × uniform.
        const squares = gainSquares! - 2 * above * products! + above * above * uniformSquares!;
        const variance = days < 2 ? 0 : (Math.max(0, squares) / uniform! ** 2) * (days / (days - 1));
        return [{ modelId, races, days, above, variance }];
      });
    },
  };
}

export function fieldSkill(field: FieldDays): number {
  let [loss, uniformLoss] = [0, 0];
  for (const day of field.values()) {
    loss += day.loss;
    uniformLoss += day.uniformLoss;
  }
  return uniformLoss === 0 ? 0 : 1 - loss / uniformLoss;
}
