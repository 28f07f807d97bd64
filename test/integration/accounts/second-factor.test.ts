import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { totpCode } from "#app/adapters/second-factor/totp.server.ts";
import { confirmSecondFactor } from "#app/db/accounts/second-factors.server.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import { createServices } from "#app/services/create-services.server.ts";
import { sendMailOfJob } from "#app/services/mail/mails.server.ts";
import { FROM, openAccounts } from "#test/integration/support/account-site.ts";
import { NEW_PASSWORD, PASSWORD } from "#test/integration/support/site-accounts.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

/** The authenticator's clock, which is not the application's. */
const NOW = 1_795_000_005;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW * 1000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const user = { id: 1, email: "user1@example.com" };
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A site with user 1, whose authenticator has the secret that the page has shown. */
async function open() {
  const site = await openAccounts();
  const { secondFactor, auth } = createServices(site.deps);
  let secret = "";
  const tokenOf = async (email = user.email) => {
    const result = await auth.signIn({ email, password: PASSWORD, ...FROM });
    return result.kind === "signed-in" ? result.token : "";
  };
  /** Token of the session that sets it up. */
  const token = await tokenOf();
  const signIn = (email = user.email, password = PASSWORD) => auth.signIn({ email, password, ...FROM });
  const codeAt = (steps = 0) => {
    const bits = [...secret].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0")).join("");
    const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
    return totpCode(bytes, Math.floor(Date.now() / 30_000) + steps);
  };
  const factor = async () => (await auth.readOwnSecurity({ user, token })).factor;
  const nextStep = () => void vi.setSystemTime(Date.now() + 60_000);
  const begin = async () => {
    expect(await secondFactor.begin({ user, token, password: PASSWORD })).toEqual({ kind: "begun" });
    secret = (await factor()).setUp?.secret ?? "";
  };
  const confirm = async (given: { token?: string; password?: string; code?: string } = {}) =>
    secondFactor.confirm({ user, token, password: PASSWORD, code: await codeAt(), ...given });
  /** Turns it on. @returns the recovery codes */
  async function turnOn(): Promise<string[]> {
    await begin();
    const result = await confirm();
    if (result.kind !== "on") throw new Error(result.reason);
    nextStep();
    return result.codes;
  }
  const ticket = async () => {
    const result = await signIn();
    if (result.kind !== "second-factor") throw new Error(result.kind);
    return result.ticket;
  };
  const sessions = async () => (await site.d1.prepare("select count(*) n from sessions").first<number>("n")) ?? 0;
  /** The mails of changes that were sent to the owner, the oldest first. */
  async function mails() {
    const { results: jobs } = await sql(site.d1)`select id, payload from jobs where kind = 'send-mail'
      order by rowid`.all<{ id: string; payload: string }>();
    await site.d1.prepare("delete from dev_mails").run();
    for (const { id, payload } of jobs) await sendMailOfJob(site.deps, { jobId: id, payload: JSON.parse(payload) });
    const { results } = await site.d1
      .prepare('select "to", subject, text from dev_mails order by rowid')
      .all<{ to: string; subject: string; text: string }>();
    return results;
  }
  return {
    ...site,
    secondFactor,
    auth,
    token,
    tokenOf,
    confirm,
    mails,
    factor,
    signIn,
    codeAt,
    nextStep,
    begin,
    turnOn,
    ticket,
    sessions,
  };
}

test("a second factor is asked for once its first code was given, after the right password only", async () => {
  await using site = await open();
  expect(await site.secondFactor.begin({ user, token: site.token, password: "wrong" })).toMatchObject({
    reason: "wrong-password",
  });
  await site.begin();
  expect((await site.signIn()).kind).toBe("signed-in");
  expect(await site.confirm({ code: await site.codeAt(3) })).toMatchObject({ reason: "wrong-code" });
  const codes = await site.turnOn();
  expect(codes).toHaveLength(10);
  expect(new Set(codes).size).toBe(10);
  expect(await site.factor()).toEqual({ isOn: true, codesLeft: 10, setUp: null });

  const before = await site.sessions();
  expect((await site.signIn()).kind).toBe("second-factor");
  // With a wrong password, as for an account without one and for none.
  const refusals = [await site.signIn(user.email, "x"), await site.signIn("user2@example.com", "x")];
  expect([...refusals, await site.signIn("none@example.com", "x")]).toEqual(
    Array.from({ length: 3 }, () => ({ kind: "refused", reason: "wrong-credentials" })),
  );
  expect(await site.sessions()).toBe(before);
  expect((await site.signIn("user2@example.com")).kind).toBe("signed-in");
  // A set-up begun again changes nothing while it is on.
  await site.secondFactor.begin({ user, token: site.token, password: PASSWORD });
  expect((await site.auth.confirmSignIn({ ticket: await site.ticket(), code: await site.codeAt() })).kind).toBe(
    "signed-in",
  );
});

test("of two log-ins with one code one gets in, and neither code nor an earlier one is taken again", async () => {
  await using site = await open();
  await site.turnOn();
  const [ticket, code] = [await site.ticket(), await site.codeAt()];
  const both = await Promise.all([1, 2, 3].map(() => site.auth.confirmSignIn({ ticket, code })));
  expect(both.map(({ kind }) => kind).sort()).toEqual(["refused", "refused", "signed-in"]);
  for (const again of [code, await site.codeAt(-1)])
    expect(await site.auth.confirmSignIn({ ticket, code: again })).toEqual({ kind: "refused", reason: "wrong-code" });
  expect(await site.sessions()).toBe(2);
});

test("a recovery code opens the account once, however it is written and however many try at once", async () => {
  await using site = await open();
  const [first = "", second = ""] = await site.turnOn();
  const ticket = await site.ticket();
  const code = ` ${first.toLowerCase().replaceAll("-", " ")} `;
  const all = await Promise.all([1, 2, 3].map(() => site.auth.confirmSignIn({ ticket, code })));
  expect(all.filter(({ kind }) => kind === "signed-in")).toHaveLength(1);
  expect((await site.factor()).codesLeft).toBe(9);
  // One of another account opens nothing.
  await site.d1.prepare("update recovery_codes set user_id = 2").run();
  expect(await site.auth.confirmSignIn({ ticket, code: second })).toMatchObject({ reason: "wrong-code" });
});

test("five wrong codes in a quarter of an hour are all, over all tickets; the password's limits are not touched", async () => {
  await using site = await open();
  await site.turnOn();
  for (let tries = 0; tries < 5; tries += 1)
    expect(await site.auth.confirmSignIn({ ticket: await site.ticket(), code: `00000${tries}` })).toMatchObject({
      reason: "wrong-code",
    });
  const result = await site.auth.confirmSignIn({ ticket: await site.ticket(), code: await site.codeAt() });
  expect(result).toMatchObject({ reason: "too-many" });
  site.deps.clock.now += 15 * 60;
  expect((await site.auth.confirmSignIn({ ticket: await site.ticket(), code: await site.codeAt() })).kind).toBe(
    "signed-in",
  );
});

test("a ticket holds ten minutes and for the password that it was given for; nobody can make one", async () => {
  await using site = await open();
  await site.turnOn();
  const ticket = await site.ticket();
  const late = { kind: "refused", reason: "late" };
  for (const wrong of [ticket.replace(/^1/, "2"), ticket.replace(/.$/, "!"), "1.2.3", ""])
    expect(await site.auth.confirmSignIn({ ticket: wrong, code: await site.codeAt() })).toEqual(late);
  site.deps.clock.now += 600;
  expect(await site.auth.confirmSignIn({ ticket, code: await site.codeAt() })).toEqual(late);
  const other = await site.ticket();
  await site.d1.prepare("update users set password_hash = ? where id = 1").bind(`$argon2id$${NEW_PASSWORD}`).run();
  expect(await site.auth.confirmSignIn({ ticket: other, code: await site.codeAt() })).toEqual(late);
});

test("turned on between password and session, it keeps that log-in out", async () => {
  await using site = await open();
  await site.begin();
  const { passwords } = site.deps;
  const verify: typeof passwords.verify = async (...input) => {
    await site.d1.prepare("update second_factors set confirmed_at = 1").run();
    return passwords.verify(...input);
  };
  const { auth } = createServices({ ...site.deps, passwords: { ...passwords, verify } });
  expect(await auth.signIn({ email: user.email, password: PASSWORD, ...FROM })).toEqual({
    kind: "refused",
    reason: "wrong-credentials",
  });
  expect(await site.sessions()).toBe(1);
});

test("new recovery codes replace the old ones, and it is turned off by password and code", async () => {
  await using site = await open();
  const [old = ""] = await site.turnOn();
  expect(await site.secondFactor.renewCodes({ user, password: PASSWORD, code: "000000" })).toMatchObject({
    reason: "wrong-code",
  });
  expect(await site.secondFactor.renewCodes({ user, password: "wrong", code: await site.codeAt() })).toMatchObject({
    reason: "wrong-password",
  });
  const renewed = await site.secondFactor.renewCodes({ user, password: PASSWORD, code: await site.codeAt() });
  if (renewed.kind !== "renewed") throw new Error(renewed.reason);
  expect(await site.auth.confirmSignIn({ ticket: await site.ticket(), code: old })).toMatchObject({
    reason: "wrong-code",
  });
  const [fresh = ""] = renewed.codes;
  const off = (password: string, code: string) => site.secondFactor.turnOff({ user, password, code });
  expect(await off("wrong", fresh)).toMatchObject({ reason: "wrong-password" });
  expect(await off(PASSWORD, old)).toMatchObject({ reason: "wrong-code" });
  expect((await site.signIn()).kind).toBe("second-factor");
  expect(await off(PASSWORD, fresh)).toEqual({ kind: "off" });
  expect((await site.signIn()).kind).toBe("signed-in");
  expect(await site.d1.prepare("select count(*) n from recovery_codes").first("n")).toBe(0);
});

test("sessions are listed with their devices, and ended one by one or all others, of the own account only", async () => {
  await using site = await open();
  const IPHONE =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1";
  const tokens: string[] = [];
  for (const userAgent of [IPHONE, "curl/8.5", ""]) {
    const result = await site.auth.signIn({ email: user.email, password: PASSWORD, userAgent, ...FROM });
    if (result.kind !== "signed-in") throw new Error(result.kind);
    tokens.push(result.token);
  }
  const [first = "", second = "", third = ""] = tokens;
  const { sessions: listed } = await site.auth.readOwnSecurity({ user, token: first });
  expect(listed.map(({ device, isThis }) => [device, isThis])).toEqual([
    ["プログラム", false],
    ["プログラム", false],
    ["iPhone・Safari", true],
    // The one that the site was opened with.
    ["プログラム", false],
  ]);
  const sessionId = listed[0]?.id ?? "";
  const end = (of: { id: number }, which: string, password = PASSWORD) =>
    site.auth.endOwnSessions({ user: of, token: first, password, which });
  await end({ id: 2 }, sessionId);
  expect(await site.auth.findSessionUser({ token: third })).not.toBeNull();
  expect(await end(user, sessionId, "wrong")).toMatchObject({ reason: "wrong-password" });
  expect(await site.auth.findSessionUser({ token: third })).not.toBeNull();
  expect(await end(user, sessionId)).toEqual({ kind: "ended" });
  const isOpen = async (token: string) => (await site.auth.findSessionUser({ token })) !== null;
  expect([await isOpen(first), await isOpen(second), await isOpen(third)]).toEqual([true, true, false]);
  expect(await end(user, "others", "wrong")).toMatchObject({ reason: "wrong-password" });
  expect(await isOpen(second)).toBe(true);
  expect(await end(user, "others")).toEqual({ kind: "ended" });
  expect([await isOpen(first), await isOpen(second)]).toEqual([true, false]);
});

test("a set-up is shown to the session that began it only, and ends after 15 minutes", async () => {
  await using site = await open();
  await site.begin();
  // A thief has the cookie of another session: neither secret nor end of the set-up.
  const stolen = await site.tokenOf();
  const shown = await site.auth.readOwnSecurity({ user, token: stolen });
  expect(shown.factor).toEqual({ isOn: false, codesLeft: 0, setUp: null });
  expect(await site.confirm({ token: stolen })).toEqual({ kind: "refused", reason: "late" });
  // Nor with that of the session itself, without the password.
  expect(await site.confirm({ password: "wrong" })).toEqual({ kind: "refused", reason: "wrong-password" });
  site.deps.clock.now += 15 * 60 - 1;
  expect((await site.factor()).setUp).not.toBeNull();
  site.deps.clock.now += 1;
  expect((await site.factor()).setUp).toBeNull();
  expect(await site.confirm()).toEqual({ kind: "refused", reason: "late" });
  expect((await site.signIn()).kind).toBe("signed-in");
  // Begun by the other session, it is that one's alone.
  await site.begin();
  expect(await site.secondFactor.begin({ user, token: stolen, password: PASSWORD })).toEqual({ kind: "begun" });
  expect((await site.factor()).setUp).toBeNull();
  expect(await site.confirm()).toEqual({ kind: "refused", reason: "late" });
});

test("the statement that switches on takes the set-up of the session only, and none that has ended meanwhile", async () => {
  await using site = await open();
  await site.begin();
  const now = site.deps.now();
  const row = await sql(site.d1)`select totp_seed totpSeed, session_id sessionId
    from second_factors`.first<{ totpSeed: string; sessionId: string }>();
  const right = { userId: 1, totpSeed: "", sessionId: "", ...row, begunAfter: now - 900, step: 1, codeHashes: ["h"] };
  const take = (given: Partial<typeof right>) =>
    confirmSecondFactor(site.db, { ...right, ...given, mail: { jobId: site.deps.newId(), now } });
  for (const other of [{ sessionId: "another" }, { begunAfter: now }, { totpSeed: "another" }, { userId: 2 }])
    expect([other, await take(other)]).toEqual([other, false]);
  expect((await site.signIn()).kind).toBe("signed-in");
  expect([await take({}), await take({})]).toEqual([true, false]);
  expect(await site.mails()).toHaveLength(1);
});

test("of twenty presses of the first code one gets recovery codes, and the owner is mailed once with the way back", async () => {
  await using site = await open();
  await site.begin();
  const code = await site.codeAt();
  const presses = await Promise.all(Array.from({ length: 20 }, () => site.confirm({ code })));
  expect(presses.filter(({ kind }) => kind === "on")).toHaveLength(1);
  expect(await site.d1.prepare("select count(*) n from recovery_codes").first("n")).toBe(10);
  const [mail, ...others] = await site.mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: user.email, subject: "【はちわく】2段階認証をオンにしました" });
  expect(mail?.text).toMatch(/http:\/\/127\.0\.0\.1:8788\/undoSecondFactor\?uuid=1\.[\w-]{43}\n/);
});

const undoCodeIn = (text = "") => /undoSecondFactor\?uuid=(\S+)/.exec(text)?.[1] ?? "";

test("the mailed link undoes a switching-on within 7 days, once, and ends all sessions, from any browser", async () => {
  await using site = await open();
  await site.turnOn();
  const other = await site.tokenOf("user2@example.com");
  const code = undoCodeIn((await site.mails())[0]?.text);
  const invalid = { kind: "refused", reason: "invalid-code" };
  for (const wrong of [code.replace(/^1/, "2"), code.slice(0, -1), `${code}x`, "", "1.x"])
    expect(await site.secondFactor.undoByCode({ code: wrong })).toEqual(invalid);
  // Looked at, by a scanner of mails too, it changes nothing.
  expect(await site.secondFactor.findUndo({ code })).toEqual({ confirmedAt: site.deps.now() });
  expect((await site.signIn()).kind).toBe("second-factor");
  const presses = await Promise.all(Array.from({ length: 20 }, () => site.secondFactor.undoByCode({ code })));
  expect(presses).toEqual(presses.map(() => ({ kind: "undone" })));
  expect(await site.auth.findSessionUser({ token: site.token })).toBeNull();
  expect(await site.auth.findSessionUser({ token: other })).not.toBeNull();
  expect(await site.d1.prepare("select count(*) n from recovery_codes").first("n")).toBe(0);
  expect((await site.mails()).map(({ subject }) => subject)).toEqual([
    "【はちわく】2段階認証をオンにしました",
    "【はちわく】2段階認証を取り消しました",
  ]);
  // It is good for the switching-on that it was mailed for: not for the next one.
  const token = await site.tokenOf();
  expect(await site.secondFactor.begin({ user, token, password: PASSWORD })).toEqual({ kind: "begun" });
  await site.d1.prepare("update second_factors set confirmed_at = ?").bind(site.deps.now()).run();
  expect(await site.secondFactor.findUndo({ code })).toBeNull();
  await site.secondFactor.undoByCode({ code });
  expect((await site.signIn()).kind).toBe("second-factor");
});

test("a second factor that has been on for 7 days is not undone by the link", async () => {
  await using site = await open();
  await site.turnOn();
  const code = undoCodeIn((await site.mails())[0]?.text);
  site.deps.clock.now += 7 * 86_400 - 1;
  expect(await site.secondFactor.findUndo({ code })).not.toBeNull();
  site.deps.clock.now += 1;
  expect(await site.secondFactor.findUndo({ code })).toBeNull();
  expect(await site.secondFactor.undoByCode({ code })).toEqual({ kind: "refused", reason: "invalid-code" });
  expect((await site.signIn()).kind).toBe("second-factor");
});

test("every change of a second factor is mailed to its owner, once, however often it is asked for", async () => {
  await using site = await open();
  await site.turnOn();
  const code = await site.codeAt();
  await Promise.all(Array.from({ length: 4 }, () => site.secondFactor.renewCodes({ user, password: PASSWORD, code })));
  site.nextStep();
  const off = await site.codeAt();
  await Promise.all(
    Array.from({ length: 4 }, () => site.secondFactor.turnOff({ user, password: PASSWORD, code: off })),
  );
  await site.turnOn();
  const { console: operator } = createServices(site.deps);
  const drop = () => operator.endUserSecondFactor({ staff: { id: 2 }, userId: 1, reason: "本人確認済み" });
  const drops = await Promise.all(Array.from({ length: 4 }, drop));
  expect(drops.filter(({ kind }) => kind === "dropped")).toHaveLength(1);
  expect((await site.mails()).map(({ to, subject }) => [to, subject.replace("【はちわく】", "")])).toEqual([
    [user.email, "2段階認証をオンにしました"],
    [user.email, "回復コードを作りなおしました"],
    [user.email, "2段階認証をやめました"],
    [user.email, "2段階認証をオンにしました"],
    [user.email, "2段階認証を外しました"],
  ]);
});

test("recovery codes have 120 bits, and those of 80 bits from before still open the account", async () => {
  await using site = await open();
  const codes = await site.turnOn();
  for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
  const old = "ABCD-EFGH-2345-ABCD";
  await sql(site.d1)`insert into recovery_codes (user_id, code_hash)
    values (1, ${await sha256Hex(`recovery:1:${old.replaceAll("-", "")}`)})`.run();
  expect((await site.auth.confirmSignIn({ ticket: await site.ticket(), code: old })).kind).toBe("signed-in");
});
