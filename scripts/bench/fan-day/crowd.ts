/** The number of a user's own rows. */
const MARKS_EACH = 20;
const NOTES_EACH = 3;
/** Users of one transaction. */
const USERS_AT_ONCE = 500;

interface Crowd {
  users: number;
  /** Complete ones of each user. */
  models?: number;
  /** Of each user, of the newest races, by the models in turn. */
  analyses?: number;
  now: number;
}

/**
 * Inserts users with complete models, analyses of the newest races, marks, notes and favourites, by statements that need
 * no rows of ours: a site of many years of many users.
 *
 * @returns the number of users
 */
export async function addCrowd(d1: D1Database, { users, models = 1, analyses = 20, now }: Crowd): Promise<number> {
  const { results } = await d1
    .prepare("select race_id from races order by date desc, race_id limit ?1")
    .bind(analyses)
    .all<{ race_id: string }>();
  const races = JSON.stringify(results.map(({ race_id }) => race_id));
  for (let from = 0; from < users; from += USERS_AT_ONCE) {
    const count = Math.min(USERS_AT_ONCE, users - from);
    const numbers = JSON.stringify(Array.from({ length: count }, (_, index) => from + index + 1));
    const statement = (sql: string, ...more: unknown[]) => d1.prepare(sql).bind(numbers, now, ...more);
    await d1.batch([
      statement(
        `insert into users (email, name, password_hash, plan, created_at)
         select 'crowd' || value || '@example.com', '群衆' || value, 'none', 1, ?2 from json_each(?1)`,
      ),
      statement(
        `insert into models (user_id, name, venue_type, features, feature_count, is_weight, status, artifact_key, report,
           form_key, created_at, completed_at, confirmed_at)
         select users.id, 'モデル', 1, '{"static":["騎手"],"average":{}}', 1, 0, 2, key,
           '{"races":812,"from":"2026-05-02","to":"2026-11-01","pseudoR2":0.1,"marketPseudoR2":0.2,"top1WinRate":0.2}',
           key, ?2 - number, ?2, ?2
         from (select number.value as number, 'crowd-' || number.value || '-' || place.value as key
           from json_each(?1) number join json_each(?3) place)
         join users on users.email = 'crowd' || number || '@example.com'`,
        JSON.stringify(Array.from({ length: models }, (_, place) => place)),
      ),
      statement(
        `insert into analyses (user_id, model_id, race_id, race_data_version, model_name, venue_type, race_info, status,
           created_at, completed_at, confirmed_at, scores)
         select models.user_id, models.id, race.value, 1, 'モデル', 1,
           '{"race_num":11,"name":"","title":"","date":"2026-11-14"}', 2, ?2 - race.key, ?2, ?2, '[]'
         from json_each(?1) number join json_each(?3) race
         join models on models.artifact_key = 'crowd-' || number.value || '-' || cast(race.key % ?4 as integer)`,
        races,
        models,
      ),
      statement(
        `insert into horse_marks (user_id, race_id, horse_id, mark, marked_at)
         select id, race_id, horse_id, 'favourite', ?2 from (
           select users.id, runners.race_id, runners.horse_id,
             row_number() over (partition by users.id order by runners.race_id) as place
           from json_each(?1) number join users on users.email = 'crowd' || number.value || '@example.com'
           join runners on runners.race_id in (select value from json_each(?3) limit 3)
         ) where place <= ${MARKS_EACH}`,
        races,
      ),
      ...(["horse_notes", "favourite_horses"] as const).map((table) =>
        statement(
          `insert into ${table} (user_id, horse_id, ${table === "horse_notes" ? "noted_at, note" : "added_at"})
           select distinct user_id, horse_id, ?2${table === "horse_notes" ? ", '次も見る'" : ""} from (
             select user_id, horse_id, row_number() over (partition by user_id order by race_id, horse_id) as place
             from horse_marks where user_id in (
               select users.id from json_each(?1) number
               join users on users.email = 'crowd' || number.value || '@example.com')
           ) where place <= ${NOTES_EACH}`,
        ),
      ),
    ]);
  }
  return users;
}
