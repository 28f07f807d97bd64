import * as z from "zod";
import { type Column, MISSING_CODE, type RaceFeatures } from "../features/matrix.ts";
import { type DesignMatrix, multiply, parameterCount } from "./design-matrix.ts";
import { fitWeights } from "./fit-weights.ts";
import type { ExplainingLearner, ExplainingPredictor, LearnerInput, LearnerResult, Watch } from "./learner.ts";
import { raceLogLoss } from "./race-likelihood.ts";
import { roundNumber } from "./round-number.ts";
import { missingBits, poolWithinRaceSd, STEPS_PER_SD, standardiseRace, variesWithinRace } from "./standardise.ts";

/** Ridges tried, strongest first: each starts from the one before, and the first two that do worse end the search. */
const RIDGES = [3, 1, 0.3, 0.1, 0.03, 0.01, 0.003] as const;

/** Shares of the bar: reading the columns, the fits that choose the ridge, the last fit. */
const READ_SHARE = 0.15;
const REFIT_SHARE = 0.15;
/** Iterations a fit usually takes, for the bar only. */
const USUAL_ITERATIONS = 60;

const parametersSchema = z.strictObject({
  ridge: z.number().positive(),
  /** sd: pooled within-race standard deviation in code steps; offset and step: what a code meant. */
  values: z.array(
    z.strictObject({
      column: z.string(),
      offset: z.number(),
      step: z.number(),
      sd: z.number().positive(),
      weight: z.number(),
    }),
  ),
  /** Columns of which "is missing" counts; one stands for all that are missing together. */
  missing: z.array(z.strictObject({ column: z.string(), weight: z.number() })),
});
type Parameters = z.infer<typeof parametersSchema>;

const trialSchema = z.strictObject({ ridge: z.number(), loss: z.number(), weights: z.array(z.number()) });
/** last: the weights of the fit on all races, once it is done. */
const checkpointSchema = z.strictObject({
  columns: z.number(),
  trials: z.array(trialSchema),
  last: z.array(z.number()).nullable(),
});
type Checkpoint = z.infer<typeof checkpointSchema>;
type Trial = z.infer<typeof trialSchema>;

/**
 * Softmax over a race's starters of a linear f (McFadden's conditional logit): per column a standardised,
 * race-centred value and an indicator of its being missing, with a ridge on the weights. The baseline that every
 * later learner must beat.
 */
export const conditionalLogit: ExplainingLearner = { name: "conditional-logit", fit, openPredictor };

/** What a fit of the logit says of every row of the races. */
export interface LogitFit {
  kind: "fitted";
  parameters: unknown;
  /** f by the fit that did not see the held-back races. */
  heldBackOutputs: Float64Array;
  /** f by the fit on all races. */
  outputs: Float64Array;
}

async function fit(input: LearnerInput, watch: Watch): Promise<LearnerResult> {
  const result = await fitLogit(input, watch);
  if (result.kind === "paused") return result;
  const { parameters, heldBackOutputs } = result;
  const { races, heldBackFrom } = input;
  return { kind: "fitted", parameters, heldBackOutputs: heldBackOutputs.subarray(races.raceStart[heldBackFrom]!) };
}

/** The learner's fit, with f of all rows. A call after its last checkpoint only reads the columns. */
export async function fitLogit(input: LearnerInput, watch: Watch): Promise<LogitFit | { kind: "paused" }> {
  const { races, heldBackFrom } = input;
  const { matrix, values, missing } = await readMatrix(input, watch);
  const size = parameterCount(matrix);
  const rowEnd = races.raceStart[heldBackFrom]!;
  const outputs = new Float64Array(matrix.rowCount);

  const { trials, last } = resume(input.checkpoint, size);
  while (!isSearchOver(trials)) {
    const position = trials.length;
    const ridge = RIDGES[position]!;
    const start = Float64Array.from(trials.at(-1)?.weights ?? new Float64Array(size));
    const share = (1 - READ_SHARE - REFIT_SHARE) / RIDGES.length;
    const { weights } = await fitWeights({ matrix, races, raceEnd: heldBackFrom, ridge, start }, watch.pace, (done) =>
      watch.report(READ_SHARE + share * (position + Math.min(1, done / USUAL_ITERATIONS))),
    );
    await multiply(matrix, weights, rowEnd, matrix.rowCount, outputs, watch.pace);
    const loss = raceLogLoss(races, heldBackFrom, races.raceCount, outputs);
    trials.push({ ridge, loss, weights: Array.from(weights) });
    await watch.saveCheckpoint({ columns: size, trials: forget(trials), last: null } satisfies Checkpoint);
    if (watch.isPauseDue()) return { kind: "paused" };
  }

  const best = findBest(trials);
  const heldBack = Float64Array.from(best.weights);
  const heldBackOutputs = new Float64Array(matrix.rowCount);
  await multiply(matrix, heldBack, 0, matrix.rowCount, heldBackOutputs, watch.pace);
  const refit = () =>
    fitWeights({ matrix, races, raceEnd: races.raceCount, ridge: best.ridge, start: heldBack }, watch.pace, (done) =>
      watch.report(1 - REFIT_SHARE + REFIT_SHARE * Math.min(1, done / USUAL_ITERATIONS)),
    );
  const weights = last === null ? (await refit()).weights : Float64Array.from(last);
  const checkpoint: Checkpoint = { columns: size, trials: forget(trials), last: Array.from(weights) };
  if (last === null) await watch.saveCheckpoint(checkpoint);
  await multiply(matrix, weights, 0, matrix.rowCount, outputs, watch.pace);
  const parameters: Parameters = {
    ridge: best.ridge,
    values: values.map(({ column, sd }, i) => ({
      column: column.id,
      offset: column.offset,
      step: column.step,
      sd,
      weight: roundNumber(weights[i]!),
    })),
    missing: missing.map((column, i) => ({ column, weight: roundNumber(weights[values.length + i]!) })),
  };
  return { kind: "fitted", parameters, heldBackOutputs, outputs };
}

interface ReadMatrix {
  matrix: DesignMatrix;
  values: { column: Column; sd: number }[];
  /** Column that stands for each indicator. */
  missing: string[];
}

/** Reads the columns one by one; what cannot tell runners of a race apart, or repeats another, is left out. */
async function readMatrix(input: LearnerInput, { pace, report }: Watch): Promise<ReadMatrix> {
  const { races, heldBackFrom, columns, readColumn } = input;
  const matrix: DesignMatrix = { rowCount: races.rowCount, values: [], indicators: [] };
  const values: ReadMatrix["values"] = [];
  const missing: string[] = [];
  for (const [position, column] of columns.entries()) {
    const codes = gatherCodes(await readColumn(column.id), races.sourceRow);
    const bits = missingBits(codes);
    const isNew = !matrix.indicators.some((known) => areEqual(known, bits));
    if (isNew && variesWithinRace(bits, races.raceStart, heldBackFrom)) {
      matrix.indicators.push(bits);
      missing.push(column.id);
    }
    // The scale is fixed on the races before the held-back ones, so that those stay unseen.
    const sd = roundNumber(poolWithinRaceSd(codes, races.raceStart, heldBackFrom));
    if (sd > 0) {
      const standardised = new Int16Array(codes.buffer, codes.byteOffset, codes.length);
      for (let race = 0; race < races.raceCount; race++) {
        standardiseRace(codes, races.raceStart[race]!, races.raceStart[race + 1]!, sd, standardised);
      }
      matrix.values.push(standardised);
      values.push({ column, sd });
    }
    const pause = pace.spend(15 * races.rowCount);
    if (pause !== null) await pause;
    await report((READ_SHARE * (position + 1)) / columns.length);
  }
  return { matrix, values, missing };
}

/** The codes of the chosen rows; on the memory of `codes` where that wastes little of it. */
export function gatherCodes(codes: Uint16Array, sourceRow: Uint32Array): Uint16Array {
  const ownsMemory = codes.buffer.byteLength === codes.byteLength;
  const fits = ownsMemory && sourceRow.length >= codes.length * 0.9;
  const gathered = fits ? codes.subarray(0, sourceRow.length) : new Uint16Array(sourceRow.length);
  for (let row = 0; row < sourceRow.length; row++) gathered[row] = codes[sourceRow[row]!]!;
  return gathered;
}

function areEqual(a: Uint32Array, b: Uint32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** What an earlier call saved, if it is of this very fit. */
function resume(checkpoint: unknown, size: number): Pick<Checkpoint, "trials" | "last"> {
  const parsed = checkpointSchema.safeParse(checkpoint);
  return parsed.success && parsed.data.columns === size ? parsed.data : { trials: [], last: null };
}

function findBest(trials: readonly Trial[]): Trial {
  return trials.reduce((best, trial) => (trial.loss < best.loss ? trial : best));
}

function isSearchOver(trials: readonly Trial[]): boolean {
  if (trials.length === 0) return false;
  return trials.length === RIDGES.length || trials.indexOf(findBest(trials)) < trials.length - 1;
}

/** Only the best and the last weights are needed again. */
function forget(trials: readonly Trial[]): Trial[] {
  const best = findBest(trials);
  return trials.map((trial) => (trial === best || trial === trials.at(-1) ? trial : { ...trial, weights: [] }));
}

function openPredictor(parameters: unknown): ExplainingPredictor {
  const { values, missing } = parametersSchema.parse(parameters);
  const columnIds = [...new Set([...values, ...missing].map(({ column }) => column))];
  const valueByColumn = new Map(values.map((value) => [value.column, value]));
  const missingByColumn = new Map(missing.map((indicator) => [indicator.column, indicator.weight]));

  /** What a column's codes add to f, per runner. */
  const termOf = (column: string, codes: Uint16Array) => {
    const term = new Float64Array(codes.length);
    const value = valueByColumn.get(column);
    if (value !== undefined) addValue(value, codes, new Int16Array(codes.length), term);
    const weight = missingByColumn.get(column);
    if (weight !== undefined) addMissing(weight, codes, term);
    return term;
  };
  const explain = (race: RaceFeatures) =>
    new Map(columnIds.map((column) => [column, termOf(column, codesOf(race, column))]));

  return {
    columnIds,
    predict: (race) => predictRace(race, values, missing),
    explain,
    vary(race) {
      const outputs = predictRace(race, values, missing);
      const terms = explain(race);
      return (changes) => {
        const varied = outputs.slice();
        for (const [column, codes] of changes) {
          const before = terms.get(column);
          if (before === undefined) continue;
          const after = termOf(column, codes);
          for (let i = 0; i < varied.length; i++) varied[i]! += after[i]! - before[i]!;
        }
        return varied;
      };
    },
  };
}

function predictRace(race: RaceFeatures, values: Parameters["values"], missing: Parameters["missing"]): Float64Array {
  const size = race.horseNums.length;
  const outputs = new Float64Array(size);
  const standardised = new Int16Array(size);
  for (const value of values) addValue(value, codesOf(race, value.column), standardised, outputs);
  for (const { column, weight } of missing) addMissing(weight, codesOf(race, column), outputs);
  return outputs;
}

/** Adds a column's standardised values times its weight. @param standardised memory for one number a runner */
function addValue(
  { sd, weight }: Parameters["values"][number],
  codes: Uint16Array,
  standardised: Int16Array,
  outputs: Float64Array,
): void {
  standardiseRace(codes, 0, codes.length, sd, standardised);
  for (let i = 0; i < codes.length; i++) outputs[i]! += (weight / STEPS_PER_SD) * standardised[i]!;
}

/** Adds the weight of being missing where a code is. */
function addMissing(weight: number, codes: Uint16Array, outputs: Float64Array): void {
  for (let i = 0; i < codes.length; i++) if (codes[i] === MISSING_CODE) outputs[i]! += weight;
}

function codesOf(race: RaceFeatures, column: string): Uint16Array {
  const codes = race.codes.get(column);
  if (codes === undefined) throw new Error(`race ${race.raceId} comes without column ${column}`);
  return codes;
}
