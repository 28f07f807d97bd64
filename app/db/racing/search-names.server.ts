import { and, asc, desc, eq, exists, gte, inArray, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { columnsOf, excluded, hasRow, jsonFields, jsonRows } from "#app/db/fragments.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { races, runners, searchNames, searchPending } from "#app/db/schema/racing.server.ts";
import { dayOrNearest } from "./race-days.server.ts";
import { isOnDay, isVisibleRace } from "./races.server.ts";

type SearchName = typeof searchNames.$inferInsert;
type PendingRace = typeof searchPending.$inferSelect;

/** For the transaction that ends an import. */
export function recordNames(db: Database, { isTouched, version }: { isTouched: SQL | undefined; version: SQL }) {
  const row = { raceId: races.raceId, dataVersion: version };
  return insertWhere(db, searchPending, row, { from: races, where: isTouched }).onConflictDoUpdate({
    target: searchPending.raceId,
    set: { dataVersion: excluded(searchPending.dataVersion) },
  });
}

export async function hasPendingNames(db: Database): Promise<boolean> {
  return await hasRow(db, searchPending, sql`true`);
}

export async function readPendingNames(db: Database, { limit }: { limit: number }) {
  const some = db
    .select({ raceId: searchPending.raceId })
    .from(searchPending)
    .orderBy(asc(searchPending.raceId))
    .limit(limit);
  const ofSome = inArray(runners.raceId, some);
  const [pending, horses, jockeys, named] = await db.batch([
    db.select().from(searchPending).orderBy(asc(searchPending.raceId)).limit(limit),
    db.selectDistinct({ id: runners.horseId, name: runners.horseName }).from(runners).where(ofSome),
    db
      .selectDistinct({ name: sql<string>`${runners.jockeyName}` })
      .from(runners)
      .where(and(ofSome, isNotNull(runners.jockeyName))),
    db.selectDistinct({ name: races.name }).from(races).where(inArray(races.raceId, some)),
  ]);
  return {
    pending,
    names: [
      ...horses.map((horse) => ({ kind: "horse" as const, ...horse })),
      ...jockeys.map(({ name }) => ({ kind: "jockey" as const, id: name, name })),
      ...named.map(({ name }) => ({ kind: "race" as const, id: name, name })),
    ],
  };
}

/** Races recorded anew meanwhile stay pending. */
export async function enterNames(
  db: Database,
  { pending, names }: { pending: readonly PendingRace[]; names: readonly SearchName[] },
): Promise<void> {
  await db.batch([
    insertWhere(db, searchNames, jsonFields("kind", "key", "id", "name"), {
      from: jsonRows(names),
    }).onConflictDoNothing(),
    db.delete(searchPending).where(
      sql`(${searchPending.raceId}, ${searchPending.dataVersion}) in
          (select value ->> 'raceId', value ->> 'dataVersion' from json_each(${JSON.stringify(pending)}))`,
    ),
  ]);
}

/** More than are shown. */
const MOST_NAMES = 24;
/** Per name. */
const NEWEST_RACES = 3;

const raceOfResult = {
  ...columnsOf(races, "raceId", "date", "venue", "raceNum"),
  raceName: sql<string>`${races.name}`.as("race_name"),
  grade: races.grade,
};

/** One round trip, visible races until `lastDay`. Horses with their newest race, jockeys with their nearest rides. */
export async function searchByName(
  db: Database,
  { key, today, lastDay }: { key: string; today: string; lastDay: string },
) {
  const isOfKind = (kind: SearchName["kind"]) =>
    and(
      eq(searchNames.kind, kind),
      gte(searchNames.key, key),
      // The last code point: no name has it.
      lt(searchNames.key, `${key}\u{10FFFF}`),
    );
  // Names of hidden races take no place.
  const named = db
    .select({ name: searchNames.name })
    .from(searchNames)
    .where(
      and(
        isOfKind("race"),
        sql`exists (select 1 from races seen where seen.name = ${searchNames.name} and seen.hidden = 0
          and seen.pending_import_id is null and seen.date <= ${lastDay})`,
      ),
    )
    .orderBy(asc(searchNames.key))
    .limit(MOST_NAMES)
    .as("named");
  const jockeys = db
    .select({ name: searchNames.name })
    .from(searchNames)
    .where(isOfKind("jockey"))
    .orderBy(asc(searchNames.key))
    .limit(MOST_NAMES)
    .as("found");
  const [foundHorses, foundRaces, foundJockeys, rides] = await db.batch([
    db
      .select({ horseId: searchNames.id, name: searchNames.name, ...raceOfResult })
      .from(searchNames)
      .innerJoin(
        races,
        sql`${races.raceId} = (select runners.race_id from runners join races ran on ran.race_id = runners.race_id
          where runners.horse_id = ${searchNames.id} and ran.hidden = 0 and ran.pending_import_id is null
          and ran.date <= ${lastDay} order by ran.date desc limit 1)`,
      )
      .where(isOfKind("horse"))
      .orderBy(asc(searchNames.key))
      .limit(MOST_NAMES),
    db
      .select(raceOfResult)
      .from(named)
      .innerJoin(
        races,
        sql`${races.raceId} in (select held.race_id from races held where held.name = ${named.name} and held.hidden = 0
          and held.pending_import_id is null and held.date <= ${lastDay} order by held.date desc limit ${NEWEST_RACES})`,
      )
      .orderBy(desc(races.date)),
    db.select({ name: jockeys.name }).from(jockeys),
    db
      .select({
        ...raceOfResult,
        startTime: races.startTime,
        jockeyName: sql<string>`${runners.jockeyName}`,
        ...columnsOf(runners, "horseNum", "bracketNum", "horseName"),
      })
      .from(races)
      .innerJoin(runners, eq(runners.raceId, races.raceId))
      .where(
        and(
          isOnDay(dayOrNearest({ date: today, today })),
          isVisibleRace,
          exists(db.select({ one: sql`1` }).from(jockeys)),
          inArray(runners.jockeyName, db.select({ name: jockeys.name }).from(jockeys)),
        ),
      )
      .orderBy(asc(races.startTime), asc(races.venue), asc(races.raceNum)),
  ]);
  return { horses: foundHorses, races: foundRaces, jockeys: foundJockeys, rides };
}
