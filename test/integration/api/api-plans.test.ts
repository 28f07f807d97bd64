import { expect, test } from "vitest";
import { PLAN_LIST } from "#app/domain/plans/plan-list.ts";
import { priceKey } from "#app/domain/plans/plan-offer.ts";
import { createFault } from "#test/fakes/stripe/faults.ts";
import {
  buy,
  CARD_THAT_FAILS_LATER,
  createPlanSite,
  readResponse,
} from "#test/integration/support/billing/plan-site.ts";
import { BAD_TEXTS } from "#test/integration/support/values/bad-values.ts";

const DAY = 86_400;

test("a first subscription is bought on the payment page, whose URL is the whole response", async () => {
  await using site = await createPlanSite();
  const caller = await site.createCaller();
  const [status, url] = await readResponse(await caller.checkout(priceKey(4)));
  expect([status, String(url).startsWith(site.fake.origin)]).toEqual([200, true]);
  // Requested again, by Stripe's own id and as multipart: the same page.
  const form = new FormData();
  form.set("price_id", site.priceId(4));
  const again = await site.post("/api/create-checkout-session/", {
    headers: { Authorization: `Bearer ${caller.token}` },
    body: form,
  });
  expect(await readResponse(again)).toEqual([200, url]);
  expect((await caller.me()).plan).toBe(1);
  expect((await site.pay(String(url))).status).toBe(303);
  await site.deliver();
  expect((await caller.me()).plan).toBe(4);
  expect(await site.charges()).toEqual([9_800]);
  expect(await readResponse(await caller.checkout(priceKey(5)))).toEqual([
    400,
    { detail: "there is a subscription already: use POST /update_plan." },
  ]);
}, 300_000);

test("a plan can be lowered once in a calendar month of Japan, and the refusal contains downgrade", async () => {
  await using site = await createPlanSite();
  const caller = await site.createCaller();
  await buy(site, caller, 6);
  expect((await caller.updatePlan(priceKey(5))).status).toBe(200);
  expect(await readResponse(await caller.updatePlan(priceKey(4)))).toEqual([
    400,
    { detail: "downgrade is limited to once a month." },
  ]);
  expect((await caller.me()).plan).toBe(5);
  // 21 November + 10 days: another month.
  site.advance(10 * DAY);
  expect((await caller.updatePlan(priceKey(4))).status).toBe(200);
  expect((await caller.me()).plan).toBe(4);
}, 300_000);

test("GET cancel_subscription sets plan 1 at once, also when repeated", async () => {
  await using site = await createPlanSite();
  const caller = await site.createCaller();
  await buy(site, caller, 3);
  expect(await readResponse(await caller.cancel())).toMatchObject([200, { id: 1, plan: 1 }]);
  expect(await readResponse(await caller.cancel())).toMatchObject([200, { plan: 1 }]);
  const { data } = await site.stripe.subscriptions.list({ status: "all" });
  expect(data.map(({ status }) => status)).toEqual(["canceled"]);
  // A browser that prefetches it, or shows it as an image, changes nothing.
  const headers = { Authorization: `Bearer ${caller.token}`, "Sec-Purpose": "prefetch" };
  expect((await site.fetch("/api/cancel_subscription", { headers })).status).toBe(403);
}, 300_000);

test("in restricted mode only the user's own plan can be paid again: the price at plan − 101", async () => {
  for (const plan of [102, 103, 104, 105, 106]) {
    expect(PLAN_LIST[plan - 101]?.priceId).toBe(priceKey(plan - 100));
  }
  await using site = await createPlanSite();
  await buy(site, await site.createCaller(), 4, CARD_THAT_FAILS_LATER);
  // The month is over, and the draft's hour: the renewal fails.
  site.advance(31 * DAY);
  await site.deliver();
  const caller = await site.logInCaller();
  expect((await caller.me()).plan).toBe(104);
  const refused = [400, { detail: "price_id: the present plan does not offer this choice." }];
  for (const other of [2, 3, 5, 6]) expect(await readResponse(await caller.checkout(priceKey(other)))).toEqual(refused);
  expect(await readResponse(await caller.cancel())).toEqual(refused);
  expect((await caller.updatePlan(priceKey(4))).status).toBe(400);
  await buy(site, caller, 4);
  expect((await caller.me()).plan).toBe(4);
  expect(await site.charges()).toEqual([9_800, 9_800]);
}, 300_000);

test("unknown prices, plans without a subscription and callers without a token are refused", async () => {
  await using site = await createPlanSite();
  const caller = await site.createCaller();
  const product = await site.stripe.products.create({ name: "another" });
  const price = await site.stripe.prices.create({
    currency: "jpy",
    unit_amount: 1,
    product: product.id,
    recurring: { interval: "month" },
  });
  const unknown = ["1", "keiba_plan_1_monthly", "price_unknown", price.id, "price_".padEnd(400, "x"), "null", "[]"];
  for (const bad of [...unknown, ...BAD_TEXTS.map((text) => text.replaceAll("\ud800", "?"))]) {
    const form = new FormData();
    form.set("price_id", bad);
    for (const answer of [
      await caller.updatePlan(bad),
      await caller.checkout(bad),
      await caller.send("POST", "/create-checkout-session", form),
    ]) {
      expect([bad, ...(await readResponse(answer))]).toEqual([
        bad,
        400,
        { detail: expect.stringMatching(/^price_id: /) },
      ]);
    }
  }
  const file = new FormData();
  file.set("price_id", new Blob([priceKey(4)]), "price.txt");
  expect((await caller.send("POST", "/create-checkout-session", file)).status).toBe(400);
  for (const body of [null, "{", JSON.stringify({ price_id: priceKey(4) })]) {
    expect((await caller.send("POST", "/create-checkout-session", body)).status).toBe(400);
  }
  expect((await caller.send("POST", "/update_plan")).status).toBe(400);
  expect(await readResponse(await caller.updatePlan(priceKey(4)))).toEqual([
    400,
    { detail: "no subscription to change: use POST /create-checkout-session." },
  ]);
  const given = await site.createCaller({ id: 2, plan: 0 });
  expect((await given.checkout(priceKey(4))).status).toBe(400);
  for (const [method, path] of [
    ["POST", "/update_plan?price_id=keiba_plan_4_monthly"],
    ["POST", "/create-checkout-session"],
    ["GET", "/cancel_subscription"],
  ] as const) {
    expect((await site.fetch(`/api${path}`, { method })).status).toBe(401);
  }
  expect(await site.charges()).toEqual([]);
}, 300_000);

test("while Stripe is unavailable the plan calls are 503 with Retry-After, and nothing has changed", async () => {
  await using site = await createPlanSite();
  const caller = await site.createCaller();
  await buy(site, caller, 3);
  // Every call fails without effect.
  site.fake.shop.faults.push(createFault({ count: 1000 }));
  for (const call of [
    () => caller.updatePlan(priceKey(4)),
    () => caller.updatePlan("price_unknown"),
    () => caller.checkout(priceKey(4)),
    () => caller.cancel(),
    () => site.fetch("/api/users", { method: "DELETE", headers: { Authorization: `Bearer ${caller.token}` } }),
  ]) {
    const answer = await call();
    expect([answer.status, Number(answer.headers.get("Retry-After"))]).toEqual([503, 30]);
    expect(await answer.json()).toEqual({ detail: "Payments are not available right now." });
  }
  expect((await caller.me()).plan).toBe(3);
  site.fake.shop.faults.length = 0;
  expect((await caller.updatePlan(priceKey(4))).status).toBe(200);
}, 300_000);

test("the thirty-first plan call in a minute is refused, for this user only", async () => {
  await using site = await createPlanSite();
  const caller = await site.createCaller();
  const other = await site.createCaller({ id: 2 });
  for (let call = 0; call < 30; call++) expect((await caller.cancel()).status).toBe(200);
  const answer = await caller.cancel();
  expect([answer.status, Number(answer.headers.get("Retry-After")) > 0]).toEqual([429, true]);
  expect((await other.cancel()).status).toBe(200);
}, 300_000);
