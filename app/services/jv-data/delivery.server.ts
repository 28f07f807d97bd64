import { meetingIdOf } from "#app/domain/jv-data/race-slot.ts";
import { type IdentifiedRecord, identifyRecord, readIdentity } from "#app/domain/jv-data/record-identity.ts";
import type { ReadKind } from "#app/domain/jv-data/record-kinds.ts";
import { createRecordReader } from "#app/domain/jv-data/record-reader.ts";
import { noFindings, type RecordFinding } from "#app/domain/jv-data/record-view.ts";

/** Null: kept aside before. */
export interface Delivered {
  record: IdentifiedRecord;
  line: number | null;
  file?: string | undefined;
}

export type DeliveredById = Pick<ReadonlyMap<string, readonly Delivered[]>, "get" | "has">;

export type DeliveredHorses = Pick<ReadonlyMap<string, readonly Delivered[]>, "keys" | "get">;

export interface Impossible extends RecordFinding {
  kind: ReadKind;
  bytes: Uint8Array;
  line: number;
  file?: string | undefined;
  /** Null: unreadable, or no race's. */
  raceId: string | null;
}

export interface Refusal extends RecordFinding {
  line: number;
  /** In imports of files. */
  file?: string | undefined;
}

export type Delivery = ReturnType<typeof readDelivery>;

export function readDelivery(bytes: Uint8Array) {
  const reader = createRecordReader();
  const blocks = [reader.push(bytes), reader.end()];
  const delivery = {
    races: new Map<string, Delivered[]>(),
    /** By id of the course's day. */
    meetings: new Map<string, Delivered[]>(),
    /** By registration number. */
    horses: new Map<string, Delivered[]>(),
    odds: [] as Delivered[],
    /** YYYY-MM-DD. */
    days: new Set<string>(),
    impossible: [] as Impossible[],
    broken: blocks.flatMap(({ problems }): Refusal[] => problems),
    brokenCount: blocks.reduce((sum, { problemCount }) => sum + problemCount, 0),
    /** Unread kinds, races abroad. */
    skipped: blocks.reduce((sum, { skipped }) => sum + skipped.length, 0),
    notices: [] as string[],
  };
  for (const { kind, bytes, line } of blocks.flatMap(({ records }) => records)) {
    const identified = identifyRecord(bytes);
    if (identified.outcome === "identified") {
      sort(delivery, { record: identified.record, line });
      for (const { field, reason } of identified.notices) delivery.notices.push(`line ${line}: ${field}: ${reason}`);
    } else if (identified.outcome === "skipped") {
      delivery.skipped += 1;
    } else {
      const [problem = { field: "record", reason: "cannot be read" }] = identified.problems;
      delivery.impossible.push({ ...problem, kind, bytes, line, raceId: raceIdOf(kind, bytes) });
    }
  }
  return delivery;
}

function sort(delivery: Delivery, delivered: Delivered): void {
  const { scope, id } = delivered.record.identity;
  if (scope !== "horse") delivery.days.add(dayOf(id));
  const groups = { race: delivery.races, meeting: delivery.meetings, horse: delivery.horses, odds: null }[scope];
  if (groups === null) delivery.odds.push(delivered);
  else groups.set(id, [...(groups.get(id) ?? []), delivered]);
}

const dayOf = (id: string): string => `${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6, 8)}`;

export function raceIdOf(kind: ReadKind, bytes: Uint8Array): string | null {
  const findings = noFindings();
  const { identity } = readIdentity(kind, bytes, findings);
  return identity.scope === "race" && findings.problems.length === 0 ? identity.id : null;
}

/** All or nothing. */
export interface RaceGroup {
  raceIds: string[];
  /** And days with records of their own. */
  meetingIds: string[];
}

const RACES_OF_GROUP = 40;
/** Changed weather brings its races along. */
const RACES_OF_DAY = 12;

/** Whole days of courses, some forty races. */
export function groupRaces(raceIds: Iterable<string>, changedMeetingIds: Iterable<string>): RaceGroup[] {
  const changed = new Set(changedMeetingIds);
  const days = new Map<string, string[]>([...changed].map((meetingId) => [meetingId, []]));
  for (const raceId of raceIds) {
    const meetingId = meetingIdOf(raceId);
    days.set(meetingId, [...(days.get(meetingId) ?? []), raceId]);
  }
  const groups: (RaceGroup & { size: number })[] = [];
  for (const [meetingId, ofDay] of days) {
    const size = Math.max(ofDay.length, changed.has(meetingId) ? RACES_OF_DAY : 0);
    const last = groups.at(-1);
    const group = last !== undefined && last.size + size <= RACES_OF_GROUP ? last : newGroup();
    if (group !== last) groups.push(group);
    group.raceIds.push(...ofDay);
    group.meetingIds.push(meetingId);
    group.size += size;
  }
  return groups;
}

const newGroup = () => ({ raceIds: [], meetingIds: [], size: 0 });
