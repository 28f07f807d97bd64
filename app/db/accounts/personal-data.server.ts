type Row = Record<string, unknown>;

/** Everything kept about a user, in the names of the wire; no hash of a password, session or code among it. */
interface PersonalData {
  user: Row | null;
  planChanges: Row[];
  subscriptions: Row[];
  downgrades: Row[];
  /** What was asked for, without the payment page's address. */
  planRequests: Row[];
  usage: Row[];
  /** Columns that hold JSON are read here. */
  models: Row[];
  analyses: Row[];
  /** What stays of analyses that were fixed before the start and deleted. */
  deletedAnalyses: Row[];
  sessions: Row[];
  mailRequests: Row[];
  /** Entries of rankings as they were counted last. */
  rankings: Row[];
}

/** One round trip (primary key; the indexes by user_id of each table). */
export async function readPersonalData(d1: D1Database, userId: number): Promise<PersonalData> {
  const select = (sql: string) => d1.prepare(sql).bind(userId);
  const results = await d1.batch<Row>([
    select(
      `select id, name, email, plan, birth_date, sex, fav_horse, fav_jockey, fav_ticket_type, race_of_memories,
         racing_experience, icon, phone_number, prefectures, profile, stripe_customer_id, created_at
       from users where id = ?1 and deleted_at is null`,
    ),
    select(
      `select plan, reason, source, effective_at, recorded_at from plan_changes where user_id = ?1
       order by effective_at, id`,
    ),
    select(
      `select stripe_subscription_id, plan, status, current_period_start, current_period_end, ended_at, updated_at
       from subscriptions where user_id = ?1 order by id`,
    ),
    select("select month, at from downgrades where user_id = ?1 order by month"),
    select(
      `select kind, from_plan, plan, status, created_at, expires_at, finished_at from plan_intents
       where user_id = ?1 order by created_at`,
    ),
    select(
      "select kind, subject_id, day, month, under_free_limits, used_at, returned_at from usage where user_id = ?1",
    ),
    select(
      `select id as model_id, name, venue_type, features as feature, feature_count, is_weight, status, cutoff_day,
         report, created_at, completed_at, confirmed_at, deleted_at from models where user_id = ?1 order by id`,
    ),
    select(
      `select id as analysis_result_id, model_id, model_name, race_id, venue_type, race_info, status, scores,
         is_learnt_from, created_at, completed_at, confirmed_at, shared_at, deleted_at
       from analyses where user_id = ?1 order by id`,
    ),
    select(
      `select analysis_id as analysis_result_id, model_id, model_name, race_id, venue_type, race_info, picks,
         is_learnt_from, created_at, completed_at, deleted_at
       from analysis_tombstones where user_id = ?1 order by completed_at, analysis_id`,
    ),
    select("select created_at, expires_at from sessions where user_id = ?1 order by created_at"),
    select(
      "select kind, email, created_at, expires_at, used_at from mail_codes where user_id = ?1 order by created_at",
    ),
    select(
      `select e.ranking_key as ranking, e.period_key as period, e.entry
       from ranking_entries e join ranking_builds b on b.id = e.build_id where e.user_id = ?1
       order by e.period_key, e.ranking_key, e.model_id`,
    ),
  ]);
  const [users, planChanges, subscriptions, downgrades, planRequests, usage] = results;
  const [models, analyses, deletedAnalyses, sessions, codes, rankings] = results.slice(6);
  return {
    user: users?.results[0] ?? null,
    planChanges: planChanges?.results ?? [],
    subscriptions: subscriptions?.results ?? [],
    downgrades: downgrades?.results ?? [],
    planRequests: planRequests?.results ?? [],
    usage: usage?.results ?? [],
    models: (models?.results ?? []).map((row) => withJson(row, ["feature", "report"])),
    analyses: (analyses?.results ?? []).map((row) => withJson(row, ["race_info", "scores"])),
    deletedAnalyses: (deletedAnalyses?.results ?? []).map((row) => withJson(row, ["race_info", "picks"])),
    sessions: sessions?.results ?? [],
    mailRequests: codes?.results ?? [],
    rankings: (rankings?.results ?? []).map((row) => withJson(row, ["entry"])),
  };
}

function withJson(row: Row, columns: readonly string[]): Row {
  const read = columns.map((column) => [column, row[column] === null ? null : JSON.parse(String(row[column]))]);
  return { ...row, ...Object.fromEntries(read) };
}
