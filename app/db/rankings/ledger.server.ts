import type { BetType } from "#app/domain/racing/race.ts";
import type { Payout, Race, Runner } from "#app/domain/racing/records.ts";
import type { LedgerModel } from "#app/domain/rankings/ledger.ts";
import type { Settlement } from "#app/domain/settlement/settle-race.ts";

/** The ledger: one row per model and race (settled_bets), and which days were given to jobs (ledger_days). */

export interface LedgerDay {
  date: string;
  /** Newest data of a race of the day. */
  dataVersion: number;
  /** What was given to jobs; null where nothing was. */
  settledVersion: number | null;
  /** 1 where a flat race that was held has its payouts. */
  isPaid: number;
}

/**
 * Central race days from `from` on that have a payout, and all earlier ones that are in the ledger. By
 * races_visible_venue_type_date; race 6 is ranked at special meetings only, which is left to the caller.
 */
export async function listLedgerDays(d1: D1Database, { from, to }: { from: string; to: string }): Promise<LedgerDay[]> {
  const { results } = await d1
    .prepare(
      `select r.date, max(r.data_version) as dataVersion, l.data_version as settledVersion,
         max(r.status <> 'cancelled' and r.surface is not 'jump'
           and exists (select 1 from payouts p where p.race_id = r.race_id)) as isPaid
       from races r left join ledger_days l on l.date = r.date
       where r.venue_type = 1 and r.hidden = 0 and r.pending_import_id is null and r.race_num between 6 and 12
         and r.date >= min(?1, coalesce((select min(date) from ledger_days), ?1)) and r.date <= ?2
       group by r.date
       having l.date is not null or (r.date >= ?1 and isPaid = 1)
       order by r.date`,
    )
    .bind(from, to)
    .all<LedgerDay>();
  return results;
}

/** A complete central model of a user who was on plan 2–6, with what decides about its bets. */
export interface LedgerModelRow extends LedgerModel {
  modelId: number;
  artifactKey: string;
}

/** ?1: now. The last time on plan 2–6 ends with the change after it (plan_changes_user_id_effective_at). */
const LEDGER_MODELS = `
  select m.id as modelId, m.artifact_key as artifactKey, m.completed_at as completedAt, m.cutoff_day as cutoffDay,
    (select min(n.effective_at) from plan_changes n where n.user_id = m.user_id and n.effective_at <= ?1
       and (n.effective_at > p.effective_at or (n.effective_at = p.effective_at and n.id > p.id))) as paidUntil
  from models m join plan_changes p on p.id =
    (select id from plan_changes where user_id = m.user_id and plan between 2 and 6 and effective_at <= ?1
     order by effective_at desc, id desc limit 1)
  where m.venue_type = 1 and m.status = 2 and m.deleted_at is null`;

/** Models of an id range whose owner was on plan 2–6 at some time after `since`, by id. */
export async function listLedgerModels(
  d1: D1Database,
  { now, since, fromModelId, toModelId }: { now: number; since: number; fromModelId: number; toModelId: number },
): Promise<LedgerModelRow[]> {
  const { results } = await d1
    .prepare(
      `select * from (${LEDGER_MODELS} and m.id between ?2 and ?3) where paidUntil is null or paidUntil > ?4
       order by modelId`,
    )
    .bind(now, fromModelId, toModelId, since)
    .all<LedgerModelRow>();
  return results;
}

/**
 * Models without any row on a day on which they have bets: those whose owner took a plan after the day was settled, or
 * whose job could not read them. One look into settled_bets_date_model_id per model and day.
 */
export async function listModelsWithoutBets(
  d1: D1Database,
  { now, days }: { now: number; days: readonly { date: string; startsAt: number; plansCountFrom: number }[] },
): Promise<{ modelId: number; firstDay: string; lastDay: string }[]> {
  const { results } = await d1
    .prepare(
      `with ranked as materialized (${LEDGER_MODELS})
       select modelId, min(d.value ->> 'date') as firstDay, max(d.value ->> 'date') as lastDay
       from ranked join json_each(?2) d
         on completedAt < d.value ->> 'startsAt' and (cutoffDay is null or cutoffDay <= d.value ->> 'date')
         and (paidUntil is null or paidUntil > d.value ->> 'plansCountFrom')
       where not exists (select 1 from settled_bets s where s.date = d.value ->> 'date' and s.model_id = modelId)
       group by modelId order by modelId`,
    )
    .bind(now, JSON.stringify(days))
    .all<{ modelId: number; firstDay: string; lastDay: string }>();
  return results;
}

/** Whether jobs of the ledger are open (index jobs_open_once). */
export async function hasOpenLedgerJob(d1: D1Database): Promise<boolean> {
  const sql = "select 1 from jobs where kind = 'settle-bets' and status in ('queued', 'running') limit 1";
  return (await d1.prepare(sql).first()) !== null;
}

interface LedgerJob {
  id: string;
  subject: string;
  payload: unknown;
}

/** Makes the jobs of days and notes the days' versions, in one transaction: a day is noted only with its jobs. */
export async function insertLedgerJobs(
  d1: D1Database,
  { jobs, days, now }: { jobs: readonly LedgerJob[]; days: readonly LedgerDay[]; now: number },
): Promise<void> {
  await d1.batch([
    d1
      .prepare(
        `insert into jobs (id, kind, queue, subject, payload, status, attempts, run_after, created_at)
         select value ->> 'id', 'settle-bets', 'background', value ->> 'subject', value -> 'payload', 'queued', 0, ?2, ?2
         from json_each(?1) where true
         on conflict (kind, subject) where status in ('queued', 'running') do nothing`,
      )
      .bind(JSON.stringify(jobs), now),
    d1
      .prepare(
        `insert into ledger_days (date, data_version)
         select value ->> 'date', value ->> 'dataVersion' from json_each(?1) where true
         on conflict (date) do update set data_version = max(data_version, excluded.data_version)`,
      )
      .bind(JSON.stringify(days)),
  ]);
}

/** A job of these days gave up: they are due again. */
export async function reopenLedgerDays(d1: D1Database, dates: readonly string[]): Promise<void> {
  await d1
    .prepare("update ledger_days set data_version = 0 where date in (select value from json_each(?1))")
    .bind(JSON.stringify(dates))
    .run();
}

export interface LedgerRace
  extends Pick<Race, "raceId" | "date" | "venue" | "venueType" | "raceNum" | "surface" | "distanceM" | "status"> {
  dataVersion: number;
  runners: Pick<Runner, "horseNum" | "status" | "winOdds">[];
  payouts: Pick<Payout, "betType" | "combination" | "payoutYen">[];
}

/** Central races 6–12 of days that are visible, with runners and payouts, as of one instant. */
export async function readLedgerRaces(d1: D1Database, dates: readonly string[]): Promise<LedgerRace[]> {
  const isOfDays = `r.venue_type = 1 and r.hidden = 0 and r.pending_import_id is null and r.race_num between 6 and 12
    and r.date in (select value from json_each(?1))`;
  const days = JSON.stringify(dates);
  const [races, runners, payouts] = await d1.batch([
    d1
      .prepare(
        `select r.race_id as raceId, r.date, r.venue, r.venue_type as venueType, r.race_num as raceNum, r.surface,
           r.distance_m as distanceM, r.status, r.data_version as dataVersion
         from races r where ${isOfDays} order by r.date, r.race_id`,
      )
      .bind(days),
    d1
      .prepare(
        `select u.race_id as raceId, u.horse_num as horseNum, u.status, u.win_odds as winOdds
         from races r join runners u on u.race_id = r.race_id where ${isOfDays}`,
      )
      .bind(days),
    d1
      .prepare(
        `select p.race_id as raceId, p.bet_type as betType, p.combination, p.payout_yen as payoutYen
         from races r join payouts p on p.race_id = r.race_id where ${isOfDays}`,
      )
      .bind(days),
  ]);
  const all = ((races?.results ?? []) as Omit<LedgerRace, "runners" | "payouts">[]).map(
    (race): LedgerRace => ({ ...race, runners: [], payouts: [] }),
  );
  const byId = new Map(all.map((race) => [race.raceId, race]));
  for (const { raceId, ...runner } of (runners?.results ?? []) as (LedgerRace["runners"][number] & {
    raceId: string;
  })[]) {
    byId.get(raceId)?.runners.push(runner);
  }
  for (const { raceId, ...payout } of (payouts?.results ?? []) as (LedgerRace["payouts"][number] & {
    raceId: string;
  })[]) {
    byId.get(raceId)?.payouts.push(payout);
  }
  return all;
}

export interface SettledPicks {
  modelId: number;
  raceId: string;
  raceDataVersion: number;
  picks: number[];
}

/** Rows of an id range on one day (settled_bets_date_model_id), also of models that were deleted since. */
export async function listSettledPicks(
  d1: D1Database,
  { date, fromModelId, toModelId }: { date: string; fromModelId: number; toModelId: number },
): Promise<SettledPicks[]> {
  const { results } = await d1
    .prepare(
      `select model_id as modelId, race_id as raceId, race_data_version as raceDataVersion, picks
       from settled_bets where date = ?1 and model_id between ?2 and ?3`,
    )
    .bind(date, fromModelId, toModelId)
    .all<Omit<SettledPicks, "picks"> & { picks: string }>();
  return results.map((row) => ({ ...row, picks: JSON.parse(row.picks) as number[] }));
}

export interface SettledBets extends SettledPicks {
  date: string;
  bets: Record<BetType, Settlement>;
}

/**
 * Writes rows of the ledger; one of the same or newer data stays, so the same work done twice changes nothing. With what
 * did change, its days get another revision, by which rankings that count them are known to be outdated.
 */
export async function saveSettledBets(
  d1: D1Database,
  { rows, now }: { rows: readonly SettledBets[]; now: number },
): Promise<void> {
  const values = rows.map(({ modelId, raceId, date, raceDataVersion, picks, bets: { win, place, quinella } }) => [
    ...[modelId, raceId, date, raceDataVersion, picks],
    ...[win, place, quinella].flatMap(({ stakeYen, payoutYen, hits }) => [stakeYen, payoutYen, hits]),
  ]);
  const bets = ["win", "place", "quinella"].flatMap((type) => [
    `${type}_stake_yen`,
    `${type}_payout_yen`,
    `${type}_hits`,
  ]);
  const columns = ["model_id", "race_id", "date", "race_data_version", "picks", ...bets];
  const replaced = [...columns.slice(3), "settled_at"].map((column) => `${column} = excluded.${column}`);
  await d1.batch([
    d1
      .prepare(
        `insert into settled_bets (${columns.join(", ")}, settled_at)
         select ${columns.map((_, place) => `value ->> ${place}`).join(", ")}, ?2 from json_each(?1) where true
         on conflict (model_id, race_id) do update set ${replaced.join(", ")}
         where excluded.race_data_version > settled_bets.race_data_version`,
      )
      .bind(JSON.stringify(values), now),
    d1
      .prepare(
        `update ledger_days set revision = revision + 1
         where changes() > 0 and date in (select value from json_each(?1))`,
      )
      .bind(JSON.stringify([...new Set(rows.map(({ date }) => date))])),
  ]);
}
