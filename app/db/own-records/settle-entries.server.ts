import { and, asc, eq, gt, isNotNull, isNull, lt, max, or, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { columnsOf, excluded, isAmong, jsonField, jsonFields, jsonRows } from "#app/db/fragments.server.ts";
import { appState } from "#app/db/schema/operations.server.ts";
import { recordEntries } from "#app/db/schema/own-records.server.ts";
import { payouts, races, runners } from "#app/db/schema/racing.server.ts";
import type { RecordResult } from "#app/domain/own-records/record-entry.ts";
import type { Payout, Race, Runner } from "#app/domain/racing/records.ts";
import { packBets } from "./packed-bets.ts";

/** Data version up to which all entries are settled. */
const SETTLED_KEY = "records-settled-version";

const settledVersion = sql<number>`coalesce((select cast(${appState.value} as integer) from ${appState}
  where ${appState.key} = ${SETTLED_KEY}), 0)`;

const isChangedRace = and(gt(races.dataVersion, settledVersion), isNull(races.pendingImportId));

/** Never settled, or changed since. */
export async function listRacesToSettle(db: Database, { limit }: { limit: number }): Promise<string[]> {
  const [unseen, changed] = await db.batch([
    db
      .selectDistinct({ raceId: recordEntries.raceId })
      .from(recordEntries)
      .innerJoin(races, eq(races.raceId, recordEntries.raceId))
      .where(and(isNull(recordEntries.seenVersion), isNull(races.pendingImportId)))
      .limit(limit),
    db
      .selectDistinct({ raceId: races.raceId })
      .from(races)
      .innerJoin(recordEntries, eq(recordEntries.raceId, races.raceId))
      .where(and(isChangedRace, lt(recordEntries.seenVersion, races.dataVersion)))
      .limit(limit),
  ]);
  return [...new Set([...unseen, ...changed].map(({ raceId }) => raceId))].slice(0, limit);
}

/** Null while an import changes races. */
export async function readNewestVersion(db: Database): Promise<number | null> {
  const [[pending], [newest]] = await db.batch([
    db.select({ raceId: races.raceId }).from(races).where(isNotNull(races.pendingImportId)).limit(1),
    db.select({ version: max(races.dataVersion) }).from(races),
  ]);
  return pending === undefined ? (newest?.version ?? 0) : null;
}

export async function recordSettledVersion(db: Database, version: number): Promise<void> {
  await db
    .insert(appState)
    .values({ key: SETTLED_KEY, value: String(version) })
    .onConflictDoUpdate({
      target: appState.key,
      set: { value: excluded(appState.value) },
      setWhere: sql`cast(${appState.value} as integer) < ${version}`,
    });
}

export interface RaceToSettle extends Pick<Race, "raceId" | "date" | "surface" | "status"> {
  dataVersion: number;
  runners: Pick<Runner, "horseNum" | "status" | "finishPosition" | "winOdds" | "popularity">[];
  payouts: Pick<Payout, "betType" | "combination" | "payoutYen">[];
  entries: { analysisId: number; picks: number[]; isLearntFrom: boolean }[];
}

/** As of one instant. */
export async function readRacesToSettle(db: Database, raceIds: readonly string[]): Promise<RaceToSettle[]> {
  const [raceRows, runnerRows, payoutRows, entryRows] = await db.batch([
    db
      .select(columnsOf(races, "raceId", "date", "surface", "status", "dataVersion"))
      .from(races)
      .where(and(isAmong(races.raceId, raceIds), isNull(races.pendingImportId))),
    db
      .select(columnsOf(runners, "raceId", "horseNum", "status", "finishPosition", "winOdds", "popularity"))
      .from(runners)
      .where(isAmong(runners.raceId, raceIds))
      .orderBy(asc(runners.raceId), asc(runners.horseNum)),
    db.select().from(payouts).where(isAmong(payouts.raceId, raceIds)),
    db
      .select(columnsOf(recordEntries, "raceId", "analysisId", "picks", "isLearntFrom"))
      .from(recordEntries)
      .innerJoin(races, eq(races.raceId, recordEntries.raceId))
      .where(
        and(
          isAmong(recordEntries.raceId, raceIds),
          or(isNull(recordEntries.seenVersion), lt(recordEntries.seenVersion, races.dataVersion)),
        ),
      ),
  ]);
  const all = raceRows.map((race): RaceToSettle => ({ ...race, runners: [], payouts: [], entries: [] }));
  const byId = new Map(all.map((race) => [race.raceId, race]));
  for (const { raceId, ...runner } of runnerRows) byId.get(raceId)?.runners.push(runner);
  for (const { raceId, ...payout } of payoutRows) byId.get(raceId)?.payouts.push(payout);
  for (const { raceId, picks, ...entry } of entryRows) {
    byId.get(raceId)?.entries.push({ ...entry, picks: JSON.parse(picks) as number[] });
  }
  return all;
}

export interface EntryResult {
  analysisId: number;
  date: string;
  dataVersion: number;
  result: RecordResult | null;
}

/** Keeps rows of the same or newer data, so that repeats change nothing. */
export async function saveResults(db: Database, results: readonly EntryResult[]): Promise<void> {
  const rows = results.map(({ analysisId, date, dataVersion, result }) => ({
    ...{ analysisId, date, seenVersion: dataVersion },
    ...{ resultKind: result?.kind ?? null, starters: result?.starters ?? null, finish: result?.finish ?? null },
    ...{ odds: result?.odds ?? null, popularity: result?.popularity ?? null },
    bets: result === null ? null : packBets(result.bets),
    favourite:
      result?.favourite === undefined || result.favourite === null
        ? null
        : [result.favourite.finish, packBets(result.favourite.bets)],
  }));
  await db
    .update(recordEntries)
    .set({
      ...jsonFields("date", "seenVersion", "resultKind", "starters", "finish"),
      ...jsonFields("odds", "popularity", "bets", "favourite"),
    })
    .from(jsonRows(rows))
    .where(
      and(
        eq(recordEntries.analysisId, jsonField("analysisId")),
        or(isNull(recordEntries.seenVersion), lt(recordEntries.seenVersion, jsonField("seenVersion"))),
      ),
    );
}
