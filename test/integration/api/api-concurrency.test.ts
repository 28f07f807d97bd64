import { expect, test } from "vitest";
import { setOwnLimit } from "#app/db/accounts/own-limits.server.ts";
import { startPause } from "#app/db/analyses/analysis-days.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import { createServices } from "#app/services/create-services.server.ts";
import {
  CHOICE,
  insertAnalysis,
  insertModel,
  insertRace,
  insertUser,
  insertUses,
} from "#test/integration/support/billing/plan-factories.ts";
import { PASSWORD } from "#test/integration/support/site-accounts.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { CHEAP_PASSWORDS } from "#test/integration/support/test-site.ts";
import { createBuiltSite } from "#test/integration/support/workerd/built-site.ts";

const EMAIL = "taro@example.com";
const range = (length: number) => Array.from({ length }, (_, index) => index + 1);

/** The bundle of a deployment, in workerd, with one logged-in user of a plan and `races` races of today. */
async function startBuiltWorker({ plan, races = 0 }: { plan: number; races?: number }) {
  const site = await createBuiltSite();
  const { d1, store } = site;
  const db = openDatabase(d1);
  await insertUser(db, { id: 1, plan, email: EMAIL, passwordHash: await CHEAP_PASSWORDS.hash(PASSWORD) });
  for (const num of range(races)) await insertRace(db, { raceId: `r${num}`, raceNum: num });
  const deps = createTestDeps({ db, store }, { passwords: CHEAP_PASSWORDS });
  const session = await createServices(deps).auth.signIn({
    email: EMAIL,
    password: PASSWORD,
    clientAddress: "192.0.2.1",
  });
  if (session.kind !== "signed-in") throw new Error(session.kind);
  const headers = { Authorization: `Bearer ${session.token}`, "Content-Type": "application/json" };

  async function send(method: string, address: string, body?: unknown): Promise<string> {
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const answer = await site.fetch(`/api${address}`, init);
    const json = (await answer.json()) as { detail?: string };
    return answer.ok ? String(answer.status) : `${answer.status} ${json.detail}`;
  }
  return {
    db,
    analyze: (raceNum: number) => send("POST", "/analyze", { model_id: 1, race_id: `r${raceNum}` }),
    create: (key: number) =>
      send("POST", "/models", { name: "model", venue_type: 1, feature: CHOICE, form_key: `f${key}` }),
    remove: (modelId: number) => send("DELETE", `/models/${modelId}`),
    count: async (sql: string) => (await d1.prepare(sql).first<{ n: number }>())?.n,
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

/** Counts equal responses. */
function tally(answers: string[]): Record<string, number> {
  return Object.fromEntries(
    [...new Set(answers)].sort().map((key) => [key, answers.filter((it) => it === key).length]),
  );
}

test("of 50 parallel POST /analyze with one left today, the built Worker accepts one", async () => {
  await using world = await startBuiltWorker({ plan: 3, races: 50 });
  await insertModel(world.db, { id: 1 });
  await insertUses(world.db, { count: 9 });
  expect(tally(await Promise.all(range(50).map(world.analyze)))).toEqual({
    "202": 1,
    "400 The number of analysis has reached the limit.": 49,
  });
  expect(await world.count("select count(*) n from usage")).toBe(10);
});

test("of 50 parallel POST /analyze with one left by the user's own limit, the built Worker accepts one, and none in a pause", {
  tags: "full",
}, async () => {
  await using world = await startBuiltWorker({ plan: 6, races: 50 });
  await insertModel(world.db, { id: 1 });
  await insertUses(world.db, { count: 9 });
  await setOwnLimit(world.db, { userId: 1, kind: "analyses", amount: 10, now: 1 });
  expect(tally(await Promise.all(range(50).map(world.analyze)))).toEqual({
    "202": 1,
    "400 自分で決めた今月の分析の上限に達しています。": 49,
  });
  expect(await world.count("select count(*) n from usage")).toBe(10);
  await startPause(world.db, { userId: 1, endsAt: 9_000_000_000, now: 1 });
  const paused = tally(await Promise.all(range(50).map(world.analyze)));
  expect(paused["400 自分で決めた休みの期間中のため、分析できません。"]).toBe(49);
});

test("of 50 parallel POST /analyze with one parallel run left, the built Worker accepts one", {
  tags: "full",
}, async () => {
  await using world = await startBuiltWorker({ plan: 3, races: 51 });
  await insertModel(world.db, { id: 1 });
  await insertAnalysis(world.db, { id: 1, raceId: "r51", status: 1 });
  expect(tally(await Promise.all(range(50).map(world.analyze)))).toEqual({
    "202": 1,
    "400 The number of parallel analysis has reached the limit.": 49,
  });
});

test("of 50 parallel POST /analyze with one left of the free lifetime, the built Worker accepts one", {
  tags: "full",
}, async () => {
  await using world = await startBuiltWorker({ plan: 1, races: 50 });
  await insertModel(world.db, { id: 1 });
  await insertUses(world.db, { count: 4, day: "2026-09-01", underFreeLimits: true });
  const answers = await Promise.all(range(50).map(world.analyze));
  expect(answers.filter((answer) => answer === "202")).toHaveLength(1);
  expect(answers.filter((answer) => answer.startsWith("400 "))).toHaveLength(49);
  expect(await world.count("select count(*) n from usage where under_free_limits = 1")).toBe(5);
});

test("one analysis requested by 50 parallel calls is one in the built Worker, accepted 50 times and counted once", {
  tags: "full",
}, async () => {
  await using world = await startBuiltWorker({ plan: 1, races: 1 });
  await insertModel(world.db, { id: 1 });
  expect(tally(await Promise.all(range(50).map(() => world.analyze(1))))).toEqual({ "202": 50 });
  expect(await world.count("select count(*) n from usage")).toBe(1);
});

test("of 50 parallel POST /models with one creation left this month, the built Worker creates one", {
  tags: "full",
}, async () => {
  await using world = await startBuiltWorker({ plan: 4 });
  await insertUses(world.db, { count: 9, kind: "model" });
  const answers = await Promise.all(range(50).map(world.create));
  expect(answers.filter((answer) => answer === "201")).toHaveLength(1);
  expect(answers.filter((answer) => answer.startsWith("400 modelCreateCount"))).toHaveLength(49);
});

test("of 50 parallel POST /models with one place left, the built Worker creates one", async () => {
  await using world = await startBuiltWorker({ plan: 5 });
  for (const id of range(4)) await insertModel(world.db, { id });
  const answers = await Promise.all(range(50).map(world.create));
  expect(answers.filter((answer) => answer === "201")).toHaveLength(1);
  expect(answers.filter((answer) => answer.startsWith("400 modelCount"))).toHaveLength(49);
});

test("50 parallel deletes and creates at the limit never exceed the plan's models in the built Worker", {
  tags: "full",
}, async () => {
  await using world = await startBuiltWorker({ plan: 5 });
  for (const id of range(5)) await insertModel(world.db, { id });
  const answers = await Promise.all(
    range(50).map((num) => (num % 2 === 0 ? world.create(num) : world.remove((num % 5) + 1))),
  );
  const made = answers.filter((answer) => answer === "201").length;
  const removed = answers.filter((answer) => answer === "200").length;
  expect(made).toBeLessThanOrEqual(removed);
  const held = await world.count("select count(*) n from models where deleted_at is null and status in (1, 2)");
  expect(held).toBe(5 - removed + made);
  expect(held).toBeLessThanOrEqual(5);
});
