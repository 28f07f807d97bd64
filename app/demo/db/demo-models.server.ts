import { ModelStatus } from "#app/domain/learning/model-status.ts";

/** Demo models of a local start: models whose form key is one of the list's (app/demo/demo-models-list.ts). */

/** Adds people who are not there yet, with their plans; nobody's password opens their accounts. */
export async function insertDemoFans(
  d1: D1Database,
  fans: readonly { email: string; name: string; plans: readonly { plan: number; at: number }[] }[],
): Promise<void> {
  await d1.batch(
    fans.flatMap(({ email, name, plans }) => [
      d1
        .prepare(
          `insert into users (email, name, password_hash, plan, is_demo, created_at)
           values (?1, ?2, 'none', ?3, 1, ?4) on conflict (email) do nothing`,
        )
        .bind(email, name, plans.at(-1)?.plan, plans[0]?.at),
      d1
        .prepare(
          `insert into plan_changes (user_id, plan, reason, effective_at, recorded_at)
           select u.id, value ->> 'plan', 'demo', value ->> 'at', value ->> 'at' from users u, json_each(?2)
           where u.email = ?1 and changes() = 1 order by key`,
        )
        .bind(email, JSON.stringify(plans)),
    ]),
  );
}

/** Visible sample races with a result, by day from the first one on (races_visible_venue_type_date). */
export async function listFirstSampleDays(
  d1: D1Database,
  { venueType, limit }: { venueType: number; limit: number },
): Promise<{ date: string; races: number }[]> {
  const { results } = await d1
    .prepare(
      `select date, count(*) as races from races
       where venue_type = ?1 and hidden = 0 and pending_import_id is null and source = 'sample' and status = 'result'
       group by date order by date limit ?2`,
    )
    .bind(venueType, limit)
    .all<{ date: string; races: number }>();
  return results;
}

export interface DemoProgress {
  /** The demo users that are there, with their present plan. */
  owners: { email: string; plan: number }[];
  /** Keys of the demo models that were ever made, deleted ones included, but for those whose training was dropped. */
  keys: string[];
  isTraining: boolean;
  isSettling: boolean;
  /** Unix seconds; null where nothing of it is among the jobs that are kept. */
  lastTrainedAt: number | null;
  lastSettlementMadeAt: number | null;
  /** Since when they are hidden with the sample, unix seconds; null while they are not. */
  hiddenAt: number | null;
}

/** How far the demo models have come, as of one instant. */
export async function readDemoProgress(d1: D1Database, keys: readonly string[]): Promise<DemoProgress> {
  const row = await d1
    .prepare(
      `select
         (select json_group_array(json_object('email', email, 'plan', plan)) from users
           where is_demo = 1 and deleted_at is null) as owners,
         (select json_group_array(m.form_key) from users u join models m on m.user_id = u.id
           where u.is_demo = 1 and m.form_key in (select value from json_each(?1))
             and (m.status <> ?2 or m.deleted_at is not null or exists (select 1 from jobs
               where kind = 'train-model' and subject = cast(m.id as text) and status in ('queued', 'running')))) as keys,
         exists (select 1 from jobs where kind = 'train-model' and queue = 'background'
           and status in ('queued', 'running')) as isTraining,
         exists (select 1 from jobs where kind = 'settle-bets' and status in ('queued', 'running')) as isSettling,
         (select max(finished_at) from jobs where kind = 'train-model' and queue = 'background'
           and status = 'done') as lastTrainedAt,
         (select max(created_at) from jobs where kind = 'settle-bets') as lastSettlementMadeAt,
         (select cast(value as integer) from app_state where key = 'demo-models-hidden-at') as hiddenAt`,
    )
    .bind(JSON.stringify(keys), ModelStatus.creating)
    .first<
      Pick<DemoProgress, "lastTrainedAt" | "lastSettlementMadeAt" | "hiddenAt"> & {
        owners: string;
        keys: string;
        isTraining: number;
        isSettling: number;
      }
    >();
  if (row === null) throw new Error("the progress of the demo models could not be read");
  return {
    ...row,
    owners: JSON.parse(row.owners) as DemoProgress["owners"],
    keys: JSON.parse(row.keys) as string[],
    isTraining: row.isTraining === 1,
    isSettling: row.isSettling === 1,
  };
}

export interface NewDemoModel {
  key: string;
  email: string;
  name: string;
  venueType: number;
  isAllVenue: number | null;
  /** JSON of the choice. */
  features: string;
  featureCount: number;
  isWeight: boolean;
  cutoffDay: string;
  createdAt: number;
  completedAt: number;
  /** Models that the owner's plan holds; one that has no room left is not made. */
  held: number;
  jobId: string;
  jobPayload: unknown;
}

/**
 * Makes models with their jobs on the queue behind users' work; one whose key is known stays as it is. Seen by their
 * owners already, and no use of a quota. @returns ids of the jobs that were made
 */
export async function insertDemoModels(
  d1: D1Database,
  { models, now }: { models: readonly NewDemoModel[]; now: number },
): Promise<string[]> {
  const json = JSON.stringify(models);
  const [, made] = await d1.batch<{ id: string }>([
    d1
      .prepare(
        `insert into models (user_id, form_key, name, venue_type, is_all_venue, features, feature_count, is_weight,
           status, cutoff_day, created_at, confirmed_at)
         select u.id, value ->> 'key', value ->> 'name', value ->> 'venueType', value ->> 'isAllVenue',
           value ->> 'features', value ->> 'featureCount', value ->> 'isWeight', ?2, value ->> 'cutoffDay',
           value ->> 'createdAt', value ->> 'completedAt'
         from json_each(?1) join users u on u.email = value ->> 'email' and u.is_demo = 1
         where (select count(*) from models m where m.user_id = u.id and m.deleted_at is null and m.status in (1, 2))
           < value ->> 'held'
         order by key
         on conflict (user_id, form_key) do nothing`,
      )
      .bind(json, ModelStatus.creating),
    d1
      .prepare(
        `insert into jobs (id, kind, queue, subject, payload, status, attempts, run_after, created_at)
         select value ->> 'jobId', 'train-model', 'background', cast(m.id as text), value -> 'jobPayload', 'queued', 0,
           ?3, ?3
         from json_each(?1) join users u on u.email = value ->> 'email' and u.is_demo = 1
         join models m on m.user_id = u.id and m.form_key = value ->> 'key'
         where m.status = ?2 and m.deleted_at is null order by json_each.key
         on conflict (kind, subject) where status in ('queued', 'running') do nothing
         returning id`,
      )
      .bind(json, ModelStatus.creating, now),
  ]);
  return (made?.results ?? []).map(({ id }) => id);
}

/** Hides demo models with the sample that they are part of: deleted for everybody, until they are shown again. */
export async function hideDemoModels(
  d1: D1Database,
  { keys, now }: { keys: readonly string[]; now: number },
): Promise<void> {
  await d1.batch([
    d1
      .prepare("insert into app_state (key, value) values ('demo-models-hidden-at', ?1) on conflict (key) do nothing")
      .bind(String(now)),
    d1
      .prepare(
        `update models set deleted_at = (select cast(value as integer) from app_state where key = 'demo-models-hidden-at')
         where deleted_at is null and form_key in (select value from json_each(?1))
         and exists (select 1 from users where id = user_id and is_demo = 1)`,
      )
      .bind(JSON.stringify(keys)),
  ]);
}

/** Brings back what {@link hideDemoModels} hid, and nothing that a user deleted. */
export async function showDemoModels(d1: D1Database, { keys }: { keys: readonly string[] }): Promise<void> {
  await d1.batch([
    d1
      .prepare(
        `update models set deleted_at = null
         where deleted_at = (select cast(value as integer) from app_state where key = 'demo-models-hidden-at')
         and form_key in (select value from json_each(?1))
         and exists (select 1 from users where id = user_id and is_demo = 1 and deleted_at is null)`,
      )
      .bind(JSON.stringify(keys)),
    d1.prepare("delete from app_state where key = 'demo-models-hidden-at'"),
  ]);
}

/** How many of these demo models have bets in the ledger, or will never have any: they failed, or were deleted. */
export async function countSettledDemoModels(d1: D1Database, keys: readonly string[]): Promise<number> {
  const row = await d1
    .prepare(
      `select count(*) as count from users u join models m on m.user_id = u.id
       where u.is_demo = 1 and m.form_key in (select value from json_each(?1))
       and (m.status = ?2 or m.deleted_at is not null or exists (select 1 from settled_bets where model_id = m.id))`,
    )
    .bind(JSON.stringify(keys), ModelStatus.failed)
    .first<{ count: number }>();
  return row?.count ?? 0;
}
