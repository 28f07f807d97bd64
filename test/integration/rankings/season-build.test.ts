import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createSeasonStore } from "#app/adapters/ranking-store.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import { ledgerDays } from "#app/db/schema/models.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import { forecastDays, seasonEntries } from "#app/db/schema/seasons.server.ts";
import { addDays } from "#app/domain/racing/japan-time.ts";
import type { JobContext } from "#app/services/jobs/job-context.server.ts";
import { settleBets } from "#app/services/rankings/ledger.server.ts";
import { buildSeason } from "#app/services/season/season-build.server.ts";
import { SYNTHETIC_IMPORT } from "#test/integration/support/imports/synthetic-features.ts";
import { countCalls } from "#test/integration/support/rankings/count-calls.ts";
import {
  createLedgerSite,
  features,
  type LedgerSite,
  ledgerContext,
  RACE_DAY,
} from "#test/integration/support/rankings/ledger-site.ts";
import { insertModel, insertUser } from "#test/integration/support/rows.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { createTestDatabase } from "#test/integration/support/workerd/test-database.ts";

const DAYS = Array.from({ length: 10 }, (_, i) => `2026-10-${String(3 + 2 * i).padStart(2, "0")}`);
const DAY_RACES = 20;
/** Loss of a lottery on a day's races. */
const UNIFORM = 40;
const LATER = "monthly:2026-11:000000000002";

/** Ten days of twenty races, on each of which a model's loss is the same share of a lottery's. */
async function insertDays(
  { database }: LedgerSite,
  { modelId, ratio, days = DAYS, sketch }: { modelId: number; ratio: number; days?: string[]; sketch?: number[] },
) {
  const like = sketch ?? Array.from({ length: 8 }, (_, i) => (i === modelId % 8 ? 1 : 0));
  await database.db.insert(forecastDays).values(
    days.map((date) => ({
      ...{ modelId, date, races: DAY_RACES, loss: ratio * UNIFORM, uniformLoss: UNIFORM },
      ...{ sketch: JSON.stringify(like), raceDataVersion: 1 },
    })),
  );
}

interface Build {
  buildId?: string;
  month?: string;
  owners: readonly (readonly [modelId: number, userId: number])[];
  deletedUsers?: readonly number[];
}

async function build(site: LedgerSite, { buildId = LATER, month = "2026-11", owners, deletedUsers = [] }: Build) {
  const rankedModels = owners.map(([modelId, userId]) => ({
    ...{ modelId, userId },
    ...{ modelName: `model ${modelId}`, userName: `user ${userId}` },
  }));
  await buildSeason(ledgerContext(site), {
    buildId,
    month,
    to: RACE_DAY,
    rankedModels,
    deletedUsers: new Set(deletedUsers),
  });
  return (await createSeasonStore(site.deps.store).readBoard())!.board;
}

function listEntries({ database }: LedgerSite) {
  const { buildId, modelId, userId } = seasonEntries;
  return database.db.select({ buildId, modelId, userId }).from(seasonEntries).orderBy(buildId, modelId);
}

test("a season ranks models of enough races by skill, with near-clones of one owner counted once, again as at first", async () => {
  await using site = await createLedgerSite({ models: 6 });
  for (const id of [2, 3]) await insertUser(site.database.db, { id });
  // Models 1 and 2 are one owner's and alike; 3 and 4 have the losses that keep the field at 0.9; 6 has half the races.
  await insertDays(site, { modelId: 1, ratio: 0.8, sketch: [1, 2, 3, 4, 5, 6, 7, 8] });
  await insertDays(site, { modelId: 2, ratio: 0.8, sketch: [1, 2, 3, 4, 5, 6, 7, 8.1] });
  await insertDays(site, { modelId: 3, ratio: 1, sketch: [1, 2, 3, 4, 5, 6, 7, 8] });
  await insertDays(site, { modelId: 4, ratio: 1 });
  await insertDays(site, { modelId: 5, ratio: 0.9 });
  await insertDays(site, { modelId: 6, ratio: 0.9, days: DAYS.slice(5) });
  const owners = [[1, 1] as const, [2, 1] as const, [3, 2] as const, [4, 1] as const, [5, 3] as const, [6, 1] as const];

  const board = await build(site, { owners, deletedUsers: [3] });
  expect([board.models, board.ranked, board.minRaces]).toEqual([6, 4, 200]);
  // The same on every day: nothing is luck, so nothing is drawn to the mean.
  const figures = board.entries.map(({ modelId, rank, races, clones, raw, value, low, high }) => [
    ...[rank, modelId, races, clones],
    ...[raw, value, low, high].map((each) => Math.round(each * 1e6) / 1e6 + 0),
  ]);
  expect(figures).toEqual([
    [1, 1, 200, 1, 0.2, 0.2, 0.2, 0.2],
    [2, 5, 200, 0, 0.1, 0.1, 0.1, 0.1],
    [3, 3, 200, 0, 0, 0, 0, 0],
    [4, 4, 200, 0, 0, 0, 0, 0],
  ]);
  expect(board.entries[0]).toMatchObject({ modelName: "model 1", userName: "user 1" });
  expect(board.benchmarks.map(({ key }) => key)).toEqual(["lottery"]);
  expect(board.members?.best).toEqual({
    value: expect.closeTo(0.2),
    low: expect.closeTo(0.2),
    high: expect.closeTo(0.2),
  });
  // Rows of deleted users are gone from look-ups; the figures stay.
  expect(await listEntries(site)).toEqual(
    [1, 3, 4].map((modelId) => ({ buildId: LATER, modelId, userId: modelId === 3 ? 2 : 1 })),
  );

  expect(await build(site, { owners, deletedUsers: [3] })).toEqual(board);
  expect(await listEntries(site)).toHaveLength(3);

  // A build of an earlier month that ends late changes nothing, and leaves no entries.
  const late = { buildId: "monthly:2026-10:000000000009", month: "2026-10", owners: owners.slice(2) };
  expect(await build(site, late)).toEqual(board);
  expect((await listEntries(site)).map(({ buildId }) => buildId)).toEqual([LATER, LATER, LATER]);
  // The next build of the month replaces both.
  const next = await build(site, { buildId: "monthly:2026-11:000000000003", owners: owners.slice(2) });
  expect(next.entries.map(({ modelId }) => modelId)).toEqual([5, 3, 4]);
  expect(new Set((await listEntries(site)).map(({ buildId }) => buildId))).toEqual(new Set([next.buildId]));
});

test("a season without a measured day has an empty board, which is no error", async () => {
  await using site = await createLedgerSite({ models: 1 });
  expect(await build(site, { owners: [[1, 1]] })).toMatchObject({ models: 0, ranked: 0, entries: [], members: null });
  await insertModel(site.database.db, { id: 50 });
  await insertDays(site, { modelId: 50, ratio: 0.9, days: DAYS.slice(0, 1) });
  // One day has no spread.
  expect(await build(site, { owners: [[50, 1]] })).toMatchObject({ models: 1, ranked: 0 });
});

/** Imports a race's winner, and settles the race once per delivery of the job. */
async function settleWinner(
  site: LedgerSite,
  { importId, winner, deliveries }: { importId: number; winner: number; deliveries: number },
) {
  const { db } = site.database;
  await db.update(runners).set({ finishPosition: null }).where(eq(runners.raceId, "r97"));
  const isWinner = and(eq(runners.raceId, "r97"), eq(runners.horseNum, winner));
  await db.update(runners).set({ finishPosition: 1 }).where(isWinner);
  await db.update(races).set({ dataVersion: importId }).where(eq(races.raceId, "r97"));
  const newer = { ...features, readManifest: async () => ({ ...(await features.readManifest())!, importId }) };
  for (let delivery = 1; delivery <= deliveries; delivery += 1) {
    expect(await settleBets(ledgerContext(site), newer)).toEqual({ kind: "done" });
  }
}

/** What was measured on the race day by model, and the revision that rankings are counted by. */
async function readMeasured({ database: { db } }: LedgerSite) {
  const rows = await db
    .select()
    .from(forecastDays)
    .where(eq(forecastDays.date, RACE_DAY))
    .orderBy(forecastDays.modelId);
  const [day] = await db.select().from(ledgerDays).where(eq(ledgerDays.date, RACE_DAY));
  return { rows, revision: day?.revision ?? 0 };
}

test("a winner corrected after the settlement changes what is measured and the season's figures; a job delivered again, nothing", async () => {
  await using site = await createLedgerSite({ models: 2 });
  await insertUser(site.database.db, { id: 2 });
  await insertDays(site, { modelId: 1, ratio: 0.8 });
  await insertDays(site, { modelId: 2, ratio: 0.9 });
  // A day with jobs has a row.
  await site.database.db.insert(ledgerDays).values({ date: RACE_DAY, dataVersion: SYNTHETIC_IMPORT });
  const owners = [[1, 1] as const, [2, 2] as const];
  /** By hand: both models are one artifact, so the day's loss is that of the field, and each gains nothing by it. */
  const expected = (dayLoss: number) => {
    const [losses, uniform] = [(0.8 + 0.9) * UNIFORM * 10 + 2 * dayLoss, 2 * (UNIFORM * 10 + Math.log(8))];
    const base = 1 - losses / uniform;
    const gain = (0.05 * UNIFORM * 10) / (UNIFORM * 10 + Math.log(8));
    return [base + gain, base - gain].map((raw) => expect.closeTo(raw, 9));
  };
  const rawOf = async () => (await build(site, { owners })).entries.map(({ raw }) => raw);

  await settleWinner(site, { importId: SYNTHETIC_IMPORT, winner: 3, deliveries: 1 });
  const first = await readMeasured(site);
  expect(first.rows.map(({ races: counted, uniformLoss }) => [counted, uniformLoss])).toEqual([
    [1, expect.closeTo(Math.log(8), 9)],
    [1, expect.closeTo(Math.log(8), 9)],
  ]);
  expect(await rawOf()).toEqual(expected(first.rows[0]!.loss));

  await settleWinner(site, { importId: SYNTHETIC_IMPORT, winner: 3, deliveries: 2 });
  expect(await readMeasured(site)).toEqual(first);

  await settleWinner(site, { importId: SYNTHETIC_IMPORT + 1, winner: 5, deliveries: 1 });
  const corrected = await readMeasured(site);
  expect(corrected.revision).toBeGreaterThan(first.revision);
  expect(corrected.rows[0]!.loss).not.toBeCloseTo(first.rows[0]!.loss, 6);
  expect(await rawOf()).toEqual(expected(corrected.rows[0]!.loss));

  // A delivery that is late, with the features of before.
  const before = {
    ...features,
    readManifest: async () => ({ ...(await features.readManifest())!, importId: SYNTHETIC_IMPORT }),
  };
  expect((await settleBets(ledgerContext(site), before)).kind).not.toBe("done");
  await settleWinner(site, { importId: SYNTHETIC_IMPORT + 1, winner: 5, deliveries: 2 });
  expect(await readMeasured(site)).toEqual(corrected);
});

const LAST_DAY = "2026-11-29";
const SEASON_DAYS = 107;
const RACES_PER_DAY = 28;
const MODELS_PER_OWNER = 3;
const MODELS_PER_INSERT = 250;

/** The participants of that season, three an owner. */
function seasonRacers(models: number) {
  return Array.from({ length: models }, (_, i) => ({
    ...{ modelId: i + 1, userId: Math.ceil((i + 1) / MODELS_PER_OWNER) },
    ...{ modelName: `model ${i + 1}`, userName: "user" },
  }));
}

/** Rows of models whose losses are spread as the sample's models are, with noise by day and sketches of their own. */
async function fillSeason(d1: D1Database, models: number): Promise<void> {
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
    const dates = Array.from({ length: SEASON_DAYS }, (_, day) => addDays(LAST_DAY, -3 * day));
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

test("the season of 50,000 models takes fewer queries than a message of a queue may have, statements of a batch included", {
  tags: "full",
}, async () => {
  const queriesOf = async (models: number) => {
    await using database = await createTestDatabase();
    await fillSeason(database.d1, models);
    const queries = { count: 0, statements: 0 };
    const deps = createTestDeps({ ...database, db: openDatabase(countCalls(database.d1, queries)) });
    const task = { buildId: LATER, month: "2026-11", to: LAST_DAY, rankedModels: seasonRacers(models) };
    await buildSeason({ deps, yieldAndRenewLease: async () => {} } as unknown as JobContext, {
      ...task,
      deletedUsers: new Set(),
    });
    return queries.statements;
  };
  // Whole reads of losses, of sketches and writes of entries: 187, 200 and 2,000 models each.
  const [few, many] = [await queriesOf(600), await queriesOf(1_200)];
  const perModel = (many - few) / 600;
  expect(perModel).toBeGreaterThan(0);
  expect(many + 48_800 * perModel).toBeLessThan(900);
});
