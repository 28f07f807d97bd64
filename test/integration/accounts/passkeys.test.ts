import { expect, test } from "vitest";
import { totpCode, totpSecret } from "#app/adapters/second-factor/totp.server.ts";
import { createServices } from "#app/services/create-services.server.ts";
import { addStaff, removeStaff } from "#app/services/operations/staff.server.ts";
import { FROM, openAccounts } from "#test/integration/support/account-site.ts";
import { PASSWORD } from "#test/integration/support/site-accounts.ts";
import { createAuthenticator, type Signing } from "#test/integration/support/software-authenticator.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

const ORIGIN = "https://keiba.example";
const HERE = { origin: ORIGIN, rpId: "keiba.example" };
const user = { id: 1, email: "user1@example.com" };

/** A site at a host name, whose users have a second factor. */
async function open(publicUrl = ORIGIN) {
  const site = await openAccounts({ publicUrl });
  const { secondFactor, auth, staff } = createServices(site.deps);
  for (const id of [1, 2])
    await sql(site.d1)`insert into second_factors (user_id, totp_seed, created_at, confirmed_at)
      values (${id}, ${`seed${id}`}, 1, 1)`.run();
  /** The next code. The last one is deleted from the database, because the phone's clock does not move here. */
  const code = async (id = 1) => {
    await site.d1.prepare("update second_factors set totp_step = 0").run();
    return totpCode(
      await totpSecret(site.deps.config.sessionSecret, `user:seed${id}`),
      Math.floor(Date.now() / 30_000),
    );
  };
  const owner = (id: number) => ({ id, email: `user${id}@example.com` });
  const begin = async (id = 1) => {
    const begun = await secondFactor.beginPasskey({ user: owner(id), password: PASSWORD, code: await code(id) });
    if (begun.kind !== "begun") throw new Error(begun.reason);
    return begun.creation;
  };
  /** Registers a new authenticator's passkey. */
  async function register(id = 1, { token = "", ...how }: Partial<Signing> & { token?: string } = {}) {
    const authenticator = createAuthenticator();
    const { challenge } = await begin(id);
    const answer = authenticator.register({ challenge, ...HERE, ...how });
    const result = await secondFactor.addPasskey({ user: owner(id), token, name: "電話", answer });
    return { authenticator, answer, result };
  }
  const ticket = async (id = 1) => {
    const result = await auth.signIn({ email: owner(id).email, password: PASSWORD, ...FROM });
    if (result.kind !== "second-factor") throw new Error(result.kind);
    return result.ticket;
  };
  /** The second step of a log-in by an authenticator. */
  async function enter(authenticator: ReturnType<typeof createAuthenticator>, how: Partial<Signing> = {}, id = 1) {
    const held = await ticket(id);
    const asked = await auth.beginPasskeySignIn({ ticket: held });
    const answer = authenticator.sign({ challenge: asked?.challenge ?? "", ...HERE, ...how });
    return { held, answer, result: await auth.confirmSignInByPasskey({ ticket: held, answer }) };
  }
  const count = async (table: string) =>
    (await site.d1.prepare(`select count(*) n from ${table}`).first<number>("n")) ?? 0;
  /** What owners were mailed about. */
  const changes = async () => {
    const { results } = await sql(site.d1)`select payload ->> 'change' change from jobs where kind = 'send-mail'
      order by rowid`.all<{ change: string }>();
    return results.map(({ change }) => change);
  };
  return { ...site, secondFactor, auth, staff, changes, begin, register, ticket, enter, count, code };
}

const WRONG = { kind: "refused", reason: "wrong-passkey" };
const NONE = { kind: "refused", reason: "no-passkey" };

test("a passkey is registered after password and code, named, used at the log-in, and removed by password and code", async () => {
  await using site = await open();
  expect(await site.secondFactor.beginPasskey({ user, password: "wrong", code: await site.code() })).toMatchObject({
    reason: "wrong-password",
  });
  expect(await site.secondFactor.beginPasskey({ user, password: PASSWORD, code: "x" })).toMatchObject({
    reason: "wrong-code",
  });
  const { authenticator, result } = await site.register();
  expect(result).toEqual({ kind: "added" });
  const listed = async () => (await site.auth.readOwnSecurity({ user, token: "" })).passkeys;
  expect(await listed()).toEqual([
    { credentialId: authenticator.id, name: "電話", createdAt: site.deps.now(), usedAt: null },
  ]);
  expect((await site.enter(authenticator)).result.kind).toBe("signed-in");
  expect((await listed())?.[0]?.usedAt).toBe(site.deps.now());
  expect([await site.count("sessions"), await site.count("passkey_challenges")]).toEqual([1, 0]);
  const remove = async (password: string, code?: string) =>
    site.secondFactor.removePasskey({
      ...{ user, password, code: code ?? (await site.code()), credentialId: authenticator.id },
    });
  expect(await remove("wrong")).toMatchObject({ reason: "wrong-password" });
  expect(await remove(PASSWORD, "000000")).toMatchObject({ reason: "wrong-code" });
  expect(await site.count("passkeys")).toBe(1);
  // Two presses with one code: the passkey is removed, and its owner is mailed once.
  const code = await site.code();
  const presses = await Promise.all([1, 2].map(() => remove(PASSWORD, code)));
  expect(presses).toEqual([{ kind: "removed" }, { kind: "removed" }]);
  expect(await remove(PASSWORD)).toEqual({ kind: "removed" });
  expect(await site.changes()).toEqual(["passkey-added", "passkey-removed"]);
  expect(await site.auth.beginPasskeySignIn({ ticket: await site.ticket() })).toBeNull();
});

test("an answer opens one session: not again, not two at once, not after its challenge has ended", async () => {
  await using site = await open();
  const { authenticator } = await site.register();
  const { held, answer } = await site.enter(authenticator);
  expect(await site.auth.confirmSignInByPasskey({ ticket: held, answer })).toEqual(WRONG);
  const challenge = (await site.auth.beginPasskeySignIn({ ticket: held }))?.challenge ?? "";
  const next = authenticator.sign({ challenge, ...HERE });
  const both = await Promise.all([1, 2].map(() => site.auth.confirmSignInByPasskey({ ticket: held, answer: next })));
  expect(both.map(({ kind }) => kind).sort()).toEqual(["refused", "signed-in"]);
  const late = (await site.auth.beginPasskeySignIn({ ticket: held }))?.challenge ?? "";
  site.deps.clock.now += 300;
  const answered = authenticator.sign({ challenge: late, ...HERE });
  expect(await site.auth.confirmSignInByPasskey({ ticket: held, answer: answered })).toEqual(WRONG);
  expect(await site.count("sessions")).toBe(2);
});

test("another site's origin or host, a challenge of one's own, another user's passkey and nonsense open nothing", async () => {
  await using site = await open();
  const { authenticator } = await site.register();
  const other = await site.register(2);
  for (const how of [{ origin: "https://evil.example" }, { rpId: "evil.example" }, { challenge: "AAAA" }])
    expect([how, (await site.enter(authenticator, how)).result]).toEqual([how, WRONG]);
  await site.d1.prepare("delete from rate_limits").run();
  expect((await site.enter(other.authenticator)).result).toEqual(WRONG);
  expect((await site.enter(createAuthenticator())).result).toEqual(WRONG);
  const ticket = await site.ticket();
  for (const answer of [null, "x", {}, { id: 1 }, { id: authenticator.id }, { id: authenticator.id, response: {} }])
    expect([answer, await site.auth.confirmSignInByPasskey({ ticket, answer })]).toEqual([
      answer,
      expect.objectContaining({ kind: "refused" }),
    ]);
  expect(await site.count("sessions")).toBe(0);
  expect(await site.auth.confirmSignInByPasskey({ ticket: "1.2.x", answer: {} })).toMatchObject({ reason: "late" });
});

test("a count of signatures that does not rise is a copied key, and is refused", async () => {
  await using site = await open();
  const { authenticator } = await site.register(1, { counter: 5 });
  expect((await site.enter(authenticator, { counter: 5 })).result).toEqual(WRONG);
  expect((await site.enter(authenticator, { counter: 7 })).result.kind).toBe("signed-in");
  expect((await site.enter(authenticator, { counter: 6 })).result).toEqual(WRONG);
  expect((await site.enter(authenticator, { counter: 0 })).result).toEqual(WRONG);
});

test("a registration is refused from another origin or with a used challenge, and twice it is one; ten passkeys are all", async () => {
  await using site = await open();
  expect((await site.register(1, { origin: "https://evil.example" })).result).toEqual(NONE);
  expect((await site.register(1, { rpId: "evil.example" })).result).toEqual(NONE);
  const first = await site.register();
  const add = (id: number, answer: unknown) =>
    site.secondFactor.addPasskey({ user: { id }, token: "", name: "また", answer });
  expect([await add(1, first.answer), await site.count("passkeys")]).toEqual([{ kind: "added" }, 1]);
  expect(await add(2, first.answer)).toEqual(NONE);
  // The same authenticator for another account.
  const { challenge } = await site.begin(2);
  expect(await add(2, first.authenticator.register({ challenge, ...HERE }))).toEqual(NONE);
  const begun = [];
  for (let n = 0; n < 11; n += 1) begun.push(await site.begin());
  const answers = begun.map(({ challenge }) => createAuthenticator().register({ challenge, ...HERE }));
  const all = await Promise.all(answers.map((answer) => add(1, answer)));
  expect(all.filter(({ kind }) => kind === "added")).toHaveLength(9);
  expect(await site.count("passkeys")).toBe(10);
  expect(await site.secondFactor.beginPasskey({ user, password: PASSWORD, code: await site.code() })).toMatchObject({
    reason: "full",
  });
});

test("passkeys go with the second factor, and are not offered where browsers have none", async () => {
  await using site = await open();
  await site.register();
  expect(await site.secondFactor.turnOff({ user, password: PASSWORD, code: await site.code() })).toEqual({
    kind: "off",
  });
  expect([await site.count("passkeys"), await site.count("recovery_codes")]).toEqual([0, 0]);
  expect((await site.auth.signIn({ email: user.email, password: PASSWORD, ...FROM })).kind).toBe("signed-in");
  for (const [publicUrl, isOffered] of [
    ["http://127.0.0.1:8788", false],
    ["https://192.0.2.1", false],
    ["https://[2001:db8::1]", false],
    ["http://keiba.example", false],
    ["http://localhost:8788", true],
  ] as const) {
    await using elsewhere = await open(publicUrl);
    const { passkeys } = await elsewhere.auth.readOwnSecurity({ user, token: "" });
    expect([publicUrl, passkeys]).toEqual([publicUrl, isOffered ? [] : null]);
    const begun = await elsewhere.secondFactor.beginPasskey({ user, password: PASSWORD, code: await elsewhere.code() });
    expect([publicUrl, begun.kind]).toEqual([publicUrl, isOffered ? "begun" : "refused"]);
  }
});

test("the console opens by a passkey that was registered in it, with the user verified, and by no other", async () => {
  await using site = await open();
  await addStaff(site.deps, { email: user.email, reason: "当番" });
  const before = await site.register();
  const entered = (await site.enter(before.authenticator)).result;
  if (entered.kind !== "signed-in") throw new Error(entered.reason);
  const { token } = entered;
  expect(await site.auth.beginPasskeySignIn({ ticket: await site.ticket() })).toMatchObject({
    userVerification: "required",
  });
  expect(await site.auth.beginPasskeySignIn({ ticket: await site.ticket(2) })).toBeNull();
  const isOpen = async () => (await site.staff.find({ token }))?.isConfirmed;
  expect(await site.staff.beginPasskeySignIn({ staff: { id: 1 } })).toBeNull();

  await sql(site.d1)`update sessions set staff_until = ${site.deps.now() + 60}`.run();
  expect((await site.register(1, { token, isVerified: false })).result).toEqual(NONE);
  const { authenticator, result } = await site.register(1, { token });
  expect(result).toEqual({ kind: "added" });
  await site.staff.leave({ token });
  const confirm = async (by: typeof authenticator, how: Partial<Signing> = {}) => {
    const asked = await site.staff.beginPasskeySignIn({ staff: { id: 1 } });
    expect(asked?.allowCredentials.map(({ id }) => id)).toEqual([authenticator.id]);
    const answer = by.sign({ challenge: asked?.challenge ?? "", ...HERE, ...how });
    return { answer, result: await site.staff.confirmByPasskey({ token, answer }) };
  };
  expect((await confirm(before.authenticator)).result).toEqual(WRONG);
  expect((await confirm(authenticator, { isVerified: false })).result).toEqual(WRONG);
  expect((await site.enter(authenticator, { isVerified: false })).result).toEqual(WRONG);
  expect(await isOpen()).toBe(false);
  const { answer, result: confirmed } = await confirm(authenticator);
  expect([confirmed, await isOpen()]).toEqual([{ kind: "confirmed" }, true]);
  await site.staff.leave({ token });
  expect(await site.staff.confirmByPasskey({ token, answer })).toEqual(WRONG);
  const { results } = await site.d1.prepare("select action from audit_log order by id").all();
  expect(results.map(({ action }) => action)).toEqual(["staff.added", "staff.passkey-added", "staff.entered"]);

  await removeStaff(site.deps, { email: user.email, reason: "異動" });
  await addStaff(site.deps, { email: user.email, reason: "復帰" });
  expect(await site.staff.beginPasskeySignIn({ staff: { id: 1 } })).toBeNull();
});
