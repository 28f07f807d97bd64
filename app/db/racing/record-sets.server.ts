import { and, desc, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { bytesOf, isAmong } from "#app/db/fragments.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { horseRecords, raceRecords, recordsAside } from "#app/db/schema/records.server.ts";
import { VENUES } from "#app/domain/jv-data/codes.ts";
import type { ImportSource } from "./imports.server.ts";

/** Reads of stored records, with a version over all that rows are made from (`live-writes.server.ts`). */

export interface StoredRecords {
  raceId: string;
  records: Uint8Array;
}

export interface PendingRecord {
  id: string;
  raceId: string | null;
  record: Uint8Array;
}

/** Days of courses by the id of their records (`20261122-05-00`), whose races have ids up to `…-99`. */
type MeetingIds = readonly string[];

/**
 * Records of these races and days, those of all races of some days, and what was kept aside of these races, in one round
 * trip (primary key, index records_aside_race_id).
 */
export async function readRecordSets(
  db: Database,
  { raceIds, wholeMeetings, meetings }: { raceIds: readonly string[]; wholeMeetings: MeetingIds; meetings: MeetingIds },
): Promise<{ sets: StoredRecords[]; aside: PendingRecord[]; version: number }> {
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

/**
 * From a race to its records: their ids are made of day, course and number, and some courses have two codes. `codes` is to
 * be joined by `isCourse`; then the ids of the race's records and of those of its course's day are known.
 */
export const recordsOfRace = {
  codes: sql`json_each(${VENUE_CODES}) venue`,
  isCourse: sql`(venue.value ->> 1) = ${races.venue}`,
  raceId: sql<string>`${dayAndCode} || '-' || printf('%02d', ${races.raceNum})`,
  meetingId: sql<string>`${dayAndCode} || '-00'`,
};

/**
 * Records of the race that a condition names and of its course's day, for a batch with others (primary key). A cross join
 * keeps its order.
 */
export function selectRecordsOfRace(db: Database, isRace: SQL) {
  const { codes, isCourse, raceId, meetingId } = recordsOfRace;
  return db
    .select({ raceId: raceRecords.raceId, records: raceRecords.records })
    .from(races)
    .innerJoin(codes, isCourse)
    .crossJoin(raceRecords)
    .where(and(isRace, inArray(raceRecords.raceId, sql`(${raceId}, ${meetingId})`)));
}

/** Which of these races and days have records (primary key). */
export async function listStoredSets(db: Database, raceIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: raceRecords.raceId })
    .from(raceRecords)
    .where(isAmong(raceRecords.raceId, raceIds));
  return rows.map(({ id }) => id);
}

/** What the rows of races depend on beside their records, in one round trip (primary keys, races_date_venue_race_num). */
export async function readRaceContext(
  db: Database,
  {
    source,
    horseIds,
    slots,
  }: {
    /** Of the races; those of the other one only hold ids. */
    source: ImportSource;
    horseIds: readonly string[];
    slots: readonly { raceId: string; date: string; venue: string; raceNum: number }[];
  },
) {
  const slot = sql`json_each(${JSON.stringify(slots)}) slot`;
  const field = (name: string): SQL<string> => sql<string>`slot.value ->> ${`$.${name}`}`.inlineParams();
  const [horses, stored, taken] = await db.batch([
    db
      .select({
        horseId: horseRecords.horseId,
        sireName: horseRecords.sireName,
        damSireName: horseRecords.damSireName,
        version: horseRecords.version,
      })
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
    /** Ids of stored races by that of their records. */
    storedIds: new Map(stored.map(({ recordsId, storedId }) => [recordsId, storedId])),
    /** Ids that another race has, of another source, day, course or number. */
    takenIds: new Set(taken.map(({ recordsId }) => recordsId)),
    version: horses.reduce((sum, { version }) => sum + version, 0),
  };
}

/**
 * Sum of the versions of all records on some days and of some horses. Rows are never deleted and versions only rise, so
 * that an equal sum means that nothing was written.
 */
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

/** The newest records kept aside, and how many there are (index records_aside_created_at). */
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
