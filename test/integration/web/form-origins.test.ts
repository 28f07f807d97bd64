import { afterAll, beforeAll, expect, test } from "vitest";
import { ORIGIN } from "#test/integration/support/test-site.ts";
import { createBuiltSite } from "#test/integration/support/workerd/built-site.ts";

/** The built site, because Remix compares origins too and throws for another host. */

let site: Awaited<ReturnType<typeof createBuiltSite>>;

beforeAll(async () => {
  site = await createBuiltSite();
});

afterAll(() => site[Symbol.asyncDispose]());

const logIn = async (address: string, headers: Record<string, string>) => {
  const body = new URLSearchParams({ email: "nobody@example.com", password: "wrong-password" }).toString();
  const type = { "Content-Type": "application/x-www-form-urlencoded" };
  const answer = await site.fetch(address, { method: "POST", headers: { ...type, ...headers }, body });
  await answer.text();
  return answer.status;
};

test("a form of the site's own origin is accepted at its own host, and refused at another", async () => {
  expect(await logIn("/login", { Origin: ORIGIN })).toBe(400);
  expect(await logIn("http://localhost:8788/login", { Origin: ORIGIN })).toBe(403);
  expect(await logIn("http://127.0.0.1:9999/login", { Origin: ORIGIN })).toBe(403);
  expect(await logIn("http://localhost:8788/login", { Origin: "http://localhost:8788" })).toBe(400);
});

test("a forwarded host breaks none of our forms, and allows none of others", async () => {
  const forged = { "X-Forwarded-Host": "evil.example" };
  expect(await logIn("/login", { Origin: ORIGIN, ...forged })).toBe(400);
  expect(await logIn("/login", { Origin: "http://evil.example", ...forged })).toBe(403);
});
