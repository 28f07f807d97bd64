import { sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { type CheckTime, overdueBefore, type WalkedRow } from "#app/domain/operations/site-checks.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";

/**
 * Walks through what was asked for and what works on it: each statement reads the next rows of a table by its primary key, and
 * says of each what is wrong. Demo users are left out where a local start shows states that never end.
 */

export interface Walk extends CheckTime {
  after: string;
  limit: number;
  /** Japan's day. */
  today: string;
}

const DAY_SECONDS = 86_400;
/** An outage is waited out for a day. */
const LONGEST_JOB_SECONDS = 26 * 3600;
const LEASE_NOTICED_SECONDS = 900;
const DUE_SECONDS = 6 * 3600;
const UNSERVED_SECONDS = 1200;

/** Analyses: each has its use, and its job while it is in progress. */
export async function walkAnalyses(db: Database, { after, limit, today, ...time }: Walk): Promise<WalkedRow[]> {
  const { running, complete, failed } = AnalysisStatus;
  return db.all<WalkedRow>(sql`
    select a.id key, case
      when a.status = ${running} and a.deleted_at is null and a.day_id is null and u.is_demo = 0 and not exists
        (select 1 from jobs where kind = 'score-race' and subject = cast(a.id as text) and status in ('queued', 'running'))
        then 'in progress without a job'
      when a.status = ${running} and a.deleted_at is null and a.day_id is not null and r.date < date(${today}, '-1 day')
        and not exists (select 1 from jobs
          where kind = 'score-day' and subject = cast(a.day_id as text) and status in ('queued', 'running'))
        then 'of a past day, in progress without a job'
      when a.status = ${running} and a.deleted_at is null and a.day_id is null and u.is_demo = 0
        and a.created_at < ${overdueBefore(time, LONGEST_JOB_SECONDS)} then 'in progress for too long'
      when a.status in (${running}, ${complete}) and u.is_demo = 0 and u.deleted_at is null and use.id is null
        then 'without a use'
      when a.status = ${failed} and use.returned_at is null and use.id is not null then 'failed, and its use is not returned'
      when r.status = 'cancelled' and r.pending_import_id is null and use.returned_at is null and use.id is not null
        then 'of a cancelled race, and its use is not returned'
      when a.shared_at is not null and a.deleted_at is null and a.status <> ${complete} then 'shared, and not complete'
      end fault
    from analyses a join users u on u.id = a.user_id join races r on r.race_id = a.race_id
      left join usage use on use.kind = 'analysis' and use.subject_id = a.id
    where a.id > ${Number(after)} order by a.id limit ${limit}`);
}

/** Models: each has its use, and its job while it is in creation. */
export async function walkModels(db: Database, { after, limit, ...time }: Walk): Promise<WalkedRow[]> {
  const { creating, complete, failed } = ModelStatus;
  return db.all<WalkedRow>(sql`
    select m.id key, case
      when m.deleted_at is null and u.deleted_at is not null then 'of a deleted account'
      when m.status = ${creating} and m.deleted_at is null and u.is_demo = 0 and not exists
        (select 1 from jobs where kind = 'train-model' and subject = cast(m.id as text) and status in ('queued', 'running'))
        then 'in creation without a job'
      when m.status = ${creating} and m.deleted_at is null and u.is_demo = 0
        and m.created_at < ${overdueBefore(time, LONGEST_JOB_SECONDS)} then 'in creation for too long'
      when m.status in (${creating}, ${complete}) and u.is_demo = 0 and u.deleted_at is null and use.id is null
        then 'without a use'
      when m.status = ${failed} and use.returned_at is null and use.id is not null then 'failed, and its use is not returned'
      when m.status = ${complete} and m.deleted_at is null and exists
        (select 1 from artifact_removals x where x.artifact_key = m.artifact_key) then 'its artifact is being removed'
      end fault
    from models m join users u on u.id = m.user_id left join usage use on use.kind = 'model' and use.subject_id = m.id
    where m.id > ${Number(after)} order by m.id limit ${limit}`);
}

/** Uses: booked on Japan's day of their instant, and of something. */
export async function walkUses(db: Database, { after, limit }: Walk): Promise<WalkedRow[]> {
  return db.all<WalkedRow>(sql`
    select use.id key, case
      when use.day <> date(use.used_at + 32400, 'unixepoch') or use.month <> substr(use.day, 1, 7)
        then 'booked on another day than it was used'
      when use.kind = 'analysis' and not exists (select 1 from analyses where id = use.subject_id) then 'of no analysis'
      when use.kind = 'model' and not exists (select 1 from models where id = use.subject_id) then 'of no model'
      end fault
    from usage use where use.id > ${Number(after)} order by use.id limit ${limit}`);
}

/** Jobs that are not over: each has a live lease or is taken soon. */
export async function walkOpenJobs(db: Database, { after, limit, ...time }: Walk): Promise<WalkedRow[]> {
  const due = time.isIdle ? time.now : overdueBefore(time, DUE_SECONDS);
  return db.all<WalkedRow>(sql`
    select id key, case
      when status = 'running' and lease_until < ${overdueBefore(time, LEASE_NOTICED_SECONDS)}
        then kind || ' of ' || subject || ' is held by nobody alive'
      when status = 'queued' and run_after <= ${due} then kind || ' of ' || subject || ' is taken by nobody'
      end fault
    from jobs where status in ('queued', 'running') and id > ${after} order by id limit ${limit}`);
}

/** Imports that are not over: each has its job, or still receives files. */
export async function walkImports(db: Database, { after, limit, ...time }: Walk): Promise<WalkedRow[]> {
  return db.all<WalkedRow>(sql`
    select i.id key, case
      when i.status in ('queued', 'validating', 'applying') and i.created_at < ${overdueBefore(time, UNSERVED_SECONDS)}
        and not exists (select 1 from jobs
          where kind = 'ingest-import' and subject = cast(i.id as text) and status in ('queued', 'running'))
        then i.status || ' without a job'
      when i.status = 'receiving' and i.created_at < ${overdueBefore(time, LONGEST_JOB_SECONDS)} then 'receiving for too long'
      when i.status = 'done' and i.data_version is null then 'done without a version'
      when i.status in ('done', 'refused', 'failed') and i.finished_at is null then 'over without an end'
      end fault
    from imports i where i.id > ${Number(after)} order by i.id limit ${limit}`);
}

/** Notices: none is left to deliver long after it was due. */
export async function walkNotices(db: Database, { after, limit, ...time }: Walk): Promise<WalkedRow[]> {
  return db.all<WalkedRow>(sql`
    select n.id key, case
      when n.ended_at is null and n.due_at < ${time.isIdle ? time.now : overdueBefore(time, DAY_SECONDS)} then 'not delivered'
      when u.deleted_at is not null then 'of a deleted account'
      end fault
    from notices n join users u on u.id = n.user_id where n.id > ${Number(after)} order by n.id limit ${limit}`);
}

/** Races: their counts are those of their runners, and no import that is over keeps them hidden. */
export async function walkRaces(db: Database, { after, limit }: Walk): Promise<WalkedRow[]> {
  return db.all<WalkedRow>(sql`
    select r.race_id key, case
      when i.status in ('done', 'refused', 'failed') then 'left half-way by import ' || i.id
      when r.pending_import_id is null and r.runner_count <> (select count(*) from runners where race_id = r.race_id)
        then 'with a wrong number of runners'
      when r.pending_import_id is null
        and r.weighed_count <> (select count(body_weight_kg) from runners where race_id = r.race_id)
        then 'with a wrong number of body weights'
      when r.data_version > (select max(max(id), max(coalesce(data_version, 0))) from imports)
        then 'newer than every import'
      end fault
    from races r left join imports i on i.id = r.pending_import_id
    where r.race_id > ${after} order by r.race_id limit ${limit}`);
}
