import { getTableName } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Billing } from "#app/adapters/billing.server.ts";
import { GONE_WITH_ACCOUNT } from "#app/db/accounts/personal-data.server.ts";
import type { BillingFacts, InvoiceFacts, SubscriptionFacts } from "#app/domain/plans/billing-facts.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { SITE_CHECKS } from "#app/services/operations/checks/check-site.server.ts";
import { settleBets } from "#app/services/rankings/ledger.server.ts";
import { followChecks } from "#scripts/check/follow-checks.ts";
import { listTables } from "#test/integration/support/backups/filled-site.ts";
import { findBroken } from "#test/integration/support/find-broken.ts";
import {
  createLedgerSite,
  features,
  type LedgerSite,
  ledgerContext,
} from "#test/integration/support/rankings/ledger-site.ts";
import { insertAnalysis, insertUses } from "#test/integration/support/rows.ts";
import { SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";
import { createTestSite, ORIGIN } from "#test/integration/support/test-site.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

const YESTERDAY = SATURDAY_MORNING - 86_400;
const WEEK_AGO = SATURDAY_MORNING - 7 * 86_400;

let site: LedgerSite;
let facts: BillingFacts | null = null;
let deps: Deps;
let undo: D1PreparedStatement[];
/** All that Stripe has, a customer a page. */
let customers: { customerId: string; userId: string | null }[] = [];
const listCustomers: Billing["listCustomers"] = async ({ after }) => {
  const at = customers.findIndex(({ customerId }) => customerId === after) + 1;
  return {
    customers: customers.slice(at, at + 1),
    next: customers[at + 1] ? (customers[at]?.customerId ?? null) : null,
  };
};
/** What statements of a test change. */
const TABLES = [
  ...["subscriptions", "settled_bets", "usage", "jobs", "notifications", "own_limits", "passkeys"],
  ...["analyses", "models", "users", "races", "imports", "plan_changes"],
];

/** A sound site: user 1 on a paid plan with two models, their bets on two races, an analysis, an artifact. */
beforeAll(async () => {
  site = await createLedgerSite({ models: 2 });
  deps = { ...site.deps, billing: { ...site.deps.billing, readFacts: async () => facts, listCustomers } };
  const { db, d1 } = site.database;
  await insertAnalysis(db, { id: 1, raceId: "r97" });
  await insertUses(db, { count: 2, kind: "model", firstSubject: 1, day: "2026-11-14", usedAt: WEEK_AGO });
  await insertUses(db, { count: 1, firstSubject: 1 });
  await d1.prepare("update models set created_at = ?1 + id").bind(WEEK_AGO).run();
  await sql(d1)`insert into imports (id, source, status, created_at, finished_at, data_version)
    select max(data_version), 'real', 'done', 0, 0, max(data_version) from races`.run();
  await d1.prepare("update races set runner_count = 8, weighed_count = 0").run();
  await d1.prepare("insert into ledger_days (date, data_version) values ('2026-11-21', 1)").run();
  await settleBets(ledgerContext(site), features);
  await d1.prepare("delete from jobs").run();
  undo = await prepareUndo();
});

afterAll(() => site[Symbol.asyncDispose]());

/** What is found once statements have run, which are then undone. */
async function plant(...statements: string[]): Promise<string[]> {
  const { d1 } = site.database;
  try {
    await d1.batch(statements.map((statement) => d1.prepare(statement)));
    return await findBroken(deps);
  } finally {
    await d1.batch(undo);
  }
}

async function prepareUndo(): Promise<D1PreparedStatement[]> {
  const { d1 } = site.database;
  const saved = await d1.batch<Record<string, unknown>>(TABLES.map((table) => d1.prepare(`select * from ${table}`)));
  return [
    d1.prepare("pragma defer_foreign_keys = on"),
    ...TABLES.flatMap((table, index) => [
      d1.prepare(`delete from ${table}`),
      ...(saved[index]?.results ?? []).map((row) => {
        const names = Object.keys(row).map((name) => `"${name}"`);
        const places = names.map(() => "?").join();
        return d1.prepare(`insert into ${table} (${names.join()}) values (${places})`).bind(...Object.values(row));
      }),
    ]),
  ];
}

test("nothing is broken in a sound site", async () => {
  expect(await findBroken(deps)).toEqual([]);
});

const job = (kind: string, subject: string, rest: string) =>
  `insert into jobs (id, kind, queue, subject, status, run_after, created_at, lease_owner, lease_until) values ('j', '${kind}', 'score', '${subject}', ${rest})`;

test.each<[found: string, ...statements: string[]]>([
  [
    "user 1: 3 models, where 2 are allowed",
    "insert into models (id, user_id, name, venue_type, features, feature_count, is_weight, status, form_key, artifact_key, created_at, completed_at) select 3, user_id, name, venue_type, features, feature_count, is_weight, status, 'third', artifact_key, created_at + 9, completed_at from models where id = 1",
  ],
  [
    "user 1: 11 analyses on a day, where 10 are allowed",
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < 11) insert into usage (user_id, kind, subject_id, day, month, under_free_limits, used_at) select 1, 'analysis', -i, '2026-11-20', '2026-11', 0, ${YESTERDAY} from n`,
  ],
  [
    "user 1: 6 analyses under Free's limits, where 5 are allowed",
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < 6) insert into usage (user_id, kind, subject_id, day, month, under_free_limits, used_at) select 1, 'analysis', -i, '2026-11-20', '2026-11', 1, ${YESTERDAY} from n`,
  ],
  [
    "user 1: 5 created models in a month, where 4 are allowed",
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < 3) insert into usage (user_id, kind, subject_id, day, month, under_free_limits, used_at) select 1, 'model', -i, '2026-11-20', '2026-11', 0, ${YESTERDAY} from n`,
  ],
  ["analysis 1: failed, and its use is not returned", "update analyses set status = 3"],
  ["analysis 1: in progress without a job", "update analyses set status = 1"],
  [
    "analysis 1: of a cancelled race, and its use is not returned",
    "update races set status = 'cancelled' where race_id = 'r97'",
  ],
  ["analysis 1: shared, and not shown", "update analyses set shared_at = 1"],
  ["model 1: in creation without a job", "update models set status = 1 where id = 1"],
  [
    "model 1: in creation for too long",
    job("train-model", "1", "'queued', 2000000000, 1, null, null"),
    "update models set status = 1, created_at = 1 where id = 1",
  ],
  ["model 1: failed, and its use is not returned", "update models set status = 3 where id = 1"],
  ["job j: score-race of 1 is held by nobody alive", job("score-race", "1", "'running', 1, 1, 'x', 1")],
  ["job j: score-race of 1 is taken by nobody", job("score-race", "1", "'queued', 1, 1, null, null")],
  ["user 1: on a paid plan that nobody bought", "delete from plan_changes"],
  [
    "user 1: on plan 3, where the history says 2",
    `insert into plan_changes (user_id, plan, reason, effective_at, recorded_at, source) values (1, 2, 'changed', ${YESTERDAY}, 1, 'stripe')`,
  ],
  [
    "user 1: deleted, and something of it is left",
    "update users set deleted_at = 1, email = null, password_hash = null",
  ],
  ["model 1: of a deleted account", "update users set deleted_at = 1, email = null, password_hash = null"],
  [
    "bets of model and race 2 r97: not settled again after a correction",
    "update settled_bets set race_data_version = race_data_version - 1 where model_id = 2",
  ],
  [
    "bets of model and race 1 r98: on a race before the model was complete",
    `update models set completed_at = ${SATURDAY_MORNING} where id = 1`,
  ],
  ["bets of model and race 1 r98: on a race that the model learnt from", "update models set cutoff_day = '2026-11-22'"],
  [
    "import 9: over, and a race is left half-way",
    "insert into imports (id, source, status, created_at, finished_at) values (9, 'real', 'failed', 0, 0)",
    "update races set pending_import_id = 9 where race_id = 'r97'",
  ],
  [
    "import 9: validating without a job",
    "insert into imports (id, source, status, created_at) values (9, 'real', 'validating', 0)",
  ],
  [
    "import 9: receiving for too long",
    "insert into imports (id, source, status, created_at) values (9, 'real', 'receiving', 0)",
  ],
  [
    "notification 1: not delivered",
    "insert into notifications (id, user_id, kind, event_key, day, title, body, path, created_at, due_at) values (1, 1, 'model-ready', 'e', '2026-11-21', 't', 'b', '/', 0, 0)",
  ],
])("%s", async (found, ...statements) => {
  expect(await plant(...statements)).toContain(found);
});

/** What outlives its account: payments by law, numbers that rankings are counted from, and rows until their pages are gone. */
const OUTLIVES_ACCOUNT = [
  ...["plan_changes", "subscriptions", "downgrades", "plan_intents"],
  ...["models", "analyses", "ranking_entries", "season_entries", "league_members", "league_models"],
];

test("every table with rows of a user is checked for remains of a deleted account", async () => {
  const { d1 } = site.database;
  const tables = await listTables(site.database);
  const columns = await d1.batch<{ name: string }>(
    tables.map((table) => d1.prepare(`select name from pragma_table_info('${table}')`)),
  );
  const ofUsers = tables.filter((_, index) => columns[index]?.results.some(({ name }) => name === "user_id"));
  const looked = GONE_WITH_ACCOUNT.map((column) => getTableName(column.table));
  expect([...looked, ...OUTLIVES_ACCOUNT].sort()).toEqual(ofUsers.sort());
});

test.each([
  "insert into own_limits (user_id, kind, amount) values (2, 'analyses', 1)",
  "insert into passkeys (credential_id, user_id, name, public_key, counter, transports, opens_console, created_at) values ('p', 2, 'n', 'k', 0, '', 0, 1)",
])("a row that a deleted account has left is found: %s", async (row) => {
  const deleted = "insert into users (id, name, plan, created_at, deleted_at, erased_at) values (2, '', 1, 0, 1, 1)";
  expect(await plant(deleted)).toEqual([]);
  expect(await plant(deleted, row)).toContain("user 2: deleted, and something of it is left");
});

test("a subscription that goes on after the account's deletion is found", async () => {
  expect(
    await plant(
      "insert into users (id, name, plan, created_at, deleted_at, erased_at) values (2, '', 1, 0, 1, 1)",
      "insert into subscriptions (user_id, stripe_subscription_id, plan, status, current_period_start, current_period_end, updated_at) values (2, 's', 4, 'active', 0, 0, 0)",
    ),
  ).toEqual(["user 2: deleted, and its subscription goes on"]);
});

const invoice = (fields: Partial<InvoiceFacts>): InvoiceFacts => ({
  ...{ id: "in_1", reason: "start", status: "paid", plan: 3, failedAt: null, paidAt: WEEK_AGO },
  ...{ chargedYen: 4980, isRefunded: false },
  ...fields,
});

function customer(invoices: InvoiceFacts[], fields: Partial<SubscriptionFacts> = {}): BillingFacts {
  const period = { currentPeriodStart: WEEK_AGO, currentPeriodEnd: WEEK_AGO + 2_592_000 };
  const ended = { endedAt: null, endedFor: null };
  const live = {
    id: "sub",
    itemId: "si",
    plan: 3,
    status: "active",
    createdAt: WEEK_AGO,
    ...period,
    ...ended,
  } as const;
  return {
    ...{ customerId: "cus", email: "user1@example.com", creditYen: 0, outdatedCards: [] },
    subscriptions: [{ ...live, invoices, ...fields }],
  };
}

test.each<[found: string[], present: BillingFacts | null]>([
  [[], customer([invoice({})])],
  [["user 1: cus does not exist at Stripe"], null],
  [["user 1: on plan 3, and paid for 4"], customer([invoice({ plan: 4 })])],
  [
    ["user 1: in_2 was paid again for the same"],
    customer([invoice({}), invoice({ id: "in_2", paidAt: WEEK_AGO + 30 * 86_400 })]),
  ],
  [[], customer([invoice({}), invoice({ reason: "other" }), invoice({ reason: "other" })])],
  [
    ["user 1: in_2 was paid again for the same"],
    customer([invoice({ reason: "renewal" }), invoice({ id: "in_2", reason: "renewal", paidAt: WEEK_AGO + 86_400 })]),
  ],
  [[], customer([invoice({ reason: "renewal" }), invoice({ reason: "renewal", paidAt: WEEK_AGO + 31 * 86_400 })])],
  [
    ["user 1: cancel is left to do at Stripe", "user 1: on plan 3, and paid for 103"],
    customer([invoice({}), invoice({ reason: "renewal", status: "open", paidAt: null, failedAt: YESTERDAY })], {
      status: "overdue",
    }),
  ],
])("what Stripe has is compared: %j", async (found, present) => {
  facts = present;
  const broken = await plant("update users set stripe_customer_id = 'cus'");
  expect(broken).toEqual(found);
});

test("customers at Stripe of nobody, or of a deleted account, are found", async () => {
  customers = [
    { customerId: "cus_living", userId: "1" },
    { customerId: "cus_by_hand", userId: null },
    { customerId: "cus_nobody", userId: "4711" },
    { customerId: "cus_left", userId: "77" },
  ];
  const broken = await plant(
    `insert into users (id, name, created_at, deleted_at, erased_at) values (77, '退会したユーザー', 1, 2, 3)`,
  );
  customers = [];
  expect(broken).toEqual(["cus_nobody: user 4711 does not exist", "cus_left: user 77 is deleted"]);
});

test("objects that rows lack, and rows that objects lack, are found", async () => {
  const { store, d1 } = site.database;
  const objects: Record<string, string> = {
    "imports/8/files/a": "ab",
    "imports/9/chunks/0": "ab",
    "artifacts/none.json": "{}",
  };
  for (const [key, content] of Object.entries(objects)) await store.put(key, content);
  await store.put("shares/7.json", "{}", { customMetadata: { state: "shared" } });
  await store.put("shares/8.json", "{}", { customMetadata: { state: "stopped" } });
  const whole = new Uint8Array((await (await store.get(site.artifactKey))?.arrayBuffer()) ?? []);
  await store.put(site.artifactKey, "{}");
  const files = JSON.stringify([{ name: "races.csv", key: "imports/8/files/a", bytes: 3 }]);
  const addImport = (id: number, status: string, listed: string) =>
    `insert into imports (id, source, status, files, created_at, finished_at, data_version) values (${id}, 'real', '${status}', '${listed}', ${SATURDAY_MORNING * 2}, 0, 9)`;
  const broken = await plant(addImport(8, "receiving", files), addImport(9, "done", "[]"));
  expect(broken.sort()).toEqual([
    "analysis 7: shown, and not shared",
    "import 8: imports/8/files/a has not its 3 bytes",
    `model 1: artifact ${site.artifactKey} is altered`,
    "object artifacts/none.json: of no model",
    "object imports/9/chunks/0: of an import that is over",
  ]);
  // A new object may still get its row, unless no job is running.
  expect(await findBroken(deps, { isIdle: false })).toEqual([`model 1: artifact ${site.artifactKey} is altered`]);
  await store.delete(site.artifactKey);
  expect(await findBroken(deps, { isIdle: false })).toContain(`model 1: artifact ${site.artifactKey} is missing`);
  await store.put(site.artifactKey, whole);
  await store.delete([...Object.keys(objects), "shares/7.json", "shares/8.json"]);
  expect(await d1.prepare("select count(*) n from imports").first("n")).toBe(1);
  expect(await findBroken(deps)).toEqual([]);
});

test("the command's client follows the pages of each check with the operator's token", async () => {
  await using web = await createTestSite({ env: { STRIPE_API_URL: "http://stripe.test" } });
  const pages: string[] = [];
  const fetchSite = globalThis.fetch;
  globalThis.fetch = async (address, init) => {
    const { hostname, pathname, search } = new URL(String(address));
    if (hostname === "stripe.test") return Response.json({ object: "list", data: [], has_more: false, url: pathname });
    pages.push(pathname + search);
    return web.fetch(pathname + search, init);
  };
  try {
    const token = web.env.ADMIN_TOKEN;
    await expect(followChecks({ url: ORIGIN, token: "another-token-0123456789" })).rejects.toThrow(
      "does not accept this admin token",
    );
    const rows = Array.from({ length: 250 }, (_, user) => [user + 1, `u${user}@example.com`]);
    await sql(web.d1)`insert into users (id, email, name, password_hash, plan, created_at)
      select value ->> 0, value ->> 1, 'n', 'h', 1, 0 from json_each(${JSON.stringify(rows)})`.run();
    await web.d1.prepare("update users set plan = 5 where id in (7, 249)").run();
    const checked = await followChecks({ url: ORIGIN, token }, { isIdle: true });
    expect(checked.map(({ name }) => name)).toEqual(SITE_CHECKS);
    expect(checked.filter(({ broken }) => broken.length > 0)).toEqual([
      {
        ...{ name: "accounts", seen: 250 },
        broken: ["user 7: on a paid plan that nobody bought", "user 249: on a paid plan that nobody bought"],
      },
    ]);
    expect(pages.filter((page) => page.startsWith("/admin/api/check/accounts"))).toEqual([
      "/admin/api/check/accounts?after=&idle=1",
      "/admin/api/check/accounts?after=200&idle=1",
    ]);
    expect(await followChecks({ url: ORIGIN, token }, { isIdle: true, only: ["bets"] })).toHaveLength(1);
    expect((await web.fetch("/admin/api/check/none", { headers: { Authorization: `Bearer ${token}` } })).status).toBe(
      404,
    );
  } finally {
    globalThis.fetch = fetchSite;
  }
});
