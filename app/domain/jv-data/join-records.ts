import { compareTexts } from "#app/domain/racing/plain/compare-texts.ts";
import { type IdentifiedRecord, type RecordIdentity, readIdentity, UNDATED } from "./record-identity.ts";
import { isReadKind, isReadLength, kindOf } from "./record-kinds.ts";
import { noFindings } from "./record-view.ts";
import { DELETED, rankOfStage } from "./stages.ts";

/** The winning records of a race, a course's day or a horse, by slot. */
export type RecordSet = ReadonlyMap<string, IdentifiedRecord>;

export const NO_RECORDS: RecordSet = new Map();

const LINE_FEED = 10;

/** "older" records change nothing. */
type JoinOutcome = "added" | "replaced" | "unchanged" | "older";

export interface Join {
  set: RecordSet;
  outcome: JoinOutcome;
  /** Two records of one stage and time differ; the greater bytes were kept. */
  notice: string | null;
}

/** Joins a record into a set. The greatest record of each slot stays: idempotent and order-independent. */
export function joinRecord(set: RecordSet, incoming: IdentifiedRecord): Join {
  const slot = slotOf(incoming.identity);
  const present = set.get(slot);
  if (present === undefined) return { set: new Map(set).set(slot, incoming), outcome: "added", notice: null };
  const order = compareRecords(incoming, present);
  if (order === 0) return { set, outcome: "unchanged", notice: null };
  const notice = isTied(incoming.identity, present.identity)
    ? `two ${incoming.identity.kind} records of stage ${incoming.identity.stage} made on ${incoming.identity.madeOn} differ: the greater was kept`
    : null;
  if (order < 0) return { set, outcome: "older", notice };
  return { set: new Map(set).set(slot, incoming), outcome: "replaced", notice };
}

/** Total order of the records of one slot: stage, announcement, day of making, bytes. 0 means the same record. */
export function compareRecords(one: IdentifiedRecord, other: IdentifiedRecord): number {
  return compareIdentities(one.identity, other.identity) || compareBytes(one.bytes, other.bytes);
}

/** Records in force: no deletions, nor records made up to their day. A record given again later counts again. */
export function liveRecords(set: RecordSet): IdentifiedRecord[] {
  return [...set.values()].filter(({ identity }) => identity.stage !== DELETED && !isDeleted(set, identity));
}

function isDeleted(set: RecordSet, identity: RecordIdentity): boolean {
  const deletion = set.get(slotOf({ ...identity, stage: DELETED }));
  return deletion !== undefined && deletion.identity.madeOn >= identity.madeOn;
}

/** Equal sets give equal bytes. */
export function packRecords(set: RecordSet): Uint8Array {
  const records = [...set].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, { bytes }]) => bytes);
  const packed = new Uint8Array(records.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const bytes of records) {
    packed.set(bytes, at);
    at += bytes.length;
  }
  return packed;
}

/** @throws {RangeError} if the bytes are not those of a set */
export function unpackRecords(packed: Uint8Array): RecordSet {
  const set = new Map<string, IdentifiedRecord>();
  for (let at = 0; at < packed.length; ) {
    const end = packed.indexOf(LINE_FEED, at) + 1;
    if (end === 0) throw new RangeError("packed records are damaged");
    const record = identified(packed.subarray(at, end));
    set.set(slotOf(record.identity), record);
    at = end;
  }
  return set;
}

function identified(bytes: Uint8Array): IdentifiedRecord {
  const kind = kindOf(bytes);
  const findings = noFindings();
  if (!isReadKind(kind) || !isReadLength(kind, bytes.length)) throw new RangeError("packed records are damaged");
  const { identity } = readIdentity(kind, bytes, findings);
  if (findings.problems.length > 0) throw new RangeError("packed records are damaged");
  return { identity, bytes };
}

/** A deletion has its own slot beside the deleted record; both registers of horses share one. */
function slotOf({ kind, subKey, stage }: RecordIdentity): string {
  return `${kind === "NU" ? "UM" : kind}/${subKey}${stage === DELETED ? "/deleted" : ""}`;
}

function compareIdentities(one: RecordIdentity, other: RecordIdentity): number {
  return (
    Number(isUndatedEntry(other)) - Number(isUndatedEntry(one)) ||
    rankOfStage(one.kind, one.stage) - rankOfStage(other.kind, other.stage) ||
    compareTexts(one.announcedAt ?? "", other.announcedAt ?? "") ||
    compareTexts(one.madeOn, other.madeOn)
  );
}

/** Some cancelled races have undated horse records of stage 9 (Nakayama, 2003-12-27): any dated one is newer. */
const isUndatedEntry = ({ kind, madeOn }: RecordIdentity): boolean => kind === "SE" && madeOn === UNDATED;

const isTied = (one: RecordIdentity, other: RecordIdentity): boolean => compareIdentities(one, other) === 0;

function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
