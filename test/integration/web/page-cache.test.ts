import type { AppLoadContext } from "@remix-run/cloudflare";
import { afterEach, expect, test, vi } from "vitest";
import { NO_PASSWORDS } from "#app/adapters/password-hash.server.ts";
import { createServices } from "#app/services/create-services.server.ts";
import { CHEAP_PASSWORDS, createTestSite, ORIGIN } from "#test/integration/support/test-site.ts";
import { createTestDatabase } from "#test/integration/support/workerd/test-database.ts";
import { PRODUCTION } from "#test/unit/support/workers/production-env.ts";
import type { Env } from "#workers/environment.ts";
import { borrowDatabase, countRoundTrips } from "#workers/web/database/request-database.ts";
import { createWebHandler } from "#workers/web/front-door.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const HTML = { "Content-Type": "text/html; charset=utf-8" };

/** The Worker's entry with stand-in pages, without a database: a query would fail. */
function openSite(
  pages: (request: Request, context: AppLoadContext) => Promise<Response> | Response,
  parts: { styleHashes?: string[] } = {},
) {
  const renders: Request[] = [];
  const made = { deps: 0 };
  const handle = createWebHandler({
    pages: async (request, context) => {
      renders.push(request);
      return pages(request, context);
    },
    build: "test-build",
    createServices: (deps) => {
      made.deps += 1;
      return createServices(deps);
    },
    passwords: NO_PASSWORDS,
    ...parts,
  });
  const env = {
    DB: {},
    ENVIRONMENT: "development",
    PUBLIC_URL: ORIGIN,
    MAIL_FROM: "noreply@example.com",
    SESSION_SECRET: "test-session-secret-0123456789",
    ADMIN_TOKEN: "test-admin-token-0123456789",
  } as Env;
  vi.spyOn(console, "log").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
  const fetch = (path: string, init: RequestInit = {}) => handle(new Request(`${ORIGIN}${path}`, init), env);
  return { renders, made, env, fetch };
}

const page = (text = "<p>page</p>") => new Response(text, { headers: HTML });

test("a public page is rendered once and then served from memory, without dependencies and queries", async () => {
  const site = openSite(() => page());
  const first = await site.fetch("/terms");
  const [again, head] = [await site.fetch("/terms"), await site.fetch("/terms", { method: "HEAD" })];
  expect(site.renders).toHaveLength(1);
  expect(site.made.deps).toBe(1);
  expect([await first.text(), await again.text(), await head.text()]).toEqual(["<p>page</p>", "<p>page</p>", ""]);
  for (const answer of [first, again, head]) {
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe(HTML["Content-Type"]);
    expect(answer.headers.get("Cache-Control")).toBe("public, max-age=60, stale-while-revalidate=600");
    expect(answer.headers.get("ETag")).toBe(first.headers.get("ETag"));
    expect(answer.headers.get("Server-Timing")).toBe('d1;desc="0"');
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    // Nothing in it is inline: its policy has no nonce, so one response suits all.
    expect(answer.headers.get("Content-Security-Policy")).toContain("script-src 'self';");
    expect(answer.headers.get("Content-Security-Policy")).not.toContain("nonce");
  }
});

test("a page may contain the one style whose hash the policy names, from memory and rendered", async () => {
  const site = openSite(() => page("<style>body{}</style>"), { styleHashes: ["aGFzaA=="] });
  for (let round = 0; round < 2; round++) {
    const policy = (await site.fetch("/login")).headers.get("Content-Security-Policy");
    expect(policy).toContain("style-src 'self' 'sha256-aGFzaA==';");
  }
  expect(site.renders).toHaveLength(1);
});

test("the security headers word for word: from memory, with a nonce, and without a configuration", async () => {
  const site = openSite(() => page(), { styleHashes: ["aGFzaA=="] });
  const policyOf = (nonce: string, payments: string) =>
    `default-src 'self'; script-src 'self'${nonce}; style-src 'self'${nonce} 'sha256-aGFzaA=='; style-src-attr 'unsafe-inline'; ` +
    `img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'${payments}; frame-ancestors 'none'`;
  const expectSecured = async (path: string, nonce: string, payments: string) => {
    const { headers } = await site.fetch(path);
    const policy = headers.get("Content-Security-Policy")?.replace(/nonce-[\w-]{22}/g, "nonce-X");
    expect([path, policy]).toEqual([path, policyOf(nonce, payments)]);
    const others = [...headers].filter(([name]) => /^(strict|x-|referrer|cross-origin|permissions)/.test(name));
    expect(Object.fromEntries(others)).toEqual({
      "strict-transport-security": "max-age=63072000",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
      ...(path === "/home" ? { "x-robots-tag": "noindex" } : {}),
    });
  };
  await expectSecured("/tutorial", "", "");
  await expectSecured("/home", " 'nonce-X'", " https://checkout.stripe.com https://billing.stripe.com");
  site.env.SESSION_SECRET = "short";
  await expectSecured("/tutorial", " 'nonce-X'", "");
});

test("a response with immutable headers, and a thrown value that is no Error, pass the front door too", async () => {
  const site = openSite((request) => {
    if (request.url.endsWith("/away")) return Response.redirect(`${ORIGIN}/login`, 302);
    throw "a word";
  });
  const away = await site.fetch("/away", { redirect: "manual" });
  expect([away.status, away.headers.get("X-Frame-Options")]).toEqual([302, "DENY"]);
  const thrown = await site.fetch("/home");
  expect([thrown.status, thrown.headers.get("X-Frame-Options")]).toEqual([500, "DENY"]);
  expect(await thrown.text()).toContain("エラーが発生しました");
  expect(console.log).toHaveBeenLastCalledWith(expect.stringContaining('"status":500'));
});

test("a client that has the page gets 304 without a body", async () => {
  const site = openSite(() => page());
  const etag = (await site.fetch("/login")).headers.get("ETag") ?? "";
  expect(etag).toMatch(/^W\/"[0-9a-f]{24}"$/);
  const asked = (tags: string) => site.fetch("/login", { headers: { "If-None-Match": tags } });
  for (const tags of [etag, etag.replace("W/", ""), `"other", ${etag}`, "*"]) {
    const answer = await asked(tags);
    expect([tags, answer.status, await answer.text()]).toEqual([tags, 304, ""]);
    expect(answer.headers.get("ETag")).toBe(etag);
    expect(answer.headers.get("Cache-Control")).toContain("public");
    expect(answer.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
  }
  expect((await asked('W/"0"')).status).toBe(200);
  expect(site.renders).toHaveLength(1);
});

test("another text has another ETag", async () => {
  const tag = async (text: string) => (await openSite(() => page(text)).fetch("/login")).headers.get("ETag");
  expect(await tag("a")).not.toBe(await tag("b"));
});

test("64 concurrent first requests share one render", async () => {
  const site = openSite(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return page();
  });
  const answers = await Promise.all(Array.from({ length: 64 }, () => site.fetch("/signup")));
  for (const answer of answers) expect(await answer.text()).toBe("<p>page</p>");
  expect(site.renders).toHaveLength(1);
});

test("if the shared render is late, the waiting requests share the next one", async () => {
  let isFirst = true;
  const site = openSite(() => {
    if (!isFirst) return page();
    isFirst = false;
    return new Promise<Response>(() => {});
  });
  void site.fetch("/login");
  await vi.waitFor(() => expect(site.renders).toHaveLength(1));
  const answers = await Promise.all(Array.from({ length: 63 }, () => site.fetch("/login")));
  for (const answer of answers) expect(await answer.text()).toBe("<p>page</p>");
  expect(site.renders).toHaveLength(2);
});

test("cached pages are rendered without any data of the visitor", async () => {
  const site = openSite((request) => page(request.headers.get("Cookie") ?? "nobody"));
  const headers = { Cookie: "session=secret", Authorization: "Bearer secret", "Accept-Language": "en" };
  const own = await site.fetch("/login", { headers });
  expect(await own.text()).toBe("nobody");
  expect([...(site.renders[0]?.headers ?? [])]).toEqual([]);
  expect(own.headers.get("Cache-Control")).toBe("no-store");
  const other = await site.fetch("/login");
  expect(await other.text()).toBe("nobody");
  expect(other.headers.get("Cache-Control")).toContain("public");
});

test("a query, another URL, another method and a failed or personal page are not served from memory", async () => {
  const site = openSite((request, context) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/privacy") return new Response("broken", { status: 500, headers: HTML });
    if (pathname === "/terms") return new Response("a", { headers: { ...HTML, "Set-Cookie": "a=b" } });
    if (pathname === "/tokusyo") return page(`<script nonce="${context.nonce}"></script>`);
    return page(request.url);
  });
  for (const path of ["/?e=atnf", "/login?to=/home", "/home", "/signup/welcome", "/privacy", "/terms", "/tokusyo"]) {
    const before = site.renders.length;
    for (let round = 0; round < 2; round++) {
      const answer = await site.fetch(path);
      expect([path, answer.headers.get("ETag")]).toEqual([path, null]);
      expect(answer.headers.get("Content-Security-Policy")).toContain("'nonce-");
      expect([path, answer.headers.get("Cache-Control")]).toEqual([path, "no-store"]);
    }
    expect(site.renders.length - before).toBeGreaterThanOrEqual(2);
  }
  const posted = await site.fetch("/login", { method: "POST", headers: { Origin: ORIGIN } });
  expect(posted.headers.get("ETag")).toBeNull();
});

test("another configuration is another page, and an unsafe one serves nothing from memory", async () => {
  const site = openSite((_request, context) => page(context.contactUrl ?? "no contact"));
  expect(await (await site.fetch("/login")).text()).toBe("no contact");
  site.env.CONTACT_URL = "https://contact.example/";
  expect(await (await site.fetch("/login")).text()).toBe("https://contact.example/");
  site.env.SESSION_SECRET = "short";
  expect((await site.fetch("/login")).status).toBe(500);
});

test("every database call is one round trip, a batch too, and returns the same as uncounted", async () => {
  await using database = await createTestDatabase();
  const { d1, count } = countRoundTrips(database.d1);
  expect(await d1.prepare("select ?1 as n").bind(7).first()).toEqual({ n: 7 });
  expect(await d1.prepare("select ?1 as n").bind(7).first("n")).toBe(7);
  expect((await d1.prepare("select 1 as n").all()).results).toEqual([{ n: 1 }]);
  expect(await d1.prepare("select 1 as n").raw()).toEqual([[1]]);
  expect((await d1.prepare("select 1 as n").run()).success).toBe(true);
  expect(count()).toBe(5);
  const two = await d1.batch<{ n: number }>([d1.prepare("select 1 as n"), d1.prepare("select ?1 as n").bind(2)]);
  expect(two.map(({ results }) => results[0]?.n)).toEqual([1, 2]);
  expect(count()).toBe(6);
});

test("a request's database is borrowed by one request at a time, counts for each from zero, and is reused", async () => {
  await using database = await createTestDatabase();
  const borrow = () => borrowDatabase(database.d1, { hasReplicas: true });
  const first = borrow();
  const second = borrow();
  expect(second.d1).not.toBe(first.d1);
  await first.d1.prepare("select 1").first();
  expect([first.count(), second.count()]).toEqual([1, 0]);
  first.release();
  const third = borrow();
  expect(third.d1).toBe(first.d1);
  expect(third.count()).toBe(0);
});

test("the log and, in development, the response report the round trips of a request; production does not send them", async () => {
  await using site = await createTestSite({ passwords: CHEAP_PASSWORDS });
  const answer = await site.fetch("/healthz");
  expect(answer.headers.get("Server-Timing")).toBe('d1;desc="1"');
  expect(JSON.parse(site.log.at(-1) ?? "{}")).toMatchObject({ event: "request", path: "/healthz", d1: 1 });
  Object.assign(site.env, PRODUCTION);
  expect((await site.fetch("/healthz")).headers.get("Server-Timing")).toBeNull();
});
