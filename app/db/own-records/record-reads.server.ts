import { and, asc, between, count, desc, eq, lt, not, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { columnsOf, excluded, existsIn } from "#app/db/fragments.server.ts";
import { models } from "#app/db/schema/models.server.ts";
import { recordEntries, recordFigures } from "#app/db/schema/own-records.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import { sealForecasts, sealKeys, sealLeaves } from "#app/db/schema/seal.server.ts";
import { MODELS_PER_LOT } from "#app/db/seal/forecasts.server.ts";
import type { RecordFigures } from "#app/domain/own-records/measure-record.ts";
import type { RecordEntry, RecordResult, SealedAt } from "#app/domain/own-records/record-entry.ts";
import { type PackedBets, unpackBets } from "./packed-bets.ts";
import { isFixedInTime, isSealedInTime } from "./record-entries.server.ts";

/** Older figures are counted again. */
const FIGURES_FORMAT = 3;

/** Inlined: D1 binds numbers as reals, which divide differently. */
const PAGE_ROWS = sql`${30}`.inlineParams();

export interface RecordScope {
  userId: number;
  /** Null: all models, deleted ones included. */
  modelId: number | null;
}

export interface RecordFilter {
  /** YYYY-MM. */
  month: string | null;
  venue: string | null;
  result: "win" | "place" | "quinella" | "miss" | "awaited" | null;
  /** net: highest balance first, settled ones only. */
  sort: "new" | "net";
  /** From 1. */
  page: number;
}

export interface ListedEntry {
  entry: Omit<RecordEntry, "surface" | "distanceM" | "going">;
  isReplaced: boolean;
  /** As on the card now; null if it is not. */
  pick: { bracketNum: number | null; horseName: string } | null;
  /** Outlives a deletion; null: none. */
  seal: string | null;
  /** A forecast for the rankings was sealed. */
  hasForecast: boolean;
}

export type RecordModel = Awaited<ReturnType<typeof selectRecordModels>>[number];

const later = alias(recordEntries, "later");
const batch = alias(sealLeaves, "batch");

function scopeKey({ userId, modelId }: RecordScope): string {
  return modelId === null ? `user:${userId}` : `model:${modelId}`;
}

function isOfScope({ userId, modelId }: RecordScope): SQL | undefined {
  return modelId === null
    ? eq(recordEntries.userId, userId)
    : and(eq(recordEntries.modelId, modelId), eq(recordEntries.userId, userId));
}

/** Changes with every entry added, deleted, sealed or settled. */
function selectVersion(db: Database, scope: RecordScope) {
  const version = sql<string>`${`${FIGURES_FORMAT}:`} || count(*) || ':' ||
    coalesce(sum(coalesce(${recordEntries.seenVersion}, -1)), 0) || ':' || count(${recordEntries.deletedAt}) || ':' ||
    count(${recordEntries.sealedAt})`;
  return db
    .select({ version: version.as("entries_version") })
    .from(recordEntries)
    .where(isOfScope(scope));
}

/** Stored figures, or null and all entries if something has changed. @returns version: of the entries */
export async function readRecord(db: Database, scope: RecordScope, filter: RecordFilter) {
  const version = selectVersion(db, scope).as("v");
  const [[stored], entryRows, listRows, modelRows] = await db.batch([
    db
      .select({ version: version.version, figures: recordFigures.figures })
      .from(version)
      .leftJoin(
        recordFigures,
        and(eq(recordFigures.scope, scopeKey(scope)), eq(recordFigures.version, version.version)),
      ),
    selectEntries(db, scope, { ifOutdated: true }),
    selectList(db, scope, filter),
    selectRecordModels(db, scope),
  ]);
  return {
    version: stored?.version ?? "",
    figures: stored?.figures == null ? null : (JSON.parse(stored.figures) as RecordFigures),
    entries: entryRows.flatMap(toEntries),
    listed: listRows.map(toListed),
    pages: listRows[0]?.pages ?? 0,
    models: modelRows,
  };
}

export async function readRecordEntries(db: Database, scope: RecordScope) {
  const [rows, modelRows] = await db.batch([
    selectEntries(db, scope, { ifOutdated: false }),
    selectRecordModels(db, scope),
  ]);
  return { entries: rows.flatMap(toEntries), models: modelRows };
}

/** Concurrent counts are equal. */
export async function saveFigures(
  db: Database,
  scope: RecordScope,
  { version, figures }: { version: string; figures: RecordFigures },
): Promise<void> {
  await db
    .insert(recordFigures)
    .values({ scope: scopeKey(scope), userId: scope.userId, version, figures: JSON.stringify(figures) })
    .onConflictDoUpdate({
      target: recordFigures.scope,
      set: { version: excluded(recordFigures.version), figures: excluded(recordFigures.figures) },
    });
}

const packedEntry = sql`json_array(${recordEntries.analysisId}, ${recordEntries.modelId}, ${recordEntries.modelName},
  ${recordEntries.raceId}, ${races.date}, ${races.venue}, ${races.raceNum}, ${races.name}, ${races.startTime},
  ${races.surface}, ${races.distanceM}, ${races.going}, json(${recordEntries.picks}), ${recordEntries.completedAt},
  case when ${recordEntries.hasSeal} then coalesce(${recordEntries.sealedAt}, 'waiting') end,
  ${recordEntries.deletedAt}, ${recordEntries.isLearntFrom}, ${recordEntries.resultKind}, ${recordEntries.starters},
  ${recordEntries.finish}, ${recordEntries.odds}, ${recordEntries.popularity}, json(${recordEntries.bets}),
  json(${recordEntries.favourite}))`;

type PackedEntry = [
  ...[analysisId: number, modelId: number, modelName: string, raceId: string, date: string, venue: string],
  ...[raceNum: number, raceName: string, startTime: string | null, surface: RecordEntry["surface"]],
  ...[distanceM: number | null, going: RecordEntry["going"], picks: number[], completedAt: number],
  sealedAt: SealedAt,
  ...[deletedAt: number | null, isLearntFrom: 0 | 1, resultKind: RecordResult["kind"] | null],
  ...[starters: number | null, finish: number | null, odds: number | null, popularity: number | null],
  ...[bets: PackedBets | null, favourite: [finish: number | null, bets: PackedBets] | null],
];

/** One row per day: thousands of wide rows are slow to send. */
function selectEntries(db: Database, scope: RecordScope, { ifOutdated }: { ifOutdated: boolean }) {
  return db
    .select({ packed: sql<string>`json_group_array(${packedEntry})`.as("packed") })
    .from(recordEntries)
    .innerJoin(races, eq(races.raceId, recordEntries.raceId))
    .where(
      and(
        isOfScope(scope),
        ifOutdated
          ? not(
              existsIn(
                recordFigures,
                and(
                  eq(recordFigures.scope, scopeKey(scope)),
                  eq(recordFigures.version, sql`${selectVersion(db, scope)}`),
                ),
              ),
            )
          : undefined,
      ),
    )
    .groupBy(recordEntries.date);
}

function toEntries({ packed }: { packed: string }): RecordEntry[] {
  return (JSON.parse(packed) as PackedEntry[]).map((fields): RecordEntry => {
    const [analysisId, modelId, modelName, raceId, date, venue, raceNum, raceName, startTime, ...more] = fields;
    const [surface, distanceM, going, picks, completedAt, sealedAt, deletedAt, isLearntFrom, ...result] = more;
    return {
      ...{ analysisId, modelId, modelName, raceId, date, venue, raceNum, raceName, startTime },
      ...{ surface, distanceM, going, picks, completedAt, sealedAt, deletedAt, isLearntFrom: isLearntFrom === 1 },
      result: toResult(...result),
    };
  });
}

function toResult(
  kind: RecordResult["kind"] | null,
  starters: number | null,
  finish: number | null,
  odds: number | null,
  popularity: number | null,
  bets: PackedBets | null,
  favourite: [finish: number | null, bets: PackedBets] | null,
): RecordResult | null {
  if (kind === null || bets === null) return null;
  return {
    ...{ kind, starters, finish, odds, popularity },
    bets: unpackBets(bets),
    favourite: favourite === null ? null : { finish: favourite[0], bets: unpackBets(favourite[1]) },
  };
}

const paid = (place: 0 | 1 | 2) => sql`(${recordEntries.bets} ->> ${`$[${place}][1]`})`.inlineParams();
const hit = (place: 0 | 1 | 2) => sql`(${recordEntries.bets} ->> ${`$[${place}][2]`}) > 0`.inlineParams();
const staked = (place: 0 | 1 | 2) => sql`(${recordEntries.bets} ->> ${`$[${place}][0]`})`.inlineParams();

const netYen = sql`${paid(0)} + ${paid(1)} + ${paid(2)} - ${staked(0)} - ${staked(1)} - ${staked(2)}`;

const IS_RESULT: Record<NonNullable<RecordFilter["result"]>, SQL> = {
  win: hit(0),
  place: hit(1),
  quinella: hit(2),
  miss: sql`${recordEntries.resultKind} = 'settled' and ${paid(0)} + ${paid(1)} + ${paid(2)} = 0`,
  awaited: sql`${recordEntries.resultKind} is null`,
};

function isListed(scope: RecordScope, { month, venue, result, sort }: RecordFilter): SQL | undefined {
  return and(
    isOfScope(scope),
    month === null ? undefined : between(recordEntries.date, `${month}-01`, `${month}-31`),
    venue === null ? undefined : eq(races.venue, venue),
    result === null ? undefined : IS_RESULT[result],
    sort === "net" ? sql`${recordEntries.resultKind} = 'settled'` : undefined,
  );
}

/** Later entries of the model and race that are in time. */
function selectReplacing(db: Database) {
  return db
    .select({ id: later.analysisId })
    .from(later)
    .where(
      and(
        eq(later.raceId, recordEntries.raceId),
        eq(later.modelId, recordEntries.modelId),
        sql`(${later.completedAt}, ${later.analysisId}) > (${recordEntries.completedAt}, ${recordEntries.analysisId})`,
        isFixedInTime(later.completedAt),
        isSealedInTime(later),
      ),
    );
}

/** Once a model and race: settled, in time and the last. The statement joins the race. */
export function isCounted(db: Database) {
  return and(
    eq(recordEntries.resultKind, "settled"),
    isFixedInTime(recordEntries.completedAt),
    isSealedInTime(recordEntries),
    notExists(selectReplacing(db)),
  );
}

/** Newest first: whole days. By balance: that many rows. */
function selectList(db: Database, scope: RecordScope, filter: RecordFilter) {
  const isMeant = isListed(scope, filter);
  // The entries' own index has the days.
  const join = filter.venue === null ? sql`` : sql`join ${races} on ${races.raceId} = ${recordEntries.raceId}`;
  const from = sql`from ${recordEntries} ${join} where ${isMeant}`;
  const paged =
    filter.sort === "net"
      ? sql`select id, (place - 1) / ${PAGE_ROWS} + 1 as page, place, (total - 1) / ${PAGE_ROWS} + 1 as pages from (
          select ${recordEntries.analysisId} as id, count(*) over () as total,
            row_number() over (order by ${netYen} desc, ${recordEntries.analysisId} desc) as place ${from})`
      : sql`select ${recordEntries.analysisId} as id, day.page, 0 as place, day.pages
          from (select date, page, max(page) over () as pages from (
            select date, dense_rank() over (order by slot) as page from (
              select date, (sum(size) over (order by date desc) - size) / ${PAGE_ROWS} as slot from (
                select ${recordEntries.date} as date, count(*) as size ${from} group by 1)))) day
          cross join ${recordEntries} on ${recordEntries.date} = day.date and day.page = ${filter.page} ${join}
          where ${isMeant}`;
  const isOfPage = sql`(${paged}) paged`;
  return db
    .select({
      packed: sql<string>`${packedEntry}`.as("packed"),
      isReplaced: sql`exists ${selectReplacing(db)}`.mapWith(Boolean).as("is_replaced"),
      bracketNum: runners.bracketNum,
      horseName: runners.horseName,
      seal: sealLeaves.hash,
      hasForecast: sql`exists ${selectForecast(db)}`.mapWith(Boolean).as("has_forecast"),
      pages: sql<number>`paged.pages`.as("pages"),
    })
    .from(isOfPage)
    .innerJoin(recordEntries, sql`${recordEntries.analysisId} = paged.id and paged.page = ${filter.page}`)
    .innerJoin(races, eq(races.raceId, recordEntries.raceId))
    .leftJoin(
      runners,
      and(eq(runners.raceId, recordEntries.raceId), eq(runners.horseNum, sql`${recordEntries.picks} ->> '$[0]'`)),
    )
    .leftJoin(sealLeaves, eq(sealLeaves.analysisId, recordEntries.analysisId))
    .orderBy(
      sql`paged.place`,
      desc(recordEntries.date),
      desc(races.startTime),
      asc(races.venue),
      desc(races.raceNum),
      desc(recordEntries.analysisId),
    );
}

function selectForecast(db: Database) {
  const day = sql`unixepoch(date(${batch.createdAt}, 'unixepoch', '+9 hours')) - 9 * 3600`;
  return db
    .select({ id: batch.id })
    .from(models)
    .innerJoin(sealKeys, eq(sealKeys.userId, models.userId))
    .innerJoin(
      sealForecasts,
      and(
        eq(sealForecasts.raceId, recordEntries.raceId),
        sql`${sealForecasts.lot} = cast(${models.id} / ${MODELS_PER_LOT} as integer)`,
        eq(sealForecasts.isWeight, models.isWeight),
      ),
    )
    .innerJoin(batch, eq(batch.id, sealForecasts.leafId))
    .where(and(eq(models.id, recordEntries.modelId), lt(models.completedAt, day)));
}

function toListed(row: Awaited<ReturnType<typeof selectList>>[number]): ListedEntry {
  const { packed, isReplaced, bracketNum, horseName, seal, hasForecast } = row;
  const [entry] = toEntries({ packed: `[${packed}]` });
  if (entry === undefined) throw new Error("a row without its entry");
  return { entry, isReplaced, seal, hasForecast, pick: horseName === null ? null : { bracketNum, horseName } };
}

/** Also if deleted or without entries. */
function selectRecordModels(db: Database, scope: RecordScope) {
  const { userId, modelId } = scope;
  const entries = db
    .select({ modelId: recordEntries.modelId, size: count().as("size") })
    .from(recordEntries)
    .where(isOfScope(scope))
    .groupBy(recordEntries.modelId)
    .as("entries");
  return db
    .select({
      modelId: models.id,
      ...columnsOf(models, "name", "venueType", "featureCount", "isWeight", "createdAt", "deletedAt"),
      entries: sql<number>`coalesce(${entries.size}, 0)`.as("entry_count"),
    })
    .from(models)
    .leftJoin(entries, eq(entries.modelId, models.id))
    .where(and(eq(models.userId, userId), modelId === null ? sql`${entries.size} is not null` : eq(models.id, modelId)))
    .orderBy(asc(models.id));
}
