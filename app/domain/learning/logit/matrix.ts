import type { Column, ReadColumn } from "#app/domain/features/matrix.ts";
import type { Watch } from "#app/domain/learning/learner.ts";
import { roundNumber } from "#app/domain/learning/round-number.ts";
import { gatherCodes, type TrainingRaces } from "#app/domain/learning/training-races.ts";
import { createLayout, largestRaceOf, PAGE_BYTES } from "#app/domain/learning/trees/memory-plan.ts";
import type { LogitKernel } from "./kernel.ts";

/** Most value cells, at one byte each; beyond it races are sampled. Missing indicators are extra. */
const MAX_CELLS = 24_000_000;
export const TILE = 16;
/** Cell units per standard deviation; also the cell value of a set missing indicator. */
export const STEPS_PER_SD = 31;
/** Units per row (pace.ts) for gathering, centring and writing a column. */
const READ_UNITS = 8;

interface LogitInput {
  races: TrainingRaces;
  /** Scales, kept columns and indicators depend on races before this one only; every fit may use them. */
  scaleRaceEnd: number;
  columns: readonly Column[];
  /** Called once per column, in order. */
  readColumn: ReadColumn;
  /** Binds the loops over rows to the memory of the matrix: `openLogitKernel` of the compiled kernel. */
  openKernel(memory: WebAssembly.Memory): LogitKernel;
  maxCells?: number;
}

type LogitColumn = { kind: "value"; column: Column; sd: number } | { kind: "missing"; column: string };

/** The logit's training data in the kernel's memory: the starters of whole races. */
export type LogitMatrix = Awaited<ReturnType<typeof readLogitMatrix>>;

/** Reads every column once. Skips columns that are constant within every race and repeated indicators. */
export async function readLogitMatrix(input: LogitInput, { pace, report }: Pick<Watch, "pace" | "report">) {
  const { races, columns, readColumn, maxCells = MAX_CELLS } = input;
  const sample = sampleRaces(races, Math.floor(maxCells / Math.max(1, columns.length)));
  const { raceCount, declaredStart, raceStart, sourceStart } = sample;
  const declared = declaredStart[raceCount]!;
  const rowCount = raceStart[raceCount]!;
  const plan = planMemory(sample, columns.length);
  const memory = new WebAssembly.Memory({ initial: Math.ceil(plan.tiles / PAGE_BYTES) });
  const kernel = input.openKernel(memory);
  new Uint32Array(memory.buffer, plan.declaredStart, raceCount + 1).set(declaredStart);
  new Uint32Array(memory.buffer, plan.raceStart, raceCount + 1).set(raceStart);
  new Uint8Array(memory.buffer, plan.isStarter, declared).set(sample.isStarter);
  new Uint8Array(memory.buffer, plan.isWinner, rowCount).set(sample.isWinner);

  /** Number of the matrix's races among the first `raceEnd` races of the input. */
  const countBefore = (raceEnd: number) => {
    let low = 0;
    let high = raceCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sample.race[middle]! < raceEnd) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const scaleRaceEnd = countBefore(input.scaleRaceEnd);
  const scaleRows = raceStart[scaleRaceEnd]!;

  const kept: LogitColumn[] = [];
  const holds: number[] = [];
  const nextCell = () => {
    const end = plan.tiles + (Math.floor(kept.length / TILE) + 1) * plan.tileBytes;
    const lacking = end - memory.buffer.byteLength;
    if (lacking > 0) memory.grow(Math.ceil(lacking / PAGE_BYTES));
    return cellOf(plan, kept.length);
  };
  for (const [position, column] of columns.entries()) {
    const gathered = new Uint16Array(memory.buffer, plan.codes, declared);
    gatherCodes(await readColumn(column.id), { raceStart: declaredStart, sourceStart }, raceCount, gathered);
    kernel.measureCodes(plan.codes, plan.declaredStart, scaleRaceEnd, plan.result);
    const [squares = 0, known = 0, varies = 0] = new Float64Array(memory.buffer, plan.result, 3);
    const sd = known === 0 ? 0 : roundNumber(Math.sqrt(squares / known));
    if (sd > 0) {
      const factor = STEPS_PER_SD / sd;
      kernel.writeValues(plan.codes, plan.declaredStart, raceCount, plan.isStarter, factor, nextCell());
      kept.push({ kind: "value", column, sd });
      holds.push(column.hold ?? 1);
    }
    if (varies === 1) {
      const cell = nextCell();
      kernel.writeMissing(plan.codes, declared, plan.isStarter, STEPS_PER_SD, cell);
      const isKnown = kept.some(
        (other, at) => other.kind === "missing" && kernel.areSame(cellOf(plan, at), cell, scaleRows) === 1,
      );
      if (!isKnown) {
        kept.push({ kind: "missing", column: column.id });
        holds.push(column.hold ?? 1);
      }
    }
    await pace.spend(READ_UNITS * declared);
    await report((position + 1) / columns.length);
  }
  return {
    columns: kept,
    /** Factor of the ridge per column. */
    holds: Float64Array.from(holds),
    raceCount,
    countBefore,
    /** Starters before a race of the matrix. */
    rowsBefore: (race: number) => raceStart[race]!,
    scaleRaceEnd,
    kernel,
    memory,
    plan,
    tileCount: Math.ceil(kept.length / TILE),
  };
}

function cellOf({ tiles, tileBytes }: ReturnType<typeof planMemory>, column: number): number {
  return tiles + Math.floor(column / TILE) * tileBytes + (column % TILE);
}

/** Samples whole races, evenly spread over time, with about `maxRows` declared runners. */
function sampleRaces(races: TrainingRaces, maxRows: number) {
  const share = Math.min(1, maxRows / Math.max(1, races.rowCount));
  const wanted = Math.floor(races.raceCount * share);
  const race: number[] = [];
  const declaredStart = [0];
  const raceStart = [0];
  let declared = 0;
  let starters = 0;
  for (let candidate = 0; candidate < races.raceCount; candidate++) {
    const before = Math.floor((candidate * wanted) / races.raceCount);
    if (Math.floor(((candidate + 1) * wanted) / races.raceCount) === before) continue;
    race.push(candidate);
    for (let row = races.raceStart[candidate]!; row < races.raceStart[candidate + 1]!; row++) {
      declared++;
      starters += races.isStarter[row]!;
    }
    declaredStart.push(declared);
    raceStart.push(starters);
  }
  const isStarter = new Uint8Array(declared);
  const isWinner = new Uint8Array(starters);
  let at = 0;
  let starter = 0;
  for (const sampled of race) {
    for (let row = races.raceStart[sampled]!; row < races.raceStart[sampled + 1]!; row++, at++) {
      isStarter[at] = races.isStarter[row]!;
      if (isStarter[at] === 1) isWinner[starter++] = races.isWinner[row]!;
    }
  }
  return {
    raceCount: race.length,
    /** Index of each race in the input. */
    race: Uint32Array.from(race),
    /** First declared row of each race; `raceStart`: its first starter. */
    declaredStart: Uint32Array.from(declaredStart),
    raceStart: Uint32Array.from(raceStart),
    /** First row of each race in the row index. */
    sourceStart: Uint32Array.from(race, (sampled) => races.sourceStart[sampled]!),
    isStarter,
    isWinner,
  };
}

/** Byte offsets in the memory. The tiles come last, as they grow with the columns. */
function planMemory({ raceCount, declaredStart, raceStart }: ReturnType<typeof sampleRaces>, columnCount: number) {
  const declared = declaredStart[raceCount]!;
  const rowCount = raceStart[raceCount]!;
  const largestRace = largestRaceOf(raceStart, raceCount);
  const { place } = createLayout();
  // A column may contribute both a value and an indicator.
  const vector = 4 * (2 * columnCount + TILE);
  return {
    result: place(24),
    declaredStart: place(4 * (raceCount + 1)),
    raceStart: place(4 * (raceCount + 1)),
    isStarter: place(declared),
    isWinner: place(rowCount),
    codes: place(2 * declared),
    weights: place(vector),
    gradient: place(vector),
    /** Scratch space for the largest race (`partial`, `outputs`) and for one row. */
    partial: place(16 * largestRace),
    outputs: place(8 * largestRace),
    line: place(vector),
    mean: place(vector),
    tiles: place(0),
    tileBytes: Math.ceil((rowCount * TILE) / 64) * 64,
  };
}
