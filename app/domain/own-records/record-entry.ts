import type { BetType, Going, Surface } from "#app/domain/racing/race.ts";
import { fixedAgainstStart } from "#app/domain/scoring/fixed-before-start.ts";
import type { Settlement } from "#app/domain/settlement/settle-race.ts";

/** Stakes, payouts and winning tickets of the bets on one index. */
export type Bets = Record<BetType, Settlement>;

/**
 * What became of an entry's race.
 * - settled: its bets count
 * - returned: the first pick did not start (取消, 除外)
 * - none: no bets count: cancelled, a jump race, or one the model was trained on
 */
export interface RecordResult {
  kind: "settled" | "returned" | "none";
  /** Horses that started; null unless settled. */
  starters: number | null;
  /** The first pick's place, final odds and popularity; null if unknown. */
  finish: number | null;
  odds: number | null;
  popularity: number | null;
  bets: Bets;
  /** The same bets on the favourites of the race; null if no odds are known. */
  favourite: { finish: number | null; bets: Bets } | null;
}

/**
 * When the first head was published that holds the seal of an entry (unix seconds); waiting: none does yet; null: the entry is from
 * before there were seals.
 */
export type SealedAt = number | "waiting" | null;

/** One analysis as a record keeps it, with its race as it is known now. */
export interface RecordEntry {
  analysisId: number;
  modelId: number;
  modelName: string;
  raceId: string;
  date: string;
  venue: string;
  raceNum: number;
  raceName: string;
  /** HH:MM in Japan; null if unknown. */
  startTime: string | null;
  surface: Surface | null;
  distanceM: number | null;
  going: Going | null;
  /** Horse numbers, best index first: those that the bets are made of. */
  picks: readonly number[];
  /** When it was fixed, by the server's clock. */
  completedAt: number;
  sealedAt: SealedAt;
  /** When its owner deleted it; it counts all the same. */
  deletedAt: number | null;
  isLearntFrom: boolean;
  /** Null before the result and its payouts. */
  result: RecordResult | null;
}

/**
 * Whether an entry is in the sums, and why not.
 * - awaited: no result yet
 * - returned, left-out: nothing was bet ({@link RecordResult})
 * - after-start: not fixed before the start
 * - late: fixed before it, but no head that was published before it holds its seal
 * - replaced: the model analysed the race again before the start
 */
export type Standing = "counted" | "awaited" | "returned" | "left-out" | "after-start" | "late" | "replaced";

export interface StandingEntry<Entry extends RecordEntry = RecordEntry> {
  entry: Entry;
  standing: Standing;
}

/**
 * The entries in the order of their races, each with its standing. A race counts once per model, by the last analysis that
 * was fixed and sealed before the start: nobody knew the result by then, so nothing can be chosen by it. Whether an analysis was
 * deleted makes no difference.
 */
export function standEntries<Entry extends RecordEntry>(entries: readonly Entry[]): StandingEntry<Entry>[] {
  const last = new Map<string, Entry>();
  for (const entry of entries) {
    if (lateness(entry) !== null) continue;
    const key = `${entry.modelId} ${entry.raceId}`;
    const known = last.get(key);
    if (known === undefined || isLater(entry, known)) last.set(key, entry);
  }
  return entries.toSorted(byRace).map((entry) => ({
    entry,
    standing: standingOf(entry, { isReplaced: last.get(`${entry.modelId} ${entry.raceId}`) !== entry }),
  }));
}

/** @param known isReplaced: its model analysed the race again before the start */
export function standingOf(entry: Timed, { isReplaced }: { isReplaced: boolean }): Standing {
  return lateness(entry) ?? (isReplaced ? "replaced" : standingOfResult(entry.result));
}

type Timed = Pick<RecordEntry, "completedAt" | "sealedAt" | "date" | "startTime" | "result">;

/** Why an entry does not count as made before the start, by the start as it is known now; null: it does. */
function lateness({ completedAt, sealedAt, date, startTime, result }: Timed): "after-start" | "late" | null {
  const isAfter = (instant: number) => fixedAgainstStart(instant, { date, startTime }).kind === "after";
  if (isAfter(completedAt)) return "after-start";
  // A head may be due until the start. A race with payouts is over: a seal that waits then is in none from before it.
  const isOver = result !== null && result.kind !== "none";
  if (sealedAt === "waiting") return isOver ? "late" : null;
  return sealedAt !== null && isAfter(sealedAt) ? "late" : null;
}

function standingOfResult(result: RecordResult | null): Standing {
  switch (result?.kind) {
    case undefined:
      return "awaited";
    case "settled":
      return "counted";
    case "returned":
      return "returned";
    case "none":
      return "left-out";
    default:
      throw new RangeError("unknown result");
  }
}

function isLater(one: RecordEntry, other: RecordEntry): boolean {
  return one.completedAt !== other.completedAt
    ? one.completedAt > other.completedAt
    : one.analysisId > other.analysisId;
}

/** By start; races of unknown start time last in their day. */
function byRace(one: RecordEntry, other: RecordEntry): number {
  return (
    compare(one.date, other.date) ||
    compare(one.startTime ?? "99:99", other.startTime ?? "99:99") ||
    compare(one.venue, other.venue) ||
    one.raceNum - other.raceNum ||
    compare(one.raceId, other.raceId) ||
    one.modelId - other.modelId ||
    one.completedAt - other.completedAt ||
    one.analysisId - other.analysisId
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
