import * as z from "zod";
import { MISSING_CODE } from "#app/domain/features/matrix.ts";

/** Standardised values are clipped to ± this many standard deviations. */
const CLIP = 4;

export const logitParametersSchema = z.strictObject({
  ridge: z.number().positive(),
  /** sd: pooled within-race standard deviation in code steps; offset and step: how a code maps to its raw value. */
  values: z.array(
    z.strictObject({
      column: z.string(),
      offset: z.number(),
      step: z.number(),
      sd: z.number().positive(),
      weight: z.number(),
    }),
  ),
  /** One indicator represents all columns that are missing in the same rows. */
  missing: z.array(z.strictObject({ column: z.string(), weight: z.number() })),
});

export type LogitParameters = z.infer<typeof logitParametersSchema>;

export function createLogitScores({ values, missing }: Pick<LogitParameters, "values" | "missing">) {
  const partOf = new Map(values.map((value) => [value.column, value]));
  const missingOf = new Map(missing.map(({ column, weight }) => [column, weight]));
  return {
    /** Columns with a weight; others contribute nothing. */
    columnIds: [...new Set([...partOf.keys(), ...missingOf.keys()])],
    /**
     * Adds a column's contribution to f of races [from, to).
     *
     * @param codes of all declared runners of the races; values are centred within their race
     * @param raceStart first row of each race, then the end of the last
     */
    add(
      columnId: string,
      codes: Uint16Array,
      raceStart: Uint32Array,
      from: number,
      to: number,
      outputs: Float64Array,
    ): void {
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
