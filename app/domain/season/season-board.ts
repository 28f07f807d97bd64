import type { Turns } from "#app/domain/evaluation/resample-days.ts";
import { drawRankRanges } from "./rank-ranges.ts";
import type { RawSkill } from "./season-tally.ts";
import { shrink } from "./shrinkage.ts";

/** Races from which a model is ranked; the sample's season is a few weeks. */
export const SEASON_RACES = 200;
export const SAMPLE_SEASON_RACES = 100;
export const HALL_RACES = 500;
/** The reader's own entries follow. */
export const LISTED_ENTRIES = 10;

/** Skills are pseudo-R². */
export interface SeasonEntry {
  modelId: number;
  rank: number;
  races: number;
  /** Shrunken, with its 95 % interval. */
  value: number;
  low: number;
  high: number;
  /** As measured, with its 95 % interval. */
  raw: number;
  rawLow: number;
  rawHigh: number;
  /** 95 % of its ranks over draws of all true values. */
  firstRank: number;
  lastRank: number;
  /** Near-clones of the same owner that it represents. */
  clones: number;
}

/** A single day has no spread. */
export function isEligible({ races, days }: RawSkill, minRaces: number): boolean {
  return races >= minRaces && days >= 2;
}

/**
 * Ranks eligible models, near-clones of one owner once; best first, with the estimated mean of the true skills.
 *
 * @param base the field's pseudo-R², to which skills are relative
 * @param standing representative of each model (clones.ts)
 */
export async function rankSeason(
  eligible: readonly RawSkill[],
  { base, standing }: { base: number; standing: ReadonlyMap<number, number> },
  turns: Turns,
): Promise<{ entries: SeasonEntry[]; mean: number }> {
  const entrants = eligible
    .filter(({ modelId }) => (standing.get(modelId) ?? modelId) === modelId)
    .toSorted((a, b) => a.modelId - b.modelId);
  const { prior, skills } = shrink(entrants);
  const ranges = await drawRankRanges(skills, turns);
  const clones = new Map<number, number>();
  for (const [modelId, by] of standing) if (modelId !== by) clones.set(by, (clones.get(by) ?? 0) + 1);
  const entries = skills
    .map(({ modelId, value, low, high, raw, rawLow, rawHigh }, i) => ({
      ...{ modelId, races: entrants[i]!.races },
      ...{ value: base + value, low: base + low, high: base + high },
      ...{ raw: base + raw, rawLow: base + rawLow, rawHigh: base + rawHigh },
      ...{ firstRank: ranges[i]!.first, lastRank: ranges[i]!.last, clones: clones.get(modelId) ?? 0 },
    }))
    .toSorted((a, b) => b.value - a.value || a.modelId - b.modelId)
    .map((entry, i) => ({ ...entry, rank: i + 1 }));
  return { entries, mean: base + prior.mean };
}

/** Enough races in a whole year, and an interval above the mean. */
export function isHallOfFame({ races, low }: Pick<SeasonEntry, "races" | "low">, mean: number): boolean {
  return races >= HALL_RACES && low > mean;
}
