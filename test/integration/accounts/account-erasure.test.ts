import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDatabase } from "#app/db/database.server.ts";
import { enqueueDueErasures } from "#app/services/accounts/account-deletion.server.ts";
import { createServices } from "#app/services/create-services.server.ts";
import { type BillingTable, createBillingTable } from "#test/integration/support/billing/billing-table.ts";
import {
  COMMON_ARTIFACT,
  fillAccount,
  findText,
  idsFrom,
  LEFT_ADDRESS,
  listTablesWithout,
  MARK,
  ownArtifact,
} from "#test/integration/support/marked-account.ts";
import { insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { type Fault, withFault } from "#test/integration/support/workerd/faults.ts";
import { intercept } from "#test/integration/support/workerd/intercept.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import { createTestDatabase, type TestDatabase } from "#test/integration/support/workerd/test-database.ts";

/** A number that occurs nowhere else. */
const USER = { id: 918_273, plan: 1 };
const LAST_LOOK_SECONDS = 1_200;

/** Stripe makes the customer, and its answer is lost. */
const LOST_CUSTOMER = { kind: "drop", when: "after", method: "POST", path: "/v1/customers" } as const;

let database: TestDatabase;
let table: BillingTable;

beforeEach(async () => {
  database = await createTestDatabase();
  table = await createBillingTable(database, { isNear: true });
  await insertRace(database.db, { raceId: "r1", startTime: "15:40", surface: "turf", runnerRows: 3 });
  // A bystander whose model refers to the same artifact as one of each marked account.
  await insertUser(database.db, { id: 1 });
  await insertModel(database.db, { id: 1, artifactKey: COMMON_ARTIFACT });
  await database.store.put(COMMON_ARTIFACT, "{}");
});

afterEach(() => vi.restoreAllMocks());

/** Runs all due jobs and those of the erasure, until its last run is over. */
async function runErasure(): Promise<void> {
  await table.settle();
  for (const seconds of [60, LAST_LOOK_SECONDS, 3_600]) {
    table.advance(seconds);
    await enqueueDueErasures(table.deps);
    await table.settle();
  }
}

async function readAccount(userId: number) {
  return sql(database.d1)`select name, deleted_at is not null as isDeleted, erased_at is not null as isErased,
    stripe_customer_id as customerId from users where id = ${userId}`.first();
}

const ERASED = { name: "退会したユーザー", isDeleted: 1, isErased: 1, customerId: null };

test("after an account's deletion nothing a user typed is left in D1, R2 or at Stripe", async () => {
  await fillAccount(database, table.deps, USER.id);
  expect(await listTablesWithout(database, USER.id)).toEqual([]);
  const opened = await table.services.plans.checkout({ user: USER, plan: 4 });
  expect(opened.kind).toBe("opened");
  expect(JSON.stringify(table.world.customers)).toContain(MARK);
  // A bystander's counters.
  const others = [`log-in:account:${"0".repeat(64)}`, "api:models:user:42"];
  for (const key of others)
    await database.d1.prepare("insert into rate_limits (key, window_start, count) values (?, 1, 1)").bind(key).run();
  const countLimits = () => database.d1.prepare("select count(*) from rate_limits").first<number>("count(*)");
  expect(await countLimits()).toBeGreaterThan(20);
  expect((await findText(database, MARK)).length).toBeGreaterThan(30);

  expect(await table.services.accounts.deleteAccount({ user: USER })).toEqual({ kind: "deleted" });
  expect(await countLimits()).toBe(others.length);
  // At once: everything but the mail that notifies a former address of its change.
  expect(await findText(database, MARK)).toEqual(["jobs.payload"]);
  expect(await findText(database, LEFT_ADDRESS)).toEqual(["jobs.payload"]);
  expect(await database.store.head(ownArtifact(USER.id))).toBeNull();
  expect(await database.store.head(COMMON_ARTIFACT)).not.toBeNull();
  expect(Object.values(table.world.customers).map(({ deleted }) => deleted)).toEqual([true]);
  expect(await readAccount(USER.id)).toMatchObject({ isErased: 0, customerId: null });

  await table.settle();
  expect(await findText(database, LEFT_ADDRESS)).toEqual(["dev_mails.to", "jobs.payload"]);
  await runErasure();
  expect(await findText(database, MARK)).toEqual([]);
  // The id stays where there is nothing else, as the subject of the erasing job, and for databases that are restored from a copy.
  expect(await findText(database, String(USER.id))).toEqual([`deletions/${USER.id}`, "jobs.subject"]);
  expect(await readAccount(USER.id)).toEqual(ERASED);
  expect(await listTablesWithout(database, USER.id)).toEqual(
    expect.arrayContaining([
      "sessions",
      "mail_codes",
      "usage",
      "analyses",
      "analysis_tombstones",
      "analysis_days",
      "ranking_entries",
    ]),
  );
  const { results } = await database.d1.prepare("select id, name, artifact_key as k from models order by id").all();
  const left = [1, 2, 3].map((n) => ({ id: idsFrom(USER.id) + n, name: "退会者のモデル", k: n === 3 ? null : "" }));
  expect(results).toEqual([{ id: 1, name: "model 1", k: COMMON_ARTIFACT }, ...left]);
  const manifest = await database.store.list({ prefix: "rankings/weekly" });
  const ranking = await (await database.store.get(manifest.objects[0]?.key ?? ""))?.json<{ rank: object[] }>();
  expect(ranking?.rank).toMatchObject([
    { id: idsFrom(USER.id) + 1, model_name: "退会者のモデル", user_name: "退会したユーザー", tan_return_rate: 1 },
    { id: 1, model_name: "bystander-m", user_name: "bystander-u" },
  ]);
});

test("a customer whose answer was lost is forgotten with the account, also one that Stripe makes during the deletion", async () => {
  await fillAccount(database, table.deps, USER.id);
  table.fail(LOST_CUSTOMER);
  expect(await table.services.plans.checkout({ user: USER, plan: 4 })).toMatchObject({ reason: "unavailable" });
  const { customerId } = (await readAccount(USER.id)) ?? {};
  expect([customerId, Object.values(table.world.customers).map(({ deleted }) => deleted)]).toEqual([null, [false]]);
  expect(await table.services.accounts.deleteAccount({ user: USER })).toEqual({ kind: "deleted" });
  const { id: late } = await table.stripe.customers.create({
    email: `${MARK}@example.com`,
    metadata: { user_id: String(USER.id) },
  });
  const { id: others } = await table.stripe.customers.create({ metadata: { user_id: "1" } });
  await runErasure();
  expect(await findText(database, MARK)).toEqual([]);
  const left = Object.values(table.world.customers).filter(({ deleted }) => !deleted);
  expect(left.map(({ id }) => id)).toEqual([others]);
  expect(table.world.customers[late]?.deleted).toBe(true);
  expect(await readAccount(USER.id)).toEqual(ERASED);
});

test("if the process dies right after the deletion's transaction, the job does the rest, and the hourly check replaces a lost job", async () => {
  for (const isJobLost of [false, true]) {
    const userId = isJobLost ? 800_002 : 800_001;
    await fillAccount(database, table.deps, userId);
    const counting: Fault = { at: 0, mode: "before", calls: 0 };
    let isKilled = false;
    const killable = <T extends object>(binding: T) =>
      intercept(binding, (name, [statements], call) => {
        if (isKilled) throw new Error("killed");
        const answer = call();
        // The deletion is the largest batch of all.
        if (name === "batch" && (statements as unknown[]).length > 10) isKilled = true;
        return answer;
      });
    const { accounts } = createServices({
      ...withFault(table.deps, counting),
      db: openDatabase(killable(table.deps.db.$client)),
      store: killable(table.deps.store),
    });
    await accounts.deleteAccount({ user: { id: userId, plan: 1 } });
    expect([isKilled, await readAccount(userId)]).toMatchObject([true, { isDeleted: 1, isErased: 0 }]);
    expect(await database.store.head(ownArtifact(userId))).not.toBeNull();
    if (isJobLost) await database.d1.prepare("delete from jobs where kind = 'erase-account'").run();
    await runErasure();
    expect(await findText(database, MARK)).toEqual([]);
    expect(await readAccount(userId)).toEqual(ERASED);
  }
});
