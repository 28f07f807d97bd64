import fc from "fast-check";
import { expect, test } from "vitest";
import { openDatabase } from "#app/db/database.server.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { PASSWORD } from "#test/integration/support/site-accounts.ts";
import { CHEAP_PASSWORDS, createTestSite } from "#test/integration/support/test-site.ts";
import { BAD_VALUES } from "#test/integration/support/values/bad-field-values.ts";
import { BAD_TEXTS } from "#test/integration/support/values/bad-values.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import { fuzz, LONG_MS } from "#test/unit/support/fuzz.ts";

/** Half a character cannot be in an address. */
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, "?");

const SECRET = "他人の秘密";

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
    await using site = await createTestSite({ passwords: CHEAP_PASSWORDS });
    const db = openDatabase(site.env.DB);
    await insertUser(db, { id: 1, passwordHash: await CHEAP_PASSWORDS.hash(PASSWORD) });
    await insertUser(db, { id: 2, name: SECRET });
    await insertRace(db, { raceId: "r1", runnerRows: 2 });
    await insertModel(db, { id: 1 });
    await insertModel(db, { id: 2, userId: 2, name: SECRET });
    await insertAnalysis(db, { id: 1 });
    await insertAnalysis(db, { id: 2, userId: 2, modelId: 2, modelName: SECRET });
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
