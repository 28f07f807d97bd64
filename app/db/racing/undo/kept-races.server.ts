import type { WithSubquery } from "drizzle-orm";
import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { allExcluded, existsIn } from "#app/db/fragments.server.ts";
import { insertWhere, rowSelection } from "#app/db/row-selection.server.ts";
import { importRaces, imports, payouts, raceAliases, races, runners } from "#app/db/schema/racing.server.ts";
import { raceRecords } from "#app/db/schema/records.server.ts";
import { PAYOUT_FIELDS, RACE_FIELDS, RUNNER_FIELDS } from "#app/domain/racing/records.ts";

/** In D1 until the import has ended, then in R2 (`kept-before.server.ts`). An added race is only its id. */

/** Not in R2 yet. */
export const IN_DATABASE = -1;

/** Stored with names: a later release may have other fields. */
export const KEPT_COLUMNS = {
  race: [
    ...(Object.keys(RACE_FIELDS) as (keyof typeof RACE_FIELDS)[]),
    "contentHash",
    "hidden",
    "dataVersion",
    "undoneTo",
    "inputsVersion",
    "weightsVersion",
    "pendingImportId",
  ],
  runners: [...(Object.keys(RUNNER_FIELDS) as (keyof typeof RUNNER_FIELDS)[]), "contentHash"],
  payouts: Object.keys(PAYOUT_FIELDS) as (keyof typeof PAYOUT_FIELDS)[],
} as const;

/** Kept anew if another import finished it since. */
export function keepRaces(
  db: Database,
  { importId, staged, isMeant }: { importId: number; staged: WithSubquery[]; isMeant: SQL | undefined },
) {
  const values = (columns: SQL[]) => sql`json_array(${sql.join(columns, sql`, `)})`;
  const ofRunner = values(KEPT_COLUMNS.runners.map((name) => sql`${runners[name]}`));
  const ofPayout = values(KEPT_COLUMNS.payouts.map((name) => sql`${payouts[name]}`));
  const before = sql`json_array(
    ${values(KEPT_COLUMNS.race.map((name) => sql`${races[name]}`))},
    json((select json_group_array(${ofRunner}) from ${runners} where ${runners.raceId} = ${races.raceId})),
    json((select json_group_array(${ofPayout}) from ${payouts} where ${payouts.raceId} = ${races.raceId})))`;
  return db
    .insert(importRaces)
    .select(
      db
        .with(...staged)
        .select(
          rowSelection(importRaces, { importId, raceId: races.raceId, isNew: false, place: placeOf(races), before }),
        )
        .from(races)
        .where(isMeant),
    )
    .onConflictDoUpdate({
      target: [importRaces.importId, importRaces.raceId],
      set: allExcluded({ isNew: importRaces.isNew, place: importRaces.place, before: importRaces.before }),
    });
}

/** @param keys as in a chunk of races */
export function keepNew(db: Database, { importId, keys, only }: { importId: number; keys: string; only: SQL }) {
  const isStored = existsIn(races, sql`${races.raceId} = value ->> 0`);
  const row = { importId, raceId: sql`value ->> 0`, isNew: true };
  const source = { from: sql`json_each(${keys})`, where: and(not(isStored), only) };
  return insertWhere(db, importRaces, row, source).onConflictDoNothing();
}

export async function listKept(
  db: Database,
  { importId, after, limit }: { importId: number; after: string; limit: number },
) {
  const rows = await db
    .select({ raceId: importRaces.raceId, before: importRaces.before })
    .from(importRaces)
    .where(and(eq(importRaces.importId, importId), gt(importRaces.raceId, after), isNotNull(importRaces.before)))
    .orderBy(asc(importRaces.raceId))
    .limit(limit);
  return rows.flatMap(({ raceId, before }) => (before === null ? [] : [{ raceId, before }]));
}

export async function setBeforeParts(
  db: Database,
  { importId, parts }: { importId: number; parts: number },
): Promise<void> {
  await db
    .update(imports)
    .set({ beforeParts: parts })
    .where(and(eq(imports.id, importId), eq(imports.beforeParts, IN_DATABASE)));
}

/** @returns whether there may be more */
export async function dropMoved(
  db: Database,
  { importId, limit }: { importId: number; limit: number },
): Promise<boolean> {
  const other = alias(importRaces, "other");
  const { meta } = await db
    .update(importRaces)
    .set({ before: null })
    .where(
      and(
        eq(importRaces.importId, importId),
        inArray(
          importRaces.raceId,
          db
            .select({ raceId: other.raceId })
            .from(other)
            .where(and(eq(other.importId, importId), isNotNull(other.before)))
            .limit(limit),
        ),
      ),
    );
  return meta.changes > 0;
}

export async function countKept(db: Database, importId: number) {
  const row = await db
    .select({
      races: sql<number>`count(*)`.as("n"),
      brought: sql<number>`count(*) filter (where ${importRaces.isNew})`.as("n_brought"),
    })
    .from(importRaces)
    .where(eq(importRaces.importId, importId))
    .get();
  return row ?? { races: 0, brought: 0 };
}

/** Unchanged, changed by undone imports only, or left half-way by this import or its undo. */
export function standsAsLeft(db: Database, importId: number): SQL {
  const undo = alias(imports, "undo");
  const left = alias(imports, "left");
  // Not null: callers negate it.
  return sql`ifnull(${or(
    and(
      isNull(races.pendingImportId),
      eq(
        sql`coalesce(${races.undoneTo}, ${races.dataVersion})`,
        sql`(${db.select({ version: left.dataVersion }).from(left).where(eq(left.id, importId))})`,
      ),
    ),
    eq(races.pendingImportId, importId),
    inArray(races.pendingImportId, db.select({ id: undo.id }).from(undo).where(eq(undo.undoes, importId))),
  )}, 0)`;
}

/** As `import_races` stores it. */
function placeOf({ date, venue, raceNum }: Pick<typeof races, "date" | "venue" | "raceNum">): SQL<string> {
  return sql`json_array(${date}, ${venue}, ${raceNum})`;
}

/** Another race, not part of this import, now occupies the race's slot. */
function isPlaceTaken(db: Database, importId: number): SQL {
  const own = alias(importRaces, "own");
  return sql`exists (select 1 from ${races} other
    where other.date = ${importRaces.place} ->> 0 and other.venue = ${importRaces.place} ->> 1
      and other.race_num = ${importRaces.place} ->> 2
      and other.source = ${races.source} and other.race_id <> ${races.raceId}
      and ${notExists(
        db
          .select({ raceId: own.raceId })
          .from(own)
          .where(and(eq(own.importId, importId), sql`${own.raceId} = other.race_id`)),
      )})`;
}

/** Stored records would not restore the race. */
function hasRecords(db: Database): SQL {
  return sql`(${or(
    existsIn(raceRecords, eq(raceRecords.raceId, races.raceId)),
    exists(
      db
        .select({ id: raceRecords.raceId })
        .from(raceAliases)
        .innerJoin(raceRecords, eq(raceRecords.raceId, raceAliases.alias))
        .where(eq(raceAliases.raceId, races.raceId)),
    ),
  )})`;
}

/** A change to a race of the import after it. */
export type Obstacle = Awaited<ReturnType<typeof listObstacles>>[number];

/** Latest first. importId null: records, or another race in its slot. */
export async function listObstacles(db: Database, { importId, limit }: { importId: number; limit: number }) {
  const later = alias(imports, "later");
  const stands = standsAsLeft(db, importId);
  return db
    .select({
      importId: sql<
        number | null
      >`case when ${stands} then null else coalesce(${races.pendingImportId}, ${later.id}) end`.as("later_id"),
      races: sql<number>`count(*)`.as("n"),
      raceId: sql<string>`min(${races.raceId})`.as("example"),
    })
    .from(importRaces)
    .innerJoin(races, eq(races.raceId, importRaces.raceId))
    .leftJoin(later, eq(later.dataVersion, races.dataVersion))
    .where(
      and(
        eq(importRaces.importId, importId),
        sql`(not ${stands} or (${importRaces.isNew} and ${hasRecords(db)}) or ${isPlaceTaken(db, importId)})`,
      ),
    )
    .groupBy(sql`1`)
    .orderBy(desc(sql`1`))
    .limit(limit);
}

/** Ended before, and not being undone. */
export async function listExpired(db: Database, { before }: { before: number }): Promise<number[]> {
  const undo = alias(imports, "undo");
  const rows = await db
    .select({ id: imports.id })
    .from(imports)
    .where(
      and(
        lt(imports.finishedAt, before),
        isNotNull(imports.beforeParts),
        notExists(
          db
            .select({ id: undo.id })
            .from(undo)
            .where(and(eq(undo.undoes, imports.id), isNull(undo.finishedAt))),
        ),
      ),
    )
    .limit(50);
  return rows.map(({ id }) => id);
}

/** Ends the possibility to undo. */
export async function dropKept(db: Database, importId: number): Promise<void> {
  await db.batch([
    db.update(imports).set({ beforeParts: null }).where(eq(imports.id, importId)),
    db.delete(importRaces).where(eq(importRaces.importId, importId)),
  ]);
}
