import { NORMAL_975 } from "#app/domain/racing/normal-quantile.ts";
import type { RawSkill } from "./season-tally.ts";
import type { Lasting } from "./stored-board.ts";

/** Fewest pairs for a meaningful rank correlation. */
const MIN_PAIRS = 10;

export interface Pairs {
  before: number[];
  after: number[];
}

export function pairSkills(before: readonly RawSkill[], after: readonly RawSkill[], minRaces: number): Pairs {
  const later = new Map(after.filter(({ races }) => races >= minRaces).map((skill) => [skill.modelId, skill.above]));
  const both = before.filter(({ modelId, races }) => races >= minRaces && later.has(modelId));
  return { before: both.map(({ above }) => above), after: both.map(({ modelId }) => later.get(modelId)!) };
}

/** Mean rank correlation from period to period, weighted by pairs; null with too few. */
export function measureLasting(key: Lasting["key"], periods: readonly Pairs[]): Lasting | null {
  let [sum, pairs] = [0, 0];
  for (const { before, after } of periods) {
    const correlation = rankCorrelation(before, after);
    if (correlation === null) continue;
    sum += correlation * before.length;
    pairs += before.length;
  }
  if (pairs === 0) return null;
  const value = sum / pairs;
  return { key, value, ...correlationInterval(value, pairs) };
}

/** Spearman's correlation, ties sharing their mean rank; null with fewer than ten pairs or without any spread. */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number | null {
  if (a.length < MIN_PAIRS) return null;
  const [left, right] = [meanRanks(a), meanRanks(b)];
  const mean = (a.length + 1) / 2;
  let [product, squareA, squareB] = [0, 0, 0];
  for (let i = 0; i < left.length; i++) {
    product += (left[i]! - mean) * (right[i]! - mean);
    squareA += (left[i]! - mean) ** 2;
    squareB += (right[i]! - mean) ** 2;
  }
  return squareA === 0 || squareB === 0 ? null : product / Math.sqrt(squareA * squareB);
}

function meanRanks(values: readonly number[]): Float64Array {
  const order = values.map((_, i) => i).sort((i, j) => values[i]! - values[j]!);
  const ranks = new Float64Array(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to]!] === values[order[from]!]) to += 1;
    for (let k = from; k < to; k++) ranks[order[k]!] = (from + 1 + to) / 2;
    from = to;
  }
  return ranks;
}

/** 95 % interval by Fisher's transformation. @param pairs total number of pairs */
function correlationInterval(correlation: number, pairs: number): { low: number; high: number } {
  const at = Math.atanh(Math.max(-0.999, Math.min(0.999, correlation)));
  const half = NORMAL_975 / Math.sqrt(Math.max(1, pairs - 3));
  return { low: Math.tanh(at - half), high: Math.tanh(at + half) };
}
