import { expect, test } from "vitest";
import { openDatabase } from "#app/db/database.server.ts";
import { createServices } from "#app/services/create-services.server.ts";
import { insertUses } from "#test/integration/support/rows.ts";
import {
  bearer,
  cookie,
  NEW_PASSWORD,
  PASSWORD,
  requestCode,
  signUp,
  tokenOf,
} from "#test/integration/support/site-accounts.ts";
import { CHEAP_PASSWORDS, codeIn, createTestSite } from "#test/integration/support/test-site.ts";
import { createDeps } from "#workers/environment.ts";

test("a mailed link leads to an account, and its token opens the API and the pages until log-out", async () => {
  await using site = await createTestSite();
  const asked = await site.post("/api/verification_email?email=Taro@Example.com");
  expect(await asked.json()).toEqual({ result: "accept" });
  const [mail] = await site.mails();
  expect(mail?.to).toBe("taro@example.com");
  expect(mail?.text.match(/https?:\S+/)?.[0]).toMatch(/^http:\/\/127\.0\.0\.1:8788\/signup\?uuid=[\w-]{43}$/);
  const uuid = codeIn(mail);

  // Opening it does not consume it.
  for (let i = 0; i < 2; i++) {
    expect(await (await site.post(`/api/verification_uuid?uuid=${uuid}`)).json()).toEqual({
      email: "taro@example.com",
    });
  }
  const body = { uuid, email: "taro@example.com", name: " 太郎 ", pw: PASSWORD, plan: 6, id: 99, is_demo: true };
  const created = await site.postJson("/api/users", body);
  expect(created.status).toBe(201);
  expect(await created.json()).toMatchObject({ name: "太郎", email: "taro@example.com", plan: 1, sex: 0 });
  expect(await site.d1.prepare("select plan, reason from plan_changes").all()).toMatchObject({
    results: [{ plan: 1, reason: "sign-up" }],
  });

  const token = await tokenOf(site);
  const me = await site.fetch("/api/users/me/", bearer(token));
  expect(await me.json()).toMatchObject({
    plan: 1,
    analyzes_day: 0,
    analyzes_month: 0,
    create_model_month: 0,
    not_confirm_models: [],
    not_confirm_analysis_results: [],
  });
  expect((await site.fetch("/home", cookie(token))).status).toBe(200);
  // The API ignores cookies.
  expect((await site.fetch("/api/users/me", cookie(token))).status).toBe(401);

  const out = await site.post("/logout", { headers: { Cookie: `session=${token}`, Origin: "http://127.0.0.1:8788" } });
  expect(out.headers.get("Set-Cookie")).toBe("session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax");
  expect((await site.fetch("/api/users/me", bearer(token))).status).toBe(401);
  const page = await site.fetch("/home?tab=2", cookie(token));
  expect([page.status, page.headers.get("Location")]).toEqual([302, "/login?to=%2Fhome%3Ftab%3D2"]);
  expect(page.headers.get("Set-Cookie")).toContain("Max-Age=0");
});

test("the counters of /users/me restart with the day and the month of Japan", async () => {
  await using site = await createTestSite({ passwords: CHEAP_PASSWORDS });
  const { id: userId } = await signUp(site);
  const db = openDatabase(site.d1);
  await insertUses(db, { userId, count: 3 });
  await insertUses(db, { userId, count: 26, firstSubject: 2000, day: "2026-11-20" });
  await insertUses(db, { userId, count: 1, firstSubject: 3000, day: "2026-10-21" });
  await insertUses(db, { userId, count: 2, firstSubject: 4000, kind: "model" });
  const token = await tokenOf(site);
  const counters = async () => {
    const me = (await (await site.fetch("/api/users/me", bearer(token))).json()) as Record<string, unknown>;
    return [me.analyzes_day, me.analyzes_month, me.create_model_month];
  };
  const HOUR = 3600;
  // Sunday 00:00 in Japan, while it is Saturday 15:00 in UTC.
  site.advance(14 * HOUR - 1);
  expect(await counters()).toEqual([3, 29, 2]);
  site.advance(1);
  expect(await counters()).toEqual([0, 29, 2]);
  // 1 December 00:00 in Japan.
  site.advance(9 * 24 * HOUR - 1);
  expect(await counters()).toEqual([0, 29, 2]);
  site.advance(1);
  expect(await counters()).toEqual([0, 0, 0]);
});

test("a session ends after 30 days", async () => {
  await using site = await createTestSite();
  await signUp(site);
  const token = await tokenOf(site);
  site.advance(29 * 86_400);
  expect((await site.fetch("/api/users/me", bearer(token))).status).toBe(200);
  site.advance(86_400);
  expect((await site.fetch("/api/users/me", bearer(token))).status).toBe(401);
});

test("a sign-up code works once, for its address, for a day, and until a newer one", async () => {
  await using site = await createTestSite();
  const user = (uuid: unknown, email = "hanako@example.com") => ({ uuid, email, name: "花子", pw: PASSWORD });
  const status = async (body: unknown) => (await site.postJson("/api/users", body)).status;

  const first = await requestCode(site, "hanako@example.com");
  const second = await requestCode(site, "hanako@example.com");
  expect(await status(user(first))).toBe(400);
  expect((await site.post(`/api/verification_uuid?uuid=${first}`)).status).toBe(404);
  expect(await status(user(second, "other@example.com"))).toBe(400);
  expect(await status(user("nonsense"))).toBe(400);
  expect(await status(user(undefined))).toBe(400);
  expect(await status({ ...user(second), pw: "password1" })).toBe(400);
  expect(await status({ ...user(second), pw: "1234567" })).toBe(400);
  expect(await status(user(second))).toBe(201);
  expect(await status(user(second))).toBe(400);
  expect((await site.post(`/api/verification_uuid?uuid=${second}`)).status).toBe(404);

  const late = await requestCode(site, "late@example.com");
  site.advance(24 * 3600);
  expect(await status(user(late, "late@example.com"))).toBe(400);
});

test("of two concurrent sign-ups with one code, one gets the account", async () => {
  await using site = await createTestSite();
  const uuid = await requestCode(site, "jiro@example.com");
  const body = { uuid, email: "jiro@example.com", name: "次郎", pw: PASSWORD };
  const answers = await Promise.all([1, 2, 3].map(() => site.postJson("/api/users", body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  expect(await site.d1.prepare("select count(*) n from users").first()).toEqual({ n: 1 });
  expect(await site.d1.prepare("select count(*) n from plan_changes").first()).toEqual({ n: 1 });
});

test("no response reveals to a stranger whether an address is registered", async () => {
  await using site = await createTestSite();
  await signUp(site);
  const answer = async (path: string, init: RequestInit = {}) => {
    const response = await site.post(path, init);
    return [response.status, await response.text()];
  };
  for (const path of ["/api/verification_email?email=", "/api/reset_password?email="]) {
    expect(await answer(`${path}taro@example.com`)).toEqual(await answer(`${path}nobody@example.com`));
  }
  const wrong = async (username: string) => {
    const response = await site.logIn(username, "not-the-password");
    return [response.status, await response.text()];
  };
  expect(await wrong("taro@example.com")).toEqual(await wrong("nobody@example.com"));

  // Four requests: the owner is told of the existing account, and gets the reset; the stranger gets a sign-up only.
  const mails = await site.mails();
  expect(mails.slice(0, 3).map(({ to, subject }) => [to, subject])).toEqual([
    ["taro@example.com", "【はちわく】パスワード再設定のご案内"],
    ["nobody@example.com", "【はちわく】会員登録のご案内"],
    ["taro@example.com", "【はちわく】このメールアドレスは登録済みです"],
  ]);
  expect(mails).toHaveLength(4);
  expect(mails[2]?.text).not.toContain("uuid=");
});

test("a new password ends every session and works once, for half an hour", async () => {
  await using site = await createTestSite();
  await signUp(site);
  const tokens = [await tokenOf(site), await tokenOf(site)];
  const change = (token: string) =>
    site.post(`/api/change_password?${new URLSearchParams({ token, password: NEW_PASSWORD })}`);

  const expired = await requestCode(site, "taro@example.com", "reset_password");
  site.advance(30 * 60);
  expect((await change(expired)).status).toBe(400);

  const code = await requestCode(site, "taro@example.com", "reset_password");
  expect(await (await site.post(`/api/validate_token_password?token=${code}`)).json()).toEqual({
    email: "taro@example.com",
  });
  // A reset code cannot sign up, and a session token cannot reset a password.
  expect((await site.post(`/api/verification_uuid?uuid=${code}`)).status).toBe(404);
  expect((await change(tokens[0] ?? "")).status).toBe(400);
  const answers = await Promise.all([change(code), change(code)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  for (const token of tokens) expect((await site.fetch("/api/users/me", bearer(token))).status).toBe(401);
  expect((await site.logIn("taro@example.com", PASSWORD)).status).toBe(401);
  await tokenOf(site, "taro@example.com", NEW_PASSWORD);
  expect((await site.mails())[0]?.subject).toBe("【はちわく】パスワードを変更しました");
});

test("all sessions of a user end at once, in all programs, and nobody else's", async () => {
  await using site = await createTestSite({ passwords: CHEAP_PASSWORDS });
  const { id } = await signUp(site);
  await signUp(site, "hanako@example.com");
  const tokens = [await tokenOf(site), await tokenOf(site)];
  const other = await tokenOf(site, "hanako@example.com");
  const { auth } = createServices(createDeps(site.env, { passwords: CHEAP_PASSWORDS }));
  const end = (password: string) => auth.signOutEverywhere({ user: { id }, password });
  expect(await end("wrong")).toMatchObject({ reason: "wrong-password" });
  expect((await site.fetch("/api/users/me", bearer(tokens[0] ?? ""))).status).toBe(200);
  await Promise.all([end(PASSWORD), end(PASSWORD)]);
  for (const token of tokens) expect((await site.fetch("/api/users/me", bearer(token))).status).toBe(401);
  expect((await site.fetch("/api/users/me", bearer(other))).status).toBe(200);
});

test("a request for a new password sends the still valid link again, whatever strangers have requested before", async () => {
  await using site = await createTestSite({ passwords: CHEAP_PASSWORDS });
  await signUp(site);
  const ask = (address: string) =>
    site.post("/api/reset_password?email=taro@example.com", { headers: { "CF-Connecting-IP": address } });
  const codes = async () =>
    (await site.mails()).filter(({ subject }) => subject.includes("再設定")).map((mail) => codeIn(mail));
  for (let i = 0; i < 5; i++) {
    expect((await ask(`192.0.2.${i}`)).status).toBe(200);
    await site.mails();
  }
  const before = await codes();
  // The sign-up's mail was the first of five in this hour; the last of these exceeds them.
  expect(before).toHaveLength(4);
  expect(new Set(before).size).toBe(1);

  // Within a quarter of an hour no other; then the owner gets the link, valid for half an hour from now.
  site.advance(15 * 60 - 1);
  expect((await ask("203.0.113.9")).status).toBe(200);
  expect(await codes()).toHaveLength(before.length);
  site.advance(1);
  expect((await ask("203.0.113.9")).status).toBe(200);
  const [code = "", ...others] = await codes();
  expect(others).toEqual(before);
  expect(code).toBe(before[0]);
  site.advance(29 * 60);
  const query = new URLSearchParams({ token: code, password: NEW_PASSWORD });
  expect((await site.post(`/api/change_password?${query}`)).status).toBe(200);
  expect((await site.post(`/api/change_password?${query}`)).status).toBe(400);

  // A used one is replaced, and no code is valid for more than two terms however often it is requested.
  const next = await requestCode(site, "taro@example.com", "reset_password");
  expect(next).not.toBe(code);
  site.advance(29 * 60);
  expect(await requestCode(site, "taro@example.com", "reset_password")).toBe(next);
  site.advance(2 * 60);
  expect(await requestCode(site, "taro@example.com", "reset_password")).not.toBe(next);
  expect((await site.post(`/api/validate_token_password?token=${next}`)).status).toBe(404);
});

test("concurrent requests for a new password all send one link", async () => {
  await using site = await createTestSite({ passwords: CHEAP_PASSWORDS });
  await signUp(site);
  await Promise.all([1, 2, 3, 4].map(() => site.post("/api/reset_password?email=taro@example.com")));
  const living = "select count(*) n from mail_codes where kind = 'reset-password' and expires_at > ?1";
  expect(
    await site.d1
      .prepare(living)
      .bind(Math.floor(Date.now() / 1000))
      .first("n"),
  ).toBe(1);
  const [mail] = await site.mails();
  expect((await site.post(`/api/validate_token_password?token=${codeIn(mail)}`)).status).toBe(200);
});

test("an address receives five mails an hour, silently; sixty an hour are sent for one client", async () => {
  await using site = await createTestSite();
  const ask = (email: string, address: string) =>
    site.post(`/api/verification_email?email=${email}`, { headers: { "CF-Connecting-IP": address } });
  for (let i = 0; i < 7; i++) {
    expect((await ask("taro@example.com", `192.0.2.${i}`)).status).toBe(200);
    expect(await site.mails()).toHaveLength(Math.min(i + 1, 5));
  }

  const asked = await Promise.all(Array.from({ length: 62 }, (_, i) => ask(`u${i}@example.com`, "198.51.100.7")));
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(60);
  expect(asked.find(({ status }) => status === 429)?.headers.get("Retry-After")).toBe("3600");
});

test("the database contains no token, code or password in clear", async () => {
  await using site = await createTestSite();
  const uuid = await requestCode(site, "taro@example.com");
  await site.postJson("/api/users", { uuid, email: "taro@example.com", name: "太郎", pw: PASSWORD });
  const token = await tokenOf(site);
  const sid = JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/"))).sid as string;
  let dump = "";
  for (const table of ["users", "sessions", "mail_codes", "jobs", "rate_limits", "plan_changes"]) {
    dump += JSON.stringify((await site.d1.prepare(`select * from ${table}`).all()).results);
  }
  for (const secret of [uuid, token, sid, PASSWORD]) expect(dump).not.toContain(secret);
  expect(dump).toContain("$argon2id$v=19$m=19456,t=2,p=1$");
});

test("a mail job that runs twice sends one mail, and one whose code is gone sends none", async () => {
  await using site = await createTestSite();
  await site.post("/api/verification_email?email=taro@example.com");
  expect(await site.mails()).toHaveLength(1);
  await site.d1.prepare("update jobs set status = 'queued', finished_at = null").run();
  expect(await site.mails()).toHaveLength(1);

  await site.post("/api/verification_email?email=hanako@example.com");
  site.advance(24 * 3600);
  expect(await site.mails()).toHaveLength(1);
});

test("a stranger's requests of an hour send a member nine mails at most, also over midnight", {
  tags: "full",
}, async () => {
  await using site = await createTestSite({ passwords: CHEAP_PASSWORDS });
  await signUp(site);
  const mails = async () => (await site.mails()).filter(({ subject }) => subject.includes("再設定")).length;
  // To ten minutes before midnight UTC, where counters of a day begin anew.
  site.advance(22 * 3600 + 50 * 60);
  const before = await mails();
  for (let minute = 0; minute < 60; minute += 1) {
    await site.post("/api/reset_password?email=taro@example.com", {
      headers: { "CF-Connecting-IP": `192.0.2.${minute}` },
    });
    await site.mails();
    site.advance(60);
  }
  // Five within each of the two hours that were touched; beyond them one a quarter of an hour.
  expect((await mails()) - before).toBeLessThanOrEqual(13);
});
