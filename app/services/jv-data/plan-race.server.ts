import type { Derivation } from "#app/domain/jv-data/derive-race.ts";
import { type Join, joinRecord, NO_RECORDS, type RecordSet } from "#app/domain/jv-data/join-records.ts";
import type { RecordFinding } from "#app/domain/jv-data/record-view.ts";
import type { Delivered } from "./delivery.server.ts";

/** The outcome of a record; without the resulting set, of which all but the last would be kept in memory. */
export type JoinOutcome = Pick<Join, "outcome" | "notice">;

/** What a race's records make of it. */
export interface RacePlan {
  raceId: string;
  /** None of a race that stays as it is. */
  set: RecordSet;
  isSetChanged: boolean;
  /** The race's rows; null if they stay as they are. */
  rows: Extract<Derivation, { kind: "race" | "deleted" }> | null;
  joins: JoinOutcome[];
  /** Why the delivered records are kept aside; null if they are applied. */
  refusal: RecordFinding | null;
  /** Whether the records kept aside are applied, too. */
  arePendingApplied: boolean;
}

/** A race's records: those stored, kept aside and delivered. */
export interface RaceToPlan {
  raceId: string;
  stored: RecordSet;
  aside: readonly Delivered[];
  delivered: readonly Delivered[];
  /** Whether rows are made anew even if no record changes, as something else that they are made from does. */
  isForced: boolean;
}

/** The plan of a race that stays as it is, which keeps none of its records in memory; null if it does not. */
export function planUnchanged({ raceId, stored, aside, delivered, isForced }: RaceToPlan): RacePlan | null {
  if (isForced) return null;
  const { isSetChanged, joins } = joinDelivered(stored, [...aside, ...delivered]);
  if (isSetChanged) return null;
  return {
    ...{ raceId, set: NO_RECORDS, isSetChanged, rows: null, joins },
    ...{ refusal: null, arePendingApplied: aside.length > 0 },
  };
}

/**
 * Joins what is delivered, and what was kept aside, with the stored records. If they make no race, because the race's own
 * record is missing or they contradict each other, those kept aside are left out first, then the delivered ones.
 */
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
