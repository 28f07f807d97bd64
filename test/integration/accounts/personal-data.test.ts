import { getTableColumns } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "#app/db/schema/accounts.server.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import { FROM, newestCode, openAccounts, requestEmailChange, USER } from "#test/integration/support/account-site.ts";
import { insertAnalysis, insertModel, insertRace } from "#test/integration/support/rows.ts";
import { PASSWORD } from "#test/integration/support/site-accounts.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

test("the export contains everything stored about the user, nothing of others and no secret", async () => {
  await using site = await openAccounts();
  await insertModel(site.db, { id: 1, name: "わたしの" });
  await insertModel(site.db, { id: 2, userId: 2, name: "他人の" });
  await insertRace(site.db, { raceId: "r1" });
  await insertAnalysis(site.db, { id: 1, modelId: 1, raceId: "r1" });
  await site.d1.batch([
    sql(site.d1)`insert into ranking_builds (id, cadence, period_key, from_day, to_day, ledger_state, participants,
      built_at)
      values ('now', 'monthly', '2026-10', '2026-10-03', '2026-10-31', '[]', 2, 1)`,
    ...[
      ["now", 1, 1],
      ["replaced", 1, 1],
      ["now", 2, 2],
    ].map(
      ([build, model, user]) =>
        sql(site.d1)`insert into ranking_entries (build_id, ranking_key, period_key, model_id, user_id, entry)
          values (${build}, 'monthly', '2026-10', ${model}, ${user},
          ${JSON.stringify({ id: model, total_rank: model })})`,
    ),
  ]);
  await site.d1.batch([
    site.d1.prepare("insert into horse_marks values (1, 'r1', 'h1', 'rival', 7), (2, 'r1', 'h1', 'dropped', 7)"),
    site.d1.prepare("insert into favourite_horses values (1, 'h1', 9), (2, 'h2', 9)"),
    site.d1.prepare("insert into api_tokens values ('他人の1', 1, '表計算', 18, 19), ('他人の2', 2, '他人の', 18, 19)"),
    site.d1.prepare("insert into follows values (1, 2, 10), (2, 1, 10)"),
    sql(site.d1)`insert into leagues values ('l1', 1, '仲間', '2026-11-28', '2026-12-25', 10, '他人の1', 20),
      ('l2', 2, '他人の', '2026-11-28', '2026-12-25', 10, '他人の2', 20)`,
    site.d1.prepare("insert into league_members values ('l1', 1, 10, null), ('l1', 2, 11, null)"),
    site.d1.prepare("insert into league_models values ('l1', 1, '2026-11-28', 1), ('l1', 2, '2026-11-28', 2)"),
    site.d1.prepare("insert into horse_notes values (1, 'h1', 8, 'わたしのメモ'), (2, 'h1', 8, '他人のメモ')"),
    sql(site.d1)`insert into notification_choices values (1, 'race-settled', 1, 0, 6), (2, 'race-settled', 1, 1, 6)`,
    sql(site.d1)`insert into push_subscriptions (user_id, endpoint, p256dh, auth, created_at)
      values (1, 'https://push.example/1', '他人の', '他人の', 5), (2, 'https://push.example/他人の', '', '', 5)`,
    sql(site.d1)`insert into notifications (user_id, kind, event_key, day, title, body, path, created_at, due_at)
      values (1, 'race-settled', 'k', '2026-11-21', '結果', '本文', '/days/2026-11-21', 4, 4),
      (2, 'race-settled', 'k', '2026-11-21', '他人の', '他人の', '/', 4, 4)`,
    site.d1.prepare("insert into own_limits values (1, 'budget', 3000, null, 10), (2, 'budget', 9000, null, null)"),
    sql(site.d1)`insert into suggestion_searches (user_id, model_id, number, month, form_key, status, created_at,
      changes)
      values (1, 1, 1, '2026-11', 'k', 1, 5, '[]')`,
    site.d1.prepare("insert into own_pauses values (1, 11, 12), (2, 13, 14)"),
    site.d1.prepare("insert into own_budgets values (1, '2026-11', 'r1', 500, 15), (2, '2026-11', 'r1', 900, 15)"),
    sql(site.d1)`insert into own_tickets (user_id, race_id, date, kind, yen, form_key, recorded_at, lines)
      values (1, 'r1', '2026-11-21', 'wide', 200, '他人の1', 18, '[["1-2",200]]'),
      (2, 'r1', '2026-11-21', 'win', 100, '他人の2', 18, '[["9",100]]')`,
    sql(site.d1)`insert into passkeys (credential_id, user_id, name, public_key, counter, transports, created_at,
      used_at)
      values ('他人の1', 1, '電話', '他人の', 0, '', 16, 17), ('他人の2', 2, '他人の', '他人の', 0, '', 16, null)`,
    site.d1.prepare("insert into staff (user_id, totp_seed, added_at) values (1, '他人の', 3)"),
  ]);
  await site.auth.signIn({ email: "user1@example.com", password: PASSWORD, ...FROM });
  await requestEmailChange(site, "new@example.com");
  const exported = await site.accounts.exportPersonalData({ user: USER });
  expect(Object.keys(exported)).toEqual([
    "version",
    "generated_at",
    "user",
    "plan_changes",
    "subscriptions",
    "downgrades",
    "plan_requests",
    "usage",
    "models",
    "suggestion_searches",
    "analysis_results",
    "deleted_analyses",
    "record_entries",
    "own_tickets",
    "analysis_days",
    "rankings",
    "horse_marks",
    "horse_notes",
    "favourite_horses",
    "follows",
    "hosted_leagues",
    "leagues",
    "league_models",
    "notification_choices",
    "push_subscriptions",
    "notifications",
    "staff",
    "own_limits",
    "own_pauses",
    "own_budgets",
    "passkeys",
    "sessions",
    "api_tokens",
    "mail_requests",
  ]);
  expect(exported).toMatchObject({
    user: { id: 1, email: "user1@example.com" },
    models: [{ model_id: 1, name: "わたしの", feature: { static: ["騎手", "枠番"] } }],
    suggestion_searches: [{ model_id: 1, number: 1, status: 1, created_at: 5, changes: [] }],
    analysis_results: [{ analysis_result_id: 1, model_id: 1 }],
    rankings: [{ ranking: "monthly", period: "2026-10", entry: { id: 1, total_rank: 1 } }],
    horse_marks: [{ race_id: "r1", horse_id: "h1", mark: "rival", marked_at: 7 }],
    horse_notes: [{ horse_id: "h1", note: "わたしのメモ", noted_at: 8 }],
    favourite_horses: [{ horse_id: "h1", added_at: 9 }],
    follows: [{ model_id: 2, followed_at: 10 }],
    hosted_leagues: [
      { id: "l1", name: "仲間", first_day: "2026-11-28", last_day: "2026-12-25", invite_expires_at: 20 },
    ],
    leagues: [{ league_id: "l1", joined_at: 10, left_at: null }],
    league_models: [{ league_id: "l1", week: "2026-11-28", model_id: 1 }],
    notification_choices: [{ kind: "race-settled", by_mail: 1, by_push: 0, chosen_at: 6 }],
    push_subscriptions: [{ endpoint: "https://push.example/1", created_at: 5 }],
    notifications: [{ kind: "race-settled", day: "2026-11-21", title: "結果", body: "本文", mailed_at: null }],
    staff: [{ added_at: 3 }],
    own_limits: [{ kind: "budget", amount: 3000, raise_to: null, raise_at: 10 }],
    own_pauses: [{ started_at: 11, ends_at: 12 }],
    own_budgets: [{ month: "2026-11", race_id: "r1", yen: 500, typed_at: 15 }],
    own_tickets: [
      {
        ...{ race_id: "r1", date: "2026-11-21", kind: "wide", model_id: null, yen: 200, recorded_at: 18 },
        lines: [["1-2", 200]],
      },
    ],
    passkeys: [{ name: "電話", created_at: 16, used_at: 17 }],
    sessions: [{ created_at: site.deps.now() }],
    api_tokens: [{ name: "表計算", created_at: 18, expires_at: 19 }],
    mail_requests: [{ kind: "change-email", email: "new@example.com" }],
  });
  const stored = Object.values(getTableColumns(users)).map(({ name }) => name);
  const inner = ["password_hash", "is_demo", "deleted_at", "billing_ticket", "billing_applied", "erased_at"];
  const left = stored.filter((name) => !(name in (exported.user as object)));
  expect(left).toEqual([...inner, "customer_asked_at", "calendar_key"]);
  const isSecret = /hash|seed|secret|_key$|^auth$|p256dh|counter/;
  const rows = Object.values(exported)
    .flat()
    .filter((row) => typeof row === "object" && row !== null);
  expect(rows.flatMap((row) => Object.keys(row as object)).filter((name) => isSecret.test(name))).toEqual([]);
  const text = JSON.stringify(exported);
  const session = await site.d1.prepare("select id from sessions").first<{ id: string }>();
  for (const secret of ["argon2id", "他人の", session?.id ?? "-", await sha256Hex(await newestCode(site))]) {
    expect(text).not.toContain(secret);
  }
});
