import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type StripeFake, startStripeFake } from "#test/fakes/stripe/server.ts";
import { API_KEY, addPrice, changeTo, DAY, openSession } from "#test/unit/support/stripe-shop.ts";

let fake: StripeFake;
let stripe: Stripe;

beforeAll(async () => {
  fake = await startStripeFake({
    port: 0,
    apiKey: API_KEY,
    webhookUrl: null,
    webhookSecrets: ["whsec_unit"],
    stateDir: null,
    clockOffsetSeconds: 0,
    salt: "http01",
  });
  stripe = connect();
});

afterAll(() => fake.close());

/** The official library over HTTP, configured like in the product. */
function connect(key = API_KEY, config: Partial<Stripe.StripeConfig> = {}): Stripe {
  const httpClient = Stripe.createFetchHttpClient();
  return new Stripe(key, {
    host: fake.host,
    port: fake.port,
    protocol: "http",
    httpClient,
    maxNetworkRetries: 0,
    ...config,
  });
}

async function control(path: string, body: Record<string, unknown>, method = "POST") {
  const answer = await fetch(`${fake.origin}/_control/${path}`, { method, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

async function sendCard(url: string, number: string, more: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams({ number, expiry: "12/34", cvc: "123", holder: "TARO KEIBA", ...more });
  return fetch(url, { method: "POST", body, redirect: "manual" });
}

async function refusalOf(promise: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error(`no refusal of Stripe but ${String(error)}`);
  return error;
}

test("the official library can make every call that the README lists over HTTP", async () => {
  const product = await stripe.products.create({ name: "PRO", metadata: { plan: "4" } });
  await stripe.products.update(product.id, { description: "月額" });
  expect(await stripe.products.retrieve(product.id)).toMatchObject({ description: "月額", metadata: { plan: "4" } });
  expect((await stripe.products.list({ active: true })).data.map((each) => each.id)).toContain(product.id);

  const draft = { currency: "jpy", product: product.id, recurring: { interval: "month" }, lookup_key: "pro" } as const;
  const old = await stripe.prices.create({ ...draft, unit_amount: 9000 });
  expect((await refusalOf(stripe.prices.create({ ...draft, unit_amount: 9800 }))).statusCode).toBe(400);
  const price = await stripe.prices.create({ ...draft, unit_amount: 9800, transfer_lookup_key: true });
  const byKey = await stripe.prices.list({ lookup_keys: ["pro"], active: true, expand: ["data.product"] });
  expect(byKey.data).toMatchObject([{ id: price.id, product: { name: "PRO" } }]);
  expect((await stripe.prices.update(old.id, { active: false })).active).toBe(false);
  const kept = await stripe.prices.retrieve(price.id);
  expect([kept.lookup_key, kept.unit_amount, String(kept.unit_amount_decimal)]).toEqual(["pro", 9800, "9800"]);

  const customer = await stripe.customers.create({ email: "hanako@example.com", metadata: { user: "7" } });
  await stripe.customers.update(customer.id, { name: "花子", metadata: { user: "", id: "8" } });
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ name: "花子", metadata: { id: "8" } });
  expect((await stripe.customers.list({ email: "hanako@example.com" })).data).toHaveLength(1);
  await stripe.customers.createBalanceTransaction(customer.id, { amount: -800, currency: "jpy" });
  expect((await stripe.customers.listBalanceTransactions(customer.id)).data[0]).toMatchObject({ ending_balance: -800 });

  const given = { integration_identifier: "keiba", custom_text: { submit: { message: "毎月更新されます" } } };
  const unused = await stripe.checkout.sessions.create({
    ...given,
    mode: "subscription",
    customer: customer.id,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: "https://keiba.example/ok",
    expires_at: Math.floor(Date.now() / 1000) + 1900,
  });
  expect(await stripe.checkout.sessions.expire(unused.id)).toMatchObject({ status: "expired", url: null });
  const session = await openSession(stripe, customer.id, price);
  expect((await sendCard(session.url!, "4242 4242 4242 4242")).status).toBe(303);
  const complete = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ["line_items", "subscription.latest_invoice"],
  });
  expect(complete).toMatchObject({
    status: "complete",
    payment_status: "paid",
    client_reference_id: "user-7",
    metadata: { user: "7" },
    line_items: { data: [{ amount_total: 9800 }] },
    subscription: { status: "active", metadata: { user: "7" }, latest_invoice: { total: 9800, amount_paid: 9000 } },
  });
  expect((await stripe.checkout.sessions.listLineItems(session.id)).data[0]).toMatchObject({ description: "PRO" });
  expect((await stripe.checkout.sessions.list({ customer: customer.id, status: "complete" })).data).toHaveLength(1);

  const [subscription] = (await stripe.subscriptions.list({ customer: customer.id, status: "active" })).data;
  const change = changeTo(subscription!, price, Math.floor(Date.now() / 1000));
  const preview = await stripe.invoices.createPreview({ subscription: subscription!.id, subscription_details: change });
  expect(preview.billing_reason).toBe("upcoming");
  expect(await stripe.subscriptions.update(subscription!.id, { cancel_at_period_end: true })).toMatchObject({
    cancel_at_period_end: true,
    cancel_at: subscription!.items.data[0]!.current_period_end,
  });
  await stripe.subscriptions.update(subscription!.id, { cancel_at_period_end: false, metadata: { intent: "x" } });

  const [invoice] = (await stripe.invoices.list({ subscription: subscription!.id })).data;
  const whole = await stripe.invoices.retrieve(invoice!.id, {
    expand: ["payments.data.payment.payment_intent", "customer"],
  });
  expect(whole.parent?.subscription_details?.subscription).toBe(subscription!.id);
  expect(whole.payments?.data[0]?.payment.payment_intent).toMatchObject({ status: "succeeded", amount: 9000 });
  expect((await stripe.invoices.listLineItems(invoice!.id)).data[0]?.pricing?.price_details?.price).toBe(price.id);
  const [method] = (await stripe.customers.listPaymentMethods(customer.id)).data;
  expect(await stripe.paymentMethods.retrieve(method!.id)).toMatchObject({ card: { last4: "4242", brand: "visa" } });

  const types = ["customer.subscription.created", "checkout.session.completed"];
  const events = await stripe.events.list({ types, created: { gte: session.created } });
  expect(events.data.map((event) => event.type)).toEqual([
    "checkout.session.completed",
    "customer.subscription.created",
  ]);
  expect(await stripe.events.retrieve(events.data[0]!.id)).toMatchObject({ api_version: Stripe.API_VERSION });
  expect(await stripe.subscriptions.cancel(subscription!.id, { prorate: false })).toMatchObject({ status: "canceled" });
  expect(await stripe.customers.del(customer.id)).toMatchObject({ deleted: true });
});

test("lists are paged, newest first", async () => {
  for (let number = 0; number < 5; number += 1)
    await stripe.customers.create({ email: "many@example.com", name: `${number}` });
  const names: (string | null | undefined)[] = [];
  for await (const customer of stripe.customers.list({ email: "many@example.com", limit: 2 }))
    names.push(customer.name);
  expect(names).toEqual(["4", "3", "2", "1", "0"]);
});

test("one key creates one customer, replays the response, and refuses other parameters", async () => {
  const options = { idempotencyKey: "intent-1" };
  const first = await stripe.customers.create({ name: "一" }, options);
  const again = await stripe.customers.create({ name: "一" }, options);
  expect([again.id, again.lastResponse.idempotencyKey]).toEqual([first.id, "intent-1"]);
  const other = await refusalOf(stripe.customers.create({ name: "二" }, options));
  expect([other.statusCode, other.type]).toEqual([400, "StripeIdempotencyError"]);
});

test("a 500 is replayed for its key, and another key succeeds", async () => {
  await control("faults", { kind: "status", status: 500, path: "/v1/customers" });
  const statuses: unknown[] = [];
  for (let attempt = 0; attempt < 2; attempt += 1) {
    statuses.push(
      (await refusalOf(stripe.customers.create({ name: "三" }, { idempotencyKey: "intent-2" }))).statusCode,
    );
  }
  expect(statuses).toEqual([500, 500]);
  expect((await stripe.customers.create({ name: "三" }, { idempotencyKey: "intent-3" })).name).toBe("三");
});

test("a request whose response is lost took effect, and a repeat with its key returns the result", async () => {
  await control("faults", { kind: "drop", when: "after", path: "/v1/customers" });
  const created = await connect(API_KEY, { maxNetworkRetries: 1 }).customers.create({ email: "lost@example.com" });
  expect((await stripe.customers.list({ email: "lost@example.com" })).data.map((each) => each.id)).toEqual([
    created.id,
  ]);
});

test("a slow response hits the library's timeout", async () => {
  await control("faults", { kind: "slow", milliseconds: 500 });
  expect((await refusalOf(connect(API_KEY, { timeout: 50 }).customers.list())).type).toBe("StripeConnectionError");
});

test("wrong keys, versions, parameters and ids are refused in Stripe's shape", async () => {
  expect(await refusalOf(connect("sk_test_other").customers.list())).toMatchObject({
    type: "StripeAuthenticationError",
  });
  const old = await fetch(`${fake.origin}/v1/customers`, {
    headers: { authorization: `Bearer ${API_KEY}`, "stripe-version": "2020-08-27" },
  });
  expect(old.status).toBe(400);
  expect(await refusalOf(stripe.subscriptions.retrieve("sub_none"))).toMatchObject({
    statusCode: 404,
    code: "resource_missing",
    param: "id",
  });
  const unknown = await fetch(`${fake.origin}/v1/customers`, {
    method: "POST",
    headers: { authorization: `Bearer ${API_KEY}` },
    body: new URLSearchParams({ nickname: "x" }),
  });
  expect(await unknown.json()).toMatchObject({ error: { code: "parameter_unknown", param: "nickname" } });
});

test("the payment page refuses, authenticates and pays by the card's number, and escapes typed text", async () => {
  const price = await addPrice(stripe, "Standard", 4980);
  const customer = await stripe.customers.create({ email: "page@example.com" });
  const { url, id } = await openSession(stripe, customer.id, price);
  const opened = await (await fetch(url!)).text();
  expect(opened).toContain("4,980円");
  expect(opened).not.toContain("<script");
  const declined = await sendCard(url!, "4000000000000002", { holder: '"><b>x' });
  const page = await declined.text();
  expect([declined.status, page.includes("カードが承認されませんでした")]).toEqual([402, true]);
  expect(page).toContain("&quot;&gt;&lt;b&gt;x");
  expect(await (await sendCard(url!, "4111111111111111")).text()).toContain("カード番号を確認してください");
  expect(await (await sendCard(url!, "4242424242424242", { expiry: "01/20" })).text()).toContain(
    "有効期限を確認してください",
  );
  expect(await (await sendCard(url!, "4000002500003155")).text()).toContain("本人確認");
  const refused = await sendCard(url!, "4000002500003155", { authentication: "failed" });
  expect(refused.status).toBe(402);
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("open");
  const paid = await Promise.all([1, 2].map(() => sendCard(url!, "4000002500003155", { authentication: "passed" })));
  expect(paid.map((answer) => answer.status).toSorted()).toEqual([200, 303]);
  const back = paid.find((answer) => answer.status === 303)?.headers.get("location");
  expect(back).toBe(`https://keiba.example/subscriptions/success?session_id=${id}`);
  expect((await stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(1);
  expect(await (await fetch(url!)).text()).toContain("支払い済み");
  expect((await fetch(`${fake.origin}/c/pay/cs_test_none`)).status).toBe(404);
});

test("controls advance the clock and switch a customer's card, and never turn time back", async () => {
  const customer = await stripe.customers.create({ email: "clock@example.com" });
  const session = await openSession(stripe, customer.id, await addPrice(stripe, "UNLIMITED", 49_800));
  await sendCard(session.url!, "4242424242424242");
  expect((await control("cards", { customer: "clock@example.com", outcome: "fail" })).status).toBe(200);
  await control("clock", { advance_days: 31, advance_seconds: 3600 });
  const [failed] = (await stripe.subscriptions.list({ customer: customer.id })).data;
  expect(failed?.status).toBe("past_due");
  expect((await control("clock", { now: "2020-01-01T00:00:00Z" })).status).toBe(400);
  await control("cards", { customer: customer.id, outcome: "ok" });
  await control("clock", { advance_seconds: 3 * DAY });
  expect((await stripe.subscriptions.retrieve(failed!.id)).status).toBe("active");
});
