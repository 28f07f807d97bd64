import { groupBy } from "./group-by.ts";
import type { Going } from "./race.ts";
import type { Race } from "./records.ts";

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

const FIELD_BANDS = [
  { band: "to-9", to: 9 },
  { band: "10-13", to: 13 },
  { band: "14-15", to: 15 },
  { band: "from-16", to: Number.POSITIVE_INFINITY },
] as const;

/** Most groups in the orders "newest" and "most". */
const MOST_GROUPS = 12;

/** Smaller groups have no figures. */
export const FEWEST_RACES = 30;
/** With fewer race days a rate over a longer span has no interval: the bootstrap's would be far too narrow. */
export const FEWEST_DAYS = 8;
/** With fewer races a rate over a day, weekend or month, whose races count as independent, has no interval. */
export const FEWEST_INDEPENDENT_RACES = 5;

export interface RaceConditions extends Pick<Race, "date" | "surface" | "distanceM" | "venue" | "going"> {
  starters: number | null;
}

interface ConditionGroup<Race> {
  /** A year, surface, band, group of goings, or venue. */
  key: string;
  races: Race[];
}

/** A list of keys, the newest keys, or those of the most races. */
export type GroupOrder = readonly string[] | "newest" | "most";

export const GROUP_ORDERS: Record<Dimension, GroupOrder> = {
  year: "newest",
  surface: ["turf", "dirt", "jump"],
  distance: DISTANCE_BANDS.map(({ band }) => band),
  going: ["firm", "good", "heavy"],
  field: FIELD_BANDS.map(({ band }) => band),
  venue: "most",
};

/** Groups races by a key, in the given order; races without a key are left out. */
export function groupInOrder<Race>(
  races: readonly Race[],
  keyOf: (race: Race) => string | null,
  order: GroupOrder,
): ConditionGroup<Race>[] {
  const found = [...groupBy(races, keyOf)].flatMap(([key, members]) => (key === null ? [] : [{ key, races: members }]));
  const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
  if (order === "newest") return found.sort(byKey).slice(-MOST_GROUPS);
  if (order === "most") {
    return found.sort((a, b) => b.races.length - a.races.length || byKey(a, b)).slice(0, MOST_GROUPS);
  }
  return found.sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
}

export function groupByCondition<Race extends RaceConditions>(
  races: readonly Race[],
  dimension: Dimension,
): ConditionGroup<Race>[] {
  return groupInOrder(races, (race) => conditionOf(race, dimension), GROUP_ORDERS[dimension]);
}

/** Measures the groups of each dimension in turn; callers yield in `afterDimension`. */
export async function measureGroups<Race extends RaceConditions, Group>(
  races: readonly Race[],
  measure: (group: ConditionGroup<Race>) => Promise<Group>,
  afterDimension?: () => Promise<void> | null,
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

export function isEnough(races: readonly Pick<RaceConditions, "date">[]): boolean {
  return races.length >= FEWEST_RACES && new Set(races.map(({ date }) => date)).size >= FEWEST_DAYS;
}

export function conditionOf(race: RaceConditions, dimension: Dimension): string | null {
  switch (dimension) {
    case "year":
      return race.date.slice(0, 4);
    case "surface":
      return race.surface;
    case "distance":
      return race.distanceM === null ? null : (DISTANCE_BANDS.find(({ toM }) => race.distanceM! <= toM)?.band ?? null);
    case "going":
      return race.going === null ? null : GOING_GROUPS[race.going];
    case "field":
      return race.starters === null ? null : (FIELD_BANDS.find(({ to }) => race.starters! <= to)?.band ?? null);
    case "venue":
      return race.venue === "" ? null : race.venue;
  }
}
