import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bearer, signUp, tokenOf } from "#test/integration/support/site-accounts.ts";
import { CHEAP_PASSWORDS, createTestSite } from "#test/integration/support/test-site.ts";
import { createBuiltSite } from "#test/integration/support/workerd/built-site.ts";

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
