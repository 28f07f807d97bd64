import Stripe from "stripe";
import { expect, test } from "vitest";
import { priceKey } from "#app/domain/plans/plan-offer.ts";
import { PLANS } from "#app/domain/plans/plans.ts";
import { setUpPortal } from "#scripts/stripe-setup/set-up-portal.ts";
import { setUpPrices } from "#scripts/stripe-setup/set-up-prices.ts";
import { createWorldFetch } from "#test/fakes/stripe/rest.ts";
import { createWorld } from "#test/fakes/stripe/world/records.ts";

const API_KEY = "sk_test_setup";
const NOW = Date.parse("2026-11-21T01:00:00Z") / 1000;

function openStripe(): Stripe {
  const fetch = createWorldFetch(createWorld({ now: NOW }), { apiKey: API_KEY, now: () => NOW });
  return new Stripe(API_KEY, { httpClient: Stripe.createFetchHttpClient(fetch), telemetry: false });
}

async function offered(stripe: Stripe): Promise<(string | number | boolean | null | undefined)[][]> {
  const { data } = await stripe.prices.list({ active: true, limit: 100 });
  return data
    .map(({ lookup_key, unit_amount, currency, recurring, metadata }) => [
      lookup_key,
      unit_amount,
      currency,
      recurring?.interval,
      metadata.price_key,
    ])
    .sort();
}

test("the setup creates every paid plan's product and price, and a second run changes nothing", async () => {
  const stripe = openStripe();
  expect(await setUpPrices(stripe)).toHaveLength(10);
  const expected = [980, 4980, 9800, 29_800, 49_800].map((yen, index) => {
    const key = `keiba_plan_${index + 2}_monthly`;
    return [key, yen, "jpy", "month", key];
  });
  expect(await offered(stripe)).toEqual(expected);
  expect(await setUpPrices(stripe)).toEqual([]);
  expect(await offered(stripe)).toEqual(expected);
});

test("a changed amount is a new price that takes the lookup key; the old one is inactive and still names its plan", async () => {
  const stripe = openStripe();
  await setUpPrices(stripe);
  const [before] = (await stripe.prices.list({ lookup_keys: [priceKey(4)] })).data;
  const dearer = PLANS.map((row) => (row.plan === 4 ? { ...row, priceYen: 12_800 } : row));
  expect(await setUpPrices(stripe, dearer)).toEqual([
    expect.stringMatching(/^price keiba_plan_4_monthly created: \S+, 12800 yen a month$/),
    `price ${before?.id} (9800 yen) archived`,
  ]);
  const [after] = (await stripe.prices.list({ lookup_keys: [priceKey(4)] })).data;
  expect(after).toMatchObject({ unit_amount: 12_800, active: true, product: before?.product });
  expect(await stripe.prices.retrieve(before?.id ?? "")).toMatchObject({
    active: false,
    lookup_key: null,
    metadata: { price_key: priceKey(4) },
  });
  expect(await setUpPrices(stripe, dearer)).toEqual([]);
});

test("manual changes at Stripe are corrected", async () => {
  const stripe = openStripe();
  await setUpPrices(stripe);
  const [price] = (await stripe.prices.list({ lookup_keys: [priceKey(2)] })).data;
  await stripe.prices.update(price?.id ?? "", { active: false, metadata: { price_key: "" } });
  await stripe.products.update("keiba_plan_3", { name: "test", active: false });
  expect(await setUpPrices(stripe)).toHaveLength(2);
  expect(await setUpPrices(stripe)).toEqual([]);
  expect((await offered(stripe)).length).toBe(5);
});

test("the setup creates one portal for card, invoices and receipts, where no plan can be changed", async () => {
  const stripe = openStripe();
  await stripe.billingPortal.configurations.create({ features: { subscription_cancel: { enabled: true } } });
  expect(await setUpPortal(stripe)).toHaveLength(1);
  expect(await setUpPortal(stripe)).toEqual([]);
  const { data } = await stripe.billingPortal.configurations.list({ active: true });
  expect(data).toHaveLength(2);
  expect(data[0]?.features).toEqual({ invoice_history: { enabled: true }, payment_method_update: { enabled: true } });
});
