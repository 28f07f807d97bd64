import { expect, test } from "vitest";
import { sha256Hex } from "#app/domain/sha256.ts";
import { createServices } from "#app/services/create-services.server.ts";
import { FROM, newestCode, openAccounts, requestEmailChange, USER } from "#test/integration/support/account-site.ts";
import { fillAccount, listTablesWithout } from "#test/integration/support/marked-account.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { PASSWORD } from "#test/integration/support/site-accounts.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import { createTestDatabase } from "#test/integration/support/workerd/test-database.ts";

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
  const text = JSON.stringify(exported);
  const session = await site.d1.prepare("select id from sessions").first<{ id: string }>();
  for (const secret of ["argon2id", "他人の", session?.id ?? "-", await sha256Hex(await newestCode(site))]) {
    expect(text).not.toContain(secret);
  }
});

/** A new column of a table has to be listed here, or left out in app/db/accounts/personal-data. */
const EXPORTED = {
  user: `
    id email name plan birth_date sex fav_horse fav_jockey fav_ticket_type race_of_memories racing_experience icon
    phone_number prefectures profile stripe_customer_id created_at default_model_id name_hidden_at`,
  plan_changes: "plan reason effective_at recorded_at source",
  subscriptions: "stripe_subscription_id plan status current_period_start current_period_end ended_at updated_at",
  downgrades: "month at",
  plan_requests: "kind from_plan plan status created_at expires_at finished_at",
  usage: "kind subject_id day month under_free_limits used_at returned_at",
  models: `
    model_id name venue_type feature feature_count is_weight status cutoff_day report created_at completed_at
    confirmed_at deleted_at parent_id published_at shows_choice`,
  suggestion_searches: "model_id number status created_at completed_at changes result",
  analysis_results: `
    analysis_result_id model_id race_id model_name venue_type race_info status scores is_learnt_from created_at
    completed_at confirmed_at shared_at deleted_at`,
  deleted_analyses: `
    analysis_result_id model_id race_id model_name venue_type race_info picks is_learnt_from created_at completed_at
    deleted_at`,
  record_entries: `
    analysis_result_id model_id model_name race_id date picks is_learnt_from completed_at deleted_at result_kind
    starters finish odds popularity bets favourite sealed_at`,
  own_tickets: "race_id date kind model_id yen recorded_at lines",
  analysis_days: "model_id date created_at stopped_at",
  rankings: "ranking period entry",
  horse_marks: "race_id horse_id mark marked_at",
  horse_notes: "horse_id noted_at note",
  favourite_horses: "horse_id added_at",
  follows: "model_id followed_at",
  hosted_leagues: "id name first_day last_day created_at invite_expires_at",
  leagues: "league_id joined_at left_at",
  league_models: "league_id week model_id",
  notification_choices: "kind by_mail by_push chosen_at",
  push_subscriptions: "endpoint created_at",
  notifications: "kind day title body path created_at mailed_at pushed_at",
  staff: "added_at",
  own_limits: "kind amount raise_to raise_at",
  own_pauses: "started_at ends_at",
  own_budgets: "month race_id yen typed_at",
  passkeys: "name created_at used_at",
  sessions: "created_at expires_at device",
  api_tokens: "name created_at expires_at",
  mail_requests: "kind email created_at expires_at used_at",
};

test("the export has exactly the listed columns of each table", async () => {
  await using database = await createTestDatabase();
  const deps = createTestDeps(database);
  await insertUser(database.db, { id: 1 });
  await insertModel(database.db, { id: 1 });
  await insertRace(database.db, { raceId: "r1", startTime: "15:40", surface: "turf", runnerRows: 3 });
  await fillAccount(database, deps, 2);
  expect(await listTablesWithout(database, 2)).toEqual([]);
  // Entries without a build are left out.
  await sql(database.d1)`insert into ranking_builds (id, cadence, period_key, from_day, to_day, ledger_state,
    participants, built_at)
    select build_id, 'weekly', period_key, period_key, period_key, '[]', 1, 1 from ranking_entries
    where user_id = 2`.run();
  const { version, generated_at, ...parts } = await createServices(deps).accounts.exportPersonalData({
    user: { id: 2, plan: 1 },
  });
  expect({ version, generated_at }).toEqual({ version: 1, generated_at: deps.now() });
  const columns = Object.entries(parts).map(([name, rows]) => [name, Object.keys([rows].flat()[0] ?? {})]);
  const expected = Object.entries(EXPORTED).map(([name, listed]) => [name, listed.trim().split(/\s+/)]);
  expect(Object.fromEntries(columns)).toEqual(Object.fromEntries(expected));
});
