import { gunzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { encodeShareId } from "#app/adapters/share-id.server.ts";
import { analyses } from "#app/db/schema/models.server.ts";
import type { WireEntry } from "#app/domain/rankings/rankings-file.ts";
import { limitKeysOf } from "#app/services/accounts/account-deletion.server.ts";
import { share } from "#app/services/analyses/sharing.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { showCounted } from "#app/services/rankings/rankings-switch.server.ts";
import { insertAnalysis, insertModel, insertUser } from "#test/integration/support/rows.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import { makeScore } from "#test/unit/support/racing-factories.ts";
import type { TestDatabase } from "./workerd/test-database.ts";

/** Contained in every text typed by the account's owner, or derived from it. */
export const MARK = "zqx";
/** Receives the mail about a change of address, which is sent in any case and then deleted. */
export const LEFT_ADDRESS = `${MARK}-left@example.com`;

const SCORES = JSON.stringify([3, 1, 2].map((horseNum) => makeScore(horseNum, { index: 1, probability: 0.3 })));

/** An artifact of this account alone, and one that a model of the bystander refers to as well. */
export const ownArtifact = (userId: number) => `artifacts/own-${userId}.json`;
export const COMMON_ARTIFACT = "artifacts/common.json";

/** First id of the account's models and analyses; no id contains the user's own. */
export const idsFrom = (userId: number) => 5_000_000 + (userId % 1000) * 10;

const entryOf = (id: number, name: string): WireEntry => {
  const tickets = ["total", "tan", "fuku", "umaren"].flatMap((ticket) => [
    ...["rank", "return_rate", "hit_rate", "low", "high"].map((field) => [`${ticket}_${field}`, 1]),
    [`${ticket}_races`, 10],
  ]);
  return { id, model_name: `${name}-m`, user_name: `${name}-u`, ...Object.fromEntries(tickets) } as WireEntry;
};

/** What a user's rows refer to. */
interface Filled {
  userId: number;
  email: string;
  /** Ids of models, also of analyses: of which one is shared, one kept and one running. */
  own: number;
  common: number;
  creating: number;
  /** A deleted analysis. */
  gone: number;
  buildId: string;
}

/** Fills an account through every table that refers to users; ids are derived from the user's. */
export async function fillAccount(database: TestDatabase, deps: Deps, userId: number): Promise<void> {
  const from = idsFrom(userId);
  const filled: Filled = {
    ...{
      userId,
      email: `${MARK}-${userId}@example.com`,
      buildId: `weekly:2026-11-14:${String(from).padStart(12, "0")}`,
    },
    ...{ own: from + 1, common: from + 2, creating: from + 3, gone: from + 4 },
  };
  await insertUser(database.db, {
    ...{ id: userId, email: filled.email, name: `${MARK} name`, favHorse: MARK, favJockey: MARK },
    ...{ raceOfMemories: MARK, icon: MARK, profile: MARK, phoneNumber: MARK, birthDate: MARK },
  });
  await makeModels(database, filled);
  await makeAnalyses(database, deps, filled);
  await showRanking(deps, filled);
  const { d1 } = database;
  await d1.batch([
    ...(await addressCounters(d1, filled)),
    ...accountRows(d1, filled),
    ...planRows(d1, filled),
    ...analysisRows(d1, filled),
    ...rankingRows(d1, filled),
    ...fanRows(d1, filled),
    ...notificationRows(d1, filled),
    ...mailRows(d1, filled),
    ...jobRows(d1, filled),
  ]);
}

async function makeModels({ db, store }: TestDatabase, { userId, own, common, creating }: Filled) {
  const typed = { userId, features: JSON.stringify({ [MARK]: 1 }), report: JSON.stringify(MARK), details: MARK };
  const formKey = (id: number) => `${MARK} ${id}`;
  await insertModel(db, {
    ...{ id: own, ...typed, name: `${MARK} 1`, formKey: formKey(own), artifactKey: ownArtifact(userId) },
  });
  await insertModel(db, {
    ...{ id: common, ...typed, name: `${MARK} 2`, formKey: formKey(common), artifactKey: COMMON_ARTIFACT },
  });
  await insertModel(db, { id: creating, ...typed, name: `${MARK} 3`, formKey: formKey(creating), status: 1 });
  await store.put(ownArtifact(userId), `{"choice":"${MARK}"}`);
}

async function makeAnalyses({ db, store }: TestDatabase, deps: Deps, filled: Filled) {
  const { userId, own, gone, own: shared, common: kept, creating: running } = filled;
  const zippedDetails = new TextEncoder().encode(MARK);
  const said = { userId, modelId: own, modelName: `${MARK} 1`, zippedDetails };
  await insertAnalysis(db, { id: shared, ...said, zippedDetails: null, raceInputsVersion: shared, scores: SCORES });
  await insertAnalysis(db, { id: kept, ...said, raceInputsVersion: kept, scores: SCORES });
  await insertAnalysis(db, { id: running, ...said, raceInputsVersion: running, status: 1 });
  await insertAnalysis(db, { id: gone, ...said, raceInputsVersion: gone, scores: "[]", deletedAt: 1 });
  await share(deps, { user: { id: userId, plan: 1 }, analysisId: shared });
  // Sharing reads them.
  await db.update(analyses).set({ zippedDetails }).where(eq(analyses.id, shared));
  await store.put(`share-images/analysis/${encodeShareId(shared)}/1.png`, MARK);
  await store.put("share-images/rankings/weekly/1.png", MARK);
}

async function showRanking(deps: Deps, { userId, own, buildId }: Filled) {
  await showCounted(deps, [
    {
      ...{ key: "weekly", periodKey: "2026-11-14", participants: 2, builtAt: 1, buildId, status: "ready" as const },
      ...{ period: { from: "2026-11-14", to: "2026-11-15" }, baselines: [] },
      rank: [entryOf(own, `${MARK}-${userId}`), entryOf(1, "bystander")],
    },
  ]);
}

/** Counters of its addresses, and of its own calls. */
async function addressCounters(d1: D1Database, { userId, email }: Filled) {
  const emails = [email, `${MARK}-new-${userId}@example.com`, LEFT_ADDRESS];
  const keys = await limitKeysOf({ userId, emails });
  return keys
    .flatMap((key) => (key.startsWith("log-in:") ? [key, `${key}:from:x`, `${key}:from:x:turn`] : [key]))
    .map((counted) =>
      d1.prepare("insert or ignore into rate_limits (key, window_start, count) values (?, 1, 1)").bind(counted),
    );
}

/** Statements whose only parameter is the user. */
const ofUser = (d1: D1Database, userId: number) => (sql: string) => d1.prepare(sql).bind(userId);

function accountRows(d1: D1Database, { userId }: Filled) {
  const run = ofUser(d1, userId);
  return [
    run("insert into sessions (id, user_id, created_at, expires_at) values ('s' || ?1, ?1, 1, 9000000000)"),
    run(
      `insert into api_tokens (id, user_id, name, created_at, expires_at) values ('t' || ?1, ?1, '${MARK}', 1, 9000000000)`,
    ),
    run(`insert into staff (user_id, totp_seed, added_at) values (?1, '${MARK}', 1)`),
    run(`insert into second_factors (user_id, totp_seed, created_at) values (?1, '${MARK}', 1)`),
    run(`insert into recovery_codes (user_id, code_hash) values (?1, '${MARK}')`),
    run(
      `insert into passkeys (credential_id, user_id, name, public_key, counter, transports, created_at)
       values ('${MARK}' || ?1, ?1, '${MARK}', '${MARK}', 0, '', 1)`,
    ),
    run(
      `insert into passkey_challenges (challenge_hash, user_id, purpose, expires_at)
       values ('${MARK}' || ?1, ?1, 'log-in', 9000000000)`,
    ),
    run("insert into own_limits (user_id, kind, amount) values (?1, 'analyses', 10)"),
    run("insert into own_pauses (user_id, started_at, ends_at) values (?1, 1, 2)"),
    run(`insert into seal_keys (user_id, key) values (?1, '${MARK}')`),
    run(
      `insert into own_tickets (user_id, race_id, date, kind, yen, form_key, recorded_at, lines)
       values (?1, 'r1', '2026-11-21', 'win', 100, '${MARK}', 1, '[["1",100]]')`,
    ),
    run("insert into own_budgets (user_id, month, race_id, yen, typed_at) values (?1, '2026-11', 'r1', 100, 1)"),
  ];
}

function planRows(d1: D1Database, { userId, own }: Filled) {
  const run = ofUser(d1, userId);
  return [
    run(`insert into plan_changes (user_id, plan, reason, effective_at, recorded_at) values (?1, 1, 'sign-up', 1, 1)`),
    run("insert into downgrades (user_id, month, at) values (?1, '2026-11', 1)"),
    run(
      `insert into usage (user_id, kind, subject_id, day, month, under_free_limits, used_at)
       values (?1, 'model', ?1, '2026-11-21', '2026-11', 0, 1)`,
    ),
    run(
      `insert into subscriptions (user_id, stripe_subscription_id, plan, status, current_period_start,
         current_period_end, ended_at, updated_at) values (?1, 'sub_old_${own}', 2, 'ended', 1, 2, 2, 2)`,
    ),
    run(
      `insert into plan_intents (id, user_id, kind, from_plan, plan, status, checkout_id, checkout_url, created_at,
         expires_at, finished_at) values ('old ${own}', ?1, 'checkout', 1, 2, 'done', 'cs', '${MARK}', 1, 2, 2)`,
    ),
  ];
}

function analysisRows(d1: D1Database, { userId, own, gone, own: shared }: Filled) {
  const run = ofUser(d1, userId);
  return [
    sql(d1)`insert into analysis_tombstones (analysis_id, user_id, model_id, race_id, race_data_version, model_name,
      venue_type, race_info, picks, is_learnt_from, created_at, completed_at, deleted_at)
      values (${gone}, ${userId}, ${own}, 'r1', 1, ${MARK}, 1, '{}', '[]', 0, 1, 1, 1)`,
    sql(d1)`insert into record_entries (analysis_id, user_id, model_id, model_name, race_id, date, picks,
      is_learnt_from,
      completed_at) values (${shared}, ${userId}, ${own}, ${MARK}, 'r1', '2026-11-21', '[]', 0, 1)`,
    run("insert into record_figures (scope, user_id, version, figures) values ('user:' || ?1, ?1, '', '{}')"),
    sql(d1)`insert into suggestion_searches (user_id, model_id, number, month, form_key, status, created_at, changes)
      values (${userId}, ${own}, 1, '2026-11', ${MARK}, 2, 1, ${JSON.stringify([MARK])})`,
    sql(d1)`insert into analysis_days (user_id, model_id, date, form_key, created_at)
      values (${userId}, ${own}, '2026-11-21', ${MARK} || ${userId}, 1)`,
    // The shared one stays until its page is down, without its day.
    run("update analyses set day_id = (select id from analysis_days where user_id = ?1) where user_id = ?1"),
  ];
}

function rankingRows(d1: D1Database, { userId, own, buildId }: Filled) {
  return [
    sql(d1)`insert into ranking_entries (build_id, ranking_key, period_key, model_id, user_id, entry)
      values (${buildId}, 'weekly', '2026-11-14', ${own}, ${userId}, ${JSON.stringify(entryOf(own, MARK))})`,
    sql(d1)`insert into season_entries (build_id, model_id, user_id, entry)
      values (${buildId}, ${own}, ${userId}, ${JSON.stringify({ name: MARK, user: MARK })})`,
  ];
}

function fanRows(d1: D1Database, { userId }: Filled) {
  const run = ofUser(d1, userId);
  return [
    run(
      "insert into horse_marks (user_id, race_id, horse_id, mark, marked_at) values (?1, 'r1', 'h1', 'favourite', 1)",
    ),
    run(`update users set calendar_key = '${MARK}' where id = ?1`),
    run("insert into follows (user_id, model_id, followed_at) values (?1, 1, 1)"),
    run(`insert into leagues (id, host_id, name, first_day, last_day, created_at)
         values ('league ${idsFrom(userId)}', ?1, '${MARK}', '2026-11-28', '2026-12-25', 1)`),
    run(`insert into league_members (league_id, user_id, joined_at) values ('league ${idsFrom(userId)}', ?1, 1)`),
    run(`insert into league_models (league_id, user_id, week, model_id)
         values ('league ${idsFrom(userId)}', ?1, '2026-11-28', 1)`),
    run("insert into favourite_horses (user_id, horse_id, added_at) values (?1, 'h1', 1)"),
    run(`insert into horse_notes (user_id, horse_id, noted_at, note) values (?1, 'h1', 1, '${MARK}')`),
  ];
}

function notificationRows(d1: D1Database, { userId }: Filled) {
  const run = ofUser(d1, userId);
  return [
    run("insert into notification_choices (user_id, kind, by_mail, chosen_at) values (?1, 'model-ready', 1, 1)"),
    run(
      `insert into push_subscriptions (user_id, endpoint, p256dh, auth, created_at)
       values (?1, 'https://push.example/${MARK}/' || ?1, '${MARK}', '${MARK}', 1)`,
    ),
    run(
      `insert into notifications (user_id, kind, event_key, day, title, body, path, created_at, due_at)
       values (?1, 'model-ready', 'model-ready:1', '2026-11-21', '${MARK}', '${MARK}', '/', 1, 1)`,
    ),
  ];
}

/** Open codes, and mails that the local outbox keeps. */
function mailRows(d1: D1Database, { userId, email }: Filled) {
  const code = (kind: string, address: string, owner: number | null) =>
    sql(d1)`insert into mail_codes (id, code_hash, kind, email, user_id, attribution, created_at, expires_at)
      values (${`${kind}-${userId}`}, ${`${kind}-${userId}`}, ${kind}, ${address}, ${owner}, ${`page=${MARK}`}, 1,
      9000000000)`;
  const mail = (jobId: string, to: string) =>
    sql(d1)`insert into dev_mails (job_id, "to", subject, text, html, sent_at)
      values (${jobId}, ${to}, ${MARK}, ${MARK}, ${MARK}, 1)`;
  return [
    code("sign-up", email, null),
    code("reset-password", email, userId),
    code("change-email", `${MARK}-new-${userId}@example.com`, userId),
    mail(`left-${userId}`, `${MARK}-before@example.com`),
    mail(`code-${userId}`, email),
    mail(`new-${userId}`, `${MARK}-new-${userId}@example.com`),
  ];
}

function jobRows(d1: D1Database, { userId, creating, creating: running }: Filled) {
  const job = (id: string, kind: string, subject: string | number, status: string, payload: unknown) =>
    sql(d1)`insert into jobs (id, kind, queue, subject, payload, status, lease_owner, lease_until, checkpoint,
      run_after,
      created_at, finished_at)
      values (${`${id}-${userId}`}, ${kind}, 'notify', ${String(subject)}, ${JSON.stringify(payload)}, ${status}, 'w',
      1, ${JSON.stringify(MARK)}, 9000000000, 1, 1)`;
  return [
    job("notification-mail", "send-mail", `notification:${userId}:1`, "queued", {
      about: "notification",
      notificationId: 1,
    }),
    job("notification-push", "push-notification", `notification:${userId}:1`, "queued", {
      about: "notification",
      notificationId: 1,
    }),
    job("train", "train-model", creating, "running", { learner: MARK }),
    job("score", "score-race", running, "queued", {}),
    sql(d1)`insert into jobs (id, kind, queue, subject, status, run_after, created_at)
      select 'day-' || ${userId}, 'score-day',
      'score', cast(id as text), 'queued', 9000000000, 1 from analysis_days where user_id = ${userId}`,
    job("notification", "send-sign-up-notice", userId, "done", { query: MARK }),
    job("code", "send-mail", `code:reset-password-${userId}`, "queued", { codeId: `reset-password-${userId}` }),
    job("told", "send-mail", `password-changed:${userId}:1`, "queued", { about: "password-changed", userId }),
    job("left", "send-mail", `email-changed:${userId}:1`, "done", { about: "email-changed", to: MARK }),
    job("leaving", "send-mail", `email-changed:${userId}:2`, "queued", { about: "email-changed", to: LEFT_ADDRESS }),
    job("look", "sync-billing", `user:${userId}:1`, "done", { user_id: userId }),
    d1.prepare("update jobs set run_after = 1, checkpoint = null where id = ?").bind(`leaving-${userId}`),
  ];
}

/** Every column of D1's own tables, with its type. */
async function listColumns({ d1 }: Pick<TestDatabase, "d1">) {
  const { results } = await sql(d1)`select name from sqlite_master where type = 'table'
    and name not glob '_cf_*' and name not glob 'sqlite_*'`.all<{ name: string }>();
  const columns = await d1.batch<{ name: string; type: string }>(
    results.map(({ name }) => d1.prepare(`select name, lower(type) as type from pragma_table_info('${name}')`)),
  );
  return results.flatMap(({ name: table }, index) =>
    (columns[index]?.results ?? []).map(({ name: column, type }) => ({ table, column, type })),
  );
}

/** Tables with a user_id that have no row of a user. */
export async function listTablesWithout(database: Pick<TestDatabase, "d1">, userId: number): Promise<string[]> {
  const empty: string[] = [];
  for (const { table, column } of await listColumns(database)) {
    if (column !== "user_id") continue;
    const row = await database.d1.prepare(`select 1 from ${table} where user_id = ? limit 1`).bind(userId).first();
    if (row === null) empty.push(table);
  }
  return empty;
}

/** Where a text still occurs: table and column of D1's texts, keys of R2's objects by name or by unpacked content. */
export async function findText({ d1, store }: Pick<TestDatabase, "d1" | "store">, text: string): Promise<string[]> {
  const columns = (await listColumns({ d1 })).filter(({ type }) => type === "text");
  const counted = await d1.batch<{ n: number }>(
    columns.map(({ table, column }) =>
      d1.prepare(`select count(*) as n from "${table}" where instr("${column}", ?) > 0`).bind(text),
    ),
  );
  const found = columns
    .filter((_, index) => (counted[index]?.results[0]?.n ?? 0) > 0)
    .map(({ table, column }) => `${table}.${column}`);
  let cursor: string | undefined;
  do {
    const page: R2Objects = await store.list(cursor === undefined ? {} : { cursor });
    for (const { key } of page.objects) {
      const bytes = Buffer.from((await (await store.get(key))?.arrayBuffer()) ?? new ArrayBuffer(0));
      const content = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
      if (key.includes(text) || content.includes(text)) found.push(key);
    }
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
  return found.sort();
}
