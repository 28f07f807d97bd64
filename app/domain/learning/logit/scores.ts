import { MISSING_CODE } from "#app/domain/features/matrix.ts";
import type { LogitParameters } from "./parameters.ts";

/** Standardised values are clipped to this many standard deviations either side. */
const CLIP = 4;

/** Adds up f of many races column by column, in somebody's pass over the columns. */
interface LogitScores {
  /** Columns that f is made of; others change nothing. */
  columnIds: readonly string[];
  /**
   * Adds what a column says.
   *
   * @param codes of all declared runners of the races: a value is measured from the mean of its race
   * @param raceStart first row of each race, and one past the last race's end; rows count both in `codes` and `outputs`
   * @param from,to the races [from, to) are gone through
   * @param outputs f per row
   */
  add(
    columnId: string,
    codes: Uint16Array,
    raceStart: Uint32Array,
    from: number,
    to: number,
    outputs: Float64Array,
  ): void;
}

export function createLogitScores({ values, missing }: Pick<LogitParameters, "values" | "missing">): LogitScores {
  const partOf = new Map(values.map((value) => [value.column, value]));
  const missingOf = new Map(missing.map(({ column, weight }) => [column, weight]));
  return {
    columnIds: [...new Set([...partOf.keys(), ...missingOf.keys()])],
    add(columnId, codes, raceStart, from, to, outputs) {
      const value = partOf.get(columnId);
      const ofMissing = missingOf.get(columnId) ?? 0;
      if (value === undefined && ofMissing === 0) return;
      const { sd, weight } = value ?? { sd: 1, weight: 0 };
      for (let race = from; race < to; race++) {
        addRace(codes, raceStart[race]!, raceStart[race + 1]!, sd, weight, ofMissing, outputs);
      }
    },
  };
}

/** Adds one race's standardised values times the weight, and the weight of being missing. */
function addRace(
  codes: Uint16Array,
  start: number,
  end: number,
  sd: number,
  weight: number,
  ofMissing: number,
  outputs: Float64Array,
): void {
  let sum = 0;
  let known = 0;
  for (let row = start; row < end; row++) {
    const code = codes[row]!;
    if (code === MISSING_CODE) continue;
    sum += code;
    known++;
  }
  const mean = known === 0 ? 0 : sum / known;
  const slope = weight / sd;
  const limit = CLIP * sd;
  for (let row = start; row < end; row++) {
    const code = codes[row]!;
    if (code === MISSING_CODE) outputs[row]! += ofMissing;
    else outputs[row]! += slope * Math.max(-limit, Math.min(limit, code - mean));
  }
}
