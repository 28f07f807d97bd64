import { and, desc, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { bytesOf, columnsOf, isAmong } from "#app/db/fragments.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { horseRecords, raceRecords, recordsAside } from "#app/db/schema/records.server.ts";
import { VENUES } from "#app/domain/jv-data/codes.ts";
import type { ImportSource } from "./imports.server.ts";

/** Versions: see `live-writes.server.ts`. */

export interface StoredRecords {
  raceId: string;
  records: Uint8Array;
}

export interface PendingRecord {
  id: string;
  raceId: string | null;
  record: Uint8Array;
}

/** `20261122-05-00`; its races have ids up to `…-99`. */
type MeetingIds = readonly string[];

/** With pending records, in one round trip. */
export async function readRecordSets(
  db: Database,
  { raceIds, wholeMeetings, meetings }: { raceIds: readonly string[]; wholeMeetings: MeetingIds; meetings: MeetingIds },
) {
  const columns = { raceId: raceRecords.raceId, records: bytesOf(raceRecords.records).as("records") };
  const [byId, ofDays, aside, version] = await db.batch([
    db
      .select(columns)
      .from(raceRecords)
      .where(isAmong(raceRecords.raceId, [...raceIds, ...meetings])),
    db.select(columns).from(daysOf(wholeMeetings)).innerJoin(raceRecords, isOfDay),
    db
      .select({ id: recordsAside.id, raceId: recordsAside.raceId, record: bytesOf(recordsAside.record).as("record") })
      .from(recordsAside)
      .where(isAmong(recordsAside.raceId, raceIds))
      .orderBy(recordsAside.id),
    db
      .select({ sum: sumOf(raceRecords.version) })
      .from(daysOf(meetings))
      .innerJoin(raceRecords, isOfDay),
  ]);
  const sets = new Map([...byId, ...ofDays].map((set) => [set.raceId, set]));
  return { sets: [...sets.values()], aside, version: version[0]?.sum ?? 0 };
}

const VENUE_CODES = JSON.stringify(Object.entries(VENUES).map(([code, { name }]) => [code, name]));
const dayAndCode = sql`replace(${races.date}, '-', '') || '-' || (venue.value ->> 0)`;

/** Ids are made of day, course and number; some courses have two codes. Join `codes` by `isCourse`. */
export const recordsOfRace = {
  codes: sql`json_each(${VENUE_CODES}) venue`,
  isCourse: sql`(venue.value ->> 1) = ${races.venue}`,
  raceId: sql<string>`${dayAndCode} || '-' || printf('%02d', ${races.raceNum})`,
  meetingId: sql<string>`${dayAndCode} || '-00'`,
};

/** A cross join keeps its order. */
export function selectRecordsOfRace(db: Database, isRace: SQL) {
  const { codes, isCourse, raceId, meetingId } = recordsOfRace;
  return db
    .select({ raceId: raceRecords.raceId, records: raceRecords.records })
    .from(races)
    .innerJoin(codes, isCourse)
    .crossJoin(raceRecords)
    .where(and(isRace, inArray(raceRecords.raceId, sql`(${raceId}, ${meetingId})`)));
}

export async function listStoredSets(db: Database, raceIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: raceRecords.raceId })
    .from(raceRecords)
    .where(isAmong(raceRecords.raceId, raceIds));
  return rows.map(({ id }) => id);
}

export async function readRaceContext(
  db: Database,
  {
    source,
    horseIds,
    slots,
  }: {
    /** Races of the other source only hold ids. */
    source: ImportSource;
    horseIds: readonly string[];
    slots: readonly { raceId: string; date: string; venue: string; raceNum: number }[];
  },
) {
  const slot = sql`json_each(${JSON.stringify(slots)}) slot`;
  const field = (name: string): SQL<string> => sql<string>`slot.value ->> ${`$.${name}`}`.inlineParams();
  const [horses, stored, taken] = await db.batch([
    db
      .select(columnsOf(horseRecords, "horseId", "sireName", "damName", "damSireName", "version"))
      .from(horseRecords)
      .where(isAmong(horseRecords.horseId, horseIds)),
    db
      .select({ recordsId: field("raceId"), storedId: races.raceId })
      .from(slot)
      .innerJoin(
        races,
        and(
          eq(races.date, field("date")),
          eq(races.venue, field("venue")),
          eq(races.raceNum, field("raceNum")),
          eq(races.source, source),
        ),
      ),
    db
      .select({ recordsId: races.raceId })
      .from(slot)
      .innerJoin(races, eq(races.raceId, field("raceId")))
      .where(
        or(
          ne(races.source, source),
          ne(races.date, field("date")),
          ne(races.venue, field("venue")),
          ne(races.raceNum, field("raceNum")),
        ),
      ),
  ]);
  return {
    horses,
    /** By the id of their records. */
    storedIds: new Map(stored.map(({ recordsId, storedId }) => [recordsId, storedId])),
    /** Held by another race. */
    takenIds: new Set(taken.map(({ recordsId }) => recordsId)),
    version: horses.reduce((sum, { version }) => sum + version, 0),
  };
}

/** Versions only rise, so an equal sum means that nothing was written. */
export function versionOf(
  db: Database,
  { meetings, horseIds }: { meetings: MeetingIds; horseIds: readonly string[] },
): SQL<number> {
  const ofRaces = db
    .select({ sum: sumOf(raceRecords.version) })
    .from(daysOf(meetings))
    .innerJoin(raceRecords, isOfDay);
  const ofHorses = db
    .select({ sum: sumOf(horseRecords.version) })
    .from(horseRecords)
    .where(isAmong(horseRecords.horseId, horseIds));
  return sql<number>`((${ofRaces}) + (${ofHorses}))`;
}

const sumOf = (version: typeof raceRecords.version | typeof horseRecords.version): SQL<number> =>
  sql<number>`coalesce(sum(${version}), 0)`;

const daysOf = (meetings: MeetingIds): SQL => sql`json_each(${JSON.stringify(meetings)}) meeting`;

const isOfDay = sql`${raceRecords.raceId} between meeting.value and substr(meeting.value, 1, 12) || '99'`;

export async function listPendingRecords(db: Database, { limit }: { limit: number }) {
  const { id, raceId, kind, file, line, field, reason, createdAt } = recordsAside;
  const [records, count] = await db.batch([
    db
      .select({ id, raceId, kind, file, line, field, reason, createdAt })
      .from(recordsAside)
      .orderBy(desc(createdAt), id)
      .limit(limit),
    db.select({ count: sql<number>`count(*)` }).from(recordsAside),
  ]);
  return { records, count: count[0]?.count ?? 0 };
}
