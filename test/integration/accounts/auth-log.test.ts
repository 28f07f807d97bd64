import { expect, test } from "vitest";
import { findConcerns } from "#app/domain/operations/concerns.ts";
import { readWork } from "#app/services/operations/site-status.server.ts";
import { bearer, NEW_PASSWORD, PASSWORD, requestCode, signUp } from "#test/integration/support/site-accounts.ts";
import { CHEAP_PASSWORDS, createTestSite } from "#test/integration/support/test-site.ts";
import { createDeps } from "#workers/environment.ts";

interface Line {
  act: string;
  factor: string;
  outcome: string;
  account: string | null;
  address: string | null;
  requestId: string;
}

const linesOf = (log: readonly string[]): Line[] =>
  log.flatMap((line) => (line.startsWith('{"event":"auth"') ? [JSON.parse(line) as Line] : []));

test("each authentication is one line with keyed hashes of account and address, and no line names either", async () => {
  await using site = await createTestSite({ passwords: CHEAP_PASSWORDS });
  await signUp(site);
  await site.logIn("taro@example.com", PASSWORD);
  await site.logIn("taro@example.com", "wrong-password", "192.0.2.7");
  await site.logIn("none@example.com", "wrong-password", "192.0.2.7");
  const token = await requestCode(site, "taro@example.com", "reset_password");
  const body = new URLSearchParams({ token, password: NEW_PASSWORD });
  expect((await site.post("/api/change_password", { body })).status).toBe(200);
  expect((await site.post("/api/change_password", { body })).status).toBe(400);
  expect((await site.fetch("/admin/api/status", bearer("guess"))).status).toBe(401);
  expect((await site.fetch("/admin/api/status", bearer(site.env.ADMIN_TOKEN))).status).toBe(200);

  const lines = linesOf(site.log);
  expect(lines.map(({ act, factor, outcome }) => [act, factor, outcome].join(" "))).toEqual([
    "log-in password success",
    "log-in password failure",
    "log-in password failure",
    "reset-request mailed-link success",
    "reset mailed-link success",
    "reset mailed-link failure",
    "operator-call admin-token failure",
  ]);
  const [right, wrong, unknown] = lines;
  expect(right?.account).toMatch(/^[\w-]{16}$/);
  // The same account and the same address have the same hash, others another.
  expect([wrong?.account === right?.account, unknown?.account === right?.account]).toEqual([true, false]);
  expect([wrong?.address === unknown?.address, wrong?.address === right?.address]).toEqual([true, false]);
  expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(lines.length);
  const text = site.log.join("\n");
  for (const secret of ["taro@", "none@", "192.0.2", "wrong-password", "guess", NEW_PASSWORD, token])
    expect(text).not.toContain(secret);
});

test("of 400 guesses of the admin token, forty at once, 20 are answered 401 and the rest 429, then the right one too, from there only", {
  tags: "full",
}, async () => {
  await using site = await createTestSite();
  const ask = (token: string, address: string) =>
    site.fetch("/admin/api/status", {
      headers: { Authorization: `Bearer ${token}`, "CF-Connecting-IP": address },
    });
  const guesses: Response[] = [];
  // Forty at once, as more wait for the test's connections for longer than those last on a busy machine.
  for (let wave = 0; wave < 10; wave += 1) {
    const tokens = Array.from({ length: 40 }, (_, at) => `guess-${wave}-${at}`);
    guesses.push(...(await Promise.all(tokens.map((token) => ask(token, "192.0.2.1")))));
  }
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(20);
  const limited = guesses.filter(({ status }) => status === 429);
  expect(limited).toHaveLength(380);
  expect(Number(limited[0]?.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await ask(site.env.ADMIN_TOKEN, "192.0.2.1")).status).toBe(429);
  // Elsewhere the operator works on, with any number of calls at once.
  const calls = await Promise.all(Array.from({ length: 40 }, () => ask(site.env.ADMIN_TOKEN, "192.0.2.2")));
  expect(calls.filter(({ status }) => status !== 200)).toEqual([]);
  site.advance(15 * 60);
  expect((await ask(site.env.ADMIN_TOKEN, "192.0.2.1")).status).toBe(200);
});

test("many failures of an hour are a concern, of the operator's doors from twenty on, and over an hour later", async () => {
  await using site = await createTestSite({ passwords: CHEAP_PASSWORDS });
  const concerns = async () => {
    const found = findConcerns(await readWork(createDeps(site.env)));
    return found.flatMap(({ key, level, count }) => (key.startsWith("sign-ins") ? [[key, level, count]] : []));
  };
  for (let at = 0; at < 19; at += 1) await site.fetch("/admin/api/status", bearer("guess"));
  for (let at = 0; at < 5; at += 1) await site.logIn(`user${at}@example.com`, "wrong", `192.0.2.${at}`);
  expect(await concerns()).toEqual([]);
  await site.fetch("/admin/api/status", bearer("guess"));
  expect(await concerns()).toEqual([["sign-ins:operator", "attention", 20]]);
  await site.d1.prepare("update rate_limits set count = 2000 where key = 'sign-in-failures:users'").run();
  expect(await concerns()).toEqual([
    ["sign-ins:users", "broken", 2000],
    ["sign-ins:operator", "attention", 20],
  ]);
  site.advance(3600);
  expect(await concerns()).toEqual([]);
});

test("a new password is taken from a body or the query, not from both if they differ", async () => {
  await using site = await createTestSite({ passwords: CHEAP_PASSWORDS });
  await signUp(site);
  const token = await requestCode(site, "taro@example.com", "reset_password");
  const send = (query: Record<string, string>, body?: Record<string, string>) =>
    site.post(`/api/change_password?${new URLSearchParams(query)}`, {
      ...(body && { body: new URLSearchParams(body) }),
    });
  const password = NEW_PASSWORD;
  const differ = await send({ token, password }, { password: "kirei-na-kawa-8" });
  expect([differ.status, await differ.json()]).toEqual([400, { detail: "password: The query and the body differ." }]);
  expect((await send({ token })).status).toBe(400);
  expect((await send({}, { token, password })).status).toBe(200);
  expect((await site.logIn("taro@example.com", NEW_PASSWORD)).status).toBe(200);
});
