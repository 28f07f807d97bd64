// @module-tag full
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Miniflare } from "miniflare";
import { expect, test } from "vitest";

const MIGRATIONS = path.resolve(import.meta.dirname, "../../../migrations");

/** A row of every table of the first migration, parents first. */
const FIRST_ROWS: readonly (readonly [table: string, fields: Record<string, string | number>])[] = [
  ["users", { id: 1, email: "a@example.com", name: "a", password_hash: "x", plan: 3, created_at: 0 }],
  ["sessions", { id: "s", user_id: 1, created_at: 0, expires_at: 9 }],
  ["mail_codes", { id: "c", code_hash: "h", kind: "sign-up", email: "b@example.com", created_at: 0, expires_at: 9 }],
  ["plan_changes", { user_id: 1, plan: 3, reason: "test", effective_at: 0, recorded_at: 0 }],
  [
    "subscriptions",
    {
      ...{ user_id: 1, stripe_subscription_id: "sub", plan: 3, status: "active" },
      ...{ current_period_start: 0, current_period_end: 9, updated_at: 0 },
    },
  ],
  ["downgrades", { user_id: 1, month: "2026-11", at: 0 }],
  ["stripe_events", { id: "e", type: "t", payload: "{}", created_at: 0, received_at: 0 }],
  [
    "usage",
    { user_id: 1, kind: "model", subject_id: 1, day: "2026-11-21", month: "2026-11", under_free_limits: 0, used_at: 0 },
  ],
  ["imports", { id: 1, source: "real", status: "done", created_at: 0 }],
  [
    "races",
    {
      ...{ race_id: "r", date: "2026-11-21", venue: "東京", venue_type: 1, race_num: 11, name: "n" },
      ...{ status: "result", source: "real", data_version: 1, content_hash: "h" },
    },
  ],
  ["runners", { race_id: "r", horse_num: 1, horse_id: "h", horse_name: "ウマ", status: "entered", content_hash: "h" }],
  ["payouts", { race_id: "r", bet_type: "win", combination: "1", payout_yen: 250 }],
  [
    "models",
    {
      ...{ id: 1, user_id: 1, name: "m", venue_type: 1, features: "{}", feature_count: 1, is_weight: 0 },
      ...{ status: 2, artifact_key: "k", completed_at: 0, form_key: "f", created_at: 0 },
    },
  ],
  [
    "analyses",
    {
      ...{ id: 1, user_id: 1, model_id: 1, race_id: "r", race_data_version: 1, model_name: "m", venue_type: 1 },
      ...{ race_info: "{}", status: 1, created_at: 0 },
    },
  ],
  [
    "settled_bets",
    {
      ...{ model_id: 1, race_id: "r", date: "2026-11-21", win_stake_yen: 200, win_payout_yen: 250 },
      ...{ place_stake_yen: 100, place_payout_yen: 0, quinella_stake_yen: 700, quinella_payout_yen: 0 },
      ...{ race_data_version: 1, settled_at: 0 },
    },
  ],
  ["ranking_builds", { kind: "weekly", period: "2026-11-21", status: "ready" }],
  ["jobs", { id: "j", kind: "send-mail", queue: "notify", subject: "s", status: "done", run_after: 0, created_at: 0 }],
  ["dev_mails", { job_id: "j", to: "a@example.com", subject: "s", text: "t", html: "h", sent_at: 0 }],
  ["rate_limits", { key: "k", window_start: 0, count: 1 }],
  ["app_state", { key: "k", value: "v" }],
];

/** Tables never written to before 0005 recreated them. */
const REPLACED: Record<string, readonly string[]> = {
  "0005_rankings.sql": ["ranking_builds"],
  "0044_drop_moved_ledger.sql": ["moved_races"],
};

const isOwnTable = "type = 'table' and name not glob '_cf_*' and name not glob 'sqlite_*'";

async function countRows(d1: D1Database): Promise<Map<string, number>> {
  const { results } = await d1.prepare(`select name from sqlite_master where ${isOwnTable}`).all<{ name: string }>();
  const counts = await d1.batch<{ rows: number }>(
    results.map(({ name }) => d1.prepare(`select count(*) as rows from "${name}"`)),
  );
  return new Map(results.map(({ name }, index) => [name, counts[index]?.results[0]?.rows ?? 0]));
}

test("on a filled database every migration after the first keeps every row", async () => {
  const miniflare = new Miniflare({
    modules: true,
    script: "export default { fetch() { return new Response(); } }",
    compatibilityDate: "2026-04-01",
    d1Databases: ["DB"],
  });
  try {
    const d1 = (await miniflare.getD1Database("DB")) as unknown as D1Database;
    const apply = async (file: string) => {
      const statements = readFileSync(path.join(MIGRATIONS, file), "utf8").split("--> statement-breakpoint");
      await d1.batch(statements.map((statement) => d1.prepare(statement)));
    };
    const [first, ...later] = readdirSync(MIGRATIONS)
      .filter((name) => name.endsWith(".sql"))
      .sort();
    await apply(first!);
    for (const [table, fields] of FIRST_ROWS) {
      const columns = Object.keys(fields).map((column) => `"${column}"`);
      const places = columns.map((_, place) => `?${place + 1}`);
      const sql = `insert into "${table}" (${columns.join(", ")}) values (${places.join(", ")})`;
      await d1
        .prepare(sql)
        .bind(...Object.values(fields))
        .run();
    }
    const filled = await countRows(d1);
    expect([...filled].filter(([, rows]) => rows !== 1)).toEqual([]);

    for (const file of later) {
      const before = await countRows(d1);
      await apply(file);
      const after = await countRows(d1);
      for (const [table, rows] of before) {
        if (REPLACED[file]?.includes(table) === true) continue;
        expect([file, table, after.get(table)]).toEqual([file, table, rows]);
      }
    }
    // Analyses from before the race's inputs had a version of their own are still those of its present card.
    const version = "select inputs_version, weights_version from races";
    expect(await d1.prepare(version).first()).toEqual({ inputs_version: 1, weights_version: 1 });
    const { results } = await d1.prepare("pragma foreign_key_check").all();
    expect(results).toEqual([]);
  } finally {
    await miniflare.dispose();
  }
});
