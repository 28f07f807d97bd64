import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { UsageBooking } from "#app/db/accounts/usage.server.ts";
import { type Database, prepareOnce } from "#app/db/database.server.ts";
import { asSubject, ONE_ROW } from "#app/db/fragments.server.ts";
import { type NewJob, queuedJob } from "#app/db/jobs/new-jobs.server.ts";
import {
  isVisibleRace,
  type RaceRecord,
  raceColumns,
  runnerColumns,
  toRaceRecord,
} from "#app/db/racing/races.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { usage } from "#app/db/schema/accounts.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { payouts, races, runners } from "#app/db/schema/racing.server.ts";
import { isHeld, ModelStatus } from "#app/domain/learning/model-status.ts";
import type { Payout, Runner } from "#app/domain/racing/records.ts";
import type { AnalysisDetails } from "#app/domain/scoring/analysis-details.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import type { Score } from "#app/domain/scoring/score.ts";

/** Wire names, as stored at acceptance. */
interface StoredRaceInfo {
  race_num: number;
  name: string;
  title: string;
  date: string;
}

export interface AnalysisRecord {
  analysisId: number;
  modelId: number;
  modelName: string;
  venueType: number;
  raceId: string;
  raceInfo: { raceNum: number; name: string; title: string; date: string };
  status: number;
  progress: number | null;
  createdAt: number;
  completedAt: number | null;
}

const summaryColumns = {
  analysisId: analyses.id,
  modelId: analyses.modelId,
  modelName: analyses.modelName,
  venueType: analyses.venueType,
  raceId: analyses.raceId,
  raceInfo: analyses.raceInfo,
  status: analyses.status,
  progress: analyses.progress,
  createdAt: analyses.createdAt,
  completedAt: analyses.completedAt,
};

function toRecord<R extends { raceInfo: string }>({ raceInfo, ...row }: R) {
  const stored = JSON.parse(raceInfo) as StoredRaceInfo;
  return {
    ...row,
    raceInfo: { raceNum: stored.race_num, name: stored.name, title: stored.title, date: stored.date },
  };
}

/** A race as an analysis keeps it at acceptance ({@link StoredRaceInfo}). */
export function raceInfoOf(race: Record<"raceNum" | "name" | "venue" | "date", AnySQLiteColumn>): SQL {
  return sql`json_object('race_num', ${race.raceNum}, 'name', ${race.name}, 'title', ${race.venue}, 'date', ${race.date})`;
}

/** Scores of before there were place probabilities lack them. */
type StoredScore = Omit<Score, "placeProbability"> & Partial<Score>;

function parseScores(scores: string | null): Score[] | null {
  if (scores === null) return null;
  return (JSON.parse(scores) as StoredScore[]).map((score) => ({
    ...score,
    placeProbability: score.placeProbability ?? null,
  }));
}

/** What a request for an analysis is judged by. */
export interface RequestFacts {
  /** Null: unknown or invisible. */
  race: RaceRecord | null;
  /** Every model of the user that is not deleted. */
  models: {
    modelId: number;
    venueType: number;
    featureCount: number;
    isWeight: boolean;
    status: number;
    isHeld: boolean;
    createdAt: number;
  }[];
}

/** The race, and the user's models, in one round trip (primary key; index models_user_id_created_at). */
export async function readRequestFacts(
  db: Database,
  { userId, raceId }: { userId: number; raceId: string },
): Promise<RequestFacts> {
  const [found, own] = await db.batch([
    db
      .select(raceColumns)
      .from(races)
      .where(and(eq(races.raceId, raceId), isVisibleRace)),
    db
      .select({
        modelId: models.id,
        venueType: models.venueType,
        featureCount: models.featureCount,
        isWeight: models.isWeight,
        status: models.status,
        createdAt: models.createdAt,
      })
      .from(models)
      .where(and(eq(models.userId, userId), isNull(models.deletedAt))),
  ]);
  return {
    race: found[0] === undefined ? null : toRaceRecord(found[0]),
    models: own.map((model) => ({ ...model, isHeld: isHeld(model.status) })),
  };
}

/** Limits that the insert itself enforces; null = none. */
interface AnalysisInsertLimits {
  perDay: number | null;
  atOnce: number;
  perMonth: number | null;
  perLifetime: number | null;
}

interface AnalysisInsertOutcome {
  /** The running or complete analysis of this model and race on the present data; null: none, a limit stood in the way. */
  analysisId: number | null;
  status: number | null;
  isNew: boolean;
  today: number;
  running: number;
  thisMonth: number;
  underFreeLimits: number;
}

/** Running or complete. With the values in the statement's text, as the partial index analyses_once needs them. */
const isStanding = inArray(analyses.status, [AnalysisStatus.running, AnalysisStatus.complete]).inlineParams();

/**
 * Inserts an analysis with its use and its job, all or nothing, only while the limits hold and this model has no
 * running or complete one of the race on its present data (index analyses_once): one guarded statement in one batch,
 * as parallel calls would all read the same count before they insert. The counts for the refusal's reason are read in
 * the same transaction.
 * Indexes: usage_user_id_kind_month, usage_user_id_kind_free, analyses_user_id_status, analyses_once,
 * usage_kind_subject_id; primary keys.
 */
export async function insertAnalysis(
  db: Database,
  {
    userId,
    modelId,
    raceId,
    limits,
    booking,
    job,
  }: {
    userId: number;
    modelId: number;
    raceId: string;
    limits: AnalysisInsertLimits;
    booking: UsageBooking;
    job: Pick<NewJob, "kind" | "queue"> & { id: string };
  },
): Promise<AnalysisInsertOutcome> {
  const isCounted = and(eq(usage.userId, userId), eq(usage.kind, "analysis"), isNull(usage.returnedAt));
  const counts = {
    today: db.$count(usage, and(isCounted, eq(usage.month, booking.month), eq(usage.day, booking.day))),
    running: db.$count(
      analyses,
      and(eq(analyses.userId, userId), eq(analyses.status, AnalysisStatus.running), isNull(analyses.deletedAt)),
    ),
    thisMonth: db.$count(usage, and(isCounted, eq(usage.month, booking.month))),
    underFreeLimits: db.$count(usage, and(isCounted, eq(usage.underFreeLimits, true))),
  };
  const isOfRaceAsItIs = and(eq(analyses.raceId, races.raceId), eq(analyses.raceDataVersion, races.dataVersion));
  const isOfRequest = and(
    eq(races.raceId, raceId),
    eq(analyses.modelId, modelId),
    eq(analyses.userId, userId),
    isNull(analyses.deletedAt),
  );
  const isRunning = and(isOfRequest, eq(analyses.status, AnalysisStatus.running));
  const standing = db
    .select({ id: analyses.id, status: analyses.status })
    .from(races)
    .innerJoin(analyses, isOfRaceAsItIs)
    .where(and(isOfRequest, isStanding))
    .as("standing");
  const [, made, , [outcome]] = await db.batch([
    db
      .insert(analyses)
      .select(
        db
          .select(
            rowSelection(analyses, {
              userId: models.userId,
              modelId: models.id,
              raceId: races.raceId,
              raceDataVersion: races.dataVersion,
              modelName: models.name,
              venueType: races.venueType,
              raceInfo: raceInfoOf(races),
              status: AnalysisStatus.running,
              createdAt: booking.now,
            }),
          )
          .from(models)
          .innerJoin(races, eq(races.venueType, models.venueType))
          .where(
            and(
              eq(models.id, modelId),
              eq(models.userId, userId),
              isNull(models.deletedAt),
              eq(models.status, ModelStatus.complete),
              eq(races.raceId, raceId),
              isVisibleRace,
              ne(races.status, "cancelled"),
              gt(races.runnerCount, 0),
              or(eq(models.isWeight, false), sql`${races.weighedCount} * 2 >= ${races.runnerCount}`),
              limits.perDay === null ? undefined : lt(counts.today, limits.perDay),
              lt(counts.running, limits.atOnce),
              limits.perMonth === null ? undefined : lt(counts.thisMonth, limits.perMonth),
              limits.perLifetime === null ? undefined : lt(counts.underFreeLimits, limits.perLifetime),
            ),
          ),
      )
      // Index analyses_once.
      .onConflictDoNothing(),
    // A running analysis without a use is the one just inserted: its job first, then the use that ends this state.
    db.insert(jobs).select(
      db
        .select(queuedJob({ ...job, subject: asSubject(analyses.id), now: booking.now }))
        .from(races)
        .innerJoin(analyses, isOfRaceAsItIs)
        .where(
          and(
            isRunning,
            notExists(
              db
                .select({ id: usage.id })
                .from(usage)
                .where(and(eq(usage.kind, "analysis"), eq(usage.subjectId, analyses.id))),
            ),
          ),
        ),
    ),
    db
      .insert(usage)
      .select(
        db
          .select(
            rowSelection(usage, {
              userId,
              kind: "analysis",
              subjectId: analyses.id,
              day: booking.day,
              month: booking.month,
              underFreeLimits: booking.underFreeLimits,
              usedAt: booking.now,
            }),
          )
          .from(races)
          .innerJoin(analyses, isOfRaceAsItIs)
          .where(isRunning),
      )
      .onConflictDoNothing({ target: [usage.kind, usage.subjectId] }),
    db
      .select({
        analysisId: standing.id,
        status: standing.status,
        today: counts.today.as("today"),
        running: counts.running.as("running"),
        thisMonth: counts.thisMonth.as("this_month"),
        underFreeLimits: counts.underFreeLimits.as("under_free_limits"),
      })
      .from(ONE_ROW)
      .leftJoin(standing, sql`true`),
  ]);
  if (outcome === undefined) throw new Error("the batch that inserts an analysis gave no outcome");
  return { ...outcome, isNew: made.meta.changes === 1 };
}

interface ListedAnalysisRecord extends AnalysisRecord {
  scores: Score[] | null;
  /** HH:MM of the race as it is now. */
  startTime: string | null;
}

const prepareList = prepareOnce((db) => prepareListWith(db, sql<null>`null`));
const prepareListWithScores = prepareOnce((db) => prepareListWith(db, sql<string | null>`${analyses.scores}`));

function prepareListWith<Scores extends string | null>(db: Database, scores: SQL<Scores>) {
  return db
    .select({ ...summaryColumns, scores, startTime: races.startTime })
    .from(analyses)
    .innerJoin(races, eq(races.raceId, analyses.raceId))
    .where(and(eq(analyses.userId, sql.placeholder("userId")), isNull(analyses.deletedAt)))
    .orderBy(desc(analyses.createdAt), desc(analyses.id))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare();
}

/** Newest first; without `limit` all; scores only where wanted (index analyses_user_id_created_at). */
export async function listAnalyses(
  db: Database,
  { userId, offset, limit, withScores }: { userId: number; offset: number; limit?: number; withScores: boolean },
): Promise<ListedAnalysisRecord[]> {
  const list = withScores ? prepareListWithScores(db) : prepareList(db);
  // SQLite has no offset without a limit; a negative one is none.
  const rows = await list.all({ userId, offset, limit: limit ?? -1 });
  return rows.map(({ scores, ...row }) => ({ ...toRecord(row), scores: parseScores(scores) }));
}

interface AnalysisDetailRecord extends AnalysisRecord {
  scores: Score[] | null;
  details: AnalysisDetails | null;
  isLearntFrom: boolean;
  /** The model's: it learnt from races before this day. */
  cutoffDay: string | null;
  modelDeletedAt: number | null;
  sharedAt: number | null;
  race: RaceRecord;
  runners: Runner[];
  /** Official rows of the race, none before its result. */
  payouts: Omit<Payout, "raceId">[];
}

/**
 * An analysis of the user with its race, runners and payouts as they are now, in one round trip (primary keys). The race is
 * found even when it has become invisible since.
 */
export async function findAnalysis(
  db: Database,
  { userId, analysisId }: { userId: number; analysisId: number },
): Promise<AnalysisDetailRecord | null> {
  const isOwn = and(eq(analyses.id, analysisId), eq(analyses.userId, userId), isNull(analyses.deletedAt));
  const [found, raceRows, runnerRows, payoutRows] = await db.batch([
    db
      .select({
        ...summaryColumns,
        scores: analyses.scores,
        details: analyses.details,
        isLearntFrom: analyses.isLearntFrom,
        cutoffDay: models.cutoffDay,
        modelDeletedAt: models.deletedAt,
        sharedAt: analyses.sharedAt,
      })
      .from(analyses)
      .leftJoin(models, eq(models.id, analyses.modelId))
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
  ]);
  const row = found[0];
  const race = raceRows[0];
  if (row === undefined || race === undefined) return null;
  return {
    ...toRecord(row),
    scores: parseScores(row.scores),
    details: row.details === null ? null : (JSON.parse(row.details) as AnalysisDetails),
    race: toRaceRecord(race),
    runners: runnerRows,
    payouts: payoutRows,
  };
}

/** Whether an analysis of the user is deleted; false also for what never was the user's (primary key). */
export async function isRemovedAnalysis(
  db: Database,
  { userId, analysisId }: { userId: number; analysisId: number },
): Promise<boolean> {
  const removed = await db
    .select({ id: analyses.id })
    .from(analyses)
    .where(and(eq(analyses.id, analysisId), eq(analyses.userId, userId), isNotNull(analyses.deletedAt)));
  return removed.length === 1;
}

/** A user's newest analyses without their scores, for a batch with others (index analyses_user_id_created_at). */
export function selectNewestAnalyses(db: Database, { userId, limit }: { userId: number; limit: number }) {
  return db
    .select(summaryColumns)
    .from(analyses)
    .where(and(eq(analyses.userId, userId), isNull(analyses.deletedAt)))
    .orderBy(desc(analyses.createdAt), desc(analyses.id))
    .limit(limit);
}

/** A row of {@link selectNewestAnalyses} as the services know it. */
export function toAnalysisRecord(row: Awaited<ReturnType<typeof selectNewestAnalyses>>[number]): AnalysisRecord {
  return toRecord(row);
}

/** The user has seen that this analysis ended; without analysisId, that every finished one has. */
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
