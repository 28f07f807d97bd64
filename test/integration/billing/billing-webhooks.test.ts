import Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import { signBody } from "#test/fakes/stripe/signature.ts";
import { SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";
import { createTestSite } from "#test/integration/support/test-site.ts";
import { intercept } from "#test/integration/support/workerd/intercept.ts";

const SECRETS = ["whsec_old", "whsec_new"];

let site: Awaited<ReturnType<typeof createTestSite>>;

beforeEach(async () => {
  site = await createTestSite({ env: { STRIPE_WEBHOOK_SECRET: SECRETS.join(","), STRIPE_SECRET_KEY: "sk_test_door" } });
});
afterEach(() => site[Symbol.asyncDispose]());

function bodyOf(values: Record<string, unknown> = {}): string {
  return JSON.stringify({
    id: "evt_1",
    object: "event",
    api_version: Stripe.API_VERSION,
    created: SATURDAY_MORNING - 3,
    type: "invoice.paid",
    data: { object: { id: "in_1", object: "invoice", customer: "cus_1" } },
    ...values,
  });
}

const post = (body: string, signature: string | null) =>
  site.post("/webhooks/stripe", { body, headers: signature === null ? {} : { "Stripe-Signature": signature } });

const sign = (body: string, { secrets = ["whsec_new"], at = SATURDAY_MORNING } = {}) => signBody(body, secrets, at);

async function stored() {
  const [events, jobs] = await site.d1.batch<Record<string, unknown>>([
    site.d1.prepare("select id, type, customer_id as customer, processed_at is null as is_new from stripe_events"),
    site.d1.prepare("select kind, queue, subject, status from jobs"),
  ]);
  return { events: events?.results ?? [], jobs: jobs?.results ?? [] };
}

const NOTHING = { events: [], jobs: [] };
const ONE = {
  events: [{ id: "evt_1", type: "invoice.paid", customer: "cus_1", is_new: 1 }],
  jobs: [{ kind: "sync-billing", queue: "notify", subject: "evt_1", status: "queued" }],
};

test("A signed event is stored with its job and acknowledged at once, without a cookie", async () => {
  const body = bodyOf();
  const response = await post(body, sign(body));
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ received: true });
  expect(response.headers.get("set-cookie")).toBeNull();
  expect(response.headers.get("cache-control")).toContain("no-store");
  expect(await stored()).toEqual(ONE);
});

test("A signature with any of the endpoint's secrets is valid, also with both", async () => {
  const body = bodyOf();
  for (const secrets of [["whsec_old"], ["whsec_new"], ["whsec_old", "whsec_new"], ["whsec_other", "whsec_new"]])
    expect((await post(body, sign(body, { secrets }))).status).toBe(200);
  expect(await stored()).toEqual(ONE);
});

test("An event delivered again, also concurrently, is one event and one job", async () => {
  const body = bodyOf();
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(body, sign(body))));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  site.advance(200);
  expect((await post(body, sign(body))).status).toBe(200);
  expect(await stored()).toEqual(ONE);
});

test("A signature of up to 300 seconds is valid, older and later ones are refused", async () => {
  const body = bodyOf();
  for (const shift of [-301, 301, -86_400, 86_400]) {
    const response = await post(body, sign(body, { at: SATURDAY_MORNING + shift }));
    expect([shift, response.status]).toEqual([shift, 400]);
  }
  expect(await stored()).toEqual(NOTHING);
  for (const shift of [-300, 300]) {
    const own = bodyOf({ id: `evt_${shift}` });
    expect((await post(own, sign(own, { at: SATURDAY_MORNING + shift }))).status).toBe(200);
  }
  // The same delivery, replayed later.
  site.advance(301);
  expect((await post(body, sign(body))).status).toBe(400);
});

test.each([
  ["no signature", null],
  ["an empty one", ""],
  ["another secret's", signBody(bodyOf(), ["whsec_forged"], SATURDAY_MORNING)],
  ["another body's", signBody(bodyOf({ id: "evt_2" }), ["whsec_new"], SATURDAY_MORNING)],
  ["one without a time", signBody(bodyOf(), ["whsec_new"], SATURDAY_MORNING).replace(/t=\d+,/, "")],
  [
    "one of another time",
    signBody(bodyOf(), ["whsec_new"], SATURDAY_MORNING).replace(/t=\d+/, `t=${SATURDAY_MORNING - 1}`),
  ],
  ["two times", `t=${SATURDAY_MORNING},${signBody(bodyOf(), ["whsec_new"], SATURDAY_MORNING - 900)}`],
  [
    "an earlier time before its own",
    `t=${SATURDAY_MORNING - 60},${signBody(bodyOf(), ["whsec_new"], SATURDAY_MORNING)}`,
  ],
  ["its own time twice", `t=${SATURDAY_MORNING},${signBody(bodyOf(), ["whsec_new"], SATURDAY_MORNING)}`],
  ["a time behind its signatures", `${signBody(bodyOf(), ["whsec_new"], SATURDAY_MORNING)}, t=${SATURDAY_MORNING}`],
  ["a scheme of old", signBody(bodyOf(), ["whsec_new"], SATURDAY_MORNING).replace("v1=", "v0=")],
  ["nonsense", "t=soon,v1=\u00e9"],
])("A body with %s is refused and changes nothing", async (_, signature) => {
  expect((await post(bodyOf(), signature)).status).toBe(400);
  expect(await stored()).toEqual(NOTHING);
});

test.each([
  ["no JSON", "{"],
  ["a list", "[]"],
  ["null", "null"],
  ["a number", "1"],
  ["no object", bodyOf({ data: {} })],
  ["no data", bodyOf({ data: null })],
  ["no id", bodyOf({ id: undefined })],
  ["a number for its id", bodyOf({ id: 7 })],
  ["a time in words", bodyOf({ created: "today" })],
  ["the object of the second API", bodyOf({ object: "v2.core.event", data: undefined })],
])("A signed body with %s is malformed: refused, nothing changed", async (_, body) => {
  const response = await post(body, sign(body));
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ detail: "The event is malformed." });
  expect(await stored()).toEqual(NOTHING);
});

test("A body above 256 KB is refused before it is verified, a smaller one is accepted", async () => {
  const large = bodyOf({ filler: "x".repeat(256 * 1024) });
  expect((await post(large, sign(large))).status).toBe(413);
  expect(await stored()).toEqual(NOTHING);
  const fits = bodyOf({ filler: "x".repeat(250 * 1024) });
  expect((await post(fits, sign(fits))).status).toBe(200);
});

test("Other methods are refused", async () => {
  for (const method of ["GET", "HEAD", "PUT", "DELETE"]) {
    const response = await site.fetch("/webhooks/stripe", { method });
    expect([method, response.status]).toEqual([method, 405]);
    expect(response.headers.get("allow")).toBe("POST");
  }
  expect(await stored()).toEqual(NOTHING);
});

test("An event without a customer is stored and done", async () => {
  const body = bodyOf({ type: "product.updated", data: { object: { id: "prod_1", object: "product" } } });
  expect((await post(body, sign(body))).status).toBe(200);
  expect(await stored()).toEqual({
    events: [{ id: "evt_1", type: "product.updated", customer: null, is_new: 0 }],
    jobs: [],
  });
});

test("While D1 fails the response is 500 and nothing is stored; Stripe's next attempt is accepted", async () => {
  const body = bodyOf();
  const { DB } = site.env;
  site.env.DB = intercept(DB, (name, _values, call) => {
    if (name === "batch") throw new Error("D1 is away");
    return call();
  });
  expect((await post(body, sign(body))).status).toBe(500);
  site.env.DB = DB;
  expect(await stored()).toEqual(NOTHING);
  expect((await post(body, sign(body))).status).toBe(200);
  expect(await stored()).toEqual(ONE);
});
