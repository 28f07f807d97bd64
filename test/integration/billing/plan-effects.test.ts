import { expect, test } from "vitest";
import { priceKey } from "#app/domain/plans/plan-offer.ts";
import { insertModel, insertRace, insertUses } from "#test/integration/support/billing/plan-factories.ts";
import {
  buy,
  CARD_THAT_FAILS_LATER,
  type Caller,
  createPlanSite,
  type PlanSite,
  readResponse,
} from "#test/integration/support/billing/plan-site.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

const DAY = 86_400;
const HOUR = 3600;

/** Ids of the models listed by the API: usable ones, then disabled ones. */
async function listModels(caller: Caller): Promise<{ usable: number[]; disabled: number[] }> {
  const models = (await (await caller.get("/models")).json()) as { model_id: number; disabled: boolean }[];
  const ids = (isDisabled: boolean) =>
    models.filter(({ disabled }) => disabled === isDisabled).map(({ model_id }) => model_id);
  return { usable: ids(false), disabled: ids(true) };
}

/** Requests an analysis and finishes it at once. */
async function analyze(site: PlanSite, caller: Caller, raceId: string): Promise<string> {
  const [status, body] = await readResponse(await caller.postJson("/analyze", { model_id: 1, race_id: raceId }));
  await sql(site.d1)`update analyses set status = 2, scores = '[]', completed_at = created_at where status = 1`.run();
  return status === 202 ? "accepted" : (body as { detail: string }).detail;
}

test("models beyond the limits of a lower plan are disabled at once, and return with a higher one", async () => {
  await using site = await createPlanSite();
  const caller = await site.createCaller();
  await buy(site, caller, 4);
  await insertModel(site.db, { id: 1 });
  await insertModel(site.db, { id: 2 });
  await insertModel(site.db, { id: 3, featureCount: 80 });
  await insertRace(site.db, { raceId: "r1", runnerRows: 2 });
  // PRO: 3 models, 100 features. Starter: 1 model, 50 features.
  expect(await listModels(caller)).toEqual({ usable: [3, 2, 1], disabled: [] });
  expect((await caller.updatePlan(priceKey(2))).status).toBe(200);
  expect(await listModels(caller)).toEqual({ usable: [2], disabled: [3, 1] });
  expect(await analyze(site, caller, "r1")).not.toBe("accepted");
  expect((await caller.updatePlan(priceKey(5))).status).toBe(200);
  expect(await listModels(caller)).toEqual({ usable: [3, 2, 1], disabled: [] });
  expect(await analyze(site, caller, "r1")).toBe("accepted");
  // Free: 1 model, 50 features.
  expect((await caller.cancel()).status).toBe(200);
  expect(await listModels(caller)).toEqual({ usable: [2], disabled: [3, 1] });
}, 300_000);

test("uses of today and this month in Japan count under the new plan's limits", async () => {
  await using site = await createPlanSite();
  const caller = await site.createCaller();
  await insertModel(site.db, { id: 1 });
  for (let num = 1; num <= 6; num++) await insertRace(site.db, { raceId: `r${num}`, raceNum: num, runnerRows: 2 });
  await insertUses(site.db, { count: 3, underFreeLimits: true });
  await insertUses(site.db, { count: 26, firstSubject: 2000, day: "2026-11-20" });
  // Starter: 3 a day, 30 a month, and all three of today are used.
  await buy(site, caller, 2);
  expect(await analyze(site, caller, "r1")).toBe("The number of analysis has reached the limit.");
  // Sunday 00:00 in Japan, while it is Saturday 15:00 in UTC.
  site.advance(14 * HOUR - 1);
  expect(await analyze(site, caller, "r1")).toBe("The number of analysis has reached the limit.");
  site.advance(1);
  expect(await readResponse(await caller.get("/users/me"))).toMatchObject([
    200,
    { analyzes_day: 0, analyzes_month: 29 },
  ]);
  expect(await analyze(site, caller, "r1")).toBe("accepted");
  expect(await analyze(site, caller, "r2")).toMatch(/month/);
  // Standard: 60 a month, effective at once.
  expect((await caller.updatePlan(priceKey(3))).status).toBe(200);
  expect(await analyze(site, caller, "r2")).toBe("accepted");
  // 1 December 00:00 in Japan: the counters restart, and the plan continues.
  site.advance(9 * DAY);
  expect(await readResponse(await caller.get("/users/me"))).toMatchObject([
    200,
    { plan: 3, analyzes_day: 0, analyzes_month: 0 },
  ]);
}, 300_000);

test("in restricted mode analyses count for Free's lifetime, and not after the next payment", async () => {
  await using site = await createPlanSite();
  await buy(site, await site.createCaller(), 4, CARD_THAT_FAILS_LATER);
  await insertModel(site.db, { id: 1 });
  await insertModel(site.db, { id: 2 });
  for (let num = 1; num <= 7; num++) await insertRace(site.db, { raceId: `r${num}`, raceNum: num, runnerRows: 2 });
  site.advance(31 * DAY);
  await site.deliver();
  const caller = await site.logInCaller();
  expect(await caller.me()).toMatchObject({ plan: 104 });
  // Free has one model: the newer.
  expect(await listModels(caller)).toEqual({ usable: [2], disabled: [1] });
  await site.d1.prepare("update models set deleted_at = 1 where id = 2").run();
  await insertUses(site.db, { count: 4, day: "2026-12-01", underFreeLimits: true });
  expect(await analyze(site, caller, "r1")).toBe("accepted");
  const marked = "select under_free_limits from usage where day = '2026-12-22'";
  expect(await site.d1.prepare(marked).first("under_free_limits")).toBe(1);
  expect(await analyze(site, caller, "r2")).not.toBe("accepted");
  await buy(site, caller, 4);
  expect(await analyze(site, caller, "r2")).toBe("accepted");
  const since = "select sum(under_free_limits) as n from usage where day = '2026-12-22'";
  expect(await site.d1.prepare(since).first("n")).toBe(1);
}, 300_000);

test("the export contains the history of plans, the subscriptions and the customer's id at Stripe", async () => {
  await using site = await createPlanSite();
  const caller = await site.createCaller();
  await buy(site, caller, 4);
  await caller.updatePlan(priceKey(3));
  const customer = (await site.stripe.customers.list()).data[0]?.id;
  const subscription = (await site.stripe.subscriptions.list()).data[0]?.id;
  const exported = await site.exportOf(1);
  expect(exported).toMatchObject({
    user: { id: 1, plan: 3, stripe_customer_id: customer },
    plan_changes: [
      { plan: 4, reason: "subscribed", source: "stripe" },
      { plan: 3, reason: "changed", source: "stripe" },
    ],
    subscriptions: [{ stripe_subscription_id: subscription, plan: 3, status: "active", ended_at: null }],
    downgrades: [{ month: "2026-11" }],
    plan_requests: [
      { kind: "checkout", from_plan: 1, plan: 4, status: "done" },
      { kind: "change", from_plan: 4, plan: 3, status: "done" },
    ],
  });
  expect(JSON.stringify(exported)).not.toMatch(/https?:|whsec|sk_test/);
}, 300_000);
