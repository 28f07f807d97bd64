import { expect, test } from "vitest";
import { openDatabase } from "#app/db/database.server.ts";
import { createServices } from "#app/services/create-services.server.ts";
import {
  CHOICE,
  insertModel,
  insertRace,
  insertUser,
  insertUses,
} from "#test/integration/support/billing/plan-factories.ts";
import { range, tally } from "#test/integration/support/concurrent-calls.ts";
import { PASSWORD } from "#test/integration/support/site-accounts.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { CHEAP_PASSWORDS } from "#test/integration/support/test-site.ts";
import { createBuiltSite } from "#test/integration/support/workerd/built-site.ts";

const EMAIL = "taro@example.com";

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
