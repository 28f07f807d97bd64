import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";

/** What shows every state in the demo accounts of a local start (app/demo/demo-states.server.ts). */

export interface DemoCopy {
  key: string;
  email: string;
  name: string;
  /** Key of the demo model that it is a copy of. */
  source: string;
}

export interface DemoHeld {
  key: string;
  email: string;
  name: string;
  status: number;
  /** JSON of the choice. */
  features: string;
  featureCount: number;
  progress: number | null;
}

/** Adds models whose state does not change: one that failed, one in progress that no job belongs to. */
export async function insertHeldModels(
  d1: D1Database,
  { models, now }: { models: readonly DemoHeld[]; now: number },
): Promise<void> {
  await d1.batch([
    d1
      .prepare(
        `insert into models (user_id, form_key, name, venue_type, features, feature_count, is_weight, status, progress,
           created_at, completed_at)
         select u.id, value ->> 'key', value ->> 'name', 1, value ->> 'features', value ->> 'featureCount', 0,
           value ->> 'status', value ->> 'progress', ?2, case value ->> 'status' when ?3 then ?2 end
         from json_each(?1) join users u on u.email = value ->> 'email' and u.is_demo = 1 and u.deleted_at is null
         where true on conflict (user_id, form_key) do nothing`,
      )
      .bind(JSON.stringify(models), now, ModelStatus.failed),
    // As long in progress as this start is up: nobody has waited for it since yesterday.
    d1
      .prepare(
        `update models set created_at = ?2 where status = ?3 and deleted_at is null
           and form_key in (select value ->> 'key' from json_each(?1))
           and exists (select 1 from users where id = user_id and is_demo = 1)`,
      )
      .bind(JSON.stringify(models), now, ModelStatus.creating),
  ]);
}

/** Adds copies of demo models that are complete; one that is known, or was deleted, stays as it is. */
export async function insertCopies(
  d1: D1Database,
  { copies, now }: { copies: readonly DemoCopy[]; now: number },
): Promise<void> {
  await d1
    .prepare(
      `insert into models (user_id, form_key, name, venue_type, is_all_venue, features, feature_count, is_weight, status,
         cutoff_day, artifact_key, report, details, created_at, completed_at, confirmed_at)
       select u.id, value ->> 'key', value ->> 'name', m.venue_type, m.is_all_venue, m.features, m.feature_count,
         m.is_weight, m.status, m.cutoff_day, m.artifact_key, m.report, m.details, ?2 + json_each.key, ?2 + 60,
         ?2 + 60
       from json_each(?1) join users u on u.email = value ->> 'email' and u.is_demo = 1 and u.deleted_at is null
       join models m on m.form_key = value ->> 'source' and m.status = ?3 and m.deleted_at is null
       join users o on o.id = m.user_id and o.is_demo = 1
       where true on conflict (user_id, form_key) do nothing`,
    )
    .bind(JSON.stringify(copies), now, ModelStatus.complete)
    .run();
}

/** Analyses of the main races of these last days; the one of a last race stays in progress, as no job belongs to it. */
const MAIN_RACE = 11;
const LAST_RACE = 12;

/**
 * Gives each of these models that has never analysed a race the newest main races that it may score, with their jobs,
 * and each of `running` one that stays in progress. All but the newest result of a model are seen.
 * @returns the jobs that were made
 */
export async function insertDemoAnalyses(
  d1: D1Database,
  { keys, running, races, now }: { keys: readonly string[]; running: readonly string[]; races: number; now: number },
): Promise<string[]> {
  const [, made] = await d1.batch<{ id: string }>([
    d1
      .prepare(
        `with newest as (
           select *, row_number() over (partition by race_num order by date desc, race_id) as place from races
           where venue_type = 1 and hidden = 0
             and date >= (select date(max(date), '-9 days') from races where venue_type = 1 and status = 'result'
               and hidden = 0 and pending_import_id is null and source = 'sample') and pending_import_id is null
             and source = 'sample' and status = 'result' and race_num in (${MAIN_RACE}, ${LAST_RACE}))
         insert into analyses (user_id, model_id, race_id, race_data_version, model_name, venue_type, race_info, status,
           created_at, confirmed_at)
         select m.user_id, m.id, r.race_id, r.data_version, m.name, r.venue_type,
           json_object('race_num', r.race_num, 'name', r.name, 'title', r.venue, 'date', r.date), ?4,
           ?5 - r.place, case when r.race_num = ${MAIN_RACE} and r.place > 1 then ?5 end
         from models m join users u on u.id = m.user_id and u.is_demo = 1 and u.deleted_at is null join newest r
         where m.status = ?6 and m.deleted_at is null and m.form_key in (select value from json_each(?1))
           and not exists (select 1 from analyses a where a.model_id = m.id)
           and ((r.race_num = ${MAIN_RACE} and r.place <= ?3)
             or (r.race_num = ${LAST_RACE} and r.place = 1 and m.form_key in (select value from json_each(?2))))`,
      )
      .bind(JSON.stringify(keys), JSON.stringify(running), races, AnalysisStatus.running, now, ModelStatus.complete),
    d1
      .prepare(
        `insert into jobs (id, kind, queue, subject, payload, status, attempts, run_after, created_at)
         select 'demo-score-' || a.id, 'score-race', 'score', cast(a.id as text), '{}', 'queued', 0, ?2, ?2
         from models m join users u on u.id = m.user_id and u.is_demo = 1
         join analyses a on a.model_id = m.id join races r on r.race_id = a.race_id
         where m.form_key in (select value from json_each(?1)) and a.status = ?3 and a.deleted_at is null
           and r.race_num = ${MAIN_RACE}
         on conflict do nothing returning id`,
      )
      .bind(JSON.stringify(keys), now, AnalysisStatus.running),
  ]);
  return (made?.results ?? []).map(({ id }) => id);
}
