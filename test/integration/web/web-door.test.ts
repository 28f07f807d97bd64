import { expect, test } from "vitest";
import { CHEAP_PASSWORDS, createTestSite, ORIGIN } from "#test/integration/support/test-site.ts";
import { LIVE_SECRETS, PRODUCTION } from "#test/unit/support/workers/production-env.ts";

const open = (options: Parameters<typeof createTestSite>[0] = {}) =>
  createTestSite({ passwords: CHEAP_PASSWORDS, ...options });

const ADMIN = { Authorization: "Bearer test-admin-token-0123456789" };

test("adds subdomains to Strict-Transport-Security if the operator sets HSTS_SUBDOMAINS", {
  tags: "full",
}, async () => {
  await using site = await open({ env: { HSTS_SUBDOMAINS: "yes" } });
  for (const path of ["/", "/nowhere", "/api/users/me"])
    expect((await site.fetch(path)).headers.get("Strict-Transport-Security")).toBe(
      "max-age=63072000; includeSubDomains",
    );
});

test("sends the security headers with every response, including refusals, redirects and errors", async () => {
  await using site = await open();
  const own = { Origin: ORIGIN };
  const answers: [number, Response][] = [
    [200, await site.fetch("/")],
    [302, await site.fetch("/home")],
    [302, await site.fetch("/home", { headers: { Cookie: "session=x" } })],
    [303, await site.post("/logout", { headers: own })],
    [404, await site.fetch("/nowhere")],
    [500, await site.fetch("/broken")],
    [413, await site.post("/login", { headers: own, body: "a".repeat(64 * 1024 + 1) })],
    [403, await site.post("/login", { headers: { Origin: "https://evil.example" } })],
    [200, await site.fetch("/healthz")],
    [200, await site.fetch("/dev/mail")],
    [401, await site.fetch("/api/users/me")],
    [404, await site.fetch("/api/nothing")],
    [400, await site.post("/api/users", { body: "{" })],
    [413, await site.post("/api/users", { body: "a".repeat(64 * 1024 + 1) })],
    [403, await site.post("/api/token", { headers: { "Sec-Fetch-Site": "cross-site" } })],
    [401, await site.post("/admin/api/cron")],
  ];
  const nonces = new Set<string>();
  for (const [status, { status: given, headers }] of answers) {
    expect(given).toBe(status);
    expect(headers.get("Strict-Transport-Security")).toBe("max-age=63072000");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Referrer-Policy")).toBe("same-origin");
    expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
    expect(headers.get("Permissions-Policy")).toContain("camera=()");
    expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
    const policy = headers.get("Content-Security-Policy") ?? "";
    for (const rule of ["object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(rule);
    }
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    nonces.add(/script-src 'self' 'nonce-([\w-]{22})'/.exec(policy)?.[1] ?? "none");
  }
  expect(nonces.size).toBe(answers.length);
});

test("forbids caching and indexing of personal pages; a public page keeps its own header", async () => {
  await using site = await open();
  const of = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await site.fetch(path, { headers });
    return [answer.headers.get("Cache-Control"), answer.headers.get("X-Robots-Tag")];
  };
  expect(await of("/")).toEqual(["public, max-age=60", null]);
  expect(await of("/", { Cookie: "session=x" })).toEqual(["no-store", null]);
  expect(await of("/home")).toEqual(["no-store", "noindex"]);
  expect(await of("/home.data")).toEqual(["no-store", "noindex"]);
  expect(await of("/api/models")).toEqual(["no-store", "noindex"]);
});

test("refuses calls in JSON and pages in Japanese", async () => {
  await using site = await open();
  const evil = { headers: { Origin: "https://evil.example" } };
  expect(await (await site.post("/api/token", evil)).json()).toEqual({ detail: "Forbidden" });
  const page = await site.post("/login", evil);
  expect(page.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expect(await page.text()).toContain("この操作は受け付けられません");
  const large = await site.post("/login", { headers: { Origin: ORIGIN }, body: "a".repeat(70_000) });
  expect(await large.text()).toContain("送信された内容が大きすぎます");
  const statusOf = async (path: string, bytes: number) =>
    (await site.post(path, { headers: { Origin: ORIGIN }, body: new URLSearchParams({ a: "a".repeat(bytes - 2) }) }))
      .status;
  expect([await statusOf("/nowhere", 64 * 1024), await statusOf("/nowhere", 64 * 1024 + 1)]).toEqual([404, 413]);
  // A month's file of tickets is larger than any other form.
  expect(await statusOf("/tickets", 1024 * 1024)).not.toBe(413);
  expect(await statusOf("/tickets", 1024 * 1024 + 1)).toBe(413);
});

test("accepts only forms on a page, and responds to an invalid body with 400", async () => {
  await using site = await open();
  const send = (type: string | null, body?: string | Uint8Array<ArrayBuffer>) =>
    site.post("/form", { headers: { Origin: ORIGIN, ...(type === null ? {} : { "Content-Type": type }) }, body });
  expect(await (await send("application/x-www-form-urlencoded", "name=a%00b")).text()).toBe("fields name");
  const multipart = '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na\r\n--x--\r\n';
  expect(await (await send("multipart/form-data; boundary=x", multipart)).text()).toBe("fields email");
  expect(await (await send(null)).text()).toBe("fields ");
  const junk: [string | null, string | Uint8Array<ArrayBuffer>][] = [
    ["application/json", "{}"],
    ["text/plain", "name=a"],
    ["multipart/form-data", "name=a"],
    ["multipart/form-data; boundary=x", "garbage"],
    [null, new Uint8Array([1, 2])],
  ];
  for (const [type, body] of junk) {
    const answer = await send(type, body);
    expect([type, answer.status]).toEqual([type, 400]);
    expect(await answer.text()).toContain("送信された内容を読み取れません");
  }
  expect(site.log.join()).not.toContain('"event":"error"');
});

test("redirects superfluous slashes to the page's canonical URL on this site, except for calls", async () => {
  await using site = await open();
  const to = async (path: string, method = "GET") => {
    const answer = await site.fetch(path, { method });
    return `${answer.status} ${answer.headers.get("Location")}`;
  };
  expect(await to("/models/?page=2")).toBe("308 /models?page=2");
  expect(await to("/models//", "HEAD")).toBe("308 /models");
  expect(await to("//evil.example/")).toBe("308 /evil.example");
  expect(await to("/api/models/")).toBe("401 null");
  expect(await to("/")).toBe("200 null");
});

test("treats an encoded prefix of the API as a page, and an encoded path below the prefix as the same call", async () => {
  await using site = await open();
  const typeOf = async (path: string) => {
    const answer = await site.fetch(path);
    return `${answer.status} ${answer.headers.get("Content-Type")?.split(";")[0]}`;
  };
  for (const path of ["/%61pi/models", "/%61dmin/api/cron", "/%68ealthz", "/apiary", "/rankings.json.data"])
    expect([path, await typeOf(path)]).toEqual([path, "404 text/plain"]);
  for (const path of ["/api/models", "/api/%6dodels", "/api/models/", "/admin/api/cron", "/admin/api", "/admin/api/"])
    expect([path, await typeOf(path)]).toEqual([path, "401 application/json"]);
  for (const path of ["/api", "/api/"]) expect([path, await typeOf(path)]).toEqual([path, "404 application/json"]);
});

test("responds to an unsupported method of a page with 405, Allow and a Japanese text", async () => {
  await using site = await open();
  for (const [path, accept] of [
    ["/logout", "*/*"],
    ["/home.data", "text/html"],
  ] as const) {
    for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"]) {
      const answer = await site.fetch(path, { method, headers: { Origin: ORIGIN, Accept: accept } });
      expect([path, method, answer.status, answer.headers.get("Allow"), await answer.text()]).toEqual([
        path,
        method,
        405,
        "GET, HEAD, POST",
        "この操作はできません\n",
      ]);
      expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    }
  }
  const page = await site.fetch("/logout", { method: "DELETE", headers: { Origin: ORIGIN, Accept: "text/html,*/*" } });
  expect([page.status, page.headers.get("Allow")]).toEqual([405, "GET, HEAD, POST"]);
  expect(await page.text()).toContain("<h1>この操作はできません</h1>");
});

test("handles HEAD like GET, without a body", async () => {
  await using site = await open();
  for (const path of ["/", "/healthz", "/dev/mail", "/home", "/nowhere", "/api/users/me"]) {
    const [get, head] = [await site.fetch(path), await site.fetch(path, { method: "HEAD" })];
    expect([path, head.status, head.headers.get("Content-Type")]).toEqual([
      path,
      get.status,
      get.headers.get("Content-Type"),
    ]);
    expect(await head.text()).toBe("");
  }
});

test("reads the whole body before it refuses", async () => {
  await using site = await open();
  const send = async (method: string, path: string, headers: Record<string, string> = {}) => {
    let pulled = 0;
    const body = new ReadableStream({
      pull(controller) {
        if (pulled === 5) return controller.close();
        pulled += 1;
        controller.enqueue(new Uint8Array(1000));
      },
    });
    const init = { method, headers, body, duplex: "half" } as RequestInit;
    return [(await site.fetch(path, init)).status, pulled];
  };
  expect(await send("PUT", "/admin/api/imports/1/files/races.csv")).toEqual([401, 5]);
  expect(await send("POST", "/api/models")).toEqual([401, 5]);
  expect(await send("POST", "/login", { Origin: "https://evil.example" })).toEqual([403, 5]);
});

test("reports a bug with the id of its log line and without details", async () => {
  await using site = await open();
  const answer = await site.fetch("/broken?uuid=secret-code");
  const text = await answer.text();
  expect(text).not.toContain("a bug");
  const lines = site.log.map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { event: "error", error: "Error: a bug", path: "/broken" },
    { event: "request", method: "GET", path: "/broken", status: 500 },
  ]);
  expect(text).toContain(lines[1].requestId);
  expect(lines[0].requestId).toBe(lines[1].requestId);
});

test("neither uses nor returns a request id from outside", async () => {
  await using site = await open();
  const answer = await site.fetch("/healthz", { headers: { "X-Request-Id": "from-outside" } });
  expect(answer.headers.get("X-Request-Id")).toBeNull();
  expect(JSON.parse(site.log[0] ?? "{}").requestId).toMatch(/^[\w-]{22}$/);
});

test("logs one JSON line per request, without secrets", async () => {
  await using site = await open();
  await site.post("/api/verification_email?email=taro@example.com");
  await site.logIn("taro@example.com", "a-password-typed");
  await site.fetch("/home?uuid=code", { headers: { Cookie: "session=cookie-value" } });
  await site.fetch("/api/users/me", { headers: { Authorization: "Bearer token.value.x" } });
  // The failed log-in has a line of its own.
  const requests = site.log.filter((line) => JSON.parse(line).event !== "auth");
  expect([requests.length, site.log.length]).toEqual([4, 5]);
  for (const line of requests) expect(Object.keys(JSON.parse(line))).toContain("requestId");
  expect(site.log.join()).not.toMatch(/taro|a-password-typed|cookie-value|uuid|token\.value/);
});

test("redirects pages, fails calls and reports bad health while the database is unavailable", async () => {
  await using site = await open({
    services(services) {
      services.auth.findSessionUser = () => Promise.reject(new Error("D1_ERROR"));
      services.jobHealth.readHealth = () => Promise.reject(new Error("D1_ERROR"));
      return services;
    },
  });
  const page = await site.fetch("/home", { headers: { Cookie: "session=x" } });
  expect([page.status, page.headers.get("Location"), page.headers.get("Set-Cookie")]).toEqual([302, "/?e=umae", null]);
  expect((await site.fetch("/home")).headers.get("Location")).toBe("/?e=atnf&to=%2Fhome");
  const api = await site.fetch("/api/users/me", { headers: { Authorization: "Bearer x" } });
  expect(api.status).toBe(500);
  expect(await api.text()).not.toContain("D1_ERROR");
  expect((await site.fetch("/healthz")).status).toBe(500);
});

test("returns after the log-in to the page, not to its data request or form", async () => {
  await using site = await open();
  const to = async (path: string, init: RequestInit) => (await site.fetch(path, init)).headers.get("Location");
  const headers = { Cookie: "session=ended" };
  expect(await to("/home.data?tab=1&_routes=x", { headers })).toBe("/login?to=%2Fhome%3Ftab%3D1");
  const post = (more: Record<string, string>) => ({ method: "POST", headers: { ...headers, Origin: ORIGIN, ...more } });
  expect(await to("/home?index", post({}))).toBe("/login?to=%2Fhome");
  expect(await to("/home?index", post({ Referer: `${ORIGIN}/models?rename=7` }))).toBe(
    "/login?to=%2Fmodels%3Frename%3D7",
  );
  expect(await to("/home?index", post({ Referer: "https://elsewhere.example/x" }))).toBe("/login?to=%2Fhome");
});

test("redirects other hosts and http to the site's origin in production, keeping path, query and method", async () => {
  await using site = await open({ env: PRODUCTION });
  const ask = async (url: string, method = "GET") => {
    const answer = await site.ask(new Request(url, { method, redirect: "manual" }));
    return [answer.status, answer.headers.get("Location")];
  };
  expect(await ask("https://keiba-ai-web.somebody.workers.dev/share/rankings?a=1&a=2")).toEqual([
    308,
    "https://keiba.example/share/rankings?a=1&a=2",
  ]);
  expect(await ask("http://keiba.example/login", "POST")).toEqual([308, "https://keiba.example/login"]);
  expect(await ask("https://keiba.example.evil.example//evil.example/")).toEqual([
    308,
    "https://keiba.example//evil.example/",
  ]);
  expect(await ask("https://keiba.example/healthz")).toEqual([200, null]);
});

test("refuses a call over http or at another host in production, so that its secret is not sent on", async () => {
  await using site = await open({ env: PRODUCTION });
  for (const origin of ["http://keiba.example", "https://other.example"])
    for (const path of ["/api/token", "/api/models?page=2", "/admin/api/cron", "/webhooks/stripe"]) {
      const answer = await site.ask(new Request(origin + path, { method: "POST", redirect: "manual" }));
      expect([path, answer.status, answer.headers.get("Location")]).toEqual([path, 403, null]);
      expect(await answer.json()).toEqual({ detail: "Forbidden: call https://keiba.example" });
      expect(answer.headers.get("Strict-Transport-Security")).toBe("max-age=63072000");
    }
  // The console's pages are for people.
  const page = await site.ask(new Request("http://keiba.example/admin", { redirect: "manual" }));
  expect([page.status, page.headers.get("Location")]).toEqual([308, "https://keiba.example/admin"]);
});

test("responds to an unsupported method of a call with 405 in JSON", async () => {
  await using site = await open();
  const answer = await site.fetch("/healthz", { method: "OPTIONS", headers: { Accept: "text/html" } });
  expect([answer.status, await answer.json()]).toEqual([405, { detail: "Method Not Allowed" }]);
});

test("responds to an undecodable address with 404 and one line of log", async () => {
  await using site = await open();
  const before = site.log.length;
  for (const path of ["/%", "/models/%E3%81"]) {
    const answer = await site.fetch(path);
    expect([path, answer.status, (await answer.text()).includes("ページが見つかりません")]).toEqual([path, 404, true]);
  }
  const lines = site.log.slice(before).map((line) => JSON.parse(line) as { event: string; path: string });
  expect(lines.map(({ event, path }) => [event, path])).toEqual([
    ["request", "/%"],
    ["request", "/models/%E3%81"],
  ]);
});

test("has no outbox, shortcuts or default secrets of development in production", async () => {
  await using site = await open({ env: PRODUCTION });
  expect((await site.fetch("/dev/mail")).status).toBe(404);
  const admin = { Authorization: `Bearer ${PRODUCTION.ADMIN_TOKEN}` };
  const start = await site.post("/admin/api/cron", { headers: admin, body: JSON.stringify({ kind: "start" }) });
  expect(start.status).toBe(400);
  for (const path of ["/admin/api/demo-users", "/admin/api/demo-models", "/admin/api/demo-customers"]) {
    expect([path, (await site.post(path, { headers: admin })).status]).toEqual([path, 404]);
    // The Worker of local starts, deployed by mistake.
    const local = await site.askLocal(new Request(`${site.env.PUBLIC_URL}${path}`, { method: "POST", headers: admin }));
    expect([path, local.status]).toEqual([path, 500]);
  }
  expect(site.log.join()).toContain("demo accounts (workers/local) are for development only");
  expect(await site.d1.prepare("select count(*) n from users").first()).toEqual({ n: 0 });

  for (const name of Object.keys(LIVE_SECRETS) as (keyof typeof LIVE_SECRETS)[]) {
    site.env[name] = "development-only-session-secret";
    expect((await site.fetch("/")).status).toBe(500);
    expect((await site.fetch("/api/models")).status).toBe(500);
    expect(site.log.join()).toContain(`${name} is the development default`);
    site.env[name] = LIVE_SECRETS[name];
    expect((await site.fetch("/")).status).toBe(200);
  }
  // In production the stand-in's address must not be configurable.
  site.env.STRIPE_API_URL = "http://127.0.0.1:12111";
  expect((await site.fetch("/")).status).toBe(500);
  expect(site.log.join()).toContain("STRIPE_API_URL is for development only");
  site.env.STRIPE_API_URL = "";
  expect((await site.fetch("/")).status).toBe(200);
  site.env.CLOCK_OFFSET_SECONDS = "60";
  expect((await site.fetch("/")).status).toBe(500);
});

test("lets demo accounts log in in development only", async () => {
  await using site = await open();
  await site.post("/admin/api/demo-users", { headers: ADMIN });
  await site.d1.prepare("update users set email = 'renamed@example.com' where email = 'pro@demo.example'").run();
  await site.d1.prepare("update users set is_demo = 0 where email = 'free@demo.example'").run();
  for (const email of ["admin@demo.example", "renamed@example.com", "free@demo.example"])
    expect([email, (await site.logIn(email, "keiba-demo-2026")).status]).toEqual([email, 200]);
  // A database moved from a local start to production.
  Object.assign(site.env, PRODUCTION);
  // The third account had its address changed; the last one has only the address of a demo account.
  for (const email of ["admin@demo.example", " Premium@DEMO.example ", "renamed@example.com", "free@demo.example"])
    expect([email, (await site.logIn(email, "keiba-demo-2026")).status]).toEqual([email, 401]);
});

test("requires the admin token for the operator's calls", async () => {
  await using site = await open();
  const cron = (authorization: string, body: unknown) =>
    site.post("/admin/api/cron", { headers: { Authorization: authorization }, body: JSON.stringify(body) });
  const right = ADMIN.Authorization;
  for (const wrong of ["", "Bearer ", "Bearer test-admin-token-012345678", "Basic eDp5"]) {
    expect((await cron(wrong, { kind: "sweep" })).status).toBe(401);
  }
  for (const kind of ["sweep", "hourly", "start"]) expect((await cron(right, { kind })).status).toBe(202);
  expect((await cron(right, { kind: "other" })).status).toBe(400);
  const unknown = await site.fetch("/admin/api/nothing", { headers: ADMIN });
  expect(unknown.status).toBe(404);
  const made = await site.post("/admin/api/demo-users", { headers: ADMIN });
  expect(await made.json()).toEqual({ added: 8 });
});

test("serves the outbox as JSON to programs and as a page with links to browsers", async () => {
  await using site = await open();
  expect(await (await site.fetch("/dev/mail")).json()).toEqual([]);
  await site.post("/api/verification_email?email=taro@example.com");
  await site.mails();
  const page = await (await site.fetch("/dev/mail", { headers: { Accept: "text/html,*/*" } })).text();
  expect(page).toMatch(/<a href="http:\/\/127\.0\.0\.1:8788\/signup\?uuid=[\w-]{43}">/);
  expect(page).toContain("宛先 taro@example.com");
});
