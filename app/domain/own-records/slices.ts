import { conditionOf, GROUP_ORDERS, type GroupOrder, groupInOrder } from "#app/domain/racing/conditions.ts";
import type { RecordEntry, RecordResult } from "./record-entry.ts";

export const RECORD_DIMENSIONS = ["surface", "distance", "venue", "month", "odds", "going", "field"] as const;
export type RecordDimension = (typeof RECORD_DIMENSIONS)[number];

/** Upper bounds of the first pick's final odds are exclusive. */
const ODDS_BANDS = [
  { band: "under-3", below: 3 },
  { band: "3-6", below: 6 },
  { band: "6-12", below: 12 },
  { band: "over-12", below: Number.POSITIVE_INFINITY },
] as const;

const ORDERS: Record<RecordDimension, GroupOrder> = {
  ...GROUP_ORDERS,
  month: "newest",
  odds: ODDS_BANDS.map(({ band }) => band),
};

type Sliced = RecordEntry & { result: RecordResult };

export function sliceBy<Entry extends Sliced>(entries: readonly Entry[], dimension: RecordDimension) {
  return groupInOrder(entries, (entry) => keyOf(entry, dimension), ORDERS[dimension]);
}

function keyOf(entry: Sliced, dimension: RecordDimension): string | null {
  const { odds, starters } = entry.result;
  if (dimension === "month") return entry.date.slice(0, 7);
  if (dimension !== "odds") return conditionOf({ ...entry, starters }, dimension);
  return odds === null || odds <= 0 ? null : (ODDS_BANDS.find(({ below }) => odds < below)?.band ?? null);
}
