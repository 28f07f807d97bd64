import { expect, test } from "vitest";
import { failScoring } from "#app/db/analyses/scoring.server.ts";
import { startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import * as analyses from "#app/services/analyses/analyses.server.ts";
import * as models from "#app/services/models/models.server.ts";
import { outcomeOf, range, tally, untilAnswered } from "#test/integration/support/concurrent-calls.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import {
  CHOICE,
  insertAnalysis,
  insertModel,
  insertRace,
  insertUser,
  insertUses,
} from "#test/integration/support/rows.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

/** One user of a plan with the complete model 1, and `races` races of today: r1, r2, … */
async function startOnPlan(plan: number, races = 60) {
  const { database, deps } = await openTestDeps();
  const user = { id: 1, plan };
  await insertUser(database.db, user);
  for (let num = 1; num <= races; num += 1) await insertRace(database.db, { raceId: `r${num}`, raceNum: num });
  const create = async (formKey: string) => {
    const form = { user, name: "model", venueType: 1, choice: CHOICE, formKey };
    return outcomeOf(await untilAnswered(() => models.create(deps, form)));
  };
  const request = async (raceNum: number, modelId = 1, as = user) =>
    outcomeOf(await untilAnswered(() => analyses.request(deps, { user: as, modelId, raceId: `r${raceNum}` })));
  const count = async (sql: string) => (await database.d1.prepare(sql).first<{ n: number }>())?.n;
  const finishAll = () =>
    database.d1.batch([
      database.d1.prepare("update analyses set status = 2, scores = '[]', completed_at = 1 where status = 1"),
      database.d1.prepare("update models set status = 2, artifact_key = 'a', completed_at = 1 where status = 1"),
      database.d1.prepare("update jobs set status = 'done', finished_at = 1"),
    ]);
  return { ...database, deps, user, create, request, count, finishAll };
}

test("of 50 concurrent models with one creation left, one is created", async () => {
  await using world = await startOnPlan(4, 0);
  await insertUses(world.db, { count: 9, kind: "model" });
  expect(tally(await Promise.all(range(50).map((key) => world.create(`form ${key}`))))).toEqual({
    created: 1,
    "creations-per-month": 49,
  });
  expect(await world.count("select count(*) n from models")).toBe(1);
  expect(await world.count("select count(*) n from usage")).toBe(10);
  expect(await world.count("select count(*) n from jobs")).toBe(1);
  expect(world.deps.sent.length).toBeLessThanOrEqual(1);
});

test("of 50 concurrent models with one place left, one is created", async () => {
  await using world = await startOnPlan(5, 0);
  for (const id of range(4)) await insertModel(world.db, { id, status: id % 2 === 0 ? 1 : 2 });
  expect(tally(await Promise.all(range(50).map((key) => world.create(`form ${key}`))))).toEqual({
    created: 1,
    "models-held": 49,
  });
  expect(await world.count("select count(*) n from models")).toBe(5);
});

test("one form sent 50 times concurrently is one model for all 50 responses", async () => {
  await using world = await startOnPlan(1, 0);
  expect(tally(await Promise.all(range(50).map(() => world.create("form"))))).toEqual({ created: 50 });
  expect(await world.count("select count(*) n from models")).toBe(1);
  expect(await world.count("select count(*) n from usage")).toBe(1);
  expect(world.deps.sent.length).toBeLessThanOrEqual(1);
});

test("of 50 concurrent analyses with one left today, one is accepted", async () => {
  await using world = await startOnPlan(6);
  await insertModel(world.db, { id: 1 });
  const standard = { id: 1, plan: 3 };
  await insertUses(world.db, { count: 9 });
  const results = await Promise.all(range(50).map((num) => world.request(num, 1, standard)));
  expect(tally(results)).toEqual({ accepted: 1, "per-day": 49 });
  expect(await world.count("select count(*) n from analyses")).toBe(1);
  expect(await world.count("select count(*) n from usage")).toBe(10);
  expect(await world.count("select count(*) n from jobs")).toBe(1);
});

test("of 50 concurrent analyses with one parallel run left, one is accepted", { tags: "full" }, async () => {
  await using world = await startOnPlan(3);
  await insertModel(world.db, { id: 1 });
  await insertAnalysis(world.db, { id: 1, raceId: "r60", status: 1 });
  expect(tally(await Promise.all(range(50).map((num) => world.request(num))))).toEqual({ accepted: 1, "at-once": 49 });
});

test("of 50 concurrent analyses with one left this month, one is accepted", async () => {
  await using world = await startOnPlan(4);
  await insertModel(world.db, { id: 1 });
  await insertUses(world.db, { count: 89, day: "2026-11-02" });
  expect(tally(await Promise.all(range(50).map((num) => world.request(num))))).toEqual({
    accepted: 1,
    "per-month": 49,
  });
});

test("one analysis requested 50 times concurrently is one, accepted 50 times and counted once", async () => {
  await using world = await startOnPlan(1);
  await insertModel(world.db, { id: 1 });
  expect(tally(await Promise.all(range(50).map(() => world.request(1))))).toEqual({ accepted: 50 });
  expect(await world.count("select count(*) n from analyses")).toBe(1);
  expect(await world.count("select count(*) n from usage")).toBe(1);
  expect(world.deps.sent.length).toBeLessThanOrEqual(1);
});

test("deleting returns neither a creation nor an analysis", async () => {
  await using world = await startOnPlan(1);
  for (const modelId of [1, 2]) {
    expect(await world.create(`form ${modelId}`)).toBe("created");
    await world.finishAll();
    if (modelId === 1) await models.remove(world.deps, { user: world.user, modelId });
  }
  await models.remove(world.deps, { user: world.user, modelId: 2 });
  expect(await world.create("form 3")).toBe("creations-per-month");

  await insertModel(world.db, { id: 10 });
  for (const num of range(5)) {
    expect(await world.request(num, 10)).toBe("accepted");
    await world.finishAll();
    await analyses.remove(world.deps, { user: world.user, analysisId: num });
  }
  expect(await world.count("select count(*) n from analyses where deleted_at is null")).toBe(0);
  expect(await world.request(6, 10)).toBe("per-day");
});

test("our own failure returns the use, once", async () => {
  await using world = await startOnPlan(1);
  await insertModel(world.db, { id: 1 });
  for (const num of range(5)) {
    await world.request(num);
    await world.finishAll();
  }
  expect(await world.request(6)).toBe("per-day");
  expect(await world.request(1)).toBe("complete");
  await world.d1.prepare("update analyses set status = 1, scores = null, completed_at = null where id = 5").run();
  for (const now of [1, 2]) await failScoring(world.db, { analysisId: 5, now });
  expect(await world.count("select count(*) n from usage where returned_at is not null")).toBe(1);
  expect(await world.request(6)).toBe("accepted");
  await world.finishAll();
  expect(await world.request(7)).toBe("per-day");
});

test("the daily limit resets at midnight in Japan, the monthly one at the month's end", async () => {
  await using world = await startOnPlan(2);
  await insertModel(world.db, { id: 1 });
  world.deps.clock.now = startOfJapanDay("2026-11-30") - 1;
  for (const num of range(3)) {
    expect(await world.request(num)).toBe("accepted");
    await world.finishAll();
  }
  expect(await world.request(4)).toBe("per-day");
  world.deps.clock.now += 1;
  expect(await world.request(4)).toBe("accepted");
  await world.finishAll();
  await insertUses(world.db, { count: 26, day: "2026-11-03" });
  expect(await world.request(5)).toBe("per-month");
  world.deps.clock.now = startOfJapanDay("2026-12-01") - 1;
  expect(await world.request(5)).toBe("per-month");
  world.deps.clock.now += 1;
  expect(await world.request(5)).toBe("accepted");
});

test("a month's creations restart with the month in Japan", async () => {
  await using world = await startOnPlan(1, 0);
  await insertUses(world.db, { count: 2, kind: "model", day: "2026-11-30" });
  world.deps.clock.now = startOfJapanDay("2026-12-01") - 1;
  expect(await world.create("form 1")).toBe("creations-per-month");
  world.deps.clock.now += 1;
  expect(await world.create("form 1")).toBe("created");
});

test("Free has five in a lifetime, over the months, and only those accepted under Free limits count", async () => {
  await using world = await startOnPlan(1);
  await insertModel(world.db, { id: 1 });
  await insertUses(world.db, { count: 40, day: "2026-09-01", underFreeLimits: false });
  await insertUses(world.db, { count: 3, day: "2026-10-01", underFreeLimits: true, firstSubject: 2000 });
  for (const num of [1, 2]) {
    expect(await world.request(num)).toBe("accepted");
    await world.finishAll();
  }
  expect(await world.request(3)).toBe("per-lifetime");
  world.deps.clock.now = startOfJapanDay("2027-06-01");
  expect(await world.request(3)).toBe("per-lifetime");
  const as = (plan: number, num: number) => world.request(num, 1, { id: 1, plan });
  // A restricted payer has the same five; a paying one has no such limit, and uses none of them.
  expect(await as(104, 3)).toBe("per-lifetime");
  expect(await as(2, 3)).toBe("accepted");
  await world.finishAll();
  expect(await world.count("select count(*) n from usage where under_free_limits = 1")).toBe(5);
});

test("a restricted payer who used none still has five", async () => {
  await using world = await startOnPlan(103);
  await insertModel(world.db, { id: 1 });
  await insertUses(world.db, { count: 60, day: "2026-10-10" });
  for (const num of range(5)) {
    expect(await world.request(num)).toBe("accepted");
    await world.finishAll();
  }
  world.deps.clock.now = startOfJapanDay("2026-12-05");
  expect(await world.request(6)).toBe("per-lifetime");
});

test("a limit of 1000 is not enforced as a number; the parallel limit is", async () => {
  await using world = await startOnPlan(6);
  await insertModel(world.db, { id: 1 });
  await sql(world.d1)`insert into usage (user_id, kind, subject_id, day, month, under_free_limits, used_at)
    select 1, k.value, 5000 + n.value, '2026-11-21', '2026-11', 0, 1
    from json_each('["analysis", "model"]') k, json_each(${JSON.stringify(range(1500))}) n`.run();
  expect(tally(await Promise.all(range(50).map((num) => world.request(num))))).toEqual({ accepted: 10, "at-once": 40 });
  expect(await world.create("form")).toBe("created");
});

test("models in creation and complete ones count, disabled ones too, failed and deleted ones do not", async () => {
  await using world = await startOnPlan(3, 0);
  await insertModel(world.db, { id: 1, status: 3 });
  await insertModel(world.db, { id: 2, deletedAt: 1 });
  await insertModel(world.db, { id: 3, featureCount: 160 });
  expect(await world.create("form 1")).toBe("created");
  expect(await world.create("form 2")).toBe("models-held");
  await insertUses(world.db, { count: 4, kind: "model" });
  expect(await world.create("form 2")).toBe("creations-per-month");
});

test("another user's uses and models do not count", async () => {
  await using world = await startOnPlan(1);
  await insertUser(world.db, { id: 2 });
  await insertModel(world.db, { id: 50, userId: 2 });
  await insertUses(world.db, { count: 5, userId: 2, underFreeLimits: true });
  await insertUses(world.db, { count: 5, userId: 2, kind: "model" });
  expect(await world.create("form")).toBe("created");
  await world.finishAll();
  expect(await world.request(1, (await models.list(world.deps, { user: world.user }))[0]?.modelId)).toBe("accepted");
});
