import { type Derivation, deriveRace } from "#app/domain/jv-data/derive-race.ts";
import { joinRecord, NO_RECORDS, type RecordSet } from "#app/domain/jv-data/join-records.ts";
import { type IdentifiedRecord, identifyRecord } from "#app/domain/jv-data/record-identity.ts";
import { RACE_ID } from "./records.ts";

export function identified(bytes: Uint8Array): IdentifiedRecord {
  const found = identifyRecord(bytes);
  if (found.outcome !== "identified") throw new Error(JSON.stringify(found));
  return found.record;
}

/** Records as joined, in their order. */
export function setOf(records: readonly Uint8Array[]): RecordSet {
  return records.reduce<RecordSet>((set, bytes) => joinRecord(set, identified(bytes)).set, NO_RECORDS);
}

interface Given {
  sky?: readonly Uint8Array[];
  today?: string;
}

/** A race's rows or their absence, from its records. */
export function derive(records: readonly Uint8Array[], { sky = [], today = "2026-11-22" }: Given = {}): Derivation {
  return deriveRace(setOf(records), {
    raceId: RACE_ID,
    meeting: setOf(sky),
    horses: new Map([["2023105001", { sireName: "オオゾラ", damName: "ナギサ", damSireName: "Far Hill" }]]),
    today,
  });
}

/** The rows of a race that has some. */
export function rows(records: readonly Uint8Array[], given?: Given) {
  const derived = derive(records, given);
  if (derived.kind !== "race") throw new Error(JSON.stringify(derived));
  return derived;
}

export const reasons = (records: readonly Uint8Array[], given?: Given) =>
  rows(records, given).notices.map(({ reason }) => reason);
export const second = { horse: 2, name: "シロイウマ" };
