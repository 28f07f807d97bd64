import fc from "fast-check";
import { expect, test } from "vitest";
import { openDatabase } from "#app/db/database.server.ts";
import { CHOICE, insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { PASSWORD } from "#test/integration/support/site-accounts.ts";
import { CHEAP_PASSWORDS, createTestSite } from "#test/integration/support/test-site.ts";
import { BAD_TEXTS, BAD_VALUES } from "#test/integration/support/values/bad-values.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import { fuzz, LONG_MS } from "#test/unit/support/fuzz.ts";

const SECRET = "他人の秘密";

/**
 * User 1 logged in; user 2 with the model 2, the analysis 2 and a name that must not be shown; deleted ones with id 3.
 */
async function startSite() {
  const site = await createTestSite({ passwords: CHEAP_PASSWORDS });
  const db = openDatabase(site.env.DB);
  await insertUser(db, { id: 1, passwordHash: await CHEAP_PASSWORDS.hash(PASSWORD) });
  await insertUser(db, { id: 2, name: SECRET });
  await insertRace(db, { raceId: "r1", runnerRows: 2 });
  await insertModel(db, { id: 1 });
  await insertModel(db, { id: 2, userId: 2, name: SECRET });
  await insertModel(db, { id: 3, deletedAt: 1 });
  await insertAnalysis(db, { id: 1 });
  await insertAnalysis(db, { id: 2, userId: 2, modelId: 2, modelName: SECRET });
  await insertAnalysis(db, { id: 3, raceInputsVersion: 3, deletedAt: 1 });
  const { access_token } = (await (await site.logIn("user1@example.com", PASSWORD)).json()) as { access_token: string };
  return { ...site, authorization: { Authorization: `Bearer ${access_token}` } };
}

const BAD_IDS = [
  "2",
  "3",
  "99",
  "0",
  "-1",
  "1.5",
  "9".repeat(40),
  "abc",
  "%00",
  "%27%20or%201=1--",
  "%F0%9F%90%8E",
  "%3Cb%3E",
];

/** Calls with a body, and a valid body for each. */
const BODIES: readonly [method: string, path: string, good: Record<string, unknown>][] = [
  ["POST", "/users", { uuid: "u", email: "a@example.com", name: "n", pw: PASSWORD, icon: "", sex: 0, birth_date: "" }],
  [
    "PUT",
    "/users",
    { name: "n", fav_horse: "h", sex: 1, birth_date: "2000-01-01", icon: "turf", racing_experience: 1 },
  ],
  ["POST", "/models", { name: "n", user_id: 1, feature: CHOICE, venue_type: 1, form_key: "k" }],
  ["PUT", "/models/1", { name: "n", user_id: 1 }],
  ["POST", "/analyze", { model_id: 1, race_id: "r1" }],
  ["POST", "/share/image", { id: "x", user_name: "n", analysis: { analysis_result_id: 1 } }],
];

type Site = Awaited<ReturnType<typeof startSite>>;

/** Asserts no internal error, `{detail}` for a refusal, and no data of others. */
async function expectSafe(name: unknown, answer: Response): Promise<number> {
  const text = await answer.text();
  expect([name, answer.status < 500]).toEqual([name, true]);
  expect([name, text.includes(SECRET)]).toEqual([name, false]);
  const body: unknown = JSON.parse(text);
  if (answer.status >= 400) expect([name, body]).toEqual([name, { detail: expect.any(String) }]);
  return answer.status;
}

const send = (
  site: Site,
  method: string,
  path: string,
  body: BodyInit | null = null,
  headers: Record<string, string> = {},
) => site.fetch(`/api${path}`, { method, body, headers: { ...site.authorization, ...headers } });

test("foreign, deleted, negative, huge and textual ids are 404 and change nothing", async () => {
  await using site = await startSite();
  for (const id of BAD_IDS) {
    await site.d1.prepare("delete from rate_limits").run();
    for (const [method, path] of [
      ["GET", "/models/"],
      ["PUT", "/models/"],
      ["DELETE", "/models/"],
      ["GET", "/confirm_model/"],
      ["GET", "/confirm_analyzed/"],
      ["DELETE", "/analysis_results/"],
      ["GET", "/analysis_result?analysis_result_id="],
    ] as const) {
      const answer = await send(site, method, `${path}${id}`, method === "PUT" ? JSON.stringify({ name: "x" }) : null);
      expect([method, path, id, await expectSafe([method, path, id], answer)]).toEqual([method, path, id, 404]);
    }
  }
  const untouched = "select count(*) n from models where id = 2 and deleted_at is null and confirmed_at is null";
  expect(await site.d1.prepare(untouched).first("n")).toBe(1);
});

test("malformed, deep, oversized and oddly typed bodies are refused with a reason", async () => {
  await using site = await startSite();
  const bodies = [
    "",
    "{",
    "null",
    "[]",
    "5",
    '"x"',
    "\u0000",
    "<a/>",
    "name=x",
    "[".repeat(30_000),
    `{"name":${"[".repeat(9000)}${"]".repeat(9000)}}`,
  ];
  for (const [method, path] of BODIES) {
    for (const body of bodies) {
      const status = await expectSafe([method, path, body.slice(0, 20)], await send(site, method, path, body));
      if (path !== "/users" || method !== "PUT")
        expect([method, path, body.slice(0, 20), status]).toEqual([method, path, body.slice(0, 20), 400]);
    }
    const large = await send(site, method, path, JSON.stringify({ name: "x".repeat(70_000) }));
    expect([path, await expectSafe(path, large)]).toEqual([path, 413]);
  }
  for (const type of [
    "text/plain",
    "application/xml",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    ";;;",
  ]) {
    for (const [method, path] of [...BODIES, ["POST", "/token"] as const]) {
      await expectSafe([path, type], await send(site, method, path, "garbage", { "Content-Type": type }));
    }
  }
});

test("a repeated key counts once, unknown ones and those of prototypes not at all", async () => {
  await using site = await startSite();
  const body = `{"name":"first","name":"second","__proto__":{"status":3},"constructor":1,"plan":0,"is_demo":true}`;
  const renamed = await send(site, "PUT", "/models/1", body);
  expect(await renamed.json()).toMatchObject({ name: "second", status: 2 });
  await send(site, "PUT", "/users", `{"plan":0,"id":2,"user_id":2,"name":"n"}`);
  expect(await site.d1.prepare("select plan from users where id = 1").first("plan")).toBe(1);
  expect(await site.d1.prepare("select name from users where id = 2").first("name")).toBe(SECRET);
});

test("foreign, unknown, negative, huge and textual ids in a body are refused and change nothing", async () => {
  await using site = await startSite();
  const others = async () =>
    JSON.stringify(
      (
        await site.d1.batch(
          ["models", "analyses"].map((name) => site.d1.prepare(`select * from ${name} where user_id = 2`)),
        )
      ).map(({ results }) => results),
    );
  const uses = () => site.d1.prepare("select count(*) n from usage").first("n");
  const usesBefore = await uses();
  const before = await others();
  const ask = async (method: string, path: string, body: object) =>
    expectSafe([method, path, body], await send(site, method, path, JSON.stringify(body)));
  for (const userId of [2, "2", 99, -1, "9".repeat(40), "abc", "1 or 1=1", [1, 2], { id: 1 }]) {
    const model = { name: "n", feature: CHOICE, venue_type: 1, user_id: userId };
    expect([userId, await ask("POST", "/models", model)]).toEqual([userId, 403]);
    expect([userId, await ask("PUT", "/models/1", { name: "n", user_id: userId })]).toEqual([userId, 403]);
    expect([userId, await ask("POST", "/analyze", { model_id: 1, race_id: "r1", user_id: userId })]).toEqual([
      userId,
      403,
    ]);
  }
  for (const modelId of [2, "2", 99, "99", 2 ** 53 - 1]) {
    expect([modelId, await ask("POST", "/analyze", { model_id: modelId, race_id: "r1" })]).toEqual([modelId, 404]);
  }
  for (const modelId of [-1, 0, 1.5, "abc", "9".repeat(40), [1], null]) {
    expect([modelId, await ask("POST", "/analyze", { model_id: modelId, race_id: "r1" })]).toEqual([modelId, 400]);
  }
  for (const raceId of ["r2", "' or 1=1 --", 99, -1]) {
    expect([raceId, await ask("POST", "/analyze", { model_id: 1, race_id: raceId })]).toEqual([raceId, 404]);
  }
  expect(await others()).toBe(before);
  expect(await uses()).toBe(usesBefore);
});

/** Half a character cannot be in an address. */
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, "?");

/** Paths of the API's own document; a name in braces is any id. */
async function listCalls(fetch: (path: string) => Promise<Response>): Promise<{ method: string; path: string }[]> {
  const document = (await (await fetch("/api/openapi.json")).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  );
}

const FIELDS = [
  ...[
    "model_id",
    "race_id",
    "name",
    "venue_type",
    "feature",
    "form_key",
    "email",
    "uuid",
    "pw",
    "token",
    "password",
    "plan",
    "date",
  ],
  ...[
    "ranking_type",
    "ticket_type",
    "offset",
    "limit",
    "analysis_result_id",
    "price_id",
    "id",
    "user_name",
    "analysis",
    "sex",
  ],
  ...["birth_date", "icon", "fav_horse", "__proto__", "constructor", "status", "user_id", "username"],
];
const KNOWN = [1, 2, "1", "r1", "2026-11-21", "user1@example.com", PASSWORD, { static: ["騎手"] }];
const scalar = fc.oneof(fc.constantFrom<unknown>(...BAD_VALUES, ...KNOWN), fc.jsonValue({ maxDepth: 3 }));
const text = fc.oneof(
  fc.constantFrom(...BAD_TEXTS, "1", "2", "r1", "2026-11-21"),
  fc.string({ unit: "binary", maxLength: 20 }),
);
const fields = fc.dictionary(fc.constantFrom(...FIELDS), scalar, { maxKeys: 6 });
const body = fc.oneof(
  { weight: 6, arbitrary: fields.map((given) => JSON.stringify(given)) },
  fc.jsonValue().map((given) => JSON.stringify(given)),
  fc.string({ unit: "binary", maxLength: 60 }),
);
const query = fc.array(fc.tuple(fc.constantFrom(...FIELDS), text), { maxLength: 3 });

test(
  "any call of the API is answered or refused with a reason, and tells nothing of others",
  async () => {
    await using site = await startSite();
    const calls = await listCalls((path) => site.fetch(path));
    expect(calls.length).toBeGreaterThan(20);
    // Sent again before their sessions end by a log-out or a new password.
    const logIn = async () =>
      ((await (await site.logIn("user1@example.com", PASSWORD)).json()) as { access_token?: string }).access_token ??
      "";
    let token = await logIn();
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...calls),
        fc.array(text, { minLength: 3, maxLength: 3 }),
        query,
        body,
        fc.boolean(),
        async ({ method, path }, ids, asked, content, isJson) => {
          sent += 1;
          if (sent % 40 === 0) {
            await site.d1.prepare("delete from rate_limits").run();
            await sql(site.d1)`update users set email = 'user1@example.com', password_hash =
              ${await CHEAP_PASSWORDS.hash(PASSWORD)} where id = 1 and deleted_at is null`.run();
            token = await logIn();
          }
          let next = 0;
          const address = path.replace(/\{\w+\}/g, () => encodeURIComponent(wellFormed(ids[next++ % 3] || "1")));
          const search = new URLSearchParams(asked.map(([name, given]) => [name, wellFormed(given)]));
          const answer = await site.fetch(`/api${address.replace(/^\/api/, "")}?${search}`, {
            method,
            headers: { Authorization: `Bearer ${token}`, ...(isJson && { "Content-Type": "application/json" }) },
            body: method === "GET" || method === "HEAD" ? null : content,
          });
          const words = await answer.text();
          const about = [method, address, String(search), content];
          expect([about, answer.status < 500, words.includes(SECRET)]).toEqual([about, true, false]);
          const isWords = answer.headers.get("content-type")?.startsWith("application/json") === true;
          if (answer.status >= 400 && isWords)
            expect([about, JSON.parse(words)]).toEqual([about, { detail: expect.any(String) }]);
        },
      ),
      fuzz({ quick: 150, whole: 23_000 }),
    );
    expect(await site.d1.prepare("select name from users where id = 2").first("name")).toBe(SECRET);
    expect(await site.d1.prepare("select name, deleted_at, confirmed_at from models where id = 2").first()).toEqual({
      ...{ name: SECRET, deleted_at: null, confirmed_at: null },
    });
  },
  LONG_MS,
);
