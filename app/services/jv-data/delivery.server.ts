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

export interface Delivery {
  /** By race id. */
  races: Map<string, Delivered[]>;
  /** By id of the course's day. */
  meetings: Map<string, Delivered[]>;
  /** By registration number. */
  horses: Map<string, Delivered[]>;
  odds: Delivered[];
  /** YYYY-MM-DD. */
  days: Set<string>;
  impossible: Impossible[];
  broken: Refusal[];
  brokenCount: number;
  /** Unread kinds, races abroad. */
  skipped: number;
  notices: string[];
}

export function readDelivery(bytes: Uint8Array): Delivery {
  const reader = createRecordReader();
  const blocks = [reader.push(bytes), reader.end()];
  const delivery: Delivery = {
    races: new Map(),
    meetings: new Map(),
    horses: new Map(),
    odds: [],
    days: new Set(),
    impossible: [],
    broken: blocks.flatMap(({ problems }) => problems),
    brokenCount: blocks.reduce((sum, { problemCount }) => sum + problemCount, 0),
    skipped: blocks.reduce((sum, { skipped }) => sum + skipped.length, 0),
    notices: [],
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
