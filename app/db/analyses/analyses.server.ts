import { and, asc, desc, eq, isNotNull, isNull, ne } from "drizzle-orm";
import type { UsageBooking } from "#app/db/accounts/usage.server.ts";
import type { Database } from "#app/db/database.server.ts";
import {
  isVisibleRace,
  type RaceRecord,
  raceColumns,
  runnerColumns,
  toRaceRecord,
} from "#app/db/racing/races.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { payouts, races, runners } from "#app/db/schema/racing.server.ts";
import { isHeld } from "#app/domain/learning/model-status.ts";
import type { Payout, Runner } from "#app/domain/racing/race.ts";
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

/**
 * Inserts an analysis with its use and its job, all or nothing, only while the limits hold and this model has no
 * running or complete one of the race on its present data (index analyses_once): one guarded statement in one batch,
 * as parallel calls would all read the same count before they insert. The counts for the refusal's reason are read in
 * the same transaction.
 * Indexes: usage_user_id_kind_month, usage_user_id_kind_free, analyses_user_id_status, analyses_once,
 * usage_kind_subject_id; primary keys.
 */
export async function insertAnalysis(
  d1: D1Database,
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
    job: { id: string; kind: string; queue: string };
  },
): Promise<AnalysisInsertOutcome> {
  const results = await d1.batch<Omit<AnalysisInsertOutcome, "isNew">>([
    d1
      .prepare(
        `insert into analyses (user_id, model_id, race_id, race_data_version, model_name, venue_type, race_info, status,
           created_at)
         select m.user_id, m.id, r.race_id, r.data_version, m.name, r.venue_type,
           json_object('race_num', r.race_num, 'name', r.name, 'title', r.venue, 'date', r.date), 1, ?4
         from models m, races r
         where m.id = ?2 and m.user_id = ?1 and m.deleted_at is null and m.status = 2
           and r.race_id = ?3 and r.hidden = 0 and r.pending_import_id is null and r.runner_count > 0
           and r.venue_type = m.venue_type
           and (m.is_weight = 0 or r.weighed_count * 2 >= r.runner_count)
           and (?7 is null or (select count(*) from usage
             where user_id = ?1 and kind = 'analysis' and month = ?6 and day = ?5 and returned_at is null) < ?7)
           and (select count(*) from analyses where user_id = ?1 and status = 1 and deleted_at is null) < ?8
           and (?9 is null or (select count(*) from usage
             where user_id = ?1 and kind = 'analysis' and month = ?6 and returned_at is null) < ?9)
           and (?10 is null or (select count(*) from usage
             where user_id = ?1 and kind = 'analysis' and under_free_limits = 1 and returned_at is null) < ?10)
         on conflict (model_id, race_id, race_data_version) where deleted_at is null and status in (1, 2) do nothing`,
      )
      .bind(
        userId,
        modelId,
        raceId,
        booking.now,
        booking.day,
        booking.month,
        limits.perDay,
        limits.atOnce,
        limits.perMonth,
        limits.perLifetime,
      ),
    // A running analysis without a use is the one just inserted: its job first, then the use that ends this state.
    d1
      .prepare(
        `insert into jobs (id, kind, queue, subject, payload, status, attempts, run_after, created_at)
         select ?4, ?5, ?6, cast(a.id as text), '{}', 'queued', 0, ?7, ?7
         from races r join analyses a on a.race_id = r.race_id and a.race_data_version = r.data_version
         where r.race_id = ?3 and a.model_id = ?2 and a.user_id = ?1 and a.deleted_at is null and a.status = 1
           and not exists (select 1 from usage u where u.kind = 'analysis' and u.subject_id = a.id)`,
      )
      .bind(userId, modelId, raceId, job.id, job.kind, job.queue, booking.now),
    d1
      .prepare(
        `insert into usage (user_id, kind, subject_id, day, month, under_free_limits, used_at)
         select ?1, 'analysis', a.id, ?4, ?5, ?6, ?7
         from races r join analyses a on a.race_id = r.race_id and a.race_data_version = r.data_version
         where r.race_id = ?3 and a.model_id = ?2 and a.user_id = ?1 and a.deleted_at is null and a.status = 1
         on conflict (kind, subject_id) do nothing`,
      )
      .bind(userId, modelId, raceId, booking.day, booking.month, booking.underFreeLimits ? 1 : 0, booking.now),
    d1
      .prepare(
        `with found as (
           select a.id, a.status
           from races r join analyses a on a.race_id = r.race_id and a.race_data_version = r.data_version
           where r.race_id = ?3 and a.model_id = ?2 and a.user_id = ?1 and a.deleted_at is null and a.status in (1, 2))
         select (select id from found) as analysisId, (select status from found) as status,
           (select count(*) from usage
             where user_id = ?1 and kind = 'analysis' and month = ?5 and day = ?4 and returned_at is null) as today,
           (select count(*) from analyses where user_id = ?1 and status = 1 and deleted_at is null) as running,
           (select count(*) from usage
             where user_id = ?1 and kind = 'analysis' and month = ?5 and returned_at is null) as thisMonth,
           (select count(*) from usage
             where user_id = ?1 and kind = 'analysis' and under_free_limits = 1
               and returned_at is null) as underFreeLimits`,
      )
      .bind(userId, modelId, raceId, booking.day, booking.month),
  ]);
  const outcome = results[3]?.results[0];
  if (outcome === undefined) throw new Error("the batch that inserts an analysis gave no outcome");
  return { ...outcome, isNew: results[1]?.meta.changes === 1 };
}

interface ListedAnalysisRecord extends AnalysisRecord {
  scores: Score[] | null;
  /** HH:MM of the race as it is now. */
  startTime: string | null;
}

/** Newest first; without `limit` all; scores only when asked for (index analyses_user_id_created_at). */
export async function listAnalyses(
  d1: D1Database,
  { userId, offset, limit, withScores }: { userId: number; offset: number; limit?: number; withScores: boolean },
): Promise<ListedAnalysisRecord[]> {
  // Written out: building it anew for each page cost as much as asking it.
  const { results } = await d1
    .prepare(
      `select a.id as analysisId, a.model_id as modelId, a.model_name as modelName, a.venue_type as venueType,
         a.race_id as raceId, a.race_info as raceInfo, a.status, a.progress, a.created_at as createdAt,
         a.completed_at as completedAt, ${withScores ? "a.scores" : "null as scores"}, r.start_time as startTime
       from analyses a join races r on r.race_id = a.race_id where a.user_id = ?1 and a.deleted_at is null
       order by a.created_at desc, a.id desc limit ?2 offset ?3`,
    )
    // SQLite has no offset without a limit; a negative one is none.
    .bind(userId, limit ?? -1, offset)
    .all<
      Awaited<ReturnType<typeof selectNewestAnalyses>>[number] & { scores: string | null; startTime: string | null }
    >();
  return results.map(({ scores, ...row }) => ({ ...toRecord(row), scores: parseScores(scores) }));
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
