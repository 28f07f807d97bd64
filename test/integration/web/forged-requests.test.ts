import { expect, test } from "vitest";
import { NOBODYS_HASH } from "#app/adapters/password-hash.server.ts";
import { CHEAP_PASSWORDS, codeIn, createTestSite, ORIGIN } from "#test/integration/support/test-site.ts";

const EVIL = "https://evil.example";
const FORGED = {
  Forwarded: "host=evil.example;proto=https",
  "X-Forwarded-Host": "evil.example",
  "X-Forwarded-Proto": "https",
  "X-Forwarded-For": "203.0.113.99",
  "X-Original-URL": "/admin/api/cron",
};

test("links in mails lead to the configured site, whatever host a request claims", async () => {
  await using site = await createTestSite({
    passwords: CHEAP_PASSWORDS,
    env: { PUBLIC_URL: "http://localhost:8788" },
  });
  await site.post("/api/verification_email?email=taro@example.com", { headers: FORGED });
  const [mail] = await site.mails();
  expect(mail?.text).toContain("http://localhost:8788/signup?uuid=");
  for (const text of [mail?.text, mail?.html]) expect(text).not.toMatch(/evil\.example|127\.0\.0\.1/);
});

test("forwarded headers make no foreign origin our own, and change no address", async () => {
  await using site = await createTestSite({ passwords: CHEAP_PASSWORDS });
  for (const path of ["/login", "/api/token"]) {
    expect((await site.post(path, { headers: { ...FORGED, Origin: EVIL } })).status).toBe(403);
  }
  const ask = (i: number) =>
    site.post("/api/verification_uuid?uuid=x", { headers: { ...FORGED, "X-Forwarded-For": `203.0.113.${i}` } });
  for (let i = 0; i < 3; i++) expect((await ask(i)).status).toBe(404);
  const counts = await site.d1.prepare("select count from rate_limits where key glob 'code:*'").all();
  expect(counts.results).toEqual([{ count: 3 }]);
});

test("development serves this machine only, whatever its name", async () => {
  await using site = await createTestSite({ passwords: CHEAP_PASSWORDS });
  const ask = (origin: string, path: string, headers: Record<string, string> = {}) =>
    site.ask(new Request(origin + path, { headers }));
  for (const origin of [ORIGIN, "http://localhost:8788", "http://[::1]:8788", "http://127.1.2.3"]) {
    expect([origin, (await ask(origin, "/")).status]).toEqual([origin, 200]);
    expect([origin, (await ask(origin, "/healthz")).status]).toEqual([origin, 200]);
  }
  for (const origin of [
    "https://keiba-ai-web.someone.workers.dev",
    "http://192.0.2.1:8788",
    "http://127.0.0.1.evil.example",
    "http://localhost.evil.example",
    "http://[2001:db8::1]",
    "http://0.0.0.0:8788",
  ]) {
    for (const path of ["/", "/dev/mail", "/healthz", "/api/openapi.json", "/rankings.json"]) {
      const answer = await ask(origin, path);
      expect([origin, path, answer.status]).toEqual([origin, path, 403]);
    }
  }
  for (const Host of ["evil.example", "127.0.0.1@evil.example", "not a host"])
    expect([Host, (await ask(ORIGIN, "/dev/mail", { Host })).status]).toEqual([Host, 403]);
});

test("a mailed code opens no session, and neither does any other word", async () => {
  await using site = await createTestSite({ passwords: CHEAP_PASSWORDS });
  await site.post("/api/verification_email?email=taro@example.com");
  for (const token of [codeIn((await site.mails())[0]), "null", "undefined", "' or 1=1 --", "..", "a.b.c"]) {
    const answer = await site.fetch("/api/users/me", { headers: { Authorization: `Bearer ${token}` } });
    expect([token, answer.status, answer.headers.get("WWW-Authenticate")]).toEqual([token, 401, "Bearer"]);
    const page = await site.fetch("/home", { headers: { Cookie: `session=${encodeURIComponent(token)}` } });
    expect([token, page.status, page.headers.get("Location")]).toEqual([token, 302, "/login?to=%2Fhome"]);
  }
});

test("an unknown address costs one hash check, like a wrong password", async () => {
  const looks: string[] = [];
  await using site = await createTestSite({
    passwords: {
      ...CHEAP_PASSWORDS,
      verify: async (_password, hash) => {
        looks.push(hash);
        return false;
      },
    },
  });
  const answer = await site.logIn("nobody@example.com", "wrong-password");
  expect([answer.status, looks]).toEqual([401, [NOBODYS_HASH]]);
});

test("text for people declares its charset; JSON is UTF-8 by definition and declares none", async () => {
  await using site = await createTestSite({ passwords: CHEAP_PASSWORDS });
  const typeOf = async (path: string, init: RequestInit = {}) =>
    (await site.fetch(path, init)).headers.get("Content-Type")?.toLowerCase().replace("; ", ";");
  const html = "text/html;charset=utf-8";
  expect(await typeOf("/login", { method: "POST", headers: { Origin: EVIL } })).toBe(html);
  expect(await typeOf("/broken")).toBe(html);
  expect(await typeOf("/dev/mail", { headers: { Accept: "text/html" } })).toBe(html);
  expect(await typeOf("/api/docs")).toBe(html);
  expect(await typeOf("/api/docs.css")).toBe("text/css;charset=utf-8");
  for (const path of ["/api/users/me", "/api/nothing", "/api/openapi.json", "/healthz"]) {
    expect([path, await typeOf(path)]).toEqual([path, "application/json"]);
  }
});

test("a path full of line breaks is one line of the log, without its query", async () => {
  await using site = await createTestSite({ passwords: CHEAP_PASSWORDS });
  await site.fetch('/nowhere/%0d%0a{"event":"request","status":200}?uuid=secret-code', { headers: { Origin: ORIGIN } });
  expect(site.log).toHaveLength(1);
  expect(site.log[0]).not.toMatch(/[\r\n]|secret-code/);
  expect(JSON.parse(site.log[0] ?? "")).toMatchObject({ event: "request", status: 404 });
});
