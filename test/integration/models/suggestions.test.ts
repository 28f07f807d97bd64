import { expect, test } from "vitest";
import { saveChoices } from "#app/db/notifications/notification-choices.server.ts";
import { remove } from "#app/services/models/models.server.ts";
import { endFailedSearch, searchChanges } from "#app/services/models/search-changes.server.ts";
import { readSuggestions, searchSuggestions, stopSuggestions } from "#app/services/models/suggestions.server.ts";
import { createSyntheticFeatures } from "#test/integration/support/imports/synthetic-features.ts";
import { contextOf, jobOf } from "#test/integration/support/job-context.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertModel, insertUser } from "#test/integration/support/rows.ts";
import { kernelModule } from "#test/unit/support/kernel-module.ts";

async function setUp(plan = 1) {
  const { database, deps } = await openTestDeps({ kernel: kernelModule });
  for (const id of [1, 2]) await insertUser(database.db, { id, plan });
  for (const id of [1, 2]) await insertModel(database.db, { id });
  await insertModel(database.db, { id: 3, userId: 2 });
  await insertModel(database.db, { id: 4, status: 1 });
  const user = { id: 1, plan };
  const search = (modelId: number, formKey: string) => searchSuggestions(deps, { user, modelId, formKey });
  const end = (status: number) => database.d1.prepare("update suggestion_searches set status = ?1").bind(status).run();
  return { database, deps, user, search, end };
}

test("ten searches at once of a plan with one a month start one, with one job; the same form starts no second", async () => {
  const { database, search, end } = await setUp();
  const keys = Array.from({ length: 10 }, (_, at) => `form ${at}`);
  const outcomes = await Promise.all(keys.map((key) => search(1, key)));
  expect(outcomes.filter(({ kind }) => kind === "started")).toHaveLength(1);
  const rows = "select (select count(*) from suggestion_searches) searches, (select count(*) from jobs) jobs";
  expect(await database.d1.prepare(rows).first()).toEqual({ searches: 1, jobs: 1 });
  const key = keys[outcomes.findIndex(({ kind }) => kind === "started")]!;
  expect(await search(1, key)).toEqual({ kind: "started" });
  await end(2);
  expect(await search(1, key)).toEqual({ kind: "started" });
  expect(await search(1, "later")).toEqual({ kind: "refused", reason: "searches-per-month" });
  expect(await database.d1.prepare(rows).first()).toEqual({ searches: 1, jobs: 1 });
});

test("one search of an account runs at a time; a failed one returns its use and keeps its number", async () => {
  const { deps, user, search, end } = await setUp(2);
  expect(await search(1, "one")).toEqual({ kind: "started" });
  expect(await search(2, "two")).toEqual({ kind: "refused", reason: "search-running" });
  await endFailedSearch(deps, jobOf("suggest-changes", 1));
  expect(await readSuggestions(deps, { user, modelId: 1 })).toMatchObject({ searches: 1, left: 2, isWorking: false });
  expect(await search(2, "three")).toEqual({ kind: "started" });
  const found = await readSuggestions(deps, { user, modelId: 2 });
  expect(found).toMatchObject({ searches: 2, left: 1, isWorking: true, search: { number: 2, status: 1 } });
  await end(2);
});

test("only an own, complete model is searched and shown", async () => {
  const { deps, user, search } = await setUp();
  for (const modelId of [3, 4, 99]) {
    expect(await search(modelId, "form")).toEqual({ kind: "refused", reason: "not-found" });
    expect(await readSuggestions(deps, { user, modelId })).toBeNull();
  }
  expect(await readSuggestions(deps, { user, modelId: 1 })).toMatchObject({ search: null, limit: 1, left: 1 });
});

test("a stopped search ends its job, keeps its use, and is stopped by its owner only", async () => {
  const { deps, user, search } = await setUp(2);
  await search(1, "form");
  expect(await stopSuggestions(deps, { user: { id: 2, plan: 1 }, modelId: 1 })).toMatchObject({ kind: "refused" });
  expect(await readSuggestions(deps, { user, modelId: 1 })).toMatchObject({ isWorking: true });
  for (let at = 0; at < 2; at++) expect(await stopSuggestions(deps, { user, modelId: 1 })).toEqual({ kind: "stopped" });
  const stopped = { left: 1, isWorking: false, search: { status: 2, isStopped: true, result: null } };
  expect(await readSuggestions(deps, { user, modelId: 1 })).toMatchObject(stopped);
  const features = createSyntheticFeatures({ races: 400 });
  expect(await searchChanges(contextOf(deps, jobOf("suggest-changes", 1)), features)).toEqual({ kind: "done" });
  expect(await readSuggestions(deps, { user, modelId: 1 })).toMatchObject(stopped);
  expect(await search(1, "again")).toEqual({ kind: "started" });
});

test("a model that is deleted during its search leaves the account free to search others", async () => {
  const { database, deps, user, search } = await setUp(2);
  await using _ = database;
  await search(1, "form");
  expect(await remove(deps, { user: { id: 2, plan: 2 }, modelId: 1 })).toMatchObject({ kind: "refused" });
  expect(await readSuggestions(deps, { user, modelId: 2 })).toMatchObject({ isWorking: true });
  expect(await remove(deps, { user, modelId: 1 })).toEqual({ kind: "deleted" });
  expect(await readSuggestions(deps, { user, modelId: 2 })).toMatchObject({ isWorking: false, left: 1 });
  const job = contextOf(deps, jobOf("suggest-changes", 1));
  expect(await searchChanges(job, createSyntheticFeatures({ races: 400 }))).toEqual({ kind: "done" });
  expect(await search(2, "another")).toEqual({ kind: "started" });
});

test("the job trains the model and each change once, yields to users between them, and ends with a judgement and a notification", async () => {
  const { database, deps, user, search } = await setUp();
  await search(1, "form");
  const choices = [{ kind: "model-ready" as const, byMail: true }];
  await saveChoices(database.db, { userId: 1, choices, now: deps.now() });
  const features = createSyntheticFeatures({ races: 400 });
  const job = jobOf("suggest-changes", 1);
  const waiting = contextOf(deps, job, { isUserWorkWaiting: async () => true });
  expect(await searchChanges(waiting, features)).toMatchObject({ kind: "again" });
  expect(job.checkpoint).toBeNull();
  const shares: (number | undefined)[] = [];
  for (;;) {
    const outcome = await searchChanges(contextOf(deps, job), features);
    const found = await readSuggestions(deps, { user, modelId: 1 });
    shares.push(found?.search?.trained);
    if (outcome.kind === "done") break;
    expect(outcome).toEqual({ kind: "again", delaySeconds: 0 });
  }
  const found = await readSuggestions(deps, { user, modelId: 1 });
  const { changes = [], result } = found?.search ?? {};
  expect(shares).toEqual([...Array.from({ length: changes.length + 1 }, (_, at) => at), changes.length]);
  expect(found?.search).toMatchObject({ status: 2, isStopped: false, completedAt: deps.now() });
  expect(result?.changes).toHaveLength(changes.length);
  expect(result?.races).toBeGreaterThan(50);
  expect(result?.changes.filter(({ confirmed }) => confirmed !== null).length).toBeLessThanOrEqual(3);
  // Delivered again.
  expect(await searchChanges(contextOf(deps, job), features)).toEqual({ kind: "done" });
  const told = "select kind, event_key event, path, body from notifications";
  expect((await database.d1.prepare(told).all()).results).toEqual([
    {
      ...{ kind: "model-ready", event: "model-ready:search:1", path: "/models/1/suggestions" },
      body: "「model 1」の改善案を調べ終わりました。",
    },
  ]);
}, 120_000);
