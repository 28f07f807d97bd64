import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { totpCode, totpSecret } from "#app/adapters/second-factor/totp.server.ts";
import { createServices } from "#app/services/create-services.server.ts";
import { addStaff, removeStaff } from "#app/services/operations/staff.server.ts";
import { FROM, openAccounts } from "#test/integration/support/account-site.ts";
import { PASSWORD } from "#test/integration/support/site-accounts.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

/** The authenticator's clock, which is not the application's. */
const NOW = 1_795_000_005;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW * 1000 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A site with user 1 as staff, and the codes of the authenticator. */
async function open() {
  const site = await openAccounts();
  const { staff, console } = createServices(site.deps);
  const signIn = async (id = 1) => {
    const result = await site.auth.signIn({ email: `user${id}@example.com`, password: PASSWORD, ...FROM });
    if (result.kind !== "signed-in") throw new Error(result.kind);
    return result.token;
  };
  /** The code of the authenticator, some steps from now. */
  const codeAt = async (steps = 0) => {
    const row = await site.d1.prepare("select totp_seed from staff").first<{ totp_seed: string }>();
    const secret = await totpSecret(site.deps.config.sessionSecret, row?.totp_seed ?? "");
    return totpCode(secret, Math.floor(Date.now() / 1000 / 30) + steps);
  };
  await addStaff(site.deps, { email: " User1@example.com", reason: "当番" });
  return { ...site, staff, console, signIn, codeAt };
}

test("staff is a role beside the plan: plan 0 opens nothing, and a staff account nothing without the code", async () => {
  await using site = await open();
  await site.d1.prepare("update users set plan = 0 where id = 2").run();
  expect(await site.staff.find({ token: await site.signIn(2) })).toBeNull();
  const token = await site.signIn();
  expect(await site.staff.find({ token })).toEqual({ id: 1, name: "user 1", isConfirmed: false });
  expect(await site.staff.confirm({ token, code: await site.codeAt(2) })).toMatchObject({ reason: "wrong-code" });
  expect(await site.staff.confirm({ token, code: await site.codeAt() })).toEqual({ kind: "confirmed" });
  expect(await site.staff.find({ token })).toMatchObject({ isConfirmed: true });
  // Only this session is confirmed.
  expect(await site.staff.find({ token: await site.signIn() })).toMatchObject({ isConfirmed: false });
  expect(await site.staff.find({ token: "no token" })).toBeNull();
});

test("after 12 hours, on leaving, and with a new second factor the code is asked for again", async () => {
  await using site = await open();
  const token = await site.signIn();
  const isConfirmed = async () => (await site.staff.find({ token }))?.isConfirmed;
  expect(await site.staff.confirm({ token, code: await site.codeAt() })).toEqual({ kind: "confirmed" });
  site.deps.clock.now += 12 * 3600 - 1;
  expect(await isConfirmed()).toBe(true);
  site.deps.clock.now += 1;
  expect(await isConfirmed()).toBe(false);

  vi.setSystemTime(Date.now() + 60_000);
  expect(await site.staff.confirm({ token, code: await site.codeAt() })).toEqual({ kind: "confirmed" });
  await site.staff.leave({ token });
  expect(await isConfirmed()).toBe(false);

  vi.setSystemTime(Date.now() + 60_000);
  expect(await site.staff.confirm({ token, code: await site.codeAt() })).toEqual({ kind: "confirmed" });
  const old = await site.codeAt(1);
  await addStaff(site.deps, { email: "user1@example.com", reason: "電話を替えた" });
  expect(await isConfirmed()).toBe(false);
  expect(await site.staff.confirm({ token, code: old })).toMatchObject({ reason: "wrong-code" });

  expect(await removeStaff(site.deps, { email: "user1@example.com", reason: "異動" })).toEqual({ kind: "removed" });
  expect(await site.staff.find({ token })).toBeNull();
});

test("a code is taken once, of two requests at the same time too, and none before it afterwards", async () => {
  await using site = await open();
  const [first, second] = [await site.signIn(), await site.signIn()];
  const code = await site.codeAt();
  const both = await Promise.all([first, second].map((token) => site.staff.confirm({ token, code })));
  expect(both.map(({ kind }) => kind).sort()).toEqual(["confirmed", "refused"]);
  expect(await site.staff.confirm({ token: second, code })).toMatchObject({ reason: "wrong-code" });
  expect(await site.staff.confirm({ token: second, code: await site.codeAt(-1) })).toMatchObject({
    reason: "wrong-code",
  });
});

test("five wrong codes in a quarter of an hour are all; the right one is not taken then", async () => {
  await using site = await open();
  const token = await site.signIn();
  for (const code of ["000000", "000001", "000002", "000003", "000004"])
    expect(await site.staff.confirm({ token, code })).toMatchObject({ reason: "wrong-code" });
  expect(await site.staff.confirm({ token, code: await site.codeAt() })).toMatchObject({ reason: "too-many" });
});

test("every action is in the log, with who, when, what and why; what users asked for is not run again", async () => {
  await using site = await open();
  const token = await site.signIn();
  await site.staff.confirm({ token, code: await site.codeAt() });
  const staff = { id: 1 };
  await sql(site.d1)`insert into jobs (id, kind, queue, subject, status, run_after, created_at, finished_at, error,
    attempts) values
    ('m', 'send-mail', 'notify', 'm', 'failed', 1, 1, 1, 'e', 4), ('t', 'train-model', 'train', '1', 'failed', 1, 1,
    1, 'e', 4)`.run();
  expect(await site.console.rerunJob({ staff, jobId: "m", reason: "送信先が直った" })).toEqual({ kind: "queued" });
  expect(await site.console.rerunJob({ staff, jobId: "m", reason: "もう一度" })).toMatchObject({ reason: "not-again" });
  expect(await site.console.rerunJob({ staff, jobId: "t", reason: "やり直し" })).toMatchObject({ reason: "not-again" });
  expect(await site.d1.prepare("select status, attempts, error from jobs where id = 'm'").first()).toEqual({
    ...{ status: "queued", attempts: 0, error: null },
  });
  expect(JSON.stringify(site.deps.sent)).toContain('"jobId":"m"');

  const entries = await site.console.listActions({});
  expect(entries.map(({ staffName, action, subject, reason }) => [staffName, action, subject, reason])).toEqual([
    ["user 1", "job.rerun", "job:m", "送信先が直った"],
    ["user 1", "staff.entered", "", ""],
    [null, "staff.added", "user:1", "当番"],
  ]);
  expect(entries.every(({ at }) => at === site.deps.now())).toBe(true);
});

test("staff sees neither password nor token of a user, the address masked, and the whole one only for a reason", async () => {
  await using site = await open();
  const token = await site.signIn(2);
  const staff = { id: 1 };
  await site.d1.prepare("update users set plan = 103 where id = 2").run();
  const found = await site.console.findUsers({ staff, text: " USER2@example.com " });
  expect(found).toEqual([{ id: 2, name: "user 2", email: "us•••••@example.com" }]);
  expect(await site.console.findUsers({ staff, text: "u_2" })).toEqual(found);
  expect(await site.console.findUsers({ staff, text: "user 2" })).toEqual(found);
  expect(await site.console.findUsers({ staff, text: "ser 2" })).toEqual([]);
  const user = await site.console.openUser({ staff, userId: 2 });
  expect(user).toMatchObject({
    ...{ planName: "スタンダード（制限モード）", isRestricted: true, sessions: 1, analysesToday: 0, heldModels: 0 },
    limits: { models: 1, analysesPerDay: 5 },
  });
  const text = JSON.stringify(user);
  for (const secret of ["argon2id", PASSWORD, token, "user2@example.com"]) expect(text).not.toContain(secret);
  expect(await site.console.openUser({ staff, userId: 99 })).toBeNull();
  expect(await site.console.readAddress({ staff, userId: 2, reason: "本人確認" })).toBe("user2@example.com");

  expect(await site.console.signUserOut({ staff, userId: 2, reason: "端末をなくした" })).toEqual({
    kind: "signed-out",
  });
  expect(await site.auth.findSessionUser({ token })).toBeNull();
  const entries = await site.console.listActions({ subject: "user:2" });
  expect(entries.map(({ action, reason }) => [action, reason])).toEqual([
    ["user.signed-out", "端末をなくした"],
    ["user.address-seen", "本人確認"],
    ["user.opened", ""],
    ["user.searched", "1件"],
    ["user.searched", "1件"],
    ["user.searched", "1件"],
  ]);
});

test("reasons in the log lose escapes and marks that would turn a terminal's or a page's text around", async () => {
  await using site = await open();
  await addStaff(site.deps, { email: "user2@example.com", reason: "\u001b[31m当番\u202eです\u0000 " });
  const [entry] = await site.console.listActions({ subject: "user:2" });
  expect(entry).toMatchObject({ action: "staff.added", reason: "[31m当番です" });
});

test("what is asked for a user that does not exist is refused, and not logged as done", async () => {
  await using site = await open();
  const asked = { staff: { id: 1 }, userId: 999_999, reason: "端末をなくした" };
  expect(await site.console.signUserOut(asked)).toEqual({ kind: "refused", reason: "unknown-user" });
  expect(await site.console.readAddress(asked)).toBeNull();
  expect(await site.console.endUserSecondFactor(asked)).toEqual({ kind: "refused", reason: "has-none" });
  expect(await site.console.openUser(asked)).toBeNull();
  expect(await site.console.listActions({ subject: "user:999999" })).toEqual([]);
});
