import {
  and,
  between,
  count,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  like,
  lt,
  max,
  not,
  notExists,
  notLike,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { CHANGED_SOME, excluded, isAmong, jsonField, jsonFields, jsonRows } from "#app/db/fragments.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { odds } from "#app/db/schema/records.server.ts";
import type { StoredOdds } from "#app/domain/jv-data/odds/odds-snapshot.ts";
import type { OddsKind } from "#app/domain/jv-data/record-kinds.ts";
import { recordChange } from "./freshness.server.ts";
import { recordsOfRace } from "./record-sets.server.ts";

type OddsKey = Omit<StoredOdds, "odds">;

const NEWEST_ONLY: readonly OddsKind[] = ["O3", "O4", "O5", "O6"];

const others = alias(odds, "others");

type OddsColumns = { [Name in keyof OddsKey]: SQL<OddsKey[Name]> | (typeof odds)[Name] };

function hasNewer(db: Database, { raceId, kind, order }: OddsColumns): SQL {
  const newer = and(eq(others.raceId, raceId), eq(others.kind, kind), gt(others.order, order));
  return exists(db.select({ order: others.order }).from(others).where(newer));
}

/**
 * One statement, so that concurrent deliveries end alike. Equal moments keep the greater; wide, exacta,
 * trio and trifecta keep the newest.
 * @param rows some hundred: one value of D1
 */
export async function storeOdds(db: Database, { rows, now }: { rows: readonly StoredOdds[]; now: number }) {
  const row = {
    raceId: jsonField<string>("raceId"),
    kind: jsonField<OddsKind>("kind"),
    order: jsonField<string>("order"),
    odds: jsonField<string>("odds"),
  };
  const pairs = [...new Map(rows.map(({ raceId, kind }) => [raceId + kind, { raceId, kind }])).values()];
  const [before, written] = await db.batch([
    db
      .select(newestColumns)
      .from(jsonRows(pairs))
      .innerJoin(odds, isNewest(db, { raceId: row.raceId, kind: row.kind })),
    insertWhere(db, odds, row, {
      from: jsonRows(rows),
      where: or(not(inArray(row.kind, [...NEWEST_ONLY])), not(hasNewer(db, row))),
    })
      .onConflictDoUpdate({
        target: [odds.raceId, odds.kind, odds.order],
        set: { odds: excluded(odds.odds) },
        setWhere: sql`${excluded(odds.odds)} > ${odds.odds}`,
      })
      .returning({ raceId: odds.raceId, kind: odds.kind, order: odds.order }),
    recordChange(db, "odds", { now, isChanged: CHANGED_SOME }),
    db.delete(odds).where(
      and(
        isAmong(
          odds.raceId,
          pairs.map(({ raceId }) => raceId),
        ),
        inArray(odds.kind, [...NEWEST_ONLY]),
        hasNewer(db, odds),
      ),
    ),
  ]);
  return { before, written };
}

const newestColumns = { raceId: odds.raceId, kind: odds.kind, order: odds.order, odds: odds.odds };

/** Two steps along the primary key. */
function isNewest(db: Database, { raceId, kind }: { raceId: SQL<string>; kind: SQL<OddsKind> }) {
  const newest = db
    .select({ order: max(others.order) })
    .from(others)
    .where(and(eq(others.raceId, raceId), eq(others.kind, kind)));
  return and(eq(odds.raceId, raceId), eq(odds.kind, kind), sql`${odds.order} = (${newest})`);
}

/** A moment, then the mark of deletions. */
const DELETES_MOMENT = "0____________:%";

/** Without deletions of moments and their odds. */
function isNewestLeft(
  db: Database,
  { raceId, kind, before }: { raceId: SQL<string>; kind: SQL<OddsKind>; before?: SQL<string> },
) {
  const deletions = alias(odds, "deletions");
  const moment = sql`substr(${others.order}, 1, 13)`;
  const isDeleted = db
    .select({ order: deletions.order })
    .from(deletions)
    .where(
      and(
        eq(deletions.raceId, raceId),
        eq(deletions.kind, kind),
        between(deletions.order, sql`${moment} || ':'`, sql`${moment} || ';'`),
        like(deletions.order, DELETES_MOMENT),
      ),
    );
  const newest = db
    .select({ order: others.order })
    .from(others)
    .where(
      and(
        eq(others.raceId, raceId),
        eq(others.kind, kind),
        notLike(others.order, DELETES_MOMENT),
        notExists(isDeleted),
        before === undefined ? undefined : lt(others.order, before),
      ),
    )
    .orderBy(desc(others.order))
    .limit(1);
  return and(eq(odds.raceId, raceId), eq(odds.kind, kind), sql`${odds.order} = (${newest})`);
}

/** Win and place unless said otherwise. The cross join keeps SQLite from walking all odds. */
export function selectNewestOdds(db: Database, isRace: SQL, kinds: readonly OddsKind[] = ["O1"]) {
  const { codes, isCourse, raceId } = recordsOfRace;
  return db
    .select({ kind: odds.kind, order: odds.order, odds: odds.odds })
    .from(races)
    .innerJoin(codes, isCourse)
    .innerJoin(sql`json_each(${JSON.stringify(kinds)}) wanted`, sql`true`)
    .crossJoin(odds)
    .where(and(isRace, isNewestLeft(db, { raceId, kind: sql`wanted.value` })));
}

/** Minutes before the start; until then, the newest. */
export function selectOddsBefore(db: Database, isRace: SQL, minutes: readonly number[]) {
  const { codes, isCourse, raceId } = recordsOfRace;
  const before = sql<string>`'0' || strftime('%Y%m%d%H%M', ${races.date} || ' ' || ${races.startTime},
    '-' || wanted.value || ' minutes') || ';'`;
  return db
    .select({ minutes: sql<number>`wanted.value`.as("minutes"), order: odds.order, odds: odds.odds })
    .from(races)
    .innerJoin(codes, isCourse)
    .innerJoin(sql`json_each(${JSON.stringify(minutes)}) wanted`, sql`true`)
    .crossJoin(odds)
    .where(and(isRace, isNewestLeft(db, { raceId, kind: sql`'O1'`, before })));
}

/** More than `most` of a kind, by the id of their records. */
export async function listRacesWithManyOdds(
  db: Database,
  { from, before, most, limit }: { from: string; before: string; most: number; limit: number },
): Promise<string[]> {
  const idOf = (day: string): string => day.replaceAll("-", "");
  const rows = await db
    .selectDistinct({ raceId: odds.raceId })
    .from(odds)
    .where(and(gte(odds.raceId, idOf(from)), lt(odds.raceId, idOf(before))))
    .groupBy(odds.raceId, odds.kind)
    .having(gt(count(), most))
    .orderBy(odds.raceId)
    .limit(limit);
  return rows.map(({ raceId }) => raceId);
}

/** Real races before the sample's. */
export async function listOddsKeys(
  db: Database,
  slots: readonly { raceId: string; date: string; venue: string; raceNum: number }[],
) {
  const [keys, starts] = await db.batch([
    db
      .select({ raceId: odds.raceId, kind: odds.kind, order: odds.order })
      .from(odds)
      .where(
        isAmong(
          odds.raceId,
          slots.map(({ raceId }) => raceId),
        ),
      ),
    db
      .select({ raceId: jsonField<string>("raceId").as("records_id"), startTime: races.startTime })
      .from(jsonRows(slots))
      .innerJoin(
        races,
        and(
          eq(races.date, jsonField<string>("date")),
          eq(races.venue, jsonField<string>("venue")),
          eq(races.raceNum, jsonField<number>("raceNum")),
        ),
      )
      .orderBy(desc(eq(races.source, "real"))),
  ]);
  return { keys, starts };
}

export async function deleteOdds(db: Database, keys: readonly OddsKey[]): Promise<void> {
  const gone = db.select(jsonFields("raceId", "kind", "order")).from(jsonRows(keys));
  await db.delete(odds).where(sql`(${odds.raceId}, ${odds.kind}, ${odds.order}) in (${gone})`);
}
