import type { Derivation } from "#app/domain/jv-data/derive-race.ts";
import { type Join, joinRecord, NO_RECORDS, type RecordSet } from "#app/domain/jv-data/join-records.ts";
import type { RecordFinding } from "#app/domain/jv-data/record-view.ts";
import type { Delivered } from "./delivery.server.ts";

/** Without the set, to save memory. */
export type JoinOutcome = Pick<Join, "outcome" | "notice">;

export interface RacePlan {
  raceId: string;
  /** Empty if the race stays as it is. */
  set: RecordSet;
  isSetChanged: boolean;
  /** Null: unchanged. */
  rows: Extract<Derivation, { kind: "race" | "deleted" }> | null;
  joins: JoinOutcome[];
  /** Null: applied. */
  refusal: RecordFinding | null;
  arePendingApplied: boolean;
}

export interface RaceToPlan {
  raceId: string;
  stored: RecordSet;
  aside: readonly Delivered[];
  delivered: readonly Delivered[];
  /** Something other than records changed. */
  isForced: boolean;
}

/** Keeps no records in memory. Null: the race changes. */
export function planUnchanged({ raceId, stored, aside, delivered, isForced }: RaceToPlan): RacePlan | null {
  if (isForced) return null;
  const { isSetChanged, joins } = joinDelivered(stored, [...aside, ...delivered]);
  if (isSetChanged) return null;
  return {
    ...{ raceId, set: NO_RECORDS, isSetChanged, rows: null, joins },
    ...{ refusal: null, arePendingApplied: aside.length > 0 },
  };
}

/** Tries all records, then without pending ones, then without the delivered ones. */
export function planRace(
  { raceId, stored, aside, delivered, isForced }: RaceToPlan,
  derive: (records: RecordSet) => Derivation,
): RacePlan {
  let refusal: RecordFinding | null = null;
  for (const withPending of aside.length > 0 ? [true, false] : [false]) {
    const joined = joinDelivered(stored, withPending ? [...aside, ...delivered] : delivered);
    const taken = { raceId, ...joined, refusal: null, arePendingApplied: withPending };
    if (!joined.isSetChanged && !isForced) return { ...taken, rows: null };
    const rows = derive(joined.set);
    if (rows.kind === "race" || rows.kind === "deleted") return { ...taken, rows };
    refusal = whyNot(rows);
  }
  return { raceId, set: stored, isSetChanged: false, rows: null, joins: [], refusal, arePendingApplied: false };
}

export function joinDelivered(
  stored: RecordSet,
  delivered: readonly Delivered[],
): { set: RecordSet; isSetChanged: boolean; joins: JoinOutcome[] } {
  const joins: JoinOutcome[] = [];
  let set = stored;
  for (const { record } of delivered) {
    const { set: joined, outcome, notice } = joinRecord(set, record);
    joins.push({ outcome, notice });
    set = joined;
  }
  return { set, isSetChanged: set !== stored, joins };
}

function whyNot(rows: Extract<Derivation, { kind: "refused" | "incomplete" }>): RecordFinding {
  if (rows.kind === "incomplete") return { field: "RecordSpec", reason: "the race's own record (RA) is not here yet" };
  return rows.problems[0] ?? { field: "record", reason: "contradicts other records of the race" };
}
