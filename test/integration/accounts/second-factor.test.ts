import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { totpCode } from "#app/adapters/second-factor/totp.server.ts";
import { createServices } from "#app/services/create-services.server.ts";
import { FROM, openAccounts } from "#test/integration/support/account-site.ts";
import { NEW_PASSWORD, PASSWORD } from "#test/integration/support/site-accounts.ts";

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
  const signIn = (email = user.email, password = PASSWORD) => auth.signIn({ email, password, ...FROM });
  const codeAt = (steps = 0) => {
    const bits = [...secret].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0")).join("");
    const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
    return totpCode(bytes, Math.floor(Date.now() / 30_000) + steps);
  };
  const factor = async () => (await auth.readOwnSecurity({ user, token: "" })).factor;
  const nextStep = () => void vi.setSystemTime(Date.now() + 60_000);
  const begin = async () => {
    expect(await secondFactor.begin({ user, password: PASSWORD })).toEqual({ kind: "begun" });
    secret = (await factor()).setUp?.secret ?? "";
  };
  /** Turns it on. @returns the recovery codes */
  async function turnOn(): Promise<string[]> {
    await begin();
    const result = await secondFactor.confirm({ user, code: await codeAt() });
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
  return { ...site, secondFactor, auth, factor, signIn, codeAt, nextStep, begin, turnOn, ticket, sessions };
}

test("a second factor is asked for once its first code was given, after the right password only", async () => {
  await using site = await open();
  expect(await site.secondFactor.begin({ user, password: "wrong" })).toMatchObject({ reason: "wrong-password" });
  await site.begin();
  expect((await site.signIn()).kind).toBe("signed-in");
  expect(await site.secondFactor.confirm({ user, code: await site.codeAt(3) })).toMatchObject({ reason: "wrong-code" });
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
  await site.secondFactor.begin({ user, password: PASSWORD });
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
  expect(await site.sessions()).toBe(1);
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
  expect(await site.sessions()).toBe(0);
});

test("new recovery codes replace the old ones, and it is turned off by password and code", async () => {
  await using site = await open();
  const [old = ""] = await site.turnOn();
  expect(await site.secondFactor.renewCodes({ user, code: "000000" })).toMatchObject({ reason: "wrong-code" });
  const renewed = await site.secondFactor.renewCodes({ user, code: await site.codeAt() });
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
  ]);
  const sessionId = listed[0]?.id ?? "";
  await site.auth.endOwnSession({ user: { id: 2 }, sessionId });
  expect(await site.auth.findSessionUser({ token: third })).not.toBeNull();
  await site.auth.endOwnSession({ user, sessionId });
  const isOpen = async (token: string) => (await site.auth.findSessionUser({ token })) !== null;
  expect([await isOpen(first), await isOpen(second), await isOpen(third)]).toEqual([true, true, false]);
  await site.auth.endOwnOthers({ user, token: first });
  expect([await isOpen(first), await isOpen(second)]).toEqual([true, false]);
});
