import { and, eq, isNotNull, ne, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { excluded, jsonFields, jsonRows } from "#app/db/fragments.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { raceAliases, races } from "#app/db/schema/racing.server.ts";

/** A race is its day, venue and number. Its first id stays; others lead to it (`race_aliases`). */

type RaceSource = typeof races.$inferSelect.source;

export type RaceAlias = Pick<typeof raceAliases.$inferSelect, "alias" | "raceId">;

export function namedRaceId(raceId: string | Placeholder): SQL<string | null> {
  const named = alias(races, "named");
  return sql`coalesce((select ${named.raceId} from ${races} named where ${named.raceId} = ${raceId}),
    (select ${raceAliases.raceId} from ${raceAliases} where ${raceAliases.alias} = ${raceId}))`;
}

export type StoredRace = Awaited<ReturnType<typeof findStoredRaces>>[number];

/**
 * By id, or by day, venue and number.
 * @param keys some thousand
 * @returns namedId: the race that the id means; slotId: the race at the day, venue and number
 */
export async function findStoredRaces(
  db: Database,
  {
    source,
    keys,
  }: {
    source: RaceSource;
    keys: readonly [raceId: string, date: string, venue: string, raceNum: number, line: number][];
  },
) {
  const key = db.$with("key").as(
    db
      .select({
        raceId: sql<string>`value ->> 0`.as("id"),
        date: sql<string>`value ->> 1`.as("day"),
        venue: sql<string>`value ->> 2`.as("course"),
        raceNum: sql<number>`value ->> 3`.as("num"),
        line: sql<number>`value ->> 4`.as("line"),
      })
      .from(sql`json_each(${JSON.stringify(keys)})`),
  );
  const own = alias(races, "own");
  const other = alias(races, "other");
  const slot = alias(races, "slot");
  const rows = await db
    .with(key)
    .select({ line: key.line, ownId: own.raceId, ownSource: own.source, aliasOf: other.raceId, slotId: slot.raceId })
    .from(key)
    .leftJoin(own, eq(own.raceId, key.raceId))
    .leftJoin(raceAliases, eq(raceAliases.alias, key.raceId))
    .leftJoin(other, and(eq(other.raceId, raceAliases.raceId), eq(other.source, source)))
    .leftJoin(
      slot,
      and(eq(slot.date, key.date), eq(slot.venue, key.venue), eq(slot.raceNum, key.raceNum), eq(slot.source, source)),
    )
    .where(or(isNotNull(own.raceId), isNotNull(other.raceId), isNotNull(slot.raceId)));
  return rows.map(({ line, ownId, ownSource, aliasOf, slotId }) => {
    const isOfOtherSource = ownSource !== null && ownSource !== source;
    return { line, isOfOtherSource, namedId: isOfOtherSource ? null : (ownId ?? aliasOf), slotId };
  });
}

export async function listNamedRaces(
  db: Database,
  { source, raceIds }: { source: RaceSource; raceIds: readonly string[] },
): Promise<RaceAlias[]> {
  const own = alias(races, "own");
  const other = alias(races, "other");
  const asked = sql<string>`asked.value`;
  return await db
    .select({
      alias: sql<string>`asked.value`.as("asked_id"),
      raceId: sql<string>`coalesce(own.race_id, other.race_id)`,
    })
    .from(sql`json_each(${JSON.stringify(raceIds)}) asked`)
    .leftJoin(own, and(eq(own.raceId, asked), eq(own.source, source)))
    .leftJoin(raceAliases, eq(raceAliases.alias, asked))
    .leftJoin(other, and(eq(other.raceId, raceAliases.raceId), eq(other.source, source)))
    .where(or(isNotNull(own.raceId), isNotNull(other.raceId)));
}

const ALIASES_AT_ONCE = 5_000;

/** The last one given wins. */
export async function writeAliases(db: Database, aliases: readonly RaceAlias[]): Promise<void> {
  for (let start = 0; start < aliases.length; start += ALIASES_AT_ONCE) {
    await insertAliases(db, { aliases: aliases.slice(start, start + ALIASES_AT_ONCE) });
  }
}

export function insertAliases(db: Database, { aliases, only }: { aliases: readonly RaceAlias[]; only?: SQL }) {
  const source = { from: jsonRows(aliases), where: only };
  return insertWhere(db, raceAliases, jsonFields("alias", "raceId"), source).onConflictDoUpdate({
    target: raceAliases.alias,
    set: { raceId: excluded(raceAliases.raceId) },
    setWhere: ne(raceAliases.raceId, excluded(raceAliases.raceId)),
  });
}
