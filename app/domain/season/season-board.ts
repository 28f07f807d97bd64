import type { Turns } from "#app/domain/evaluation/resample-days.ts";
import { drawRankRanges } from "./rank-ranges.ts";
import type { RawSkill } from "./season-tally.ts";
import { shrink } from "./shrinkage.ts";

/** Races from which a model is ranked, and with the sample, whose season is a few weeks. */
export const SEASON_RACES = 200;
export const SAMPLE_SEASON_RACES = 100;
/** Races from which a model can enter the hall of fame. */
export const HALL_RACES = 500;
/** Entries on the page; the reader's own follow. */
export const LISTED_ENTRIES = 10;

/** A ranked model; skills are pseudo-R². */
export interface SeasonEntry {
  modelId: number;
  rank: number;
  races: number;
  /** Drawn to the mean of all entries by its own variance, with its 95 % interval. */
  value: number;
  low: number;
  high: number;
  /** As measured, with its 95 % interval; that is missing on boards from before it was kept. */
  raw: number;
  rawLow?: number;
  rawHigh?: number;
  /** 95 % of its ranks when all values are drawn from what is known of them. */
  firstRank: number;
  lastRank: number;
  /** Near-clones of the same owner that are counted with it. */
  clones: number;
}

export interface RankedSeason {
  /** Best first. */
  entries: SeasonEntry[];
  /** Mean of the true skills, as estimated: what entries are drawn to. */
  mean: number;
}

/** Whether a model has enough races to be ranked. One day has no spread. */
export function isEligible({ races, days }: RawSkill, minRaces: number): boolean {
  return races >= minRaces && days >= 2;
}

/**
 * Ranks eligible models, near-clones of one owner counted once.
 *
 * @param base pseudo-R² of the field, to which the models' skills are relative
 * @param standing for each model the one that represents it (clones.ts)
 */
export async function rankSeason(
  eligible: readonly RawSkill[],
  { base, standing }: { base: number; standing: ReadonlyMap<number, number> },
  turns: Turns,
): Promise<RankedSeason> {
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

/** Whether an entry of a whole year's board enters the hall of fame: enough races, and surely above the mean of all. */
export function isHallOfFame({ races, low }: Pick<SeasonEntry, "races" | "low">, mean: number): boolean {
  return races >= HALL_RACES && low > mean;
}
