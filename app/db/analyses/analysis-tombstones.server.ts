import type { Payout, Runner } from "#app/domain/racing/race.ts";

/**
 * Whether an analysis `a` of the race `r` was not made after the race's start: what `leavesTombstone` says
 * (app/domain/scoring/fixed-before-start.ts).
 */
const IS_NOT_AFTER_START = `case when r.start_time is null then date(a.completed_at, 'unixepoch', '+9 hours') <= r.date
  else a.completed_at < unixepoch(r.date || ' ' || r.start_time, '-9 hours') end`;

/** Horses that the bets on an index are made of (app/domain/settlement/tickets.ts). */
const PICKS = 5;

/**
 * Deletes an analysis of the user with what it says, in one transaction that leaves a tombstone where it was fixed
 * before the start; of two at once, one finds it (primary keys). False = not the user's, gone, in progress, or shared
 * where that may not be.
 */
export async function removeAnalysis(
  d1: D1Database,
  { userId, analysisId, mayBeShared, now }: { userId: number; analysisId: number; mayBeShared: boolean; now: number },
): Promise<boolean> {
  const isToGo = `a.id = ?1 and a.user_id = ?2 and a.deleted_at is null and a.status <> 1
    and (?3 = 1 or a.shared_at is null)`;
  const values = [analysisId, userId, mayBeShared ? 1 : 0] as const;
  const [, removed] = await d1.batch([
    d1
      .prepare(
        `insert into analysis_tombstones (analysis_id, user_id, model_id, race_id, race_data_version, model_name,
           venue_type, race_info, picks, is_learnt_from, created_at, completed_at, deleted_at)
         select a.id, a.user_id, a.model_id, a.race_id, a.race_data_version, a.model_name, a.venue_type, a.race_info,
           (select json_group_array(value ->> 'horseNum') from (
              select value from json_each(a.scores) order by key limit ${PICKS})),
           a.is_learnt_from, a.created_at, a.completed_at, ?4
         from analyses a join races r on r.race_id = a.race_id
         where ${isToGo} and a.status = 2 and ${IS_NOT_AFTER_START}`,
      )
      .bind(...values, now),
    // The row stays, without content: a form sent twice finds it, and a page that is still public its mark.
    d1
      .prepare(
        `update analyses as a set deleted_at = ?4, details = null,
           scores = case when a.scores is null then null else '[]' end where ${isToGo}`,
      )
      .bind(...values, now),
  ]);
  return removed?.meta.changes === 1;
}

interface TombstoneRecord {
  analysisId: number;
  modelId: number;
  modelName: string;
  venueType: number;
  raceId: string;
  /** As of acceptance. */
  raceInfo: { raceNum: number; name: string; title: string; date: string };
  /** HH:MM of the race as it is now. */
  startTime: string | null;
  surface: string | null;
  raceStatus: string;
  /** Horse numbers, best index first. */
  picks: number[];
  isLearntFrom: boolean;
  createdAt: number;
  completedAt: number;
  deletedAt: number;
  runners: Pick<Runner, "horseNum" | "status">[];
  /** Official rows of the race, none before its result. */
  payouts: Pick<Payout, "betType" | "combination" | "payoutYen">[];
}

type TombstoneRow = Omit<TombstoneRecord, "raceInfo" | "picks" | "isLearntFrom" | "runners" | "payouts"> & {
  raceInfo: string;
  picks: string;
  isLearntFrom: number;
};

/**
 * A user's tombstones, the last fixed first, with what their results are read from; one round trip (index
 * analysis_tombstones_user_id_completed_at, primary keys).
 */
export async function listTombstones(
  d1: D1Database,
  { userId, offset, limit }: { userId: number; offset: number; limit: number },
): Promise<TombstoneRecord[]> {
  const page = `select * from analysis_tombstones where user_id = ?1
    order by completed_at desc, analysis_id desc limit ?2 offset ?3`;
  const select = (sql: string) => d1.prepare(`with t as (${page}) ${sql}`).bind(userId, limit, offset);
  const [rows, runners, payouts] = await d1.batch([
    select(
      `select t.analysis_id as analysisId, t.model_id as modelId, t.model_name as modelName,
         t.venue_type as venueType, t.race_id as raceId, t.race_info as raceInfo, r.start_time as startTime,
         r.surface, r.status as raceStatus, t.picks, t.is_learnt_from as isLearntFrom, t.created_at as createdAt,
         t.completed_at as completedAt, t.deleted_at as deletedAt
       from t join races r on r.race_id = t.race_id order by t.completed_at desc, t.analysis_id desc`,
    ),
    select(
      `select race_id as raceId, horse_num as horseNum, status from runners
       where race_id in (select race_id from t)`,
    ),
    select(
      `select race_id as raceId, bet_type as betType, combination, payout_yen as payoutYen from payouts
       where race_id in (select race_id from t)`,
    ),
  ]);
  const runnersOf = byRace((runners?.results ?? []) as (TombstoneRecord["runners"][number] & { raceId: string })[]);
  const payoutsOf = byRace((payouts?.results ?? []) as (TombstoneRecord["payouts"][number] & { raceId: string })[]);
  return ((rows?.results ?? []) as TombstoneRow[]).map((row) => {
    const info = JSON.parse(row.raceInfo) as { race_num: number; name: string; title: string; date: string };
    return {
      ...row,
      raceInfo: { raceNum: info.race_num, name: info.name, title: info.title, date: info.date },
      picks: JSON.parse(row.picks) as number[],
      isLearntFrom: row.isLearntFrom === 1,
      runners: runnersOf.get(row.raceId) ?? [],
      payouts: payoutsOf.get(row.raceId) ?? [],
    };
  });
}

function byRace<R extends { raceId: string }>(rows: readonly R[]): Map<string, R[]> {
  const grouped = new Map<string, R[]>();
  for (const row of rows) {
    const of = grouped.get(row.raceId);
    if (of === undefined) grouped.set(row.raceId, [row]);
    else of.push(row);
  }
  return grouped;
}
