import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { secondsBetweenTries } from "#app/services/accounts/limits.server.ts";
import { removeExpired } from "#app/services/jobs/housekeeping.server.ts";
import {
  bearer,
  NEW_PASSWORD,
  PASSWORD,
  requestCode,
  signUp,
  tokenOf,
} from "#test/integration/support/site-accounts.ts";
import { SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";
import { CHEAP_PASSWORDS, createTestSite } from "#test/integration/support/test-site.ts";
import { createBuiltSite } from "#test/integration/support/workerd/built-site.ts";
import { createDeps } from "#workers/environment.ts";

test("a log-in whose password is changed during the check opens no session", async () => {
  let meanwhile: (() => Promise<void>) | undefined;
  const passwords = {
    ...CHEAP_PASSWORDS,
    verify: async (password: string, hash: string) => {
      const isRight = await CHEAP_PASSWORDS.verify(password, hash);
      await meanwhile?.();
      return isRight;
    },
  };
  await using site = await createTestSite({ passwords });
  await signUp(site);
  const code = await requestCode(site, "taro@example.com", "reset_password");
  meanwhile = async () => {
    meanwhile = undefined;
    const query = new URLSearchParams({ token: code, password: NEW_PASSWORD });
    expect((await site.post(`/api/change_password?${query}`)).status).toBe(200);
  };
  expect((await site.logIn("taro@example.com", PASSWORD)).status).toBe(401);
  expect(await site.d1.prepare("select count(*) n from sessions").first()).toEqual({ n: 0 });
  expect((await site.logIn("taro@example.com", NEW_PASSWORD)).status).toBe(200);
});

test("every hash and check of a password names its visitor, so that a retry after a refusal finds a place", async () => {
  const visitors: (string | undefined)[] = [];
  const passwords: typeof CHEAP_PASSWORDS = {
    hash: (password, options) => {
      visitors.push(options?.visitor);
      return CHEAP_PASSWORDS.hash(password);
    },
    verify: (password, hash, options) => {
      visitors.push(options?.visitor);
      return CHEAP_PASSWORDS.verify(password, hash);
    },
  };
  await using site = await createTestSite({ passwords });
  const { id } = await signUp(site);
  const { headers } = bearer(await tokenOf(site));
  const change = (current_password: string) =>
    site.fetch("/api/users", {
      method: "PUT",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify({ email: "jiro@example.com", current_password }),
    });
  expect([(await change("wrong")).status, (await change(PASSWORD)).status]).toEqual([400, 200]);
  const code = await requestCode(site, "taro@example.com", "reset_password");
  const query = new URLSearchParams({ token: code, password: NEW_PASSWORD });
  expect((await site.post(`/api/change_password?${query}`)).status).toBe(200);
  const [signedUp, loggedIn, wrong, right, reset] = visitors;
  expect(visitors.map((visitor) => typeof visitor)).toEqual(Array.from({ length: 5 }, () => "string"));
  expect([wrong, right]).toEqual([`password:user:${id}`, `password:user:${id}`]);
  expect(new Set([signedUp, loggedIn, right, reset]).size).toBe(4);
});

test("ten failures to an account block their address for exactly a quarter of an hour, also when concurrent, and no other", async () => {
  await using site = await createTestSite({ passwords: CHEAP_PASSWORDS });
  await signUp(site);
  await tokenOf(site); // a right one does not count
  const tries = await Promise.all(Array.from({ length: 14 }, () => site.logIn("taro@example.com", "wrong-password")));
  const statuses = tries.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  const stopped = await site.logIn("Taro@example.com", PASSWORD);
  expect([stopped.status, stopped.headers.get("Retry-After")]).toEqual([429, "900"]);
  expect((await site.logIn("taro@example.com", PASSWORD, "203.0.113.9")).status).toBe(200);

  site.advance(899);
  expect((await site.logIn("taro@example.com", PASSWORD)).status).toBe(429);
  site.advance(1);
  expect((await site.logIn("taro@example.com", PASSWORD)).status).toBe(200);
});

test("where the application's clock runs sixty times as fast, the limits keep the machine's", async () => {
  const env = { CLOCK_SPEED: "60", CLOCK_STARTED_AT: String(SATURDAY_MORNING) };
  await using site = await createTestSite({ passwords: CHEAP_PASSWORDS, env });
  await signUp(site);
  const share = async () =>
    (await site.fetch("/api/share/analysis?id=60", { headers: { "CF-Connecting-IP": "192.0.2.1" } })).status;
  for (let i = 0; i < 10; i++) await site.logIn("taro@example.com", "wrong-password");
  for (let i = 0; i < 60; i++) expect(await share()).not.toBe(429);

  // Half an hour of the application's clock, then nearly fifteen hours.
  site.advance(30);
  expect(await share()).toBe(429);
  site.advance(30);
  expect(await share()).not.toBe(429);
  site.advance(839);
  const stopped = await site.logIn("taro@example.com", PASSWORD);
  expect([stopped.status, stopped.headers.get("Retry-After")]).toEqual([429, "1"]);
  // A day and a half of it: the sweep deletes counts by the machine's clock, too.
  await removeExpired({ ...createDeps(site.env), now: () => SATURDAY_MORNING + 129_600 });
  expect((await site.logIn("taro@example.com", PASSWORD)).status).toBe(429);
  site.advance(1);
  expect((await site.logIn("taro@example.com", PASSWORD)).status).toBe(200);
});

test("a stranger with many addresses slows an account down but cannot lock its owner out", async () => {
  await using site = await createTestSite({ passwords: CHEAP_PASSWORDS });
  await signUp(site);
  const own = "203.0.113.9";
  const token = await tokenOf(site);
  const attack = () =>
    Promise.all(Array.from({ length: 50 }, (_, i) => site.logIn("taro@example.com", "wrong-password", `192.0.3.${i}`)));
  const first = await attack();
  // Each from an address of its own: all are checked, and none is lost.
  expect(first.map(({ status }) => status)).toEqual(first.map(() => 401));
  const failures = "select sum(count) n from rate_limits where key glob 'log-in:account:*' and not key glob '*:from:*'";
  expect(await site.d1.prepare(failures).first("n")).toBe(50);

  // The same addresses must wait from the next try on; refused tries do not count.
  await attack();
  const counted = Number(await site.d1.prepare(failures).first("n"));
  const again = await attack();
  expect(again.map(({ status }) => status)).toEqual(again.map(() => 429));
  expect(again[0]?.headers.get("Retry-After")).toMatch(/^\d+$/);
  expect(Number(again[0]?.headers.get("Retry-After"))).toBeLessThanOrEqual(60);
  expect(await site.d1.prepare(failures).first("n")).toBe(counted);

  // The owner: at once with the right password, after a wrong one within a minute, and always with the open session.
  for (let i = 0; i < 3; i++) expect((await site.logIn("taro@example.com", PASSWORD, own)).status).toBe(200);
  expect((await site.logIn("taro@example.com", "mistyped-it", own)).status).toBe(401);
  const slowed = await site.logIn("taro@example.com", PASSWORD, own);
  expect(slowed.status).toBe(429);
  site.advance(Number(slowed.headers.get("Retry-After")));
  expect((await site.logIn("taro@example.com", PASSWORD, own)).status).toBe(200);
  const change = await site.fetch("/api/users", {
    method: "PUT",
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify({ email: "taro2@example.com", current_password: PASSWORD }),
  });
  expect(change.status).toBe(200);
});

test.each([
  [0, 0],
  [9, 0],
  [10, 2],
  [19, 2],
  [20, 4],
  [30, 8],
  [50, 32],
  [60, 60],
  [1_000_000, 60],
])("after %d failures an address may try an account every %d seconds", (failures, seconds) => {
  expect(secondsBetweenTries(failures)).toBe(seconds);
});

test("correct log-ins count too, thirty a minute, and a user has at most twenty sessions", async () => {
  await using site = await createTestSite({ passwords: CHEAP_PASSWORDS });
  await signUp(site);
  const oldest = await tokenOf(site);
  site.advance(60);
  const tries: Response[] = [];
  // No more concurrently than may fail: until checked, each might.
  for (let round = 0; round < 5; round++)
    tries.push(...(await Promise.all(Array.from({ length: 10 }, () => site.logIn("taro@example.com", PASSWORD)))));
  const statuses = tries.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), ...Array.from({ length: 20 }, () => 429)]);
  expect(Number(tries.find(({ status }) => status === 429)?.headers.get("Retry-After"))).toBeLessThanOrEqual(60);
  expect(await site.d1.prepare("select count(*) n from sessions").first("n")).toBe(20);
  expect((await site.fetch("/api/users/me", bearer(oldest))).status).toBe(401);
  site.advance(60);
  const newest = await tokenOf(site);
  expect((await site.fetch("/api/users/me", bearer(newest))).status).toBe(200);
  expect(await site.d1.prepare("select count(*) n from sessions").first("n")).toBe(20);
  // Also by a clock that was set back, a log-in does not end the session that it opens.
  site.advance(-7200);
  const backThen = await tokenOf(site);
  expect((await site.fetch("/api/users/me", bearer(backThen))).status).toBe(200);
  expect(await site.d1.prepare("select count(*) n from sessions").first("n")).toBe(20);
});

test("in the built Worker a flood of log-ins from one address is refused without a query", {
  tags: "full",
}, async () => {
  let log = "";
  const onLog = (text: string) => {
    log += text;
  };
  await using site = await createBuiltSite({ onLog, ratelimits: { DOOR_LIMIT: { simple: { limit: 3, period: 60 } } } });
  const logIn = (account: number, address = "192.0.2.1") =>
    site.fetch("/api/token", {
      method: "POST",
      headers: { "CF-Connecting-IP": address, "Content-Type": "application/x-www-form-urlencoded" },
      body: `username=user${account}@example.com&password=wrong`,
    });
  const answers: Response[] = [];
  // Three a minute of the clock: of seven, even where a minute ends among them, one is too many.
  for (const account of [1, 2, 3, 4, 5, 6, 7]) answers.push(await logIn(account));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.slice(0, 3)).toEqual([401, 401, 401]);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers } of refused) expect(headers.get("Retry-After")).toBe("60");
  statuses.push((await logIn(1, "192.0.2.2")).status);
  expect(statuses.at(-1)).toBe(401);
  const trips = [...log.matchAll(/"path":"\/api\/token".*?"d1":(\d+)/g)].map(([, d1]) => Number(d1));
  expect(trips.map((count) => (count > 0 ? 401 : 429))).toEqual(statuses);
});

test("a deployment has both limiters, in minutes", () => {
  const config = readFileSync("wrangler.toml", "utf8");
  const limiters = [
    ...config.matchAll(/\[\[ratelimits\]\]\nname = "(\w+)"\n.*\nsimple = \{ limit = \d+, period = 60 \}/g),
  ];
  expect(limiters.map(([, name]) => name)).toEqual(["DOOR_LIMIT", "CALL_LIMIT"]);
});

/** A limiter that refuses all keys of its list, and notes what it was asked. */
function createLimiter(refused: readonly RegExp[]) {
  const asked: string[] = [];
  const limit = async ({ key }: { key: string }) => {
    asked.push(key);
    return { success: !refused.some((pattern) => pattern.test(key)) };
  };
  return { asked, limit };
}

test("log-ins, mails and codes, and calls each have their limiter, which is consulted before anything is counted", async () => {
  const refused: RegExp[] = [];
  const doors = createLimiter(refused);
  const calls = createLimiter(refused);
  await using site = await createTestSite({
    passwords: CHEAP_PASSWORDS,
    env: { DOOR_LIMIT: doors, CALL_LIMIT: calls },
  });
  await signUp(site);
  const { headers } = bearer(await tokenOf(site));
  const choices = [
    () => site.logIn("taro@example.com", "wrong"),
    () => site.post("/api/verification_email?email=jiro%40example.com"),
    () => site.post("/api/reset_password?email=taro%40example.com"),
    () => site.post("/api/verification_uuid?uuid=nothing"),
    () => site.post("/api/models", { headers, body: "{}" }),
  ];
  refused.push(/./);
  await site.d1.prepare("delete from rate_limits").run();
  const [inDoors, inCalls] = [doors.asked.length, calls.asked.length];
  for (const ask of choices) expect((await ask()).status).toBe(429);
  expect(await site.d1.prepare("select count(*) n from rate_limits").first("n")).toBe(0);
  expect(doors.asked.length - inDoors).toBe(6);
  expect(calls.asked.length - inCalls).toBe(1);
});
