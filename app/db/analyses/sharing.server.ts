import type { Grade, Surface } from "#app/domain/racing/race.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import type { RaceOutcome } from "#app/domain/scoring/shared-analysis.ts";

/** What a share page is made from. */
export interface ShareFacts {
  status: number;
  modelName: string;
  userName: string;
  venueType: number;
  isLearntFrom: boolean;
  /** As of acceptance. */
  raceInfo: { raceNum: number; name: string; title: string; date: string };
  startTime: string | null;
  grade: Grade | null;
  surface: Surface | null;
  distanceM: number | null;
  /** Null unless the analysis is complete. */
  scores: Score[] | null;
  /** Unix seconds. */
  createdAt: number;
  /** Null unless the analysis is complete. */
  completedAt: number | null;
  /** Null: it could not be shared. */
  sharedAt: number | null;
  outcome: RaceOutcome;
}

interface OutcomeRow {
  raceStatus: RaceOutcome["status"];
  dataVersion: number;
  /** JSON of the outcome's runners. */
  runners: string;
}

/** Of a race `r`. */
const OUTCOME_COLUMNS = `r.status as raceStatus, r.data_version as dataVersion,
  (select json_group_array(
     json_object('horseNum', n.horse_num, 'status', n.status, 'finishPosition', n.finish_position))
   from runners n where n.race_id = r.race_id) as runners`;

function toOutcome({ raceStatus, dataVersion, runners }: OutcomeRow): RaceOutcome {
  return { dataVersion, status: raceStatus, runners: JSON.parse(runners) as RaceOutcome["runners"] };
}

interface ShareRow extends Omit<ShareFacts, "scores" | "raceInfo" | "isLearntFrom" | "outcome">, OutcomeRow {
  isLearntFrom: number;
  raceInfo: string;
  scores: string | null;
}

/**
 * Marks a complete analysis of the user as shared, since its first share, and reads what is shown of it: one
 * transaction, one round trip (primary keys). Null: unknown, deleted or somebody else's.
 */
export async function markShared(
  d1: D1Database,
  { userId, analysisId, now }: { userId: number; analysisId: number; now: number },
): Promise<ShareFacts | null> {
  const [, found] = await d1.batch<ShareRow>([
    d1
      .prepare(
        `update analyses set shared_at = ?3
         where id = ?1 and user_id = ?2 and deleted_at is null and status = 2 and shared_at is null`,
      )
      .bind(analysisId, userId, now),
    d1
      .prepare(
        `select a.status, a.model_name as modelName, u.name as userName, a.venue_type as venueType,
           a.is_learnt_from as isLearntFrom, a.race_info as raceInfo, r.start_time as startTime, r.surface,
           r.distance_m as distanceM, r.grade, a.scores, a.created_at as createdAt, a.completed_at as completedAt,
           a.shared_at as sharedAt,
           ${OUTCOME_COLUMNS}
         from analyses a join users u on u.id = a.user_id join races r on r.race_id = a.race_id
         where a.id = ?1 and a.user_id = ?2 and a.deleted_at is null`,
      )
      .bind(analysisId, userId),
  ]);
  const row = found?.results[0];
  if (row === undefined) return null;
  const { raceStatus: _, dataVersion: __, runners: ___, ...shown } = row;
  const raceInfo = JSON.parse(row.raceInfo) as { race_num: number; name: string; title: string; date: string };
  return {
    ...shown,
    outcome: toOutcome(row),
    isLearntFrom: row.isLearntFrom === 1,
    raceInfo: { raceNum: raceInfo.race_num, name: raceInfo.name, title: raceInfo.title, date: raceInfo.date },
    scores: row.scores === null ? null : (JSON.parse(row.scores) as Score[]),
  };
}

/** How the race of an analysis stands; null unless it is shared at this moment (primary keys). */
export async function findSharedOutcome(d1: D1Database, analysisId: number): Promise<RaceOutcome | null> {
  const row = await d1
    .prepare(
      `select ${OUTCOME_COLUMNS} from analyses a join races r on r.race_id = a.race_id
       where a.id = ? and a.shared_at is not null and a.deleted_at is null`,
    )
    .bind(analysisId)
    .first<OutcomeRow>();
  return row === null ? null : toOutcome(row);
}

/** Ids beyond `after`, ascending, of what is shared of the races that an import changed (index analyses_shared). */
export async function listSharedOfImport(
  d1: D1Database,
  { importId, after, limit }: { importId: number; after: number; limit: number },
): Promise<number[]> {
  const { results } = await d1
    .prepare(
      `select a.id from analyses a indexed by analyses_shared join races r on r.race_id = a.race_id
       where a.shared_at is not null and a.deleted_at is null and a.id > ?2 and r.data_version = ?1
       order by a.id limit ?3`,
    )
    .bind(importId, after, limit)
    .all<{ id: number }>();
  return results.map(({ id }) => id);
}

/** Null: unknown, deleted or somebody else's (primary key). */
export async function findOwnShare(
  d1: D1Database,
  { userId, analysisId }: { userId: number; analysisId: number },
): Promise<{ sharedAt: number | null } | null> {
  return await d1
    .prepare("select shared_at as sharedAt from analyses where id = ? and user_id = ? and deleted_at is null")
    .bind(analysisId, userId)
    .first<{ sharedAt: number | null }>();
}

export async function markUnshared(
  d1: D1Database,
  { userId, analysisId }: { userId: number; analysisId: number },
): Promise<void> {
  await d1
    .prepare("update analyses set shared_at = null where id = ? and user_id = ? and deleted_at is null")
    .bind(analysisId, userId)
    .run();
}

/** Ids of what the user shares, the newest first (index analyses_user_id_created_at). */
export async function listSharedOfUser(
  d1: D1Database,
  { userId, limit }: { userId: number; limit: number },
): Promise<number[]> {
  const { results } = await d1
    .prepare("select id from analyses where user_id = ? and shared_at is not null order by created_at desc limit ?")
    .bind(userId, limit)
    .all<{ id: number }>();
  return results.map(({ id }) => id);
}

/**
 * Ids of deleted analyses whose page may still stand: they keep their mark until it is gone (index
 * analyses_shared_deleted).
 */
export async function listSharedOfDeleted(d1: D1Database, { limit }: { limit: number }): Promise<number[]> {
  const { results } = await d1
    .prepare("select id from analyses where shared_at is not null and deleted_at is not null limit ?")
    .bind(limit)
    .all<{ id: number }>();
  return results.map(({ id }) => id);
}

/** Their pages are gone (primary key). */
export async function forgetSharesOfDeleted(d1: D1Database, analysisIds: readonly number[]): Promise<void> {
  if (analysisIds.length === 0) return;
  await d1
    .prepare(
      `update analyses set shared_at = null
       where id in (select value from json_each(?)) and deleted_at is not null`,
    )
    .bind(JSON.stringify(analysisIds))
    .run();
}
