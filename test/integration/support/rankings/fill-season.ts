import { addDays } from "#app/domain/racing/japan-time.ts";

export const LAST_DAY = "2026-11-29";
const DAYS = 107;
const RACES_PER_DAY = 28;
const MODELS_PER_OWNER = 3;
const MODELS_PER_INSERT = 250;

/** The participants of that season, three an owner. */
export function seasonRacers(models: number) {
  return Array.from({ length: models }, (_, i) => ({
    ...{ modelId: i + 1, userId: Math.ceil((i + 1) / MODELS_PER_OWNER) },
    ...{ modelName: `model ${i + 1}`, userName: "user" },
  }));
}

/** Rows of models whose losses are spread as the sample's models are, with noise by day and sketches of their own. */
export async function fillSeason(d1: D1Database, models: number): Promise<void> {
  const run = (sql: string, ...values: unknown[]) =>
    d1
      .prepare(sql)
      .bind(...values)
      .run();
  await run(
    `with recursive ids (id) as (select 1 union all select id + 1 from ids where id < ?1)
     insert into users (id, email, name, password_hash, created_at)
     select id, id || '@example.com', 'user', 'none', 0 from ids`,
    Math.ceil(models / MODELS_PER_OWNER),
  );
  for (let from = 1; from <= models; from += MODELS_PER_INSERT) {
    const to = Math.min(models, from + MODELS_PER_INSERT - 1);
    await run(
      `with recursive ids (id) as (select cast(?1 as integer) union all select id + 1 from ids where id < ?2)
       insert into models (id, user_id, name, venue_type, features, feature_count, is_weight, status, form_key, created_at)
       select id, (id + ${MODELS_PER_OWNER - 1}) / ${MODELS_PER_OWNER}, 'model ' || id, 1, '{}', 1, 0, 3, 'f' || id, 0 from ids`,
      ...[from, to],
    );
    const dates = Array.from({ length: DAYS }, (_, day) => addDays(LAST_DAY, -3 * day));
    const sketch = Array.from({ length: 8 }, () => "(random() % 20000) / 1000.0").join(", ");
    await run(
      `insert into forecast_days (model_id, date, races, loss, uniform_loss, sketch, race_data_version)
       select m.id, d.value, ${RACES_PER_DAY},
         ${RACES_PER_DAY} * 2.6 * (0.85 + ((m.id * 7919) % 1000) / 10000.0 + (random() % 1000) / 20000.0), ${RACES_PER_DAY} * 2.6,
         json_array(${sketch}), 1
       from models m, json_each(?3) d where m.id between ?1 and ?2`,
      ...[from, to, JSON.stringify(dates)],
    );
  }
}
