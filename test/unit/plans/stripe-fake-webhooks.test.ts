import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type StripeFake, startStripeFake } from "#test/fakes/stripe/server.ts";
import { signBody } from "#test/fakes/stripe/signature.ts";
import { API_KEY, addPrice, openSession } from "#test/unit/support/stripe-shop.ts";

/** Two cores are shared with other tests: deliveries may be slow. */
const PATIENCE = { timeout: 15_000 };
const SECRETS = ["whsec_new", "whsec_old"];

let folder: string;
let endpoint: Server;
let endpointUrl: string;
let received: { body: string; signature: string }[];
/** Statuses of the next responses; 200 when none are left. */
let answers: number[];
let fake: StripeFake;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "stripe-fake-"));
  received = [];
  answers = [];
  endpoint = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({
      body: Buffer.concat(chunks).toString("utf8"),
      signature: String(request.headers["stripe-signature"]),
    });
    response.writeHead(answers.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve));
  const address = endpoint.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  endpointUrl = `http://127.0.0.1:${address.port}/webhooks/stripe`;
  fake = await open();
});

afterEach(async () => {
  await fake.close();
  await new Promise((resolve) => endpoint.close(resolve));
  rmSync(folder, { recursive: true });
});

function open(): Promise<StripeFake> {
  return startStripeFake({
    port: 0,
    apiKey: API_KEY,
    webhookUrl: endpointUrl,
    webhookSecrets: SECRETS,
    stateDir: folder,
    clockOffsetSeconds: 0,
    salt: "hooks1",
  });
}

function connect(): Stripe {
  return new Stripe(API_KEY, {
    host: fake.host,
    port: fake.port,
    protocol: "http",
    httpClient: Stripe.createFetchHttpClient(),
  });
}

async function control(name: string, body: Record<string, unknown>): Promise<unknown> {
  return (await fetch(`${fake.origin}/_control/${name}`, { method: "POST", body: JSON.stringify(body) })).json();
}

async function buy(stripe: Stripe, number: string) {
  const customer = await stripe.customers.create({ email: "hook@example.com" });
  const session = await openSession(stripe, customer.id, await addPrice(stripe, "PRO", 9800));
  const body = new URLSearchParams({ number, expiry: "12/34", cvc: "123", holder: "TARO" });
  await fetch(session.url!, { method: "POST", body, redirect: "manual" });
  return customer;
}

const typesOf = () => received.map(({ body }) => JSON.parse(body).type);

test("a purchase sends events whose signatures the official library accepts with either secret", async () => {
  await buy(connect(), "4242424242424242");
  await expect
    .poll(typesOf)
    .toEqual([
      "customer.created",
      "product.created",
      "price.created",
      "payment_method.attached",
      "customer.updated",
      "customer.subscription.created",
      "invoice.created",
      "invoice.finalized",
      "payment_intent.succeeded",
      "invoice.updated",
      "invoice.paid",
      "invoice.payment_succeeded",
      "customer.subscription.updated",
      "checkout.session.completed",
    ]);
  const { body, signature } = received.at(-1)!;
  const provider = Stripe.createSubtleCryptoProvider();
  for (const secret of SECRETS) {
    const event = await new Stripe(API_KEY).webhooks.constructEventAsync(
      body,
      signature,
      secret,
      300,
      provider,
      Date.now(),
    );
    expect(event).toMatchObject({
      type: "checkout.session.completed",
      api_version: Stripe.API_VERSION,
      livemode: false,
    });
  }
  const verify = (text: string, header: string, at = Date.now()) =>
    new Stripe(API_KEY).webhooks.constructEventAsync(text, header, "whsec_new", 300, provider, at);
  await expect(verify(body.replace("jpy", "usd"), signature)).rejects.toThrow(
    Stripe.errors.StripeSignatureVerificationError,
  );
  await expect(verify(body, signBody(body, ["whsec_forged"], Math.floor(Date.now() / 1000)))).rejects.toThrow();
  await expect(verify(body, signature, Date.now() + 302_000)).rejects.toThrow(/tolerance/);
});

test("events of a failed renewal use the simulated time, while signatures use the machine's", async () => {
  await buy(connect(), "4000000000000341");
  await expect.poll(() => typesOf().includes("checkout.session.completed"), PATIENCE).toBe(true);
  const start = received.length;
  await control("clock", { advance_days: 32 });
  await expect
    .poll(() => typesOf().slice(start))
    .toEqual([
      "invoice.created",
      "customer.subscription.updated",
      "invoice.finalized",
      "payment_intent.payment_failed",
      "invoice.updated",
      "invoice.payment_failed",
      "customer.subscription.updated",
    ]);
  const event: { created: number; data: { object: unknown; previous_attributes: unknown } } = JSON.parse(
    received.at(-1)!.body,
  );
  expect(event.data).toMatchObject({ object: { status: "past_due" }, previous_attributes: { status: "active" } });
  const signedAt = Number(/t=(\d+)/.exec(received.at(-1)!.signature)?.[1]);
  expect(Math.abs(signedAt - Date.now() / 1000)).toBeLessThan(30);
  expect(event.created - signedAt).toBeGreaterThan(27 * 86_400);
});

test("a refused event is redelivered until it is accepted", async () => {
  await control("delivery", { retry_scale: 0 });
  answers = [500, 503, 400];
  await connect().customers.create({ name: "一" });
  await expect.poll(() => received.length, PATIENCE).toBe(4);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
});

test("deliveries can be paused, duplicated, reordered and sent at once", async () => {
  await control("delivery", { paused: true, copies: 3, shuffle: 7 });
  for (const name of ["一", "二", "三", "四"]) await connect().customers.create({ name });
  expect(received).toEqual([]);
  expect(await control("delivery/flush", {})).toEqual({ delivered: 12, failed: 0 });
  const names = received.map(({ body }) => JSON.parse(body).data.object.name);
  expect(names.toSorted()).toEqual(["一", "二", "三", "四"].flatMap((name) => [name, name, name]).toSorted());
  expect(names).not.toEqual(names.toSorted());
});

test("a restart from the same folder keeps customers, subscriptions, keys and undelivered events", async () => {
  await control("delivery", { paused: true });
  const customer = await buy(connect(), "4242424242424242");
  const first = await connect().customers.create({ name: "鍵" }, { idempotencyKey: "kept" });
  await fake.close();
  fake = await open();
  const stripe = connect();
  expect((await stripe.subscriptions.list({ customer: customer.id })).data).toMatchObject([{ status: "active" }]);
  expect((await stripe.customers.create({ name: "鍵" }, { idempotencyKey: "kept" })).id).toBe(first.id);
  await expect.poll(() => typesOf().includes("checkout.session.completed"), PATIENCE).toBe(true);
});
