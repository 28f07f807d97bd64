import { expect, test } from "vitest";
import { createApiClient } from "#test/integration/support/api-client.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { CHOICE, insertModel, insertUser, insertUses } from "#test/integration/support/rows.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

const ADMIN = { id: 2, plan: 0 };
const NEW = { name: "はじめて", user_id: 1, feature: CHOICE, is_weight: false, venue_type: 1 };

/** Users 1 (Free by default) and 2 (admin). */
async function startApi() {
  const { database, deps } = await openTestDeps();
  await insertUser(database.db, { id: 1 });
  await insertUser(database.db, { id: 2, plan: 0 });
  return { ...database, deps, call: createApiClient(deps) };
}

test("a model is created, listed and read by its wire names", async () => {
  await using world = await startApi();
  expect(await world.call("GET", "/models")).toMatchObject({ status: 200, body: [] });
  expect(await world.call("POST", "/models/", { body: NEW })).toMatchObject({ status: 201, body: { model_id: 1 } });
  const entity = {
    model_id: 1,
    name: "はじめて",
    user_id: 1,
    created_at: world.deps.now(),
    status: 1,
    venue_type: 1,
    is_weight: false,
    disabled: false,
    feature: CHOICE,
  };
  expect((await world.call("GET", "/models")).body).toEqual([entity]);
  expect((await world.call("GET", "/models/1/")).body).toEqual(entity);
});

test("a client's values of plan, weight, status and disabled have no effect", async () => {
  await using world = await startApi();
  const claims = { plan: 0, is_weight: false, status: 2, disabled: false, id: 77, artifact_key: "x", created_at: 1 };
  const feature = { static: ["馬体重"], average: {} };
  await world.call("POST", "/models", { body: { ...NEW, ...claims, feature } });
  expect((await world.call("GET", "/models/1")).body).toMatchObject({ status: 1, is_weight: true, model_id: 1 });
  const wide = { race_customize: ["all", "course_len", "venue", "race_type"], race_num: [1, 2, 3, 4] };
  const tooWide = { static: [], average: { prize: wide, rank: wide, margin: wide, first_corner: wide } };
  const refused = await world.call("POST", "/models", { body: { ...NEW, ...claims, feature: tooWide } });
  expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringContaining("featureCount") } });
});

test("exceeded limits return the words that clients match on", async () => {
  await using world = await startApi();
  await insertModel(world.db, { id: 1 });
  const held = await world.call("POST", "/models", { body: NEW });
  expect(held).toMatchObject({ status: 400, body: { detail: expect.stringContaining("modelCount") } });
  expect(held.body).not.toMatchObject({ detail: expect.stringContaining("modelCreateCount") });
  await insertUses(world.db, { kind: "model", count: 2 });
  expect(await world.call("POST", "/models", { body: NEW })).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining("modelCreateCount") },
  });
});

test("a call repeated with its idempotency key returns the same model; without a key each call creates one", async () => {
  await using world = await startApi();
  const create = async (more: { headers?: Record<string, string>; body?: object }) =>
    (
      await world.call("POST", "/models", {
        user: ADMIN,
        headers: more.headers ?? {},
        body: { ...NEW, user_id: 2, ...more.body },
      })
    ).body;
  const headers = { "Idempotency-Key": "k1" };
  expect([await create({ headers }), await create({ headers })]).toEqual([{ model_id: 1 }, { model_id: 1 }]);
  const body = { form_key: "k2" };
  const second = await create({ body });
  expect(second).not.toEqual({ model_id: 1 });
  expect(await create({ body })).toEqual(second);
  const unkeyed = [await create({}), await create({})];
  expect(unkeyed[0]).not.toEqual(unkeyed[1]);
});

test("a model inherits from one of the caller's that stands, and from no other", async () => {
  await using world = await startApi();
  const create = (formKey: string, parentId: unknown) =>
    world.call("POST", "/models", {
      user: ADMIN,
      body: { ...NEW, user_id: 2, form_key: formKey, parent_id: parentId },
    });
  await insertModel(world.db, { id: 1 });
  await insertModel(world.db, { id: 2, userId: 2 });
  await insertModel(world.db, { id: 3, userId: 2 });
  await world.d1.prepare("update models set deleted_at = 1 where id = 3").run();
  for (const parentId of [1, 3, 99, 0, -1, 1.5, "2"]) {
    expect([parentId, await create("x", parentId)]).toEqual([
      parentId,
      expect.objectContaining({ status: 400, body: { detail: expect.stringContaining("parent_id") } }),
    ]);
  }
  expect((await create("with", 2)).status).toBe(201);
  expect((await create("without", null)).status).toBe(201);
  const made = await world.d1.prepare("select parent_id from models where id > 3 order by id").all();
  expect(made.results).toEqual([{ parent_id: 2 }, { parent_id: null }]);
});

test("PUT changes only the name, and only of a complete model of one's own", async () => {
  await using world = await startApi();
  await insertModel(world.db, { id: 1 });
  await insertModel(world.db, { id: 2, status: 1 });
  await insertModel(world.db, { id: 3, userId: 2 });
  const before = await world.d1.prepare("select * from models where id = 1").first();
  const sent = {
    model_id: 9,
    name: " あたらしい ",
    user_id: 1,
    status: 3,
    venue_type: 2,
    is_weight: true,
    disabled: true,
    feature: { static: ["斤量"], average: {} },
  };
  expect(await world.call("PUT", "/models/1", { body: sent })).toMatchObject({
    status: 200,
    body: { model_id: 1, name: "あたらしい", venue_type: 1, status: 2, feature: CHOICE },
  });
  expect(await world.d1.prepare("select * from models where id = 1").first()).toEqual({
    ...before,
    name: "あたらしい",
  });
  expect((await world.call("PUT", "/models/2", { body: sent })).status).toBe(400);
  expect((await world.call("PUT", "/models/3", { body: sent })).status).toBe(404);
  expect(await world.call("PUT", "/models/1", { body: { name: "" } })).toMatchObject({
    status: 400,
    body: { detail: "name: 必須項目です" },
  });
});

test("confirming and deleting act on one's own model; a prefetch confirms nothing", async () => {
  await using world = await startApi();
  await insertModel(world.db, { id: 1 });
  const confirmedAt = () => world.d1.prepare("select confirmed_at from models").first("confirmed_at");
  expect((await world.call("GET", "/confirm_model/1", { headers: { "Sec-Purpose": "prefetch" } })).status).toBe(403);
  expect(await confirmedAt()).toBeNull();
  expect(await world.call("GET", "/confirm_model/1")).toMatchObject({ status: 200, body: { result: "ok" } });
  expect(await confirmedAt()).toBe(world.deps.now());
  expect((await world.call("DELETE", "/models/1")).status).toBe(200);
  expect((await world.call("DELETE", "/models/1")).status).toBe(404);
});

test("the 301st change of models in a minute is refused until the next minute; reading is not", async () => {
  await using world = await startApi();
  await sql(world.d1)`insert into rate_limits (key, window_start, count)
    values ('api:models:user:1', ${world.deps.now() - (world.deps.now() % 60)}, 299)`.run();
  world.deps.clock.now += 20;
  expect((await world.call("POST", "/models", { body: {} })).status).toBe(400);
  const refused = await world.call("POST", "/models", { body: NEW });
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "40"]);
  expect((await world.call("PUT", "/models/1", { body: { name: "x" } })).status).toBe(429);
  expect((await world.call("GET", "/models")).status).toBe(200);
  expect((await world.call("POST", "/models", { user: ADMIN, body: {} })).status).toBe(400);
  world.deps.clock.now += 40;
  expect((await world.call("POST", "/models", { body: NEW })).status).toBe(201);
});

test("HEAD confirms and cancels nothing: a call that changes by GET allows GET only", async () => {
  await using world = await startApi();
  const state = async () => (await world.d1.prepare("select * from users, models, analyses order by 1").all()).results;
  const before = await state();
  for (const path of ["/confirm_model/1", "/confirm_analyzed/1", "/cancel_subscription"]) {
    const answer = await world.call("HEAD", path);
    expect([path, answer.status, answer.headers.get("Allow")]).toEqual([path, 405, "GET"]);
    expect([path, (await world.call("HEAD", path, { user: null })).status]).toEqual([path, 401]);
  }
  expect(await state()).toEqual(before);
  expect((await world.call("HEAD", "/models")).status).toBe(200);
});
