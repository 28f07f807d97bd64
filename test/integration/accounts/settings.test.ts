import { expect, test } from "vitest";
import { EMPTY_PROFILE } from "#app/domain/accounts/profile.ts";
import { createServices } from "#app/services/create-services.server.ts";
import { mailCode } from "#app/services/mail/mail-jobs.server.ts";
import { sendMailOfJob } from "#app/services/mail/mails.server.ts";
import {
  type Accounts,
  FROM,
  newestCode,
  openAccounts,
  requestEmailChange,
  USER,
} from "#test/integration/support/account-site.ts";
import { insertAnalysis, insertModel, insertRace } from "#test/integration/support/rows.ts";
import { PASSWORD } from "#test/integration/support/site-accounts.ts";
import { CHEAP_PASSWORDS } from "#test/integration/support/test-site.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

/** Sends waiting mails; returns [to, subject] in the order of the jobs, then the texts. */
async function sentMails({ deps, d1 }: Accounts) {
  const { results } = await sql(d1)`select id, payload from jobs where kind = 'send-mail'
    and status = 'queued' order by rowid`.all<{ id: string; payload: string }>();
  for (const { id, payload } of results) await sendMailOfJob(deps, { jobId: id, payload: JSON.parse(payload) });
  await d1.prepare("update jobs set status = 'done', finished_at = 1 where kind = 'send-mail'").run();
  const mails = await sql(d1)`select "to", subject, text from dev_mails order by id`.all<{
    to: string;
    subject: string;
    text: string;
  }>();
  return mails.results.map(({ to, subject, text }) => ({ to, subject: subject.replace(/^【.*】/, ""), text }));
}

const emailOf = async ({ d1 }: Accounts, id = 1) =>
  (await d1.prepare("select email from users where id = ?1").bind(id).first<{ email: string | null }>())?.email;

test("a profile update stores the given fields and keeps the others", async () => {
  await using site = await openAccounts();
  const update = (changes: Parameters<typeof site.accounts.updateProfile>[0]["changes"]) =>
    site.accounts.updateProfile({ user: USER, changes, ...FROM });
  const done = { kind: "updated", isEmailChangeMailed: false };
  expect(await update({ favHorse: "ハチワク", sex: 2, prefectures: 13, birthDate: "1990-02-03" })).toEqual(done);
  // Its own address in any spelling is no change and requires no password.
  expect(await update({ name: "花子", favHorse: undefined, email: " USER1@example.com" })).toEqual(done);
  const { results } = await sql(site.d1)`select name, fav_horse, sex, prefectures, birth_date, email, icon
    from users order by id`.all();
  expect(results).toEqual([
    {
      name: "花子",
      fav_horse: "ハチワク",
      sex: 2,
      prefectures: 13,
      birth_date: "1990-02-03",
      email: "user1@example.com",
      icon: "",
    },
    { name: "user 2", fav_horse: "", sex: 0, prefectures: 0, birth_date: "", email: "user2@example.com", icon: "" },
  ]);
});

test("a new address requires the current password, and a refusal stores nothing", async () => {
  await using site = await openAccounts();
  for (const currentPassword of [undefined, "", "not-the-password"]) {
    const changes = { name: "別人", email: "new@example.com" };
    const result = await site.accounts.updateProfile({ user: USER, changes, currentPassword, ...FROM });
    expect(result).toEqual({ kind: "refused", reason: "wrong-password" });
  }
  expect(await site.d1.prepare("select count(*) n from users where name = '別人'").first()).toEqual({ n: 0 });
  expect(await site.d1.prepare("select count(*) n from mail_codes").first()).toEqual({ n: 0 });
  // A user's wrong passwords count together, whatever they were for.
  for (let i = 0; i < 7; i++) await site.accounts.deleteAccount({ user: USER, password: "wrong" });
  expect(await requestEmailChange(site, "new@example.com")).toMatchObject({ kind: "refused", reason: "too-many" });
});

test("a new address takes effect by its mailed code only, once, within a day, and the old one is notified twice", async () => {
  await using site = await openAccounts();
  expect(await requestEmailChange(site, "New@Example.com")).toEqual({ kind: "updated", isEmailChangeMailed: true });
  expect(await emailOf(site)).toBe("user1@example.com");
  const code = await newestCode(site);
  const asked = await sentMails(site);
  expect(asked.map(({ to, subject }) => [to, subject])).toEqual([
    ["new@example.com", "新しいメールアドレスの確認"],
    ["user1@example.com", "メールアドレスの変更の申し込みがありました"],
  ]);
  expect(asked[0]?.text).toContain(`http://127.0.0.1:8788/changeEmail?uuid=${code}`);
  expect(asked[1]?.text).not.toContain("uuid=");

  for (let i = 0; i < 2; i++) expect(await site.accounts.findNewEmail({ code })).toEqual({ email: "new@example.com" });
  const both = await Promise.all([site.accounts.changeEmail({ code }), site.accounts.changeEmail({ code })]);
  // A form sent twice makes one change, and reports it twice.
  expect(both).toEqual(Array(2).fill({ kind: "changed", email: "new@example.com" }));
  expect(await emailOf(site)).toBe("new@example.com");
  expect(await site.accounts.findNewEmail({ code })).toBeNull();
  expect((await sentMails(site)).slice(2).map(({ to, subject }) => [to, subject])).toEqual([
    ["user1@example.com", "メールアドレスを変更しました"],
  ]);

  await site.d1.prepare("update users set email = 'user1@example.com' where id = 1").run();
  expect(await site.accounts.changeEmail({ code })).toEqual({ kind: "refused", reason: "invalid-code" });

  await requestEmailChange(site, "late@example.com");
  const late = await newestCode(site);
  site.deps.clock.now += 24 * 3600;
  expect(await site.accounts.findNewEmail({ code: late })).toBeNull();
  expect(await site.accounts.changeEmail({ code: late })).toEqual({ kind: "refused", reason: "invalid-code" });
});

test("a newer request and a new password invalidate the codes of a change of address", async () => {
  await using site = await openAccounts();
  await requestEmailChange(site, "first@example.com");
  const first = await newestCode(site);
  await requestEmailChange(site, "second@example.com");
  const second = await newestCode(site);
  expect(await site.accounts.findNewEmail({ code: first })).toBeNull();
  expect(await site.accounts.findNewEmail({ code: second })).not.toBeNull();
  await site.accounts.requestPasswordReset({ email: "user1@example.com", ...FROM });
  const reset = await sql(site.d1)`select id from mail_codes where kind = 'reset-password'`.first<{ id: string }>();
  const changed = await site.accounts.resetPassword({
    code: await mailCode(site.deps, reset?.id ?? ""),
    password: "takai-yama-10",
  });
  expect(changed).toEqual({ kind: "changed" });
  expect(await site.accounts.changeEmail({ code: second })).toEqual({ kind: "refused", reason: "invalid-code" });
});

test("a change of address gets no code if the password is changed meanwhile", async () => {
  await using site = await openAccounts();
  const { d1, deps } = site;
  const passwords = {
    ...CHEAP_PASSWORDS,
    verify: async (password: string, hash: string) => {
      const isRight = await CHEAP_PASSWORDS.verify(password, hash);
      await d1.prepare("update users set password_hash = '$argon2id$takai-yama-10' where id = 1").run();
      return isRight;
    },
  };
  await requestEmailChange({ ...site, accounts: createServices({ ...deps, passwords }).accounts }, "thief@example.com");
  expect(await d1.prepare("select count(*) n from mail_codes").first()).toEqual({ n: 0 });
  expect(await sentMails(site)).toEqual([]);
});

test("a registered address is reported by mail only, and of two users who confirm the same one a single one wins", async () => {
  await using site = await openAccounts();
  expect(await requestEmailChange(site, "user2@example.com")).toEqual(
    await requestEmailChange(site, "free@example.com", 2),
  );
  const mails = await sentMails(site);
  expect(mails.filter(({ to }) => to === "user2@example.com").map(({ subject }) => subject)).toContain(
    "このメールアドレスは登録済みです",
  );
  expect(await site.accounts.changeEmail({ code: await newestCode(site) })).toMatchObject({ kind: "refused" });

  await requestEmailChange(site, "shared@example.com", 1);
  await requestEmailChange(site, "shared@example.com", 2);
  const codes = [await newestCode(site, 1), await newestCode(site, 2)];
  const answers = await Promise.all(codes.map((code) => site.accounts.changeEmail({ code })));
  expect(answers.map(({ kind }) => kind).sort()).toEqual(["changed", "refused"]);
  expect(await site.d1.prepare("select count(*) n from users where email = 'shared@example.com'").first()).toEqual({
    n: 1,
  });
});

test("five changes of address an hour may be requested", async () => {
  await using site = await openAccounts();
  for (let i = 0; i < 5; i++)
    expect(await requestEmailChange(site, `a${i}@example.com`)).toMatchObject({ kind: "updated" });
  expect(await requestEmailChange(site, "a5@example.com")).toMatchObject({ kind: "refused", reason: "too-many" });
});

test("a deleted account keeps its id for the ledger and nothing personal, also when deleted twice concurrently", async () => {
  await using site = await openAccounts();
  const { d1, db } = site;
  await d1.prepare("update users set plan = 3, fav_horse = 'x', phone_number = '090' where id = 1").run();
  await insertModel(db, { id: 1 });
  await insertModel(db, { id: 2, status: 1 });
  await insertModel(db, { id: 3, userId: 2 });
  await insertRace(db, { raceId: "r1" });
  await insertAnalysis(db, { id: 1, modelId: 1, raceId: "r1", sharedAt: 5 });
  const signedIn = await site.auth.signIn({ email: "user1@example.com", password: PASSWORD, ...FROM });
  await requestEmailChange(site, "new@example.com");
  await sql(d1)`insert into jobs (id, kind, queue, subject, status, run_after, created_at, lease_owner, lease_until)
    values ('t2', 'train-model', 'train', '2', 'running', 1, 1, 'me', 99), ('t3', 'train-model', 'train', '3',
    'queued', 1, 1, null, null)`.run();
  await sql(d1)`insert into usage (user_id, kind, subject_id, day, month, under_free_limits, used_at)
    values (1, 'model', 1, '2026-11-21', '2026-11', 0, 1)`.run();

  expect(await site.accounts.deleteAccount({ user: USER, password: "wrong" })).toEqual({
    kind: "refused",
    reason: "wrong-password",
  });
  const twice = await Promise.all([1, 2].map(() => site.accounts.deleteAccount({ user: USER })));
  expect(twice).toEqual([{ kind: "deleted" }, { kind: "deleted" }]);

  const { results } = await d1.prepare("select * from users where id = 1").all<Record<string, unknown>>();
  expect(results[0]).toMatchObject({ name: "退会したユーザー", email: null, password_hash: null, plan: 1 });
  expect(results[0]).toMatchObject({ fav_horse: EMPTY_PROFILE.favHorse, phone_number: EMPTY_PROFILE.phoneNumber });
  expect(signedIn.kind).toBe("signed-in");
  if (signedIn.kind === "signed-in") expect(await site.auth.findSessionUser({ token: signedIn.token })).toBeNull();
  const count = async (sql: string) => (await d1.prepare(sql).first<{ n: number }>())?.n;
  expect(await count("select count(*) n from sessions where user_id = 1")).toBe(0);
  expect(await count("select count(*) n from mail_codes where user_id = 1")).toBe(0);
  expect(await count("select count(*) n from models where user_id = 1 and deleted_at is null")).toBe(0);
  expect(await count("select count(*) n from models where user_id = 2 and deleted_at is null")).toBe(1);
  expect(await count("select count(*) n from analyses where deleted_at is null or shared_at is not null")).toBe(0);
  expect(await count("select count(*) n from usage where user_id = 1")).toBe(0);
  const changes = await d1.prepare("select plan, reason from plan_changes where user_id = 1").all();
  expect(changes.results).toEqual([{ plan: 1, reason: "account-deletion" }]);
  const jobs = await d1.prepare("select id, status, lease_owner from jobs where id in ('t2', 't3') order by id").all();
  expect(jobs.results).toEqual([{ id: "t3", status: "queued", lease_owner: null }]);
  // The address is free again.
  expect(await requestEmailChange(site, "user1@example.com", 2)).toMatchObject({ kind: "updated" });
  expect(await site.accounts.findNewEmail({ code: await newestCode(site, 2) })).toEqual({ email: "user1@example.com" });
});
