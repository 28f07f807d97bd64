import { quote } from "#app/domain/racing/fields.ts";
import { isCalendarDay } from "#app/domain/racing/japan-time.ts";
import { entryKeyOf, readEntryFacts } from "./facts/entry-facts.ts";
import { readHorseFacts } from "./facts/horse-facts.ts";
import {
  readCourseChange,
  readJockeyChange,
  readStartTime,
  readWeatherChange,
  readWeights,
  readWithdrawal,
} from "./facts/live-facts.ts";
import { readPayoutFacts } from "./facts/payout-facts.ts";
import { readRaceFacts } from "./facts/race-facts.ts";
import { type RecordKey, readAnnouncement, readMeetingKey, readRaceKey } from "./facts/record-key.ts";
import { AV, type FieldOf, UM, WE } from "./layouts.ts";
import { type OddsPool, readOddsPools } from "./odds/odds-pools.ts";
import { packPools } from "./odds/packed-odds.ts";
import { raceIdOf } from "./race-slot.ts";
import {
  isOddsKind,
  isReadKind,
  isReadLength,
  kindOf,
  ODDS_KINDS,
  type OddsKind,
  type ReadKind,
} from "./record-kinds.ts";
import {
  noFindings,
  openRecord,
  type RecordFinding,
  type RecordFindings,
  type RecordView,
  rawText,
} from "./record-view.ts";
import { CANCELLED, DELETED, FOREIGN, isStage } from "./stages.ts";

/** The subject of a record, and its place among other records of the same subject. */
export interface RecordIdentity {
  kind: ReadKind;
  scope: "race" | "odds" | "meeting" | "horse";
  /** `20261122-05-11`, `20261122-05-00`, a registration number. */
  id: string;
  /** The horse or announcement within the race or day; "" if there is only one record of this kind. */
  subKey: string;
  /** データ区分. */
  stage: string;
  /** `2026-11-22T14:35`, Japan; null where the record has no time. */
  announcedAt: string | null;
  /** YYYY-MM-DD, or UNDATED. */
  madeOn: string;
}

export interface IdentifiedRecord {
  identity: RecordIdentity;
  bytes: Uint8Array;
  /** Stored form of odds (`storedOddsOf`); kept because identification has parsed them already. */
  odds?: string;
}

export type Identification =
  /** `notices` report unknown codes and other oddities within this record. */
  | { outcome: "identified"; record: IdentifiedRecord; notices: RecordFinding[] }
  /** A race abroad or with sledges. */
  | { outcome: "skipped"; kind: ReadKind }
  | { outcome: "refused"; problems: RecordFinding[] };

/** MakeDate has its initial value. Sorts before every day. */
export const UNDATED = "0000-00-00";

/** Kinds whose key contains the time of their announcement. */
const ANNOUNCED: readonly ReadKind[] = ["WH", "AV", "JC", "TC", "CC", ...ODDS_KINDS];

/**
 * Identifies a record with its line end and validates all fields that are used, so that impossible values are rejected
 * before joining. A deletion has a key only. Never throws.
 */
export function identifyRecord(bytes: Uint8Array): Identification {
  const kind = kindOf(bytes);
  if (!isReadKind(kind)) return refused("RecordSpec", `${quote(kind)} is no kind of record that is read`);
  if (!isReadLength(kind, bytes.length)) return refused("record", `${kind} of ${bytes.length} bytes is unknown`);
  const findings = noFindings();
  const { identity, isOutside } = readIdentity(kind, bytes, findings);
  if (isOutside) return { outcome: "skipped", kind };
  if (findings.problems.length > 0) return { outcome: "refused", problems: findings.problems };
  const pools = identity.stage === DELETED ? null : readFacts(kind, bytes, findings);
  if (findings.problems.length > 0) return { outcome: "refused", problems: unique(findings.problems) };
  const odds = pools === null ? {} : { odds: packPools(identity.stage === CANCELLED ? [] : pools) };
  return { outcome: "identified", record: { identity, bytes, ...odds }, notices: unique(findings.notices) };
}

/** Identity of a record that was identified before. */
export function readIdentity(
  kind: ReadKind,
  bytes: Uint8Array,
  findings: RecordFindings,
): { identity: RecordIdentity; isOutside: boolean } {
  const head = openRecord(AV, bytes, findings);
  const stage = head.raw("DataKubun");
  if (!isStage(kind, stage)) head.refuse("DataKubun", `${quote(stage)} is no stage of ${kind}`);
  const made = head.raw("MakeDate");
  const madeOn = `${made.slice(0, 4)}-${made.slice(4, 6)}-${made.slice(6)}`;
  if (madeOn !== UNDATED && !isCalendarDay(madeOn)) head.refuse("MakeDate", `${quote(made)} is no calendar day`);
  const common = { kind, stage, madeOn };
  if (kind === "UM" || kind === "NU") {
    const view = openRecord(UM, bytes, findings);
    const id = view.raw("KettoNum");
    if (!/^\d{10}$/.test(id) || /^0*$/.test(id)) view.refuse("KettoNum", `${quote(id)} is no registration number`);
    return { identity: { ...common, scope: "horse", id, subKey: "", announcedAt: null }, isOutside: false };
  }
  if (kind === "WE") {
    const view = openRecord(WE, bytes, findings);
    const key = readMeetingKey(view);
    // All announcements are kept: each race uses the weather of its own time.
    const subKey = view.raw("HappyoTime") + view.raw("HenkoID");
    const announcedAt = readAnnouncement(view, key.date);
    return {
      identity: { ...common, scope: "meeting", id: raceIdOf(key), subKey, announcedAt },
      isOutside: isSkipped(key, stage),
    };
  }
  // The keys of all records about a race are alike.
  const view = openRecord(AV, bytes, findings);
  const key = readRaceKey(view);
  const announcedAt = ANNOUNCED.includes(kind) ? readAnnouncement(view, key.date) : null;
  return {
    identity: {
      ...common,
      scope: isOddsKind(kind) ? "odds" : "race",
      id: raceIdOf(key),
      subKey: subKeyOf(kind, view, bytes, findings),
      announcedAt,
    },
    isOutside: isSkipped(key, stage),
  };
}

/** Id of the race or course's day of a record that was identified before. */
export function readKeyId(kind: ReadKind, bytes: Uint8Array): string {
  const raw = (name: "Year" | "MonthDay" | "JyoCD" | "RaceNum") => rawText(bytes, AV.place(name));
  return `${raw("Year")}${raw("MonthDay")}-${raw("JyoCD")}-${kind === "WE" ? "00" : raw("RaceNum")}`;
}

function subKeyOf(
  kind: ReadKind,
  view: RecordView<FieldOf<typeof AV>>,
  bytes: Uint8Array,
  findings: RecordFindings,
): string {
  if (kind === "SE") return entryKeyOf(bytes, findings);
  if (kind === "AV" || kind === "JC") return view.raw("Umaban");
  // A correction may contain only some horses, so all announcements of weights are kept.
  return kind === "WH" ? view.raw("HappyoTime") : "";
}

const isSkipped = ({ isOutside }: RecordKey, stage: string): boolean => isOutside || stage === FOREIGN;

type Reader = (bytes: Uint8Array, findings: RecordFindings) => unknown;

const READERS: Readonly<Record<Exclude<ReadKind, OddsKind>, Reader>> = {
  RA: readRaceFacts,
  SE: readEntryFacts,
  HR: readPayoutFacts,
  WH: readWeights,
  AV: readWithdrawal,
  JC: readJockeyChange,
  TC: readStartTime,
  CC: readCourseChange,
  WE: readWeatherChange,
  UM: readHorseFacts,
  NU: readHorseFacts,
};

function readFacts(kind: ReadKind, bytes: Uint8Array, findings: RecordFindings): OddsPool[] | null {
  if (isOddsKind(kind)) return readOddsPools(kind, bytes, findings);
  READERS[kind](bytes, findings);
  return null;
}

const refused = (field: string, reason: string): Identification => ({
  outcome: "refused",
  problems: [{ field, reason }],
});

/** Reports a field that is read twice once. */
function unique(findings: readonly RecordFinding[]): RecordFinding[] {
  return [...new Map(findings.map((finding) => [`${finding.field}: ${finding.reason}`, finding])).values()];
}
