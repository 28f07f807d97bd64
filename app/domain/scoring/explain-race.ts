import { BASIC_INFORMATION } from "#app/domain/features/catalogue.ts";
import { groupColumns } from "#app/domain/features/chosen-features.ts";
import { type ColumnReader, columnReader, type Unit } from "#app/domain/features/column-values.ts";
import type { RaceFeatures } from "#app/domain/features/matrix.ts";
import type { Artifact } from "#app/domain/learning/artifact.ts";
import type { ExplainingPredictor } from "#app/domain/learning/learner.ts";

/** What a column says of a runner. */
interface PartValue {
  columnId: string;
  /** In `unit`; null = missing. */
  value: number | null;
  unit: Unit;
}

/** What one chosen feature adds to a runner's index. */
export interface Part {
  /** Key of the chosen feature (chosen-features.ts). */
  feature: string;
  contribution: number;
  /** What the feature's columns say, those first that push most to the contribution's side. */
  values: PartValue[];
}

interface RunnerParts {
  horseNum: number;
  /** One for each chosen feature and one for 基本情報, in stored order; they sum to the index before rounding. */
  parts: Part[];
}

interface ExplainingTask {
  artifact: Pick<Artifact, "sigma" | "choice" | "venueType">;
  predictor: Pick<ExplainingPredictor, "explain">;
  /** With the predictor's columns; columns of the choice beyond them only add to the values shown. */
  race: RaceFeatures;
}

/**
 * What each chosen feature adds to the index of every declared runner, in the order of the race: the contributions of
 * its columns to f, minus their mean over the declared runners, over sigma. Exact and additive.
 */
export function explainRace({ artifact, predictor, race }: ExplainingTask): RunnerParts[] {
  const { sigma, choice, venueType } = artifact;
  const pushes = new Map<string, Float64Array>();
  for (const [columnId, added] of predictor.explain(race)) pushes.set(columnId, centre(added, sigma));
  const features = [...groupColumns(choice, venueType, pushes.keys())].map(([feature, columnIds]) => ({
    feature,
    columns: columnIds.map((columnId) => ({
      columnId,
      push: pushes.get(columnId),
      reader: columnReader(columnId),
      codes: race.codes.get(columnId),
    })),
  }));
  return race.horseNums.map((horseNum, runner) => ({
    horseNum,
    parts: features.map(({ feature, columns }) => explainFeature(feature, columns, runner)),
  }));
}

interface ExplainedColumn {
  columnId: string;
  /** Per runner, over sigma; undefined where the model does not ask for the column. */
  push: Float64Array | undefined;
  reader: ColumnReader | null;
  codes: Uint16Array | undefined;
}

function explainFeature(feature: string, columns: readonly ExplainedColumn[], runner: number): Part {
  const pushOf = ({ push }: ExplainedColumn) => push?.[runner] ?? 0;
  let contribution = 0;
  for (const column of columns) contribution += pushOf(column);
  const side = contribution < 0 ? -1 : 1;
  // Most features are one column, and a race has thousands of parts.
  const sorted = columns.length === 1 ? columns : columns.toSorted((a, b) => side * (pushOf(b) - pushOf(a)));
  const values: PartValue[] = [];
  for (const { columnId, reader, codes } of sorted) {
    const code = codes?.[runner];
    if (reader !== null && code !== undefined) values.push({ columnId, value: reader.read(code), unit: reader.unit });
  }
  return { feature, contribution, values };
}

/** An explanation as it is shown: all figures have two decimals and sum to the index to the last of them. */
export interface Why {
  /** As scored: two decimals. */
  index: number;
  /** The strongest above 0, strongest first. */
  up: Part[];
  /** The strongest below 0, strongest first. */
  down: Part[];
  /** All other features together; null where there is none. */
  rest: Rest | null;
}

export interface Rest {
  /** How many chosen features it holds; 基本情報 is chosen by nobody and not counted. */
  features: number;
  holdsBasics: boolean;
  contribution: number;
}

/** At most so many are named on either side. */
const NAMED = 3;
/** What would show as 0.00 is not named. */
const LEAST = 0.005;

/** The parts to show of one runner. @param index as scored, two decimals */
export function selectParts({ parts }: Pick<RunnerParts, "parts">, index: number): Why {
  const strongest = (side: 1 | -1) =>
    parts
      .filter(({ contribution }) => side * contribution >= LEAST)
      .toSorted((a, b) => side * (b.contribution - a.contribution))
      .slice(0, NAMED);
  const up = strongest(1);
  const down = strongest(-1);
  const named = [...up, ...down];
  const others = parts.filter((part) => !named.includes(part));
  const otherSum = others.reduce((sum, { contribution }) => sum + contribution, 0);
  const lines = named.map(({ contribution }) => contribution);
  const shown = roundToSum(others.length === 0 ? lines : [...lines, otherSum], index);
  const round = (part: Part, line: number): Part => ({ ...part, contribution: shown[line] ?? 0 });
  const holdsBasics = others.some(({ feature }) => feature === BASIC_INFORMATION);
  return {
    index,
    up: up.map(round),
    down: down.map((part, line) => round(part, up.length + line)),
    rest:
      others.length === 0
        ? null
        : {
            features: others.length - (holdsBasics ? 1 : 0),
            holdsBasics,
            contribution: shown.at(-1) ?? 0,
          },
  };
}

/** Minus the mean, over sigma; 0 where f never differed inside a race. */
function centre(added: Float64Array, sigma: number): Float64Array {
  if (sigma === 0) return new Float64Array(added.length);
  const mean = added.reduce((sum, value) => sum + value, 0) / added.length;
  return added.map((value) => (value - mean) / sigma);
}

/**
 * Rounds to two decimals so that the sum is `sum`: all down first, then those up whose loss was largest (largest
 * remainders), so that none is further than 0.01 from what it was.
 */
function roundToSum(values: readonly number[], sum: number): number[] {
  const hundredths = values.map((value) => Math.floor(value * 100));
  const missing = Math.round(sum * 100) - hundredths.reduce((total, value) => total + value, 0);
  const order = values
    .map((value, line) => ({ line, loss: value * 100 - hundredths[line]! }))
    .sort((a, b) => b.loss - a.loss || a.line - b.line);
  for (const { line } of order.slice(0, Math.max(0, missing))) hundredths[line]! += 1;
  // + 0 turns −0 into 0.
  return hundredths.map((value) => value / 100 + 0);
}
