import { BASIC_INFORMATION } from "#app/domain/features/catalogue.ts";
import { columnReader, groupColumns, isCounted } from "#app/domain/features/chosen-features.ts";
import type { RaceFeatures } from "#app/domain/features/matrix.ts";
import type { Artifact } from "#app/domain/learning/artifact.ts";
import type { Predictor } from "#app/domain/learning/learner.ts";

interface PartValue {
  columnId: string;
  /** In everyday units; null if missing. */
  value: number | null;
}

export interface Part {
  feature: string;
  contribution: number;
  /** Sorted by their contribution in the direction of the total. */
  values: PartValue[];
}

export interface RunnerParts {
  horseNum: number;
  /** One per chosen feature and one for 基本情報, in stored order; they sum to the unrounded index. */
  parts: Part[];
}

interface ExplainingTask {
  artifact: Pick<Artifact, "sigma" | "choice" | "venueType">;
  predictor: Pick<Predictor, "explain">;
  /** Further columns of the choice only add to the values shown. */
  race: RaceFeatures;
}

/**
 * Contributions of each chosen feature to every index: its columns' contributions to f, less their mean over the
 * declared runners, divided by sigma. Exact and additive.
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
      read: columnReader(columnId),
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
  /** Per runner, divided by sigma; undefined if the model does not use the column. */
  push: Float64Array | undefined;
  read: ReturnType<typeof columnReader>;
  codes: Uint16Array | undefined;
}

function explainFeature(feature: string, columns: readonly ExplainedColumn[], runner: number): Part {
  const pushOf = ({ push }: ExplainedColumn) => push?.[runner] ?? 0;
  let contribution = 0;
  for (const column of columns) contribution += pushOf(column);
  const side = contribution < 0 ? -1 : 1;
  // Skip sorting single columns: most features have one, and a race has thousands of parts.
  const sorted = columns.length === 1 ? columns : columns.toSorted((a, b) => side * (pushOf(b) - pushOf(a)));
  const values: PartValue[] = [];
  for (const { columnId, read, codes } of sorted) {
    const code = codes?.[runner];
    if (read !== null && code !== undefined) values.push({ columnId, value: read(code) });
  }
  return { feature, contribution, values };
}

/** All figures have two decimals and sum exactly to the index. */
export interface Why {
  index: number;
  up: Part[];
  down: Part[];
  /** All other features together; null if there are none. */
  rest: Rest | null;
}

export interface Rest {
  /** 基本情報 and ratings are not counted. */
  features: number;
  holdsBasics: boolean;
  contribution: number;
}

const NAMED = 3;
/** Smaller contributions would show as 0.00 and are not named. */
const LEAST = 0.005;

/** @param index as in the score, two decimals */
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
            features: others.filter(({ feature }) => isCounted(feature)).length,
            holdsBasics,
            contribution: shown.at(-1) ?? 0,
          },
  };
}

/** 0 if sigma is 0 (f is constant within every race). */
function centre(added: Float64Array, sigma: number): Float64Array {
  if (sigma === 0) return new Float64Array(added.length);
  const mean = added.reduce((sum, value) => sum + value, 0) / added.length;
  return added.map((value) => (value - mean) / sigma);
}

/** Rounds to two decimals with the given sum: all down, then up those with the largest remainders, by 0.01 at most. */
export function roundToSum(values: readonly number[], sum: number): number[] {
  const hundredths = values.map((value) => Math.floor(value * 100));
  const missing = Math.round(sum * 100) - hundredths.reduce((total, value) => total + value, 0);
  const order = values
    .map((value, line) => ({ line, loss: value * 100 - hundredths[line]! }))
    .sort((a, b) => b.loss - a.loss || a.line - b.line);
  for (const { line } of order.slice(0, Math.max(0, missing))) hundredths[line]! += 1;
  // + 0 turns −0 into 0.
  return hundredths.map((value) => value / 100 + 0);
}
