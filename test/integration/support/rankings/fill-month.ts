/** The month that is ranked; its race days are Saturdays and Sundays. */
export const MONTH = {
  key: "2026-11",
  builtOn: "2026-12-06",
  days: [1, 7, 8, 14, 15, 21, 22, 31].map((day) =>
    day === 31 ? "2026-10-31" : `2026-11-${String(day).padStart(2, "0")}`,
  ),
};
const COURSES = ["東京", "京都", "福島"];
const MODELS_PER_OWNER = 3;
const MODELS_PER_INSERT = 500;
const RUNNERS = 16;

/**
 * Races 7–12 of three courses on eight days with cards and payouts, models of users on a paid plan, and a row of the ledger for
 * each model and race: two win tickets, a place ticket and seven quinella tickets that hit as often as real ones do, and in
 * every twentieth race a horse that did not start.
 *
 * @returns number of races
 */
export async function fillMonth(d1: D1Database, models: number): Promise<number> {
  const run = (sql: string, ...values: unknown[]) =>
    d1
      .prepare(sql)
      .bind(...values)
      .run();
  await run(
    `with recursive ids (id) as (select 1 union all select id + 1 from ids where id < ?1)
     insert into users (id, email, name, password_hash, created_at)
     select id, id || '@example.com', 'user ' || id, 'none', 0 from ids`,
    Math.ceil(models / MODELS_PER_OWNER),
  );
  await run(
    `insert into plan_changes (user_id, plan, reason, effective_at, recorded_at) select id, 5, 'bench', 0, 0 from users`,
  );
  const races = MONTH.days.flatMap((date) =>
    COURSES.flatMap((venue, course) =>
      [7, 8, 9, 10, 11, 12].map((raceNum) => {
        const distanceM = [1200, 1600, 1700, 1800, 2000, 2600][raceNum - 7];
        const surface = (raceNum + course) % 2 === 0 ? "turf" : "dirt";
        return { raceId: `${date.replaceAll("-", "")}-${course}-${raceNum}`, date, venue, raceNum, surface, distanceM };
      }),
    ),
  );
  await run(
    `insert into races (race_id, date, venue_type, venue, race_num, name, surface, distance_m, status, source, data_version, content_hash)
     select value ->> 'raceId', value ->> 'date', 1, value ->> 'venue', value ->> 'raceNum', 'race', value ->> 'surface',
       value ->> 'distanceM', 'result', 'sample', 1, 'hash' from json_each(?1)`,
    JSON.stringify(races),
  );
  await run(
    `with recursive nums (num) as (select 1 union all select num + 1 from nums where num < ${RUNNERS})
     insert into runners (race_id, horse_num, horse_id, horse_name, status, win_odds, finish_position, content_hash)
     select race_id, num, race_id || num, 'horse ' || num, 'entered', 1.5 * num, num, 'hash' from races, nums`,
  );
  await run(
    `insert into payouts (race_id, bet_type, combination, payout_yen)
     select race_id, value ->> 0, value ->> 1, (value ->> 2) + 10 * (race_num + cast(substr(date, 9) as integer)) from races, json_each('[
       ["win", "1", 300], ["place", "1", 130], ["place", "2", 180], ["place", "3", 350], ["quinella", "1-2", 1200]]')`,
  );
  await run(
    `insert into ledger_days (date, data_version) select value, 1 from json_each(?1)`,
    JSON.stringify(MONTH.days),
  );
  for (let from = 1; from <= models; from += MODELS_PER_INSERT) {
    const to = Math.min(models, from + MODELS_PER_INSERT - 1);
    await run(
      `with recursive ids (id) as (select cast(?1 as integer) union all select id + 1 from ids where id < ?2)
       insert into models (id, user_id, name, venue_type, features, feature_count, is_weight, status, form_key, artifact_key, created_at, completed_at)
       select id, (id + ${MODELS_PER_OWNER - 1}) / ${MODELS_PER_OWNER}, 'model ' || id, 1, '{}', 1, 0, 2, 'f' || id, 'a' || id, 0, 0 from ids`,
      ...[from, to],
    );
    await run(
      `with lots as (select m.id, r.race_id, r.date, r.race_num,
           cast(substr(r.date, 9) as integer) as day,
           abs(m.id * 7919 + r.rowid * 104729 + m.id * r.rowid * 31) % 1000 as lot
         from models m, races r where m.id between ?1 and ?2)
       insert into settled_bets (model_id, race_id, date, win_stake_yen, win_payout_yen, place_stake_yen, place_payout_yen,
         quinella_stake_yen, quinella_payout_yen, race_data_version, settled_at, win_hits, place_hits, quinella_hits, picks)
       select id, race_id, date, case when lot % 20 = 19 and day = 8 then 100 else 200 end,
         case when lot < 280 then 300 + 10 * (race_num + day) else 0 end, 100,
         case when lot < 180 then 130 + 10 * (race_num + day) when lot < 300 then 180 + 10 * (race_num + day)
           when lot < 420 then 350 + 10 * (race_num + day) else 0 end,
         700, case when lot % 7 = 0 then 1200 + 10 * (race_num + day) else 0 end, 1, 0,
         lot < 280, lot < 420, lot % 7 = 0,
         json_array(1 + lot % 16, 1 + (lot + 3) % 16, 1 + (lot + 5) % 16, 1 + (lot + 7) % 16, 1 + (lot + 11) % 16)
       from lots`,
      ...[from, to],
    );
  }
  return races.length;
}
