import { createSeasonStore } from "#app/adapters/ranking-store.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import { addDays } from "#app/domain/racing/japan-time.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext } from "#app/services/jobs/job-context.server.ts";
import { buildSeason } from "#app/services/season/season-build.server.ts";
import { watchMemory } from "#scripts/bench/memory/watch-memory.ts";
import { meterRows } from "#scripts/bench/meter-rows.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { createTestDatabase } from "#test/integration/support/workerd/test-database.ts";

const LAST_DAY = "2026-11-29";
const DAYS = 107;
const RACES_PER_DAY = 28;
const MODELS_PER_OWNER = 3;
const MODELS_PER_INSERT = 250;

/** What counting a season board took. */
export interface SeasonFigures {
  models: number;
  races: number;
  ranked: number;
  /** Of this process, that is without D1; and of the wall. */
  cpuSeconds: number;
  wallSeconds: number;
  rowsRead: number;
  rowsWritten: number;
  /** Heap and buffers above those at the start, at most. */
  peakMegabytes: number;
}

/**
 * Counts the season board of so many models, three an owner, on 2,996 races of 107 days, from rows as the ledger writes
 * them. The races themselves are left out, so that the odds are not measured.
 */
export async function measureSeason(models: number): Promise<SeasonFigures> {
  await using database = await createTestDatabase();
  await fill(database.d1, models);
  const deps = createTestDeps({ ...database, db: openDatabase(database.d1) });
  const { breathe, peakMegabytes } = watchMemory();
  const build = (run: number, db: Deps["db"]) =>
    buildSeason({ deps: { ...deps, db }, breathe } as unknown as JobContext, {
      ...{ buildId: `monthly:2026-11:${run}`, month: "2026-11", to: LAST_DAY, racers, leavers: new Set<number>() },
    });
  const racers = Array.from({ length: models }, (_, i) => ({
    ...{ modelId: i + 1, userId: Math.ceil((i + 1) / MODELS_PER_OWNER) },
    ...{ modelName: `model ${i + 1}`, userName: "user" },
  }));
  const began = { at: performance.now(), cpu: process.cpuUsage() };
  await build(1, deps.db);
  const { user, system } = process.cpuUsage(began.cpu);
  const wallSeconds = (performance.now() - began.at) / 1000;
  // Rows are counted in a second run, which they slow down: it also deletes what the first one stored.
  const metered = { rowsRead: 0, rowsWritten: 0 };
  await build(2, openDatabase(meterRows(database.d1, metered)));
  const ranked = (await createSeasonStore(deps.store).readBoard())?.board.ranked ?? 0;
  return {
    ...{ models, races: DAYS * RACES_PER_DAY, ranked, cpuSeconds: (user + system) / 1e6, wallSeconds },
    ...{ ...metered, peakMegabytes: peakMegabytes() },
  };
}

/** Rows of models whose losses are spread as the sample's models are, with noise by day and sketches of their own. */
async function fill(d1: D1Database, models: number): Promise<void> {
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

export function saySeason(figures: SeasonFigures): string {
  const { models, races, ranked, cpuSeconds, wallSeconds, rowsRead, rowsWritten, peakMegabytes } = figures;
  const round = (value: number) => value.toFixed(1);
  return (
    `${models} models × ${races} races, ${ranked} ranked: ${round(cpuSeconds)} s of this process, ${round(wallSeconds)} s in all ` +
    `with D1; ${rowsRead} rows read, ${rowsWritten} written; at most ${round(peakMegabytes)} MB`
  );
}
