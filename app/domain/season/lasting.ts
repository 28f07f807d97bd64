import { correlationInterval, rankCorrelation } from "./rank-correlation.ts";
import type { RawSkill } from "./season-tally.ts";
import type { Lasting } from "./stored-board.ts";

export interface Pairs {
  before: number[];
  after: number[];
}

/** Models that were measured in both periods on at least this number of races. */
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
