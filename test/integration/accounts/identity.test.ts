import { expect, test } from "vitest";
import { totpCode, totpSecret } from "#app/adapters/second-factor/totp.server.ts";
import { sendMailOfJob } from "#app/services/mail/mails.server.ts";
import { type Accounts, FROM, openAccounts, USER } from "#test/integration/support/account-site.ts";
import { NEW_PASSWORD, PASSWORD } from "#test/integration/support/site-accounts.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

const email = (id = 1) => `user${id}@example.com`;

async function open() {
  const site = await openAccounts();
  const signIn = async (password = PASSWORD, replaces: string | null = null, id = 1) => {
    const result = await site.auth.signIn({ email: email(id), password, replaces, ...FROM });
    return result.kind === "signed-in" ? result.token : "";
  };
  const isOpen = async (token: string) => (await site.auth.findSessionUser({ token })) !== null;
  return { ...site, signIn, isOpen };
}

/** Gives user 1 a second factor. @returns its present code, each time as if the last one had been of another step */
async function secure({ d1, deps }: Accounts) {
  await sql(d1)`insert into second_factors (user_id, totp_seed, created_at, confirmed_at)
    values (1, 'seed', 1, 1)`.run();
  return async () => {
    await d1.prepare("update second_factors set totp_step = 0").run();
    const secret = await totpSecret(deps.config.sessionSecret, "user:seed");
    return totpCode(secret, Math.floor(Date.now() / 30_000));
  };
}

test("the password is changed by the present one: other sessions end, mailed links too, and the owner is mailed", async () => {
  await using site = await open();
  const [token, other] = [await site.signIn(), await site.signIn()];
  await site.accounts.requestPasswordReset({ email: email(), ...FROM });
  const change = (currentPassword: string, password = NEW_PASSWORD) =>
    site.accounts.changePassword({ user: USER, token, currentPassword, password });
  expect(await change("wrong")).toEqual({ kind: "refused", reason: "wrong-password" });
  expect(await change(PASSWORD, "hachiwaku2026")).toEqual({ kind: "refused", reason: "weak-password" });
  expect(await site.isOpen(other)).toBe(true);

  // Twice at once, as by a double click.
  expect(await Promise.all([change(PASSWORD), change(PASSWORD)])).toEqual([{ kind: "changed" }, { kind: "changed" }]);
  expect(await change(PASSWORD)).toEqual({ kind: "changed" });
  expect([await site.isOpen(token), await site.isOpen(other)]).toEqual([true, false]);
  expect([await site.signIn(PASSWORD), await site.signIn(NEW_PASSWORD)]).toEqual(["", expect.stringMatching(/./)]);
  const { results: openCodes } = await sql(site.d1)`select id from mail_codes
    where expires_at > ${site.deps.now()}`.all();
  expect(openCodes).toEqual([]);
  const { results: jobs } = await sql(site.d1)`select id, payload from jobs
    where payload ->> 'about' = 'password-changed'`.all<{ id: string; payload: string }>();
  expect(jobs).toHaveLength(1);
  await sendMailOfJob(site.deps, { jobId: "told", payload: JSON.parse(jobs[0]?.payload ?? "") });
  expect(await site.d1.prepare("select text from dev_mails").first<string>("text")).toContain(
    "変更した端末のほかのすべての端末からログアウトしました",
  );
});

test("of twenty different new passwords at once one is set, and the session goes on", async () => {
  await using site = await open();
  const token = await site.signIn();
  const passwords = Array.from({ length: 20 }, (_, at) => `takai-yama-${at}-no-ue`);
  const all = await Promise.all(
    passwords.map((password) =>
      site.accounts.changePassword({ user: USER, token, currentPassword: PASSWORD, password }),
    ),
  );
  expect(all.filter(({ kind }) => kind === "changed")).toHaveLength(1);
  const hash = await site.d1.prepare("select password_hash from users where id = 1").first<string>("password_hash");
  const set = passwords[all.findIndex(({ kind }) => kind === "changed")] ?? "";
  expect(await site.deps.passwords.verify(set, hash ?? "")).toBe(true);
  expect(await site.isOpen(token)).toBe(true);
  expect(
    await site.d1.prepare("select count(*) n from jobs where payload ->> 'about' = 'password-changed'").first("n"),
  ).toBe(1);
});

test("a log-in ends the session whose cookie it replaces, of another account too, and a refused one ends nothing", async () => {
  await using site = await open();
  const [first, elsewhere] = [await site.signIn(), await site.signIn()];
  expect(await site.signIn("wrong", first)).toBe("");
  expect(await site.isOpen(first)).toBe(true);
  const second = await site.signIn(PASSWORD, first);
  expect([await site.isOpen(first), await site.isOpen(second), await site.isOpen(elsewhere)]).toEqual([
    false,
    true,
    true,
  ]);
  const third = await site.signIn(PASSWORD, second, 2);
  expect([await site.isOpen(second), await site.isOpen(third)]).toEqual([false, true]);
  expect(await site.isOpen(await site.signIn(PASSWORD, "no token of ours"))).toBe(true);
});

test("an account with a second factor needs its code for another address, not for the rest of the profile", async () => {
  await using site = await open();
  const code = await secure(site);
  const ask = (changes: { name?: string; email?: string }, given?: string) =>
    site.accounts.updateProfile({ user: USER, changes, currentPassword: PASSWORD, code: given, ...FROM });
  expect(await ask({ name: "新しい名前" })).toMatchObject({ kind: "updated" });
  const moved = { name: "別の名前", email: "moved@example.com" };
  expect(await ask(moved)).toEqual({ kind: "refused", reason: "no-code" });
  expect(await ask(moved, "000000")).toEqual({ kind: "refused", reason: "wrong-code" });
  expect(await site.d1.prepare("select name from users where id = 1").first("name")).toBe("新しい名前");
  expect(await site.d1.prepare("select count(*) n from mail_codes").first("n")).toBe(0);
  expect(await ask(moved, await code())).toEqual({ kind: "updated", isEmailChangeMailed: true });
});

test("an account with a second factor is deleted by its code, also where the bearer token stands for the password", async () => {
  await using site = await open();
  const code = await secure(site);
  const end = (input: { password?: string; code?: string }) => site.accounts.deleteAccount({ user: USER, ...input });
  expect(await end({ password: "wrong", code: await code() })).toMatchObject({ reason: "wrong-password" });
  expect(await end({ password: PASSWORD })).toEqual({ kind: "refused", reason: "no-code" });
  expect(await end({})).toEqual({ kind: "refused", reason: "no-code" });
  expect(await end({ code: "000000" })).toEqual({ kind: "refused", reason: "wrong-code" });
  expect(await site.d1.prepare("select deleted_at from users where id = 1").first("deleted_at")).toBeNull();
  expect(await end({ code: await code() })).toEqual({ kind: "deleted" });
  // Without a second factor the bearer token suffices, as the specification requires.
  expect(await site.accounts.deleteAccount({ user: { id: 2, plan: 1 } })).toEqual({ kind: "deleted" });
});

test("names of whoever runs the site are refused, but for staff and for who has the name already", async () => {
  await using site = await open();
  const rename = (name: string) => site.accounts.updateProfile({ user: USER, changes: { name }, ...FROM });
  for (const name of ["運営", "はちわく公式", "ﾊﾁﾜｸ", "管・理・者", "運 営 事務局"])
    expect([name, await rename(name)]).toEqual([name, { kind: "refused", reason: "reserved-name" }]);
  await site.d1.prepare("update users set name = '運営' where id = 1").run();
  expect(await rename("運営")).toMatchObject({ kind: "updated" });
  expect(await rename("運営2")).toMatchObject({ reason: "reserved-name" });
  await site.d1.prepare("insert into staff (user_id, totp_seed, added_at) values (1, 's', 1)").run();
  expect(await rename("はちわく運営")).toMatchObject({ kind: "updated" });
});
