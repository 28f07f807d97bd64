import type { RaceConditions } from "#app/domain/racing/conditions.ts";
import { compareTexts } from "#app/domain/racing/plain/compare-texts.ts";
import type { BetType } from "#app/domain/racing/race.ts";
import type { Race } from "#app/domain/racing/records.ts";
import { fixedAgainstStart } from "#app/domain/scoring/fixed-before-start.ts";
import type { Settlement } from "#app/domain/settlement/settle-race.ts";

export type Bets = Record<BetType, Settlement>;

/**
 * Outcome of an entry's race.
 * - settled: its bets count
 * - returned: the first pick did not start (取消, 除外)
 * - none: no bets count: cancelled, a jump race, or one the model was trained on
 */
export interface RecordResult {
  kind: "settled" | "returned" | "none";
  /** Null unless settled. */
  starters: number | null;
  /** The first pick's place, final odds and popularity; null if unknown. */
  finish: number | null;
  odds: number | null;
  popularity: number | null;
  bets: Bets;
  /** The same bets on the race's favourites; null if no odds are known. */
  favourite: { finish: number | null; bets: Bets } | null;
}

/** Unix seconds of the first published head with the entry's seal; waiting: not yet; null: no seal. */
export type SealedAt = number | "waiting" | null;

/** An analysis with its race as known now. */
export interface RecordEntry extends Omit<RaceConditions, "starters">, Pick<Race, "raceId" | "raceNum" | "startTime"> {
  analysisId: number;
  modelId: number;
  modelName: string;
  raceName: string;
  /** Horse numbers, best index first; bets are made of them. */
  picks: readonly number[];
  /** By the server's clock. */
  completedAt: number;
  sealedAt: SealedAt;
  /** When its owner deleted it; it still counts. */
  deletedAt: number | null;
  isLearntFrom: boolean;
  /** Null before the result and its payouts. */
  result: RecordResult | null;
}

/**
 * Whether an entry counts in the sums.
 * - awaited: no result yet
 * - returned, left-out: nothing was bet ({@link RecordResult})
 * - after-start: fixed after the start
 * - late: fixed before the start, but its seal is in no head published before it
 * - replaced: the model analysed the race again before the start
 */
export type Standing = "counted" | "awaited" | "returned" | "left-out" | "after-start" | "late" | "replaced";

export interface StandingEntry<Entry extends RecordEntry = RecordEntry> {
  entry: Entry;
  standing: Standing;
}

/**
 * Entries in the order of their races, each with its standing. A race counts once per model, by the last analysis fixed
 * and sealed before the start, so results cannot influence the choice. Deletion makes no difference.
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

const STANDINGS = { settled: "counted", returned: "returned", none: "left-out" } as const;

export function standingOf(entry: Timed, { isReplaced }: { isReplaced: boolean }): Standing {
  return (
    lateness(entry) ?? (isReplaced ? "replaced" : entry.result === null ? "awaited" : STANDINGS[entry.result.kind])
  );
}

type Timed = Pick<RecordEntry, "completedAt" | "sealedAt" | "date" | "startTime" | "result">;

/** By the start as known now; null: in time. */
function lateness({ completedAt, sealedAt, date, startTime, result }: Timed): "after-start" | "late" | null {
  const isAfter = (instant: number) => fixedAgainstStart(instant, { date, startTime }).kind === "after";
  if (isAfter(completedAt)) return "after-start";
  // A head may be due until the start. A race with payouts is over, so a waiting seal missed it.
  const isOver = result !== null && result.kind !== "none";
  if (sealedAt === "waiting") return isOver ? "late" : null;
  return sealedAt !== null && isAfter(sealedAt) ? "late" : null;
}

function isLater(one: RecordEntry, other: RecordEntry): boolean {
  return one.completedAt !== other.completedAt
    ? one.completedAt > other.completedAt
    : one.analysisId > other.analysisId;
}

/** By start; unknown start times last in their day. */
function byRace(one: RecordEntry, other: RecordEntry): number {
  return (
    compareTexts(one.date, other.date) ||
    compareTexts(one.startTime ?? "99:99", other.startTime ?? "99:99") ||
    compareTexts(one.venue, other.venue) ||
    one.raceNum - other.raceNum ||
    compareTexts(one.raceId, other.raceId) ||
    one.modelId - other.modelId ||
    one.completedAt - other.completedAt ||
    one.analysisId - other.analysisId
  );
}
