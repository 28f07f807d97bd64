import {
  listHorseRecords,
  listRacesWithOtherPedigree,
  writeHorseRecords,
} from "#app/db/racing/horse-records.server.ts";
import type { ImportSource } from "#app/db/racing/imports.server.ts";
import type { Pedigree } from "#app/domain/jv-data/derive-runners.ts";
import { readHorseFacts } from "#app/domain/jv-data/facts/horse-facts.ts";
import { liveRecords, NO_RECORDS, type RecordSet } from "#app/domain/jv-data/join-records.ts";
import { raceIdsOfSlot } from "#app/domain/jv-data/race-slot.ts";
import { noFindings } from "#app/domain/jv-data/record-view.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { DeliveredHorses } from "./delivery.server.ts";
import { type JoinOutcome, joinDelivered } from "./plan-race.server.ts";
import { unzipRecords, zipRecords } from "./record-bytes.server.ts";
import { addNotice, countOutcome, type RecordsReport } from "./records-report.ts";

/** Concurrent writers. */
const TRIES = 20;
const HORSES_AT_ONCE = 100;
/** A Worker has a thousand calls. */
const MAX_RACES = 400;

/** @returns races with other ancestors; also without news, as an earlier delivery may have been cut off */
export async function applyHorses(
  deps: Deps,
  { horses, source }: { horses: DeliveredHorses; source: ImportSource },
  report: RecordsReport,
): Promise<string[]> {
  const ids = [...horses.keys()];
  if (ids.length === 0) return [];
  await joinHorses(deps, horses, { report });
  const races = await listRacesWithOtherPedigree(deps.db, { source, horseIds: ids });
  if (races.length > MAX_RACES) {
    const more = races.length - MAX_RACES;
    addNotice(report, `${more} more races get the ancestors of these horses when their records are sent again`);
  }
  return races.slice(0, MAX_RACES).flatMap(raceIdsOfSlot);
}

/** @param yieldAndRenewLease called between batches */
export async function joinHorses(
  deps: Deps,
  horses: DeliveredHorses,
  { report, yieldAndRenewLease }: { report: RecordsReport; yieldAndRenewLease?: () => Promise<void> },
): Promise<void> {
  const ids = [...horses.keys()];
  for (let from = 0; from < ids.length; from += HORSES_AT_ONCE) {
    await yieldAndRenewLease?.();
    let left = ids.slice(from, from + HORSES_AT_ONCE);
    for (let tries = 1; left.length > 0; tries += 1) {
      if (tries > TRIES) throw new Error("the horses are written by others all the time");
      left = await joinBatch(deps, { horses, ids: left }, report);
    }
  }
}

/** @returns horses that another write changed first */
async function joinBatch(
  { db }: Deps,
  { horses, ids }: { horses: DeliveredHorses; ids: readonly string[] },
  report: RecordsReport,
): Promise<string[]> {
  const stored = new Map((await listHorseRecords(db, ids)).map((horse) => [horse.horseId, horse]));
  const joined = new Map<string, JoinOutcome[]>();
  const changed: Parameters<typeof writeHorseRecords>[1][number][] = [];
  for (const horseId of ids) {
    const present = stored.get(horseId);
    const before = present === undefined ? NO_RECORDS : unzipRecords(present.records);
    const { set, isSetChanged, joins } = joinDelivered(before, horses.get(horseId) ?? []);
    joined.set(horseId, joins);
    if (!isSetChanged) continue;
    const records = zipRecords(set);
    changed.push({ horseId, records, ...pedigreeOf(set), version: present?.version ?? 0 });
  }
  const left = await writeHorseRecords(db, changed);
  for (const [horseId, joins] of joined) {
    if (!left.includes(horseId)) for (const join of joins) countOutcome(report, join, horseId);
  }
  return left;
}

function pedigreeOf(set: RecordSet): Pedigree {
  const [master] = liveRecords(set);
  if (master === undefined) return { sireName: null, damName: null, damSireName: null };
  const { sireName, damName, damSireName } = readHorseFacts(master.bytes, noFindings());
  return { sireName, damName, damSireName };
}
