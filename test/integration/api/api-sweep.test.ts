import { expect, test } from "vitest";
import { openDatabase } from "#app/db/database.server.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { PASSWORD } from "#test/integration/support/site-accounts.ts";
import { CHEAP_PASSWORDS, codeIn, createTestSite } from "#test/integration/support/test-site.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

const EVIL = "https://evil.example";
const FOREIGN: readonly Record<string, string>[] = [
  { Origin: EVIL },
  { Origin: "null" },
  { "Sec-Fetch-Site": "cross-site" },
  { Cookie: "session=x" },
];

/** Owner 1, stranger 2 and admin 3, each logged in; the model 1, the analysis 1 and the race r1 are the owner's. */
async function startSite() {
  const site = await createTestSite({ passwords: CHEAP_PASSWORDS });
  const db = openDatabase(site.env.DB);
  const passwordHash = await CHEAP_PASSWORDS.hash(PASSWORD);
  const tokens: string[] = [];
  for (const [id, plan] of [
    [1, 1],
    [2, 1],
    [3, 0],
  ] as const) {
    await insertUser(db, { id, plan, passwordHash });
    const answer = await site.logIn(`user${id}@example.com`, PASSWORD);
    tokens.push(((await answer.json()) as { access_token: string }).access_token);
  }
  await insertModel(db, { id: 1 });
  await insertRace(db, { raceId: "r1", runnerRows: 2 });
  await insertAnalysis(db, { id: 1 });
  const [owner = "", stranger = "", admin = ""] = tokens;
  return { ...site, owner, stranger, admin };
}

const CALLS: readonly [method: string, path: string, body?: object][] = [
  ["GET", "/users/me"],
  ["PUT", "/users", { fav_horse: "ウマ" }],
  ["GET", "/models"],
  ["POST", "/models", {}],
  ["GET", "/models/1"],
  ["PUT", "/models/1", { name: "x" }],
  ["GET", "/confirm_model/1"],
  ["GET", "/races"],
  ["POST", "/analyze", {}],
  ["GET", "/ranking?ranking_type=1&ticket_type=4"],
  ["GET", "/ranking/me?ranking_type=2"],
  ["GET", "/analysis_results"],
  ["GET", "/analysis_result?analysis_result_id=1"],
  ["GET", "/confirm_analyzed/1"],
  ["DELETE", "/analysis_results/1"],
  ["DELETE", "/models/1"],
  ["POST", "/update_plan?price_id=keiba_plan_4_monthly"],
  ["POST", "/create-checkout-session", {}],
  ["GET", "/cancel_subscription"],
  ["DELETE", "/users"],
  ["POST", "/verification_email?email=x"],
  ["POST", "/verification_uuid?uuid=x"],
  ["POST", "/users", {}],
  ["POST", "/token", {}],
  ["POST", "/reset_password?email=x"],
  ["POST", "/validate_token_password?token=x"],
  ["POST", "/change_password?token=x&password=takai-yama-10"],
  ["GET", "/share/analysis?id=9"],
  ["POST", "/share/image", { id: 9 }],
  ["GET", "/nothing"],
];
const ID_CALLS = CALLS.filter(([, path]) => /[/=]1$/.test(path));

function request(
  site: Awaited<ReturnType<typeof startSite>>,
  [method, path, body]: (typeof CALLS)[number],
  headers: Record<string, string>,
) {
  return site.fetch(`/api${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
}

test("every API response, also a refusal, is JSON that cannot be stored, framed, sniffed or read from another origin", async () => {
  await using site = await startSite();
  for (const call of CALLS) {
    for (const authorization of ["", `Bearer ${site.owner}`]) {
      const answer = await request(site, call, {
        ...(authorization === "" ? {} : { Authorization: authorization }),
        ...(call[0] === "GET" ? { Origin: EVIL } : {}),
      });
      const { headers } = answer;
      expect([call, answer.status < 500]).toEqual([call, true]);
      expect([call, headers.get("Content-Type")]).toEqual([call, "application/json"]);
      expect([call, headers.get("Cache-Control")]).toEqual([call, "no-store"]);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("X-Frame-Options")).toBe("DENY");
      expect(headers.get("X-Robots-Tag")).toBe("noindex");
      expect(headers.get("Strict-Transport-Security")).toContain("max-age=63072000");
      expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
      expect(headers.get("Set-Cookie")).toBeNull();
      expect(await answer.text()).not.toMatch(/\bat .*:\d+:\d+|SQLITE|D1_ERROR|\.ts\b/);
    }
  }
});

test("the session cookie opens no call of the API, and a call from another site is refused before it", async () => {
  await using site = await startSite();
  for (const call of CALLS.slice(0, 20)) {
    const cookie = await request(site, call, { Cookie: `session=${site.owner}`, Origin: "http://127.0.0.1:8788" });
    expect([call, cookie.status]).toEqual([call, 401]);
    if (call[0] === "GET") continue;
    for (const headers of FOREIGN) {
      const foreign = await request(site, call, { Authorization: `Bearer ${site.owner}`, ...headers });
      expect([call, headers, foreign.status]).toEqual([call, headers, 403]);
    }
  }
});

test("any other user's id is 404 for every call with an id, also for an admin, and 401 for a visitor; nothing changes", async () => {
  await using site = await startSite();
  const rows = async () => [
    await sql(site.d1)`select * from models`.all().then(({ results }) => results),
    await sql(site.d1)`select * from analyses`.all().then(({ results }) => results),
  ];
  const before = await rows();
  for (const call of ID_CALLS) {
    for (const token of [site.stranger, site.admin]) {
      const answer = await request(site, call, { Authorization: `Bearer ${token}` });
      expect([call, answer.status]).toEqual([call, 404]);
    }
    expect([call, (await request(site, call, {})).status]).toEqual([call, 401]);
  }
  expect(await rows()).toEqual(before);
  for (const call of ID_CALLS) {
    expect([call, (await request(site, call, { Authorization: `Bearer ${site.owner}` })).status]).toEqual([call, 200]);
  }
});

test("GETs with side effects refuse other sites, images, documents and prefetches, and then change nothing", async () => {
  await using site = await startSite();
  const refused: Record<string, string>[] = [
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Dest": "image" },
    { "Sec-Fetch-Dest": "document" },
    { "Sec-Purpose": "prefetch" },
    { "Sec-Purpose": "prefetch;prerender" },
    { Purpose: "prefetch" },
  ];
  for (const path of ["/api/confirm_model/1", "/api/confirm_analyzed/1", "/api/cancel_subscription"]) {
    for (const headers of refused) {
      const answer = await site.fetch(path, { headers: { Authorization: `Bearer ${site.owner}`, ...headers } });
      expect([path, headers, answer.status]).toEqual([path, headers, 403]);
    }
  }
  expect(await site.d1.prepare("select confirmed_at from models").first("confirmed_at")).toBeNull();
  expect(await site.d1.prepare("select confirmed_at from analyses").first("confirmed_at")).toBeNull();
});

/** Calls without a token, each with what failures count towards, and the limit per address and hour. */
const DOORS: readonly [path: string, limit: number, body?: BodyInit][] = [
  ["/token", 50, new URLSearchParams({ username: "nobody@example.com", password: "wrong" }).toString()],
  ["/verification_email?email=nobody@example.com", 60],
  ["/reset_password?email=nobody@example.com", 60],
  ["/verification_uuid?uuid=x", 50],
  ["/validate_token_password?token=x", 50],
  ["/change_password?token=x&password=takai-yama-10", 50],
  ["/users", 50, JSON.stringify({ uuid: "x", email: "nobody@example.com", name: "n", pw: PASSWORD })],
];

test("every public API route returns 429 with Retry-After when an address calls too often", async () => {
  await using site = await startSite();
  for (const [index, [path, limit, body = null]] of DOORS.entries()) {
    const headers = { "CF-Connecting-IP": `198.51.100.${index}`, "Content-Type": "application/x-www-form-urlencoded" };
    await site.d1.prepare("delete from rate_limits").run();
    expect([path, (await site.post(`/api${path}`, { headers, body })).status]).not.toEqual([path, 429]);
    // The address has one more than this left; lower limits of an account and a receiver are unaffected.
    const counted = await sql(site.d1)`update rate_limits set count = ${limit - 1}
      where key glob '*:address:*'`.run();
    expect([path, counted.meta.changes]).toEqual([path, 1]);
    expect([path, (await site.post(`/api${path}`, { headers, body })).status]).not.toEqual([path, 429]);
    const last = await site.post(`/api${path}`, { headers, body });
    expect([path, last.status, last.headers.get("Retry-After")]).toEqual([path, 429, "3600"]);
    expect(await last.json()).toEqual({ detail: expect.any(String) });
    const neighbour = { ...headers, "CF-Connecting-IP": "203.0.113.1" };
    expect([path, (await site.post(`/api${path}`, { headers: neighbour, body })).status]).not.toEqual([path, 429]);
  }
});

test("fifty wrong codes an hour block an address on all routes, also concurrently; correct ones do not count", async () => {
  await using site = await startSite();
  const headers = { "CF-Connecting-IP": "198.51.100.7" };
  await site.post("/api/verification_email?email=taro@example.com");
  const uuid = codeIn((await site.mails())[0]);
  const ask = (code: string) => site.post(`/api/verification_uuid?uuid=${code}`, { headers });
  for (let i = 0; i < 3; i++) expect((await ask(uuid)).status).toBe(200);
  // Malformed input is not a guess.
  expect((await site.post("/api/users", { headers, body: "{" })).status).toBe(400);
  expect(await site.d1.prepare("select count from rate_limits where key glob 'code:*'").first("count")).toBe(0);

  const statuses = (await Promise.all(Array.from({ length: 52 }, (_, i) => ask(`x${i}`)))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([...Array.from({ length: 50 }, () => 404), 429, 429]);
  const body = JSON.stringify({ uuid, email: "taro@example.com", name: "n", pw: PASSWORD });
  expect((await site.post("/api/users", { headers, body })).status).toBe(429);
  expect((await site.post("/api/change_password?token=x&password=takai-yama-10", { headers })).status).toBe(429);
  expect((await site.post("/api/users", { body })).status).toBe(201);
});
