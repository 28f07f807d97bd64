import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, type Placeholder, type SQL, sql } from "drizzle-orm";
import { type AnySQLiteColumn, alias } from "drizzle-orm/sqlite-core";
import { type Database, prepareOnce } from "#app/db/database.server.ts";
import { bytesOf, columnsOf, hasRow, present } from "#app/db/fragments.server.ts";
import { picksOf } from "#app/db/own-records/record-entries.server.ts";
import { NO_CHANGES, selectRaceChanges } from "#app/db/racing/freshness.server.ts";
import { selectNewestOdds } from "#app/db/racing/odds.server.ts";
import { raceColumns, runnerColumns, toRaceRecord } from "#app/db/racing/races.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { payouts, races, runners } from "#app/db/schema/racing.server.ts";
import { sealLeaves } from "#app/db/schema/seal.server.ts";
import { unzipDetails } from "#app/db/zipped-details.server.ts";
import type { RaceStatus, RunnerStatus } from "#app/domain/racing/race.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import type { ScoredInputs } from "#app/domain/scoring/scored-inputs.ts";
import type { AnalysisSummary, RaceInfo } from "#app/domain/views/analyses.ts";

/** Wire names, as stored at acceptance. */
interface StoredRaceInfo {
  race_num: number;
  name: string;
  title: string;
  date: string;
}

export type AnalysisRecord = Omit<AnalysisSummary, "scores">;

const summaryColumns = {
  analysisId: analyses.id,
  ...columnsOf(analyses, "modelId", "modelName", "venueType", "raceId", "raceInfo"),
  ...columnsOf(analyses, "status", "progress", "createdAt", "completedAt"),
};

function toRecord<R extends { raceInfo: string }>({ raceInfo, ...row }: R) {
  return { ...row, raceInfo: parseRaceInfo(raceInfo) };
}

export function parseRaceInfo(raceInfo: string): RaceInfo {
  const stored = JSON.parse(raceInfo) as StoredRaceInfo;
  return { raceNum: stored.race_num, name: stored.name, title: stored.title, date: stored.date };
}

export function raceInfoOf(race: Record<"raceNum" | "name" | "venue" | "date", AnySQLiteColumn>): SQL {
  return sql`json_object('race_num', ${race.raceNum}, 'name', ${race.name}, 'title', ${race.venue}, 'date', ${race.date})`;
}

/** Scores of before there were place probabilities lack them. */
type StoredScore = Omit<Score, "placeProbability"> & Partial<Score>;

export function parseScores(scores: string | null): Score[] | null {
  if (scores === null) return null;
  return (JSON.parse(scores) as StoredScore[]).map((score) => ({
    ...score,
    placeProbability: score.placeProbability ?? null,
  }));
}

/** Unfinished races of a day are on its board only. The status first: day_id lies behind large columns. */
const isListed =
  sql`not (${analyses.status} = ${AnalysisStatus.running} and ${analyses.dayId} is not null)`.inlineParams();

/** The number of ◎, of an analysis joined with its race. */
export const pickNumber = sql`${analyses.scores} ->> '$[0].horseNum'`;

export const isPick = and(eq(runners.raceId, analyses.raceId), eq(runners.horseNum, pickNumber));

/** The columns of ◎, by a left join on {@link isPick}. */
export const pickColumns = {
  raceStatus: races.status,
  horseNum: runners.horseNum,
  horseName: runners.horseName,
  runnerStatus: sql<RunnerStatus | null>`${runners.status}`.as("runner_status"),
  position: runners.finishPosition,
};

/** With isOver, and null for ◎ that left the card. */
export function toPick<
  R extends {
    raceStatus: RaceStatus;
    horseNum: number | null;
    horseName: string | null;
    runnerStatus: RunnerStatus | null;
    position: number | null;
  },
>({ raceStatus, horseNum, horseName, runnerStatus: status, position, ...row }: R) {
  const isOnCard = horseNum !== null && horseName !== null && status !== null;
  return {
    ...row,
    isOver: raceStatus === "result",
    pick: isOnCard ? { horseNum, horseName, status, position } : null,
  };
}

const prepareList = prepareOnce((db) => prepareListWith(db, sql<null>`null`));
const prepareListWithScores = prepareOnce((db) => prepareListWith(db, sql<string | null>`${analyses.scores}`));

function prepareListWith<Scores extends string | null>(db: Database, scores: SQL<Scores>) {
  return db
    .select({ ...summaryColumns, ...pickColumns, scores, startTime: races.startTime })
    .from(analyses)
    .innerJoin(races, eq(races.raceId, analyses.raceId))
    .leftJoin(runners, isPick)
    .where(and(eq(analyses.userId, sql.placeholder("userId")), isNull(analyses.deletedAt), isListed))
    .orderBy(desc(analyses.createdAt), desc(analyses.id))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare();
}

/** Newest first (index analyses_user_id_created_at). */
export async function listAnalyses(
  db: Database,
  { userId, offset, limit, withScores }: { userId: number; offset: number; limit?: number; withScores: boolean },
) {
  const list = withScores ? prepareListWithScores(db) : prepareList(db);
  // SQLite has no offset without a limit; a negative one is none.
  const rows = await list.all({ userId, offset, limit: limit ?? -1 });
  return rows.map(({ scores, ...row }) => ({ ...toPick(toRecord(row)), scores: parseScores(scores) }));
}

const version = alias(analyses, "version");

/** One round trip. Includes races that became invisible. */
export async function findAnalysis(db: Database, { userId, analysisId }: { userId: number; analysisId: number }) {
  const isOwn = and(eq(analyses.id, analysisId), eq(analyses.userId, userId), isNull(analyses.deletedAt));
  const isRace = inArray(races.raceId, db.select({ raceId: analyses.raceId }).from(analyses).where(isOwn));
  const [found, raceRows, runnerRows, payoutRows, newestOdds, changes, versions] = await db.batch([
    db
      .select({
        ...summaryColumns,
        scores: analyses.scores,
        zippedDetails: bytesOf(analyses.zippedDetails).as("zipped_details"),
        isLearntFrom: analyses.isLearntFrom,
        cutoffDay: models.cutoffDay,
        modelDeletedAt: models.deletedAt,
        modelSkill: sql<number | null>`${models.report} ->> 'pseudoR2'`,
        usesWeight: models.isWeight,
        inputs: analyses.inputs,
        sharedAt: analyses.sharedAt,
        seal: sealLeaves.hash,
      })
      .from(analyses)
      .leftJoin(models, eq(models.id, analyses.modelId))
      .leftJoin(sealLeaves, eq(sealLeaves.analysisId, analyses.id))
      .where(isOwn),
    db.select(raceColumns).from(races).innerJoin(analyses, eq(analyses.raceId, races.raceId)).where(isOwn),
    db
      .select(runnerColumns)
      .from(runners)
      .innerJoin(analyses, eq(analyses.raceId, runners.raceId))
      .where(isOwn)
      .orderBy(asc(runners.horseNum)),
    db
      .select({ betType: payouts.betType, combination: payouts.combination, payoutYen: payouts.payoutYen })
      .from(payouts)
      .innerJoin(analyses, eq(analyses.raceId, payouts.raceId))
      .where(isOwn),
    selectNewestOdds(db, isRace),
    selectRaceChanges(db, isRace),
    db
      .select({
        analysisId: version.id,
        completedAt: present(version.completedAt).as("completed_at"),
        picks: picksOf(version.scores).as("picks"),
      })
      .from(analyses)
      .innerJoin(version, and(eq(version.modelId, analyses.modelId), eq(version.raceId, analyses.raceId)))
      .where(
        and(
          ...[isOwn, isNull(version.deletedAt), isNotNull(version.scores)],
          inArray(version.status, [AnalysisStatus.running, AnalysisStatus.complete]).inlineParams(),
        ),
      )
      .orderBy(asc(version.id)),
  ]);
  const row = found[0];
  const race = raceRows[0];
  if (row === undefined || race === undefined) return null;
  return {
    ...toRecord(row),
    scores: parseScores(row.scores),
    details: unzipDetails(row.zippedDetails),
    seal: row.seal,
    inputs: row.inputs === null ? null : (JSON.parse(row.inputs) as ScoredInputs),
    race: toRaceRecord(race),
    runners: runnerRows,
    payouts: payoutRows,
    newestOdds,
    raceChanges: changes[0] ?? NO_CHANGES,
    versions: versions.map(({ picks, ...one }) => ({ ...one, picks: JSON.parse(picks) as number[] })),
  };
}

/** False for another user's. */
export async function isRemovedAnalysis(
  db: Database,
  { userId, analysisId }: { userId: number; analysisId: number },
): Promise<boolean> {
  const isOwn = and(eq(analyses.id, analysisId), eq(analyses.userId, userId));
  return await hasRow(db, analyses, and(isOwn, isNotNull(analyses.deletedAt)));
}

export function selectNewestAnalyses(
  db: Database,
  { userId, limit }: Record<"userId" | "limit", number | Placeholder>,
) {
  return db
    .select(summaryColumns)
    .from(analyses)
    .where(and(eq(analyses.userId, userId), isNull(analyses.deletedAt), isListed))
    .orderBy(desc(analyses.createdAt), desc(analyses.id))
    .limit(limit);
}

export function toAnalysisRecord(row: Awaited<ReturnType<typeof selectNewestAnalyses>>[number]): AnalysisRecord {
  return toRecord(row);
}

/** Without analysisId all finished ones. */
export async function confirmAnalysis(
  db: Database,
  { userId, analysisId, now }: { userId: number; analysisId: number | undefined; now: number },
): Promise<void> {
  await db
    .update(analyses)
    .set({ confirmedAt: now })
    .where(
      and(
        eq(analyses.userId, userId),
        analysisId === undefined ? undefined : eq(analyses.id, analysisId),
        ne(analyses.status, AnalysisStatus.running),
        isNull(analyses.confirmedAt),
      ),
    );
}
