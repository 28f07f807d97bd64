import { distanceBand, fieldBand, GROUP_ORDERS, goingGroup } from "#app/domain/racing/conditions.ts";
import type { RecordEntry, RecordResult } from "./record-entry.ts";

/** What a record is broken down by. */
export const RECORD_DIMENSIONS = ["surface", "distance", "venue", "month", "odds", "going", "field"] as const;
export type RecordDimension = (typeof RECORD_DIMENSIONS)[number];

/** Bands of the first pick's final odds; each up to, but without `below`. */
const ODDS_BANDS = [
  { band: "under-3", below: 3 },
  { band: "3-6", below: 6 },
  { band: "6-12", below: 12 },
  { band: "over-12", below: Number.POSITIVE_INFINITY },
] as const;

/** In which order the groups of a dimension are listed; those of others by key. */
const ORDERS: Partial<Record<RecordDimension, readonly string[]>> = {
  ...GROUP_ORDERS,
  odds: ODDS_BANDS.map(({ band }) => band),
};

/** Most months and venues listed: the newest, and those with the most races. */
const MOST_GROUPS = 12;

type Sliced = RecordEntry & { result: RecordResult };

/** Entries by one dimension, in its order; those without the value are left out. */
export function sliceBy<Entry extends Sliced>(
  entries: readonly Entry[],
  dimension: RecordDimension,
): { key: string; entries: Entry[] }[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = keyOf(entry, dimension);
    if (key === null) continue;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [entry]);
    else known.push(entry);
  }
  const found = [...groups].map(([key, members]) => ({ key, entries: members }));
  const order = ORDERS[dimension];
  if (order !== undefined) return found.sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
  if (dimension === "month") return found.sort((a, b) => (a.key < b.key ? -1 : 1)).slice(-MOST_GROUPS);
  return found.sort((a, b) => b.entries.length - a.entries.length || (a.key < b.key ? -1 : 1)).slice(0, MOST_GROUPS);
}

function keyOf({ date, venue, surface, distanceM, going, result }: Sliced, dimension: RecordDimension): string | null {
  switch (dimension) {
    case "surface":
      return surface;
    case "distance":
      return distanceBand(distanceM);
    case "venue":
      return venue;
    case "month":
      return date.slice(0, 7);
    case "odds": {
      const { odds } = result;
      return odds === null || odds <= 0 ? null : (ODDS_BANDS.find(({ below }) => odds < below)?.band ?? null);
    }
    case "going":
      return goingGroup(going);
    case "field": {
      const { starters } = result;
      return starters === null ? null : fieldBand(starters);
    }
    default: {
      const unknown: never = dimension;
      throw new RangeError(`unknown dimension ${unknown}`);
    }
  }
}
