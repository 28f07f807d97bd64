import type { Surface } from "./race.ts";

/** Dimensions of a report's breakdown. */
export const DIMENSIONS = ["year", "surface", "distance", "venue"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Metres, inclusive. */
export const DISTANCE_BANDS = [
  { band: "short", fromM: 0, toM: 1400 },
  { band: "middle", fromM: 1401, toM: 1999 },
  { band: "long", fromM: 2000, toM: Number.POSITIVE_INFINITY },
] as const;

/** Most rows per dimension: the newest years, or the venues with the most races. */
const MOST_GROUPS = 12;

/** Smaller groups have no figures: with fewer days the bootstrap's intervals are far too narrow. */
const FEWEST_RACES = 30;
export const FEWEST_DAYS = 8;

export interface RaceConditions {
  date: string;
  surface: Surface | null;
  distanceM: number | null;
  venue: string;
}

interface ConditionGroup<Race> {
  /** A year, surface, distance band or venue. */
  key: string;
  /** In the order given. */
  races: Race[];
}

/**
 * Groups races by one dimension: years, surfaces and bands in their order, venues by number of races. Races without the
 * value are left out.
 */
export function groupByCondition<Race extends RaceConditions>(
  races: readonly Race[],
  dimension: Dimension,
): ConditionGroup<Race>[] {
  const groups = new Map<string, Race[]>();
  for (const race of races) {
    const key = conditionOf(race, dimension);
    if (key === null) continue;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [race]);
    else known.push(race);
  }
  const found = [...groups].map(([key, members]) => ({ key, races: members }));
  switch (dimension) {
    case "year":
      return found.sort((a, b) => (a.key < b.key ? -1 : 1)).slice(-MOST_GROUPS);
    case "venue":
      return found.sort((a, b) => b.races.length - a.races.length || (a.key < b.key ? -1 : 1)).slice(0, MOST_GROUPS);
    case "surface":
      return found.sort((a, b) => SURFACE_ORDER.indexOf(a.key) - SURFACE_ORDER.indexOf(b.key));
    case "distance":
      return found.sort((a, b) => BAND_ORDER.indexOf(a.key) - BAND_ORDER.indexOf(b.key));
    default: {
      const unknown: never = dimension;
      throw new RangeError(`unknown dimension ${unknown}`);
    }
  }
}

/**
 * Measures the groups of each dimension, one after the other.
 *
 * @param afterDimension awaited after each dimension, for callers that yield
 */
export async function measureGroups<Race extends RaceConditions, Group>(
  races: readonly Race[],
  measure: (group: ConditionGroup<Race>) => Promise<Group>,
  afterDimension?: () => Promise<void>,
): Promise<Record<Dimension, Group[]>> {
  const measured: Partial<Record<Dimension, Group[]>> = {};
  for (const dimension of DIMENSIONS) {
    const groups: Group[] = [];
    for (const group of groupByCondition(races, dimension)) groups.push(await measure(group));
    measured[dimension] = groups;
    await afterDimension?.();
  }
  return measured as Record<Dimension, Group[]>;
}

/** Whether a group is large enough for figures. */
export function isEnough(races: readonly Pick<RaceConditions, "date">[]): boolean {
  return races.length >= FEWEST_RACES && new Set(races.map(({ date }) => date)).size >= FEWEST_DAYS;
}

const SURFACE_ORDER: readonly string[] = ["turf", "dirt", "jump"];
const BAND_ORDER: readonly string[] = DISTANCE_BANDS.map(({ band }) => band);

function conditionOf({ date, surface, distanceM, venue }: RaceConditions, dimension: Dimension): string | null {
  if (dimension === "year") return date.slice(0, 4);
  if (dimension === "surface") return surface;
  if (dimension === "venue") return venue === "" ? null : venue;
  return distanceM === null ? null : (DISTANCE_BANDS.find(({ toM }) => distanceM <= toM)?.band ?? null);
}
