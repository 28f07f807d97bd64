// @module-tag full
import { expect, test } from "vitest";
import { sha256Hex } from "#app/domain/sha256.ts";
import type { Services } from "#app/services/create-services.server.ts";
import { createServices } from "#app/services/create-services.server.ts";
import { FROM, USER } from "#test/integration/support/account-site.ts";
import {
  insertAnalysis,
  insertModel,
  insertRace,
  insertUser,
} from "#test/integration/support/billing/plan-factories.ts";
import { NEW_PASSWORD, PASSWORD } from "#test/integration/support/site-accounts.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { CHEAP_PASSWORDS } from "#test/integration/support/test-site.ts";
import { type Fault, withFault } from "#test/integration/support/workerd/faults.ts";
import { createTestDatabase, type TestDatabase } from "#test/integration/support/workerd/test-database.ts";

const TABLES = ["users", "sessions", "mail_codes", "plan_changes", "jobs", "models", "analyses"];

/** The tables after a call, without random parts: ids, codes, hashes of sessions. */
async function readState({ d1 }: TestDatabase): Promise<string> {
  const statements = [
    "select id, email, name, password_hash, plan, profile, deleted_at from users order by id",
    "select user_id, expires_at from sessions order by user_id, expires_at",
    "select kind, email, user_id, used_at, expires_at from mail_codes order by kind, email, created_at, expires_at, used_at",
    "select user_id, plan, reason from plan_changes order by id",
    "select kind, status, count(*) n from jobs group by kind, status order by kind, status",
    "select id, deleted_at from models order by id",
    "select id, deleted_at from analyses order by id",
  ];
  const rows = await d1.batch(statements.map((sql) => d1.prepare(sql)));
  return JSON.stringify(rows.map(({ results }) => results));
}

/** The account of user 1 with all its data, and an open code of each kind. */
async function lay({ d1, db }: TestDatabase): Promise<void> {
  await d1.batch(["rate_limits", "usage", ...TABLES.toReversed()].map((table) => d1.prepare(`delete from ${table}`)));
  await d1.prepare("delete from sqlite_sequence").run();
  await insertUser(db, { id: 1, passwordHash: `$argon2id$${PASSWORD}` });
  await insertModel(db, { id: 1 });
  await insertAnalysis(db, { id: 1, modelId: 1 });
  const codes = [
    ["sign-up", "new@example.com", null],
    ["reset-password", "user1@example.com", 1],
    ["change-email", "other@example.com", 1],
  ] as const;
  for (const [kind, email, userId] of codes) {
    await d1
      .prepare(
        "insert into mail_codes (id, code_hash, kind, email, user_id, created_at, expires_at) values (?1, ?2, ?1, ?3, ?4, 1, 2000000000)",
      )
      .bind(kind, await sha256Hex(`code of ${kind}`), email, userId)
      .run();
  }
  await d1.prepare("insert into sessions (id, user_id, created_at, expires_at) values ('s', 1, 1, 2000000000)").run();
}

const CALLS: Record<string, (services: Services) => Promise<unknown>> = {
  "sign up": ({ accounts }) =>
    accounts.signUp({ code: "code of sign-up", name: "n", password: PASSWORD, referer: "", userAgent: "" }),
  "ask for a sign-up": ({ accounts }) =>
    accounts.requestSignUp({ email: "third@example.com", attribution: "", ...FROM }),
  "ask for a new password": ({ accounts }) => accounts.requestPasswordReset({ email: "user1@example.com", ...FROM }),
  "set a new password": ({ accounts }) =>
    accounts.resetPassword({ code: "code of reset-password", password: NEW_PASSWORD }),
  "change the profile": ({ accounts }) =>
    accounts.updateProfile({ user: USER, changes: { name: "新しい名前", profile: "馬が好き" }, ...FROM }),
  "ask for another address": ({ accounts }) =>
    accounts.updateProfile({
      user: USER,
      changes: { name: "新しい名前", email: "fourth@example.com" },
      currentPassword: PASSWORD,
      ...FROM,
    }),
  "confirm another address": ({ accounts }) => accounts.changeEmail({ code: "code of change-email" }),
  "delete the account": ({ accounts }) => accounts.deleteAccount({ user: USER, password: PASSWORD }),
  "log in": ({ auth }) => auth.signIn({ email: "user1@example.com", password: PASSWORD, ...FROM }),
};

/** An interrupted call may lose one mail of a complete one: its row exists, or the user requests another. */
const MAIL_LOST: Record<string, (untouched: string, whole: string, state: string) => boolean> = {
  // The code and its mail are two writes; a code without a mail is unknown to the user, and expires.
  "ask for a sign-up": (untouched, _whole, state) => withoutCodes(state) === withoutCodes(untouched),
  "ask for a new password": (untouched, _whole, state) => withoutCodes(state) === withoutCodes(untouched),
  // The notification that a password was changed is written after the change.
  "set a new password": (_untouched, whole, state) => withoutJobs(state) === withoutJobs(whole),
};

const without = (index: number) => (state: string) =>
  JSON.stringify((JSON.parse(state) as unknown[]).toSpliced(index, 1));
const withoutCodes = without(2);
const withoutJobs = without(4);

test("an account call interrupted at any database call has done all of it or nothing", async () => {
  const database = await createTestDatabase();
  await insertRace(database.db, { raceId: "r1", runnerRows: 2 });
  let cuts = 0;
  for (const [name, call] of Object.entries(CALLS)) {
    const run = async (fault: Fault) => {
      await lay(database);
      const deps = createTestDeps(database, { passwords: CHEAP_PASSWORDS });
      const isWhole = await call(createServices(withFault(deps, fault))).then(
        () => true,
        () => false,
      );
      return { isWhole, state: await readState(database) };
    };
    await lay(database);
    const untouched = await readState(database);
    const counting: Fault = { at: 0, mode: "before", calls: 0 };
    const whole = await run(counting);
    expect([name, whole.isWhole, whole.state === untouched]).toEqual([name, true, false]);
    for (let at = 1; at <= counting.calls; at += 1) {
      for (const mode of ["before", "after"] as const) {
        const { state } = await run({ at, mode, calls: 0 });
        cuts += 1;
        const isSound =
          state === untouched || state === whole.state || MAIL_LOST[name]?.(untouched, whole.state, state) === true;
        expect([name, at, mode, isSound ? "" : state]).toEqual([name, at, mode, ""]);
      }
    }
  }
  // Every call queries the database more than once; both modes of each.
  expect(cuts).toBeGreaterThan(40);
  await database.dispose();
});
