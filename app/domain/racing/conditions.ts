import type { Going, Surface } from "./race.ts";

/** Dimensions of a report's breakdown. */
export const DIMENSIONS = ["year", "surface", "distance", "going", "field", "venue"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Metres, inclusive. */
export const DISTANCE_BANDS = [
  { band: "short", fromM: 0, toM: 1400 },
  { band: "middle", fromM: 1401, toM: 1999 },
  { band: "long", fromM: 2000, toM: Number.POSITIVE_INFINITY },
] as const;

/** 重 and 不良 are one: both are rare. */
const GOING_GROUPS = { firm: "firm", good: "good", yielding: "heavy", soft: "heavy" } as const satisfies Record<
  Going,
  string
>;

/** Bands of the number of starters. */
const FIELD_BANDS = [
  { band: "to-9", to: 9 },
  { band: "10-13", to: 13 },
  { band: "14-15", to: 15 },
  { band: "from-16", to: Number.POSITIVE_INFINITY },
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
  going: Going | null;
  starters: number;
}

interface ConditionGroup<Race> {
  /** A year, surface, band of distance or field, group of goings, or venue. */
  key: string;
  /** In the order given. */
  races: Race[];
}

/**
 * Groups races by one dimension: years, surfaces, bands and goings in their order, venues by number of races. Races
 * without the value are left out.
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
    default: {
      const order = GROUP_ORDERS[dimension];
      return found.sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
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

/** In which order the groups of a dimension are listed. */
export const GROUP_ORDERS: Record<"surface" | "distance" | "going" | "field", readonly string[]> = {
  surface: ["turf", "dirt", "jump"],
  distance: DISTANCE_BANDS.map(({ band }) => band),
  going: ["firm", "good", "heavy"],
  field: FIELD_BANDS.map(({ band }) => band),
};

function conditionOf(race: RaceConditions, dimension: Dimension): string | null {
  switch (dimension) {
    case "year":
      return race.date.slice(0, 4);
    case "surface":
      return race.surface;
    case "distance":
      return distanceBand(race.distanceM);
    case "going":
      return goingGroup(race.going);
    case "field":
      return fieldBand(race.starters);
    case "venue":
      return race.venue === "" ? null : race.venue;
    default: {
      const unknown: never = dimension;
      throw new RangeError(`unknown dimension ${unknown}`);
    }
  }
}

/** The band of a distance in metres; null if it is not known. */
export function distanceBand(distanceM: number | null): string | null {
  return distanceM === null ? null : (DISTANCE_BANDS.find(({ toM }) => distanceM <= toM)?.band ?? null);
}

/** The group of a going; null if it is not known. */
export function goingGroup(going: Going | null): string | null {
  return going === null ? null : GOING_GROUPS[going];
}

/** The band of a number of starters. */
export function fieldBand(starters: number): string | null {
  return FIELD_BANDS.find(({ to }) => starters <= to)?.band ?? null;
}
