import {
  and,
  asc,
  between,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  notExists,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { CHANGED_ONE, jsonField, jsonRows } from "#app/db/fragments.server.ts";
import { isOpenJob } from "#app/db/jobs/open-jobs.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { ledgerDays, movedRaces, settledBets } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import type { LedgerRow, MovedPart } from "#app/domain/rankings/ledger/moved-bets.ts";
import { isLedgerRace } from "./ledger-races.server.ts";

/**
 * Days of the ledger whose bets stand in R2 (`ledger_days.moved_to`). Every step is one guarded statement or transaction, so that
 * the rows or the column with its objects are whole at any moment, whoever else is at work.
 */

/** The day in the statement around these. */
const { date: day } = ledgerDays;

function isSettled(db: Database): SQL {
  const newest = db
    .select({ version: max(races.dataVersion) })
    .from(races)
    .where(and(isLedgerRace, eq(races.date, day)));
  return sql`${ledgerDays.dataVersion} >= coalesce(${newest}, 0)`;
}

/** Jobs settle bets of the day. */
function isBeingSettled(db: Database): SQL {
  return exists(
    db
      .select({ id: jobs.id })
      .from(jobs)
      .innerJoin(sql`json_each(${jobs.payload}, '$.dates') of_job`, sql`of_job.value = ${day}`)
      .where(and(eq(jobs.kind, "settle-bets"), isOpenJob)),
  );
}

/** A copy reads tables one after the other: between two of them no day must change its place. */
function isBeingCopied(db: Database): SQL {
  return exists(
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.kind, "copy-database"), isOpenJob)),
  );
}

/** Rows of the day stand in D1 (settled_bets_date_model_id). */
function hasRows(db: Database): SQL {
  return exists(db.select({ raceId: settledBets.raceId }).from(settledBets).where(eq(settledBets.date, day)));
}

/**
 * The first settled day before another that is to be moved, or that was moved and has rows left; null: there is none, or a
 * copy is being made.
 */
export async function findDayToMove(db: Database, { before }: { before: string }): Promise<string | null> {
  const row = await db
    .select({ date: day })
    .from(ledgerDays)
    .where(
      and(lt(day, before), isSettled(db), hasRows(db), sql`not ${isBeingSettled(db)}`, sql`not ${isBeingCopied(db)}`),
    )
    .orderBy(asc(day))
    .limit(1)
    .get();
  return row?.date ?? null;
}

export interface DayPlace {
  revision: number;
  movedTo: readonly MovedPart[] | null;
}

const PLACE = { revision: ledgerDays.revision, movedTo: ledgerDays.movedTo };

/** Where a day's bets stand, for a transaction that reads them. */
export function selectPlace(db: Database, date: string) {
  return db.select(PLACE).from(ledgerDays).where(eq(day, date));
}

/** How the parts of a moved day are written in its column: guards compare it. */
function textOf(parts: readonly MovedPart[]): string {
  return JSON.stringify(parts.map(({ key, from, to, rows }) => ({ key, from, to, rows })));
}

/** The column's content; null: the day's bets stand in D1. */
export function partsOf(movedTo: string | null | undefined): readonly MovedPart[] | null {
  return movedTo == null ? null : (JSON.parse(movedTo) as MovedPart[]);
}

/**
 * The next rows of a day by model and race (settled_bets_date_model_id), and where the day stands as of the same instant; null: it
 * is not in the ledger.
 */
export async function readDayRows(
  db: Database,
  { date, after, limit }: { date: string; after: number; limit: number },
): Promise<(DayPlace & { rows: LedgerRow[] }) | null> {
  const { modelId, raceId, raceDataVersion, settledAt, picks } = settledBets;
  const { winStakeYen, winPayoutYen, winHits, placeStakeYen, placePayoutYen, placeHits } = settledBets;
  const { quinellaStakeYen, quinellaPayoutYen, quinellaHits } = settledBets;
  const sums = {
    ...{ winStakeYen, winPayoutYen, winHits, placeStakeYen, placePayoutYen, placeHits },
    ...{ quinellaStakeYen, quinellaPayoutYen, quinellaHits },
  };
  const [[place], rows] = await db.batch([
    selectPlace(db, date),
    db
      .select({ modelId, raceId, raceDataVersion, settledAt, picks, ...sums })
      .from(settledBets)
      .where(and(eq(settledBets.date, date), sql`${modelId} > ${after}`))
      .orderBy(asc(modelId), asc(raceId))
      .limit(limit),
  ]);
  if (place === undefined) return null;
  return {
    ...{ revision: place.revision, movedTo: partsOf(place.movedTo) },
    rows: rows.map(({ modelId: model, raceId: race, raceDataVersion: version, settledAt: at, picks: bet, ...own }) => ({
      ...{ modelId: model, raceId: race, raceDataVersion: version, settledAt: at, picks: bet },
      sums: [
        ...([own.winStakeYen, own.winPayoutYen, own.winHits] as const),
        ...([own.placeStakeYen, own.placePayoutYen, own.placeHits] as const),
        ...([own.quinellaStakeYen, own.quinellaPayoutYen, own.quinellaHits] as const),
      ],
    })),
  };
}

/**
 * Has the parts of a day stand instead of its rows, which are as they were read at a revision, unless somebody is at work on the
 * day or copies the database.
 *
 * @returns whether they stand now
 */
export async function markMoved(
  db: Database,
  {
    date,
    revision,
    parts,
    raceIds,
  }: { date: string; revision: number; parts: readonly MovedPart[]; raceIds: readonly string[] },
): Promise<boolean> {
  const betOn = db
    .select(rowSelection(movedRaces, { raceId: sql`value`, date }))
    .from(sql`json_each(${JSON.stringify(raceIds)})`)
    .where(CHANGED_ONE);
  const [moved] = await db.batch([
    db
      .update(ledgerDays)
      .set({ movedTo: textOf(parts), isReturning: false })
      .where(
        and(
          eq(day, date),
          eq(ledgerDays.revision, revision),
          isNull(ledgerDays.movedTo),
          sql`not ${isBeingSettled(db)}`,
          sql`not ${isBeingCopied(db)}`,
        ),
      ),
    db.insert(movedRaces).select(betOn).onConflictDoNothing(),
  ]);
  return moved.meta.changes === 1;
}

/** Ends the return of a day that nobody is about to settle again. */
export async function stopReturn(db: Database, date: string): Promise<void> {
  await db
    .update(ledgerDays)
    .set({ isReturning: false })
    .where(and(eq(day, date), isNotNull(ledgerDays.movedTo), sql`not ${isBeingSettled(db)}`));
}

/**
 * Deletes rows of a day whose bets stand in R2.
 *
 * @returns how many: fewer than the limit means that none is left, or that the day is being returned
 */
export async function deleteMovedRows(db: Database, { date, limit }: { date: string; limit: number }): Promise<number> {
  const isMoved = exists(
    db
      .select({ date: day })
      .from(ledgerDays)
      .where(and(eq(day, date), isNotNull(ledgerDays.movedTo), eq(ledgerDays.isReturning, false))),
  );
  const some = db
    .select({ rowid: sql`rowid` })
    .from(settledBets)
    .where(and(eq(settledBets.date, date), isMoved))
    .limit(limit);
  const { meta } = await db.delete(settledBets).where(inArray(sql`rowid`, some));
  return meta.changes;
}

/** Where a day's bets stand; null: in D1, or the day is not in the ledger. */
export async function findMovedTo(db: Database, date: string): Promise<readonly MovedPart[] | null> {
  return partsOf((await selectPlace(db, date).get())?.movedTo);
}

/** From now on no row of a moved day is deleted. */
export async function beginReturn(db: Database, date: string): Promise<void> {
  await db
    .update(ledgerDays)
    .set({ isReturning: true })
    .where(and(eq(day, date), isNotNull(ledgerDays.movedTo)));
}

/** How many rows of a day and range of models stand in D1. */
export async function countDayRows(
  db: Database,
  { date, from, to }: { date: string; from: number; to: number },
): Promise<number> {
  return db.$count(settledBets, and(eq(settledBets.date, date), between(settledBets.modelId, from, to)));
}

/** Inserts rows of a part again while the day is being returned; those that are there stay. */
export async function insertReturned(
  db: Database,
  { date, parts, rows }: { date: string; parts: readonly MovedPart[]; rows: readonly LedgerRow[] },
): Promise<void> {
  const isReturning = exists(
    db
      .select({ date: day })
      .from(ledgerDays)
      .where(and(eq(day, date), eq(ledgerDays.movedTo, textOf(parts)), eq(ledgerDays.isReturning, true))),
  );
  const sum = (place: number) => sql`value ->> ${`$.sums[${place}]`}`.inlineParams();
  await db
    .insert(settledBets)
    .select(
      db
        .select(
          rowSelection(settledBets, {
            ...{ modelId: jsonField("modelId"), raceId: jsonField("raceId"), date },
            ...{ winStakeYen: sum(0), winPayoutYen: sum(1), winHits: sum(2) },
            ...{ placeStakeYen: sum(3), placePayoutYen: sum(4), placeHits: sum(5) },
            ...{ quinellaStakeYen: sum(6), quinellaPayoutYen: sum(7), quinellaHits: sum(8) },
            ...{ raceDataVersion: jsonField("raceDataVersion"), settledAt: jsonField("settledAt") },
            picks: jsonField("picks"),
          }),
        )
        .from(jsonRows(rows))
        .where(isReturning),
    )
    .onConflictDoNothing();
}

/**
 * Has the rows of a day stand again, if all are there and nobody copies the database.
 *
 * @returns whether the day's bets stand in D1 now
 */
export async function endReturn(
  db: Database,
  { date, parts }: { date: string; parts: readonly MovedPart[] },
): Promise<boolean> {
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  const [ended] = await db.batch([
    db
      .update(ledgerDays)
      .set({ movedTo: null, isReturning: false })
      .where(
        and(
          eq(day, date),
          eq(ledgerDays.movedTo, textOf(parts)),
          eq(ledgerDays.isReturning, true),
          eq(db.$count(settledBets, eq(settledBets.date, date)), rows),
          sql`not ${isBeingCopied(db)}`,
        ),
      ),
    db.delete(movedRaces).where(and(eq(movedRaces.date, date), CHANGED_ONE)),
  ]);
  return ended.meta.changes === 1 || (await findMovedTo(db, date)) === null;
}

/** Of these keys those that no day names. */
export async function listUnnamedParts(db: Database, keys: readonly string[]): Promise<string[]> {
  const given = sql`given.value`;
  const rows = await db
    .select({ key: sql<string>`${given}` })
    .from(sql`json_each(${JSON.stringify(keys)}) given`)
    .where(
      notExists(
        db
          .select({ date: day })
          .from(ledgerDays)
          .innerJoin(sql`json_each(${ledgerDays.movedTo}) part`, sql`part.value ->> '$.key' = ${given}`)
          .where(sql`${day} = substr(${given}, 8, 10)`),
      ),
    );
  return rows.map(({ key }) => key);
}
