import { expect, test } from "vitest";
import { startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { refused } from "#app/domain/refused.ts";
import * as models from "#app/services/models/models.server.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { CHOICE, insertModel, insertUser } from "#test/integration/support/rows.ts";

const FREE = { id: 1, plan: 1 };
const form = { user: FREE, name: "はじめて", venueType: 1, choice: CHOICE, formKey: "form-1" };

async function startWith(...users: { id: number; plan: number }[]) {
  const { database, deps } = await openTestDeps();
  for (const user of users) await insertUser(database.db, user);
  const count = async (table: "models" | "usage" | "jobs") =>
    (await database.d1.prepare(`select count(*) n from ${table}`).first<{ n: number }>())?.n;
  return { ...database, deps, count };
}

test("a created model is a row in creation, one use of the month, and one woken job", async () => {
  await using world = await startWith(FREE);
  expect(await models.create(world.deps, { ...form, name: "  がんばれ\u304B\u3099 " })).toEqual({
    kind: "created",
    modelId: 1,
  });
  expect(await models.find(world.deps, { user: FREE, modelId: 1 })).toEqual({
    modelId: 1,
    name: "がんばれが",
    venueType: 1,
    choice: CHOICE,
    // 2 static + 2 customizes × 3 counts
    featureCount: 8,
    heldModels: 1,
    isWeight: false,
    status: 1,
    progress: null,
    disabled: null,
    report: null,
    cutoffDay: null,
    createdAt: world.deps.now(),
    completedAt: null,
    isConfirmed: false,
    details: null,
    besideParent: null,
    canSearch: false,
    ancestors: [],
    newestResultDay: null,
    isOfOlderCatalogue: false,
  });
  const use = await world.d1.prepare("select * from usage").first();
  expect(use).toMatchObject({
    kind: "model",
    subject_id: 1,
    day: "2026-11-21",
    month: "2026-11",
    under_free_limits: 1,
  });
  const job = await world.d1.prepare("select * from jobs").first<{ id: string }>();
  expect(job).toMatchObject({ kind: "train-model", queue: "train", subject: "1", status: "queued", attempts: 0 });
  expect(world.deps.sent).toEqual([
    { queue: "train", message: { version: 1, type: "run-job", jobId: job?.id }, delaySeconds: 0 },
  ]);
});

test("a form whose response was lost returns the same model when it is sent again, and counts once", async () => {
  await using world = await startWith(FREE);
  const answers = [];
  for (let time = 0; time < 3; time += 1) answers.push(await models.create(world.deps, form));
  expect(answers).toEqual(Array(3).fill({ kind: "created", modelId: 1 }));
  await world.d1.prepare("update models set status = 2, artifact_key = 'a', completed_at = 1").run();
  await world.d1.prepare("update jobs set status = 'done', finished_at = 1").run();
  expect(await models.create(world.deps, form)).toEqual({ kind: "created", modelId: 1 });
  expect([await world.count("models"), await world.count("usage"), await world.count("jobs")]).toEqual([1, 1, 1]);
  expect(world.deps.sent.length).toBe(1);
});

test("a form sent again after its model was deleted creates no other one by itself, and counts nothing", async () => {
  await using world = await startWith(FREE);
  await models.create(world.deps, form);
  await models.remove(world.deps, { user: FREE, modelId: 1 });
  expect(await models.create(world.deps, form)).toEqual({ kind: "refused", reason: "already-deleted" });
  expect([await world.count("models"), await world.count("usage"), await world.count("jobs")]).toEqual([1, 1, 1]);
  expect(await models.create(world.deps, { ...form, formKey: "form-2" })).toMatchObject({ kind: "created" });
});

test("the same key with other content is another model, as a browser's back button reuses keys", async () => {
  await using world = await startWith({ id: 1, plan: 4 });
  const user = { id: 1, plan: 4 };
  await models.create(world.deps, { ...form, user });
  expect(await models.create(world.deps, { ...form, user, name: "ふたつめ" })).toEqual({ kind: "created", modelId: 2 });
  expect(await models.create(world.deps, { ...form, user, choice: { static: ["斤量"], average: {} } })).toEqual({
    kind: "created",
    modelId: 3,
  });
});

test("two users with the same form key get a model each", async () => {
  await using world = await startWith(FREE, { id: 2, plan: 1 });
  expect(await models.create(world.deps, form)).toEqual({ kind: "created", modelId: 1 });
  expect(await models.create(world.deps, { ...form, user: { id: 2, plan: 1 } })).toEqual({
    kind: "created",
    modelId: 2,
  });
});

test("an account deleted while its form is on the way gets no model, use or job", async () => {
  await using world = await startWith(FREE);
  await world.d1.prepare("update users set deleted_at = 1, email = null, password_hash = null where id = 1").run();
  expect(await models.create(world.deps, form)).toMatchObject({ kind: "refused" });
  expect([await world.count("models"), await world.count("usage"), await world.count("jobs")]).toEqual([0, 0, 0]);
});

test("a queue that accepts no message loses no model: the sweep finds the job's row", async () => {
  await using world = await startWith(FREE);
  const send = () => Promise.reject(new Error("queue is down"));
  const train = { send, sendBatch: send };
  const error = console.error;
  console.error = () => {};
  try {
    const deps = { ...world.deps, queues: { ...world.deps.queues, train } };
    expect(await models.create(deps, form)).toEqual({ kind: "created", modelId: 1 });
  } finally {
    console.error = error;
  }
  expect(await world.count("jobs")).toBe(1);
});

test("a choice with weight is marked, and above venue type 1 the scope of averages is stored", async () => {
  await using world = await startWith({ id: 1, plan: 0 });
  const user = { id: 1, plan: 0 };
  const choice = { static: ["馬体重変化" as const], average: {} };
  await models.create(world.deps, { ...form, user, venueType: 2, choice: { ...choice, isAllVenue: 0 } });
  await models.create(world.deps, { ...form, user, venueType: 3, choice });
  const rows = await world.d1.prepare("select venue_type, is_all_venue, is_weight from models").all();
  expect(rows.results).toEqual([
    { venue_type: 2, is_all_venue: 0, is_weight: 1 },
    { venue_type: 3, is_all_venue: 1, is_weight: 1 },
  ]);
});

test("a model's invalid content is refused before anything is counted", async () => {
  await using world = await startWith(FREE);
  const refuse = (change: Partial<typeof form>) => models.create(world.deps, { ...form, ...change });
  expect(await refuse({ venueType: 4 })).toEqual({ kind: "refused", reason: "venue-not-in-plan" });
  expect(await refuse({ choice: { static: [], average: {} } })).toEqual({ kind: "refused", reason: "no-features" });
  const wide = {
    race_customize: ["all", "course_len", "venue", "race_type"] as const,
    race_num: [1, 2, 3, 4] as const,
  };
  const average = Object.fromEntries(["prize", "margin", "rank", "first_corner"].map((kind) => [kind, wide]));
  expect(await refuse({ choice: { static: [], average } as unknown as typeof CHOICE })).toEqual({
    kind: "refused",
    reason: "too-many-features",
  });
  expect([await world.count("models"), await world.count("usage"), await world.count("jobs")]).toEqual([0, 0, 0]);
});

test("renaming accepts a trimmed name of one to fifteen code points, for a complete model of one's own", async () => {
  await using world = await startWith(FREE, { id: 2, plan: 1 });
  await insertModel(world.db, { id: 1 });
  await insertModel(world.db, { id: 2, status: 1 });
  await insertModel(world.db, { id: 3, status: 3 });
  await insertModel(world.db, { id: 4, deletedAt: 5 });
  const rename = (modelId: number, name: string, user = FREE) => models.rename(world.deps, { user, modelId, name });
  expect(await rename(1, `　${"𠮷".repeat(15)} `)).toEqual({ kind: "renamed" });
  expect((await models.find(world.deps, { user: FREE, modelId: 1 }))?.name).toBe("𠮷".repeat(15));
  expect(await rename(1, "𠮷".repeat(16))).toEqual(refused("invalid-name"));
  expect(await rename(1, " 　 ")).toEqual(refused("invalid-name"));
  expect([await rename(2, "x"), await rename(3, "x"), await rename(4, "x"), await rename(99, "x")]).toEqual(
    Array(4).fill(refused("no-complete-model")),
  );
  expect(await rename(1, "x", { id: 2, plan: 0 })).toEqual(refused("no-complete-model"));
  expect((await models.find(world.deps, { user: FREE, modelId: 1 }))?.name).toBe("𠮷".repeat(15));
});

test("a deleted model is missing from every response, whatever its status was", async () => {
  await using world = await startWith(FREE);
  for (const [index, status] of [1, 2, 3].entries()) await insertModel(world.db, { id: index + 1, status });
  for (const modelId of [1, 2, 3]) {
    expect(await models.remove(world.deps, { user: FREE, modelId })).toEqual({ kind: "deleted" });
    expect(await models.remove(world.deps, { user: FREE, modelId })).toEqual(refused("not-found"));
    expect(await models.find(world.deps, { user: FREE, modelId })).toBeNull();
  }
  expect(await models.list(world.deps, { user: FREE })).toEqual([]);
});

test("other users' models cannot be used, whatever the caller's plan", async () => {
  await using world = await startWith(FREE, { id: 2, plan: 0 });
  await insertModel(world.db, { id: 1 });
  const before = await world.d1.prepare("select * from models").all();
  const admin = { id: 2, plan: 0 };
  expect(await models.find(world.deps, { user: admin, modelId: 1 })).toBeNull();
  expect(await models.list(world.deps, { user: admin })).toEqual([]);
  expect(await models.rename(world.deps, { user: admin, modelId: 1, name: "mine" })).toEqual(
    refused("no-complete-model"),
  );
  expect(await models.remove(world.deps, { user: admin, modelId: 1 })).toEqual(refused("not-found"));
  await models.confirm(world.deps, { user: admin, modelId: 1 });
  await models.confirm(world.deps, { user: admin });
  expect((await world.d1.prepare("select * from models").all()).results).toEqual(before.results);
});

test("confirming marks finished models, one or all, and ignores those in creation", async () => {
  await using world = await startWith(FREE);
  for (const [index, status] of [1, 2, 3, 2].entries()) await insertModel(world.db, { id: index + 1, status });
  const confirmed = async () =>
    (await models.list(world.deps, { user: { id: 1, plan: 0 } }))
      .filter(({ isConfirmed }) => isConfirmed)
      .map(({ modelId }) => modelId);
  await models.confirm(world.deps, { user: FREE, modelId: 2 });
  await models.confirm(world.deps, { user: FREE, modelId: 1 });
  expect(await confirmed()).toEqual([2]);
  await models.confirm(world.deps, { user: FREE });
  expect(await confirmed()).toEqual([4, 3, 2]);
});

test("the list shows models disabled by the plan last, with the report parsed", async () => {
  await using world = await startWith(FREE);
  const report = {
    races: 10,
    from: "2026-01-01",
    to: "2026-02-01",
    pseudoR2: 0.1,
    marketPseudoR2: null,
    top1WinRate: 0.3,
  };
  await insertModel(world.db, { id: 1, report: JSON.stringify(report), confirmedAt: 3 });
  await insertModel(world.db, { id: 2, featureCount: 51 });
  await insertModel(world.db, { id: 3 });
  const list = await models.list(world.deps, { user: FREE });
  expect(list.map(({ modelId, disabled }) => [modelId, disabled])).toEqual([
    [3, null],
    [2, "too-many-features"],
    [1, "beyond-model-limit"],
  ]);
  expect(list[2]).toMatchObject({ report, isConfirmed: true });
  expect((await models.list(world.deps, { user: { id: 1, plan: 4 } })).every(({ disabled }) => !disabled)).toBe(true);
});

test("a use counts for the month in Japan: a second before and at midnight", async () => {
  await using world = await startWith(FREE);
  world.deps.clock.now = startOfJapanDay("2026-12-01") - 1;
  await models.create(world.deps, form);
  await models.remove(world.deps, { user: FREE, modelId: 1 });
  world.deps.clock.now += 1;
  await models.create(world.deps, { ...form, formKey: "form-2" });
  const uses = await world.d1.prepare("select day, month from usage order by id").all();
  expect(uses.results).toEqual([
    { day: "2026-11-30", month: "2026-11" },
    { day: "2026-12-01", month: "2026-12" },
  ]);
});

test("the star is the user's own complete model, one at a time, however often and however many at once", async () => {
  await using world = await startWith(FREE, { id: 2, plan: 1 });
  const add = (id: number, more: object = {}) => insertModel(world.db, { id, ...more });
  for (const id of [1, 2]) await add(id);
  await add(3, { userId: 2 });
  await add(4, { status: 1 });
  await add(5, { deletedAt: 5 });
  const stars = async () => {
    const { results } = await world.d1.prepare("select id, default_model_id star from users order by id").all();
    return results.map(({ star }) => star);
  };
  const set = (modelId: number, isDefault = true, user = FREE) =>
    models.setDefault(world.deps, { user, modelId, isDefault });
  expect(await stars()).toEqual([null, null]);
  expect(await set(1)).toEqual({ kind: "set" });
  expect(await set(1)).toEqual({ kind: "set" });
  expect(await stars()).toEqual([1, null]);
  // Another's, one in creation, a deleted one and an unknown one change nothing.
  for (const other of [3, 4, 5, 99]) {
    expect([other, await set(other)]).toEqual([other, refused("no-complete-model")]);
    expect(await set(other, false)).toEqual(refused("no-complete-model"));
  }
  expect(await stars()).toEqual([1, null]);
  expect(await set(2)).toEqual({ kind: "set" });
  expect(await set(3, true, { id: 2, plan: 1 })).toEqual({ kind: "set" });
  expect(await stars()).toEqual([2, 3]);
  // The star is taken from the model that has it only.
  expect(await set(1, false)).toEqual({ kind: "set" });
  expect(await stars()).toEqual([2, 3]);
  expect(await set(2, false)).toEqual({ kind: "set" });
  expect(await set(2, false)).toEqual({ kind: "set" });
  expect(await stars()).toEqual([null, 3]);
  const raced = await Promise.all(Array.from({ length: 20 }, (_, at) => set((at % 2) + 1)));
  expect(raced).toEqual(Array.from({ length: 20 }, () => ({ kind: "set" })));
  expect([1, 2]).toContain((await stars())[0]);
  expect((await stars())[1]).toBe(3);
});
