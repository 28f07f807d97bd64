import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openDatabase } from "#app/db/database.server.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import {
  CHOICE,
  insertAnalysis,
  insertModel,
  insertRace,
  insertUser,
} from "#test/integration/support/billing/plan-factories.ts";
import { PASSWORD } from "#test/integration/support/site-accounts.ts";
import { SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";
import { CHEAP_PASSWORDS, createTestSite } from "#test/integration/support/test-site.ts";
import { BAD_VALUES, WRONG_FOR_ALL } from "#test/integration/support/values/bad-field-values.ts";

const SECRET = "他人の秘密";

// Many concurrent requests are slow on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let site: Awaited<ReturnType<typeof startSite>>;

beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site[Symbol.asyncDispose]());

type Body = Record<string, unknown>;

/** User 1 logged in, user 2 with a model, an analysis and a name that must be neither shown nor changed. */
async function startSite() {
  const site = await createTestSite({ passwords: CHEAP_PASSWORDS });
  const db = openDatabase(site.env.DB);
  await insertUser(db, { id: 1, passwordHash: await CHEAP_PASSWORDS.hash(PASSWORD) });
  await insertUser(db, { id: 2, name: SECRET });
  await insertRace(db, { raceId: "r1", runnerRows: 2 });
  await insertModel(db, { id: 1 });
  await insertModel(db, { id: 2, userId: 2, name: SECRET });
  await insertAnalysis(db, { id: 2, userId: 2, modelId: 2, modelName: SECRET });
  const { access_token } = (await (await site.logIn("user1@example.com", PASSWORD)).json()) as { access_token: string };
  const others = async () =>
    JSON.stringify([
      await site.d1.prepare("select * from users where id = 2").first(),
      await site.d1.prepare("select * from models where user_id = 2").first(),
      await site.d1.prepare("select * from analyses where user_id = 2").first(),
    ]);
  return { ...site, others, authorization: { Authorization: `Bearer ${access_token}` } };
}

/** A valid body with one field replaced; `feature.static` is a nested field. */
function withField(good: Body, field: string, value: unknown): Body {
  const [name = "", inner] = field.split(".");
  return { ...good, [name]: inner === undefined ? value : { ...(good[name] as Body), [inner]: value } };
}

/**
 * Sends every bad value of a field concurrently, each from an address of its own, field after field with fresh rate
 * limits, and returns the responses.
 */
async function sendBadValues({
  method,
  path,
  bodyOf,
  fields,
}: {
  method: string;
  path: string;
  bodyOf(): Promise<Body>;
  fields: readonly string[];
}): Promise<Map<string, number[]>> {
  const before = await site.others();
  const send = async (field: string, bad: unknown, address: string) => {
    const answer = await site.fetch(`/api${path}`, {
      method,
      headers: { ...site.authorization, "CF-Connecting-IP": address },
      body: JSON.stringify(withField(await bodyOf(), field, bad)),
    });
    const text = await answer.text();
    const name = [method, path, field, bad, text];
    expect([...name, answer.status < 500, text.includes(SECRET)]).toEqual([...name, true, false]);
    const body: unknown = JSON.parse(text);
    if (answer.status >= 400) expect([...name, body]).toEqual([...name, { detail: expect.any(String) }]);
    return answer.status;
  };
  const statuses = new Map<string, number[]>();
  for (const [row, field] of fields.entries()) {
    await site.d1.prepare("delete from rate_limits").run();
    const answers = BAD_VALUES.map((bad, column) => send(field, bad, `198.51.${row}.${column}`));
    statuses.set(field, await Promise.all(answers));
  }
  expect(await site.others()).toBe(before);
  return statuses;
}

const PROFILE_FIELDS = [
  "name",
  "icon",
  "profile",
  "sex",
  "birth_date",
  "racing_experience",
  "phone_number",
  "prefectures",
  "fav_horse",
  "fav_jockey",
  "fav_ticket_type",
  "race_of_memories",
];

test("POST /users causes no internal error for bad values of any field, each with a valid code", async () => {
  // One field of each kind; PUT, which has the same fields, gets all of them.
  const fields = ["name", "icon", "sex", "birth_date", "racing_experience", "email", "pw", "uuid"];
  const count = BAD_VALUES.length * fields.length;
  const rows = await Promise.all(
    Array.from({ length: count }, async (_, i) => ({ id: `id${i}`, hash: await sha256Hex(`code${i}`), at: i })),
  );
  await site.d1
    .prepare(
      `insert into mail_codes (id, code_hash, kind, email, created_at, expires_at)
       select value ->> 'id', value ->> 'hash', 'sign-up', 'new' || (value ->> 'at') || '@example.com', ?2, ?2 + 3600
       from json_each(?1)`,
    )
    .bind(JSON.stringify(rows), SATURDAY_MORNING)
    .run();
  let next = 0;
  const bodyOf = async () => {
    const i = next++;
    return { uuid: `code${i}`, email: `new${i}@example.com`, name: "n", pw: PASSWORD };
  };
  const statuses = await sendBadValues({ method: "POST", path: "/users", bodyOf, fields });
  for (const field of ["email", "uuid", "name", "pw"]) {
    const created = statuses.get(field)?.filter((_, index) => typeof BAD_VALUES[index] !== "string");
    expect([field, created?.includes(201)]).toEqual([field, false]);
  }
});

test("PUT /users causes no internal error for bad values of any field", async () => {
  const statuses = await sendBadValues({
    method: "PUT",
    path: "/users",
    bodyOf: async () => ({ fav_horse: "h" }),
    fields: [...PROFILE_FIELDS, "email", "current_password", "id", "user_id", "plan"],
  });
  for (const field of PROFILE_FIELDS) {
    const wrong = statuses.get(field)?.filter((_, index) => WRONG_FOR_ALL.has(BAD_VALUES[index]));
    expect([field, wrong]).toEqual([field, [400, 400, 400]]);
  }
  expect(await site.d1.prepare("select email, plan from users where id = 1").first()).toEqual({
    email: "user1@example.com",
    plan: 1,
  });
});

test("POST /models causes no internal error for bad values of any field or of its features", async () => {
  const statuses = await sendBadValues({
    method: "POST",
    path: "/models",
    bodyOf: async () => ({ name: "n", feature: CHOICE, venue_type: 1 }),
    fields: [
      "name",
      "user_id",
      "feature",
      "feature.static",
      "feature.average",
      "feature.isAllVenue",
      "venue_type",
      "form_key",
    ],
  });
  const wrong = statuses.get("venue_type")?.filter((_, index) => BAD_VALUES[index] !== undefined);
  expect(new Set(wrong)).toEqual(new Set([400]));
  const owners = await site.d1.prepare("select distinct user_id from models order by 1").all();
  expect(owners.results).toEqual([{ user_id: 1 }, { user_id: 2 }]);
});

test("PUT /models/{id} causes no internal error for bad values of any field", async () => {
  const statuses = await sendBadValues({
    method: "PUT",
    path: "/models/1",
    bodyOf: async () => ({ name: "n" }),
    fields: ["name", "user_id", "status", "feature"],
  });
  // Only the name is read, and the claimed owner of the model.
  for (const field of ["status", "feature"]) expect(new Set(statuses.get(field))).toEqual(new Set([200]));
  const model = await site.d1.prepare("select status, features from models where id = 1").first();
  expect(model).toEqual({ status: 2, features: JSON.stringify(CHOICE) });
});

test("POST /analyze causes no internal error for bad values of any field", async () => {
  const statuses = await sendBadValues({
    method: "POST",
    path: "/analyze",
    bodyOf: async () => ({ model_id: 1, race_id: "r1" }),
    fields: ["model_id", "race_id", "user_id"],
  });
  for (const field of ["model_id", "race_id"]) {
    for (const status of statuses.get(field) ?? []) expect([field, [400, 404].includes(status)]).toEqual([field, true]);
  }
});

test("POST /token causes no internal error for bad values of a field, as a form of either kind", async () => {
  await site.d1.prepare("delete from rate_limits").run();
  const send = async (kind: string, field: string, bad: unknown, address: string) => {
    const form = kind === "multipart" ? new FormData() : new URLSearchParams();
    form.set("username", "user2@example.com");
    form.set("password", "wrong");
    if (bad === undefined) form.delete(field);
    else form.set(field, (typeof bad === "string" ? bad : JSON.stringify(bad)).replaceAll("\ud800", "?"));
    const answer = await site.post("/api/token", { headers: { "CF-Connecting-IP": address }, body: form });
    const name = [kind, field, bad, await answer.clone().text()];
    expect([...name, [400, 401, 429].includes(answer.status)]).toEqual([...name, true]);
    expect([...name, await answer.json()]).toEqual([...name, { detail: expect.any(String) }]);
  };
  await Promise.all(
    ["urlencoded", "multipart"].flatMap((kind, block) =>
      ["username", "password"].flatMap((field, row) =>
        BAD_VALUES.map((bad, column) => send(kind, field, bad, `198.51.${2 * block + row}.${column}`)),
      ),
    ),
  );
});

test("foreign, unknown, negative, huge and textual ids in a body are refused and change nothing", async () => {
  await site.d1.prepare("delete from rate_limits").run();
  const uses = () => site.d1.prepare("select count(*) n from usage").first("n");
  const usesBefore = await uses();
  const before = await site.others();
  const send = async (method: string, path: string, body: Body) => {
    const answer = await site.fetch(`/api${path}`, { method, headers: site.authorization, body: JSON.stringify(body) });
    expect((await answer.text()).includes(SECRET)).toBe(false);
    return answer.status;
  };
  for (const userId of [2, "2", 99, -1, "9".repeat(40), "abc", "1 or 1=1", [1, 2], { id: 1 }]) {
    const model = { name: "n", feature: CHOICE, venue_type: 1, user_id: userId };
    expect([userId, await send("POST", "/models", model)]).toEqual([userId, 403]);
    expect([userId, await send("PUT", "/models/1", { name: "n", user_id: userId })]).toEqual([userId, 403]);
    expect([userId, await send("POST", "/analyze", { model_id: 1, race_id: "r1", user_id: userId })]).toEqual([
      userId,
      403,
    ]);
  }
  for (const modelId of [2, "2", 99, "99", 2 ** 53 - 1]) {
    expect([modelId, await send("POST", "/analyze", { model_id: modelId, race_id: "r1" })]).toEqual([modelId, 404]);
  }
  for (const modelId of [-1, 0, 1.5, "abc", "9".repeat(40), [1], null]) {
    expect([modelId, await send("POST", "/analyze", { model_id: modelId, race_id: "r1" })]).toEqual([modelId, 400]);
  }
  for (const raceId of ["r2", "' or 1=1 --", 99, -1]) {
    expect([raceId, await send("POST", "/analyze", { model_id: 1, race_id: raceId })]).toEqual([raceId, 404]);
  }
  expect(await site.others()).toBe(before);
  expect(await uses()).toBe(usesBefore);
});
