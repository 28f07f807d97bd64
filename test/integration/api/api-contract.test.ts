import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import * as z from "zod";
import { openDatabase } from "#app/db/database.server.ts";
import { PLAN_LIST } from "#app/domain/plans/plan-list.ts";
import { createPlanSite } from "#test/integration/support/billing/plan-site.ts";
import { giveEntries } from "#test/integration/support/rankings/own-entries.ts";
import {
  putReadyRankings,
  putSharedAnalysis,
  sharedAnalysisOf,
  wireEntryOf,
} from "#test/integration/support/rankings/public-views.ts";
import { insertAnalysis, insertModel, insertRace } from "#test/integration/support/rows.ts";
import { PASSWORD } from "#test/integration/support/site-accounts.ts";
import { CHEAP_PASSWORDS, codeIn, createTestSite } from "#test/integration/support/test-site.ts";

type Site = Awaited<ReturnType<typeof createTestSite>>;

const content = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) }));
const documentSchema = z.looseObject({
  openapi: z.string(),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        security: z.array(z.unknown()),
        requestBody: z.looseObject({ content }).optional(),
        responses: z.record(z.string(), z.looseObject({ content: content.optional() })),
      }),
    ),
  ),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});
type ApiDocument = z.infer<typeof documentSchema>;

/** The calls of the specification. */
const TABLE = [
  "get /api/users/me",
  "post /api/users",
  "put /api/users",
  "delete /api/users",
  "get /api/analysis_results",
  "get /api/analysis_result",
  "delete /api/analysis_results/{id}",
  "get /api/confirm_analyzed/{id}",
  "get /api/confirm_model/{id}",
  "get /api/models",
  "get /api/models/{id}",
  "get /api/models/{id}/suggestions",
  "delete /api/models/{id}",
  "post /api/models",
  "put /api/models/{id}",
  "get /api/races",
  "post /api/analyze",
  "get /api/ranking",
  "get /api/ranking/me",
  "post /api/verification_email",
  "post /api/verification_uuid",
  "post /api/token",
  "post /api/reset_password",
  "post /api/validate_token_password",
  "post /api/change_password",
  "get /api/cancel_subscription",
  "post /api/update_plan",
  "post /api/create-checkout-session",
  "get /api/share/analysis",
  "post /api/share/image",
];

async function readDocument(site: Site): Promise<ApiDocument> {
  const answer = await site.fetch("/api/openapi.json");
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/json"]);
  return documentSchema.parse(await answer.json());
}

/** Closes every object of a schema, so that a key missing from the document is an error. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, closed(inner)] as const);
  return { ...Object.fromEntries(entries), ...("properties" in value ? { additionalProperties: false } : {}) };
}

function compiler(document: ApiDocument) {
  const ajv = new Ajv2020({ strict: true });
  addFormats.default(ajv);
  const components = closed(document.components) as Record<string, unknown>;
  ajv.addVocabulary(["components"]);
  return (schema: Record<string, unknown>) => ajv.compile({ ...(closed(schema) as object), components });
}

/** Creates a check that a response conforms to the document. */
function createChecker(document: ApiDocument) {
  const compile = compiler(document);
  const seen = new Map<string, Set<number>>();
  return {
    seen,
    async check(call: string, answer: Response): Promise<unknown> {
      const [method = "", path = ""] = call.split(" ");
      const promised = document.paths[path]?.[method]?.responses[String(answer.status)];
      expect([call, answer.status, promised !== undefined]).toEqual([call, answer.status, true]);
      expect(answer.headers.get("Content-Type")).toBe("application/json");
      const body: unknown = await answer.json();
      const validate = compile(promised?.content?.["application/json"]?.schema ?? { not: {} });
      expect([call, answer.status, body, validate(body) ? [] : validate.errors]).toEqual([
        call,
        answer.status,
        body,
        [],
      ]);
      seen.set(call, (seen.get(call) ?? new Set()).add(answer.status));
      return body;
    },
  };
}

test("the document is OpenAPI 3.1, its schemas compile strictly, and it lists every call of the specification", async () => {
  await using site = await createTestSite({ passwords: CHEAP_PASSWORDS });
  const document = await readDocument(site);
  expect(document.openapi).toBe("3.1.0");
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(calls.sort()).toEqual([...TABLE].sort());
  const compile = compiler(document);
  for (const methods of Object.values(document.paths)) {
    for (const { requestBody, responses } of Object.values(methods)) {
      for (const { content: types } of [...Object.values(responses), ...(requestBody ? [requestBody] : [])]) {
        for (const { schema } of Object.values(types ?? {})) compile(schema);
      }
    }
  }
  for (const { priceId } of PLAN_LIST.slice(1))
    expect(JSON.stringify(document.paths["/api/update_plan"])).toContain(priceId);
  for (const name of Object.keys(document.components.schemas)) compile({ $ref: `#/components/schemas/${name}` });
});

test("the HTML document lists every call, needs no script and may be cached", async () => {
  await using site = await createTestSite({ passwords: CHEAP_PASSWORDS });
  const page = await site.fetch("/api/docs/");
  expect([page.status, page.headers.get("Content-Type"), page.headers.get("Cache-Control")]).toEqual([
    200,
    "text/html; charset=utf-8",
    "public, max-age=300",
  ]);
  const html = await page.text();
  for (const call of TABLE) expect(html).toContain(call.split(" ")[1]);
  expect(html).not.toMatch(/<script|<style| style=| on\w+=/);
  expect((await site.fetch("/api/docs.css")).headers.get("Content-Type")).toBe("text/css; charset=utf-8");
});

test("every call returns what the document promises, on success and on refusal", async () => {
  await using site = await createPlanSite();
  const document = await readDocument(site);
  const { check, seen } = createChecker(document);

  const email = "taro@example.com";
  await check("post /api/verification_email", await site.post(`/api/verification_email?email=${email}`));
  await check("post /api/verification_email", await site.post("/api/verification_email?email=x"));
  const uuid = codeIn((await site.mails())[0]);
  await check("post /api/verification_uuid", await site.post(`/api/verification_uuid?uuid=${uuid}`));
  await check("post /api/verification_uuid", await site.post("/api/verification_uuid?uuid=x"));
  await check("post /api/users", await site.postJson("/api/users", { uuid: "x", email, name: "太郎", pw: PASSWORD }));
  const made = await check(
    "post /api/users",
    await site.postJson("/api/users", { uuid, email, name: "太郎", pw: PASSWORD }),
  );
  const { id: userId } = z.object({ id: z.number() }).parse(made);
  await check("post /api/token", await site.logIn(email, "wrong-password"));
  const token = await check("post /api/token", await site.logIn(email, PASSWORD));
  const { access_token: bearer } = z.object({ access_token: z.string() }).parse(token);

  const db = openDatabase(site.env.DB);
  await insertRace(db, { raceId: "r1", runnerRows: 2 });
  await insertModel(db, { id: 50, userId });
  const withoutPlace = {
    fuku_rank: null,
    fuku_return_rate: null,
    fuku_hit_rate: null,
    fuku_low: null,
    fuku_high: null,
  };
  const entries = [wireEntryOf(50, 1, 83.4), wireEntryOf(51, 2, 0, { ...withoutPlace, fuku_races: 0 })];
  await putReadyRankings(site.env.STORE, { entries });
  await giveEntries({ db, store: site.env.STORE }, { userId, rankingKey: "weekly", entries: entries.slice(0, 1) });
  await insertAnalysis(db, {
    id: 60,
    userId,
    modelId: 50,
    scores: JSON.stringify([{ horseNum: 1, bracketNum: 1, horseName: "ウマ", index: 1.5, probability: null }]),
  });
  await insertAnalysis(db, { id: 61, userId, modelId: 50, raceInputsVersion: 9, status: 3, scores: null });

  const call = async (
    name: string,
    {
      id,
      query = "",
      body,
      headers = {},
    }: { id?: number | string; query?: string; body?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const [method = "", path = ""] = name.split(" ");
    const answer = await site.fetch(`${path.replace("{id}", String(id))}${query}`, {
      method: method.toUpperCase(),
      body: body === undefined ? null : JSON.stringify(body),
      headers: { Authorization: `Bearer ${bearer}`, ...headers },
    });
    return check(name, answer);
  };
  await call("get /api/users/me");
  await call("put /api/users", { body: { name: "次郎", sex: 1, fav_horse: "ウマ" } });
  await call("put /api/users", { body: { sex: 9 } });
  await call("get /api/races");
  await call("get /api/races", { query: "?date=2026-11-22" });
  await call("get /api/models");
  await call("get /api/models/{id}", { id: 50 });
  await call("get /api/models/{id}", { id: 51 });
  await call("get /api/models/{id}/suggestions", { id: 50 });
  await call("get /api/models/{id}/suggestions", { id: 51 });
  await call("put /api/models/{id}", { id: 50, body: { name: "あたらしい" } });
  await call("put /api/models/{id}", { id: 50, body: { name: "x", user_id: userId + 1 } });
  await call("put /api/models/{id}", { id: 51, body: { name: "x" } });
  await call("post /api/models", { body: { name: "" } });
  await call("get /api/confirm_model/{id}", { id: 50 });
  await call("get /api/confirm_model/{id}", { id: 51 });
  await call("get /api/confirm_model/{id}", { id: 50, headers: { "Sec-Purpose": "prefetch" } });
  await call("get /api/analysis_results", { query: "?offset=0&limit=30" });
  await call("get /api/analysis_results", { query: "?limit=x" });
  await call("get /api/analysis_result", { query: "?analysis_result_id=60" });
  await call("get /api/analysis_result", { query: "?analysis_result_id=99" });
  await call("get /api/confirm_analyzed/{id}", { id: 60 });
  await call("get /api/confirm_analyzed/{id}", { id: 99 });
  const accepted = await call("post /api/analyze", { body: { model_id: 50, race_id: "r1" } });
  const { analysis_result_id: running } = z.object({ analysis_result_id: z.number() }).parse(accepted);
  await call("post /api/analyze", { body: {} });
  await call("post /api/analyze", { body: { model_id: 50, race_id: "nowhere" } });
  await call("delete /api/analysis_results/{id}", { id: running });
  await call("delete /api/analysis_results/{id}", { id: 60 });
  await call("delete /api/analysis_results/{id}", { id: 60 });
  await call("delete /api/models/{id}", { id: 50 });
  await call("delete /api/models/{id}", { id: 50 });
  await call("post /api/models", { body: { name: "はじめて", feature: { static: ["騎手"] } } });

  const price = (plan: number) => `price_id=keiba_plan_${plan}_monthly`;
  await call("post /api/update_plan", { query: `?${price(4)}` });
  await call("post /api/update_plan", { query: "?price_id=4" });
  const checkout = (body: string) =>
    site.post("/api/create-checkout-session", {
      body,
      headers: { Authorization: `Bearer ${bearer}`, "Content-Type": "application/x-www-form-urlencoded" },
    });
  await check("post /api/create-checkout-session", await checkout(""));
  const page = await check("post /api/create-checkout-session", await checkout(price(4)));
  await site.pay(z.string().parse(page));
  await site.deliver();
  await check("post /api/create-checkout-session", await checkout(price(5)));
  await call("post /api/update_plan", { query: `?${price(5)}` });
  const weekly = await call("get /api/ranking", { query: "?ranking_type=2&ticket_type=4" });
  expect(weekly).toEqual({ rank: entries, me: entries.slice(0, 1) });
  expect(await call("get /api/ranking/me", { query: "?ranking_type=2" })).toEqual(entries.slice(0, 1));
  await call("get /api/ranking", { query: "?ranking_type=8&ticket_type=4" });
  await call("get /api/ranking/me");
  await putSharedAnalysis(site.env.STORE, sharedAnalysisOf(60));
  await call("get /api/share/analysis", { query: "?id=60" });
  await call("get /api/share/analysis", { query: "?id=61" });
  await call("get /api/share/analysis");
  await call("post /api/share/image", { body: { user_name: "x", analysis: { analysis_result_id: 60 } } });
  await call("post /api/share/image", { body: { id: 61 } });
  await call("post /api/share/image", { body: {} });
  await call("get /api/cancel_subscription", { headers: { "Sec-Purpose": "prefetch" } });
  await call("get /api/cancel_subscription");

  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { security, requestBody }] of Object.entries(methods)) {
      const send = (init: RequestInit) =>
        site.fetch(path.replace("{id}", "1"), { method: method.toUpperCase(), ...init });
      if (security.length > 0) await check(`${method} ${path}`, await send({}));
      if (method !== "get")
        await check(`${method} ${path}`, await send({ headers: { Origin: "https://evil.example" } }));
      if (requestBody === undefined) continue;
      const large = { body: "x".repeat(70_000), headers: { Authorization: `Bearer ${bearer}` } };
      await check(`${method} ${path}`, await send(large));
    }
  }

  await check("post /api/reset_password", await site.post(`/api/reset_password?email=${email}`));
  const code = codeIn((await site.mails())[0]);
  await check("post /api/validate_token_password", await site.post(`/api/validate_token_password?token=${code}`));
  await check("post /api/validate_token_password", await site.post("/api/validate_token_password?token=x"));
  const change = (value: string) => site.post(`/api/change_password?token=${value}&password=takai-yama-10`);
  await check("post /api/change_password", await change("x"));
  await call("delete /api/users");
  for (const name of TABLE) {
    if (name === "post /api/change_password") continue;
    const successes = [...(seen.get(name) ?? [])].filter((status) => status < 300);
    expect([name, successes.length > 0]).toEqual([name, true]);
  }
});
