import { expect, test } from "vitest";
import { deleteSessionsOfUser } from "#app/db/accounts/sessions.server.ts";
import { API_TOKENS_MAX } from "#app/domain/accounts/api-token.ts";
import { refused } from "#app/domain/refused.ts";
import { createServices } from "#app/services/create-services.server.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { createApi } from "#workers/web/api/index.ts";

const user = { id: 1, plan: 4 };

test("an API token reads the caller's data, and every call that changes something is a 403 that changes nothing", async () => {
  const { deps, db, d1 } = await openTestDeps();
  for (const id of [1, 2]) await insertUser(db, { id, plan: 4 });
  await insertModel(db, { id: 1, name: "わたしの" });
  await insertModel(db, { id: 2, userId: 2 });
  await insertRace(db, { raceId: "r1", runnerRows: 2 });
  await insertAnalysis(db, { id: 1 });
  const services = createServices(deps);
  const created = await services.apiTokens.createToken({ user, name: "表計算" });
  const token = created.kind === "created" ? created.token : "";
  const api = createApi();
  const context = {
    services,
    requestId: "r",
    clientAddress: "192.0.2.1",
    publicUrl: "http://127.0.0.1",
    now: deps.now,
  };
  const call = (method: string, path: string, bearer = token) =>
    api.fetch(
      new Request(`http://127.0.0.1/api${path}`, {
        ...{ method, headers: { Authorization: `Bearer ${bearer}` } },
        body: method === "GET" || method === "DELETE" ? null : "{}",
      }),
      context,
    );
  const documented = (await (await call("GET", "/openapi.json")).json()) as {
    paths: Record<string, Record<string, { security?: unknown[]; responses: Record<string, unknown> }>>;
  };
  const state = async () =>
    JSON.stringify(
      await Promise.all(
        ["models", "analyses", "users", "jobs", "usage"].map(
          async (table) => (await d1.prepare(`select * from ${table}`).all()).results,
        ),
      ),
    );
  const before = await state();
  const statuses = { reads: 0, writes: 0 };
  for (const [path, methods] of Object.entries(documented.paths)) {
    for (const [method, { security, responses }] of Object.entries(methods)) {
      if (security === undefined || security.length === 0) continue;
      const address = path.replace(/^\/api/, "").replaceAll(/\{\w+\}/g, "1");
      const { status } = await call(method.toUpperCase(), address);
      const isWrite = method !== "get" || "403" in responses;
      expect([method, path, isWrite ? status : status !== 401 && status !== 403]).toEqual([
        ...[method, path],
        isWrite ? 403 : true,
      ]);
      statuses[isWrite ? "writes" : "reads"] += 1;
    }
  }
  expect(statuses.writes).toBeGreaterThan(8);
  expect(statuses.reads).toBeGreaterThan(4);
  expect(await state()).toBe(before);
  expect(await (await call("GET", "/models")).json()).toMatchObject([{ name: "わたしの" }]);
  expect((await call("GET", "/models/2")).status).toBe(404);

  // Another user's number, another secret, no secret.
  for (const wrong of [token.replace("hw_1_", "hw_2_"), `${token.slice(0, -1)}!`, "hw_1_", `${token}x`]) {
    expect((await call("GET", "/models", wrong)).status).toBe(401);
  }
  expect(JSON.stringify((await d1.prepare("select * from api_tokens").all()).results)).not.toContain(token.slice(5));
  await services.apiTokens.revokeToken({ user: { id: 2, plan: 4 }, name: "表計算" });
  expect((await call("GET", "/models")).status).toBe(200);
  // A session's door does not open for it.
  expect(await services.auth.findSessionUser({ token })).toBeNull();
  await services.apiTokens.revokeToken({ user, name: "表計算" });
  expect((await call("GET", "/models")).status).toBe(401);
  await services.apiTokens.createToken({ user, name: "もう一つ" });
  await deleteSessionsOfUser(db, 1);
  expect(await services.apiTokens.listOwnTokens({ user })).toEqual([]);
});

test("a user has ten tokens at most with one name each, also at once, and a token ends after a year", async () => {
  const { database, deps } = await openTestDeps();
  await insertUser(database.db, user);
  const { apiTokens } = createServices(deps);
  const names = Array.from({ length: API_TOKENS_MAX + 3 }, (_, index) => `${index}`);
  const outcomes = await Promise.all(names.map((name) => apiTokens.createToken({ user, name })));
  expect(outcomes.filter(({ kind }) => kind === "created")).toHaveLength(API_TOKENS_MAX);
  const [first] = await apiTokens.listOwnTokens({ user });
  await apiTokens.revokeToken({ user, name: first?.name ?? "" });
  const twice = await Promise.all(["同じ", "同じ"].map((name) => apiTokens.createToken({ user, name })));
  expect(twice).toContainEqual(refused("not-created"));
  const made = twice.find((each) => each.kind === "created");
  const token = made?.kind === "created" ? made.token : "";
  expect(await apiTokens.findTokenUser({ token })).toMatchObject({ id: 1 });
  deps.clock.now += 365 * 86_400;
  expect(await apiTokens.findTokenUser({ token })).toBeNull();
  // Expired ones, which no list shows, take neither a place nor a name.
  expect(await apiTokens.createToken({ user, name: "同じ" })).toMatchObject({ kind: "created" });
});
