import { and, eq, gt, lt, not, notExists, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { excluded, existsIn, isAmong, jsonField, jsonRows } from "#app/db/fragments.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { imports, races, runners } from "#app/db/schema/racing.server.ts";
import { raceRecords, recordsAside } from "#app/db/schema/records.server.ts";
import type { ImportSource } from "./imports.server.ts";
import { insertAliases, type RaceAlias } from "./race-identities.server.ts";
import { finishStatements } from "./race-writes.server.ts";
import { type StoredRecords, versionOf } from "./record-sets.server.ts";
import {
  DELETED_HASH,
  payoutStatements,
  raceStatements,
  runnerStatements,
  type StagedRows,
  versionUntilDone,
} from "./staging/staged-chunk.server.ts";

/** An import in one batch, by the statements of other imports. */

type PendingRow = typeof recordsAside.$inferSelect;

export interface LiveWrites {
  importId: number;
  source: ImportSource;
  /** Nothing is written if these versions have changed. */
  read: { meetings: readonly string[]; horseIds: readonly string[]; version: number };
  /** Other runners and payouts are deleted. */
  rows: StagedRows;
  /** By the id of their rows. */
  slots: readonly { raceId: string; date: string; venue: string; raceNum: number }[];
  /** Stored under another id. */
  aliases: readonly RaceAlias[];
  /** Hidden, as analyses may refer to them. */
  deletedRaceIds: readonly string[];
  sets: readonly StoredRecords[];
  aside: readonly PendingRow[];
  /** No longer pending. */
  takenIds: readonly string[];
  now: number;
}

/** Races, runners and payouts. */
export const LIVE_CHUNKS = 3;

/** All, or null if something read has changed. The import's row stays only if a race changes. */
export async function writeLive(db: Database, writes: LiveWrites) {
  const { importId, rows, sets, aside, takenIds, now } = writes;
  const isApplying = isAtWork(importId);
  const results = await db.batch([
    claim(db, writes),
    ...raceStatements(db, { importId, chunk: 0, ...rows.races }),
    ...showAgain(db, writes),
    ...runnerStatements(db, { importId, chunk: 1, ...rows.runners }),
    ...removeRunners(db, writes),
    ...payoutStatements(db, { importId, chunk: 2, ...rows.payouts }),
    hideDeleted(db, writes),
    insertAliases(db, { aliases: writes.aliases, only: isApplying }),
    ...sets.map(({ raceId, records }) =>
      insertWhere(db, raceRecords, { raceId, records, version: 1 }, { where: isApplying }).onConflictDoUpdate({
        target: raceRecords.raceId,
        set: { records: excluded(raceRecords.records), version: sql`${raceRecords.version} + 1` },
      }),
    ),
    ...aside.map((row) => insertWhere(db, recordsAside, row, { where: isApplying }).onConflictDoNothing()),
    db.delete(recordsAside).where(and(isAmong(recordsAside.id, takenIds), isApplying)),
    db
      .delete(imports)
      .where(
        and(
          eq(imports.id, importId),
          eq(imports.status, "applying"),
          not(existsIn(races, eq(races.pendingImportId, importId))),
        ),
      ),
    ...finishStatements(db, { importId, notices: [], now }),
  ]);
  if (results[0].meta.changes === 0) return null;
  return {
    changedRaces: results.at(-2)?.meta.changes ?? 0,
    hasHiddenSample: (results.at(-4)?.meta.changes ?? 0) > 0,
  };
}

/** One statement. A write that lives after all finds no import and writes nothing. @param before time of creation */
export async function dropLostWrites(db: Database, { before }: { before: number }): Promise<number> {
  const { meta } = await db
    .delete(imports)
    .where(and(eq(imports.status, "receiving"), gt(imports.chunkCount, 0), lt(imports.createdAt, before)));
  return meta.changes;
}

export async function dropImport(db: Database, importId: number): Promise<void> {
  await db.delete(imports).where(and(eq(imports.id, importId), eq(imports.status, "receiving")));
}

/** No race waits for them. */
export async function insertPendingRecords(db: Database, rows: readonly PendingRow[]): Promise<void> {
  const [first, ...rest] = rows.map((row) => db.insert(recordsAside).values(row).onConflictDoNothing());
  if (first !== undefined) await db.batch([first, ...rest]);
}

/** If nothing was written since the read, and no id or slot was taken. */
function claim(db: Database, { importId, source, read, slots }: LiveWrites) {
  const isSameSlot = and(
    eq(races.date, jsonField<string>("date")),
    eq(races.venue, jsonField<string>("venue")),
    eq(races.raceNum, jsonField<number>("raceNum")),
    eq(races.source, source),
  );
  const others = (on: SQL | undefined, isOther: SQL) =>
    notExists(db.select({ id: races.raceId }).from(jsonRows(slots)).innerJoin(races, on).where(isOther));
  return db
    .update(imports)
    .set({ status: "applying", nextChunk: 0 })
    .where(
      and(
        eq(imports.id, importId),
        eq(imports.status, "receiving"),
        eq(versionOf(db, read), read.version),
        others(isSameSlot, sql`${races.raceId} <> ${jsonField<string>("raceId")}`),
        others(eq(races.raceId, jsonField<string>("raceId")), sql`not (${isSameSlot})`),
      ),
    );
}

function isAtWork(importId: number): SQL {
  return existsIn(imports, and(eq(imports.id, importId), eq(imports.status, "applying")));
}

function showAgain(db: Database, { importId, slots }: LiveWrites) {
  const raceIds = slots.map(({ raceId }) => raceId);
  return [
    db
      .update(races)
      .set({ hidden: false, pendingImportId: importId, inputsVersion: versionUntilDone(importId) })
      .where(and(isAmong(races.raceId, raceIds), eq(races.hidden, true), isAtWork(importId))),
  ] as const;
}

function removeRunners(db: Database, { importId, slots, rows }: LiveWrites) {
  const raceIds = slots.map(({ raceId }) => raceId);
  const isGone = and(
    isAmong(runners.raceId, raceIds),
    sql`(${runners.raceId}, ${runners.horseNum}) not in
      (select value ->> 0, value ->> 1 from json_each(${rows.runners.keys}))`,
    isAtWork(importId),
  );
  const ofRaces = db.select({ raceId: runners.raceId }).from(runners).where(isGone);
  return [
    db
      .update(races)
      .set({ pendingImportId: importId, inputsVersion: versionUntilDone(importId) })
      .where(sql`${races.raceId} in (${ofRaces})`),
    db.delete(runners).where(isGone),
  ] as const;
}

function hideDeleted(db: Database, { importId, source, deletedRaceIds }: LiveWrites) {
  return db
    .update(races)
    .set({
      hidden: true,
      status: "cancelled",
      contentHash: DELETED_HASH,
      pendingImportId: importId,
      inputsVersion: versionUntilDone(importId),
    })
    .where(
      and(isAmong(races.raceId, deletedRaceIds), eq(races.source, source), eq(races.hidden, false), isAtWork(importId)),
    );
}
