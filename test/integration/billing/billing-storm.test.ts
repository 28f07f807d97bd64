// @module-tag full
import { afterAll, beforeAll, expect, test } from "vitest";
import { LIVES } from "#test/integration/support/billing/billing-lives.ts";
import type { StormRequest, StormResponse } from "#test/integration/support/billing/storm-worker.ts";
import { createWorkerdSite } from "#test/integration/support/workerd/workerd-site.ts";
import { isWhole } from "#test/unit/support/fuzz.ts";

let site: Awaited<ReturnType<typeof createWorkerdSite>>;

beforeAll(async () => {
  site = await createWorkerdSite("test/integration/support/billing/storm-worker.ts");
}, 180_000);
afterAll(() => site.dispose());

const PART = 10;

/** Lives of one user (support/billing-lives.ts): the years have 124 and 110 events, some 370 deliveries per order. */
const ALL = LIVES.map(({ name, steps, isYear = false }, life) => ({ life, name, plan: steps.at(-1)?.plan, isYear }));
const YEARS = ALL.filter(({ isYear }) => isYear);
const OTHERS = ALL.filter(({ isYear }) => !isYear);

const ORDERS = isWhole ? 50 : 4;

/** Requested in parts, so that no request takes minutes. */
async function rage(path: "/after" | "/during", asked: StormRequest): Promise<StormResponse> {
  const started = Date.now();
  const parts: StormResponse[] = [];
  for (let done = 0; done < asked.orders; done += PART) {
    const orders = Math.min(PART, asked.orders - done);
    parts.push(await site.ask<StormResponse>(path, { ...asked, orders, firstSeed: asked.firstSeed + done }));
  }
  const deliveries = parts.reduce((sum, part) => sum + part.deliveries, 0);
  console.log(JSON.stringify({ ...asked, path, deliveries, ms: Date.now() - started }));
  const [first] = parts;
  if (first === undefined) throw new Error("no order was asked for");
  const ends = parts.flatMap((part) => part.ends);
  return { ...first, ends: ends.filter(({ end }, at) => ends.findIndex((other) => other.end === end) === at) };
}

/** Every order, with one event missing and the last ones three days late, ends as those in order do. */
async function expectSameEnd(asked: StormRequest, plan: number | undefined): Promise<StormResponse> {
  const answer = await rage("/after", asked);
  // -1: every event delivered once and in order.
  expect(answer.ends.map(({ seed }) => seed)).toEqual([-1]);
  const end = JSON.parse(answer.ends[0]?.end ?? "{}") as Record<string, unknown>;
  const { subscriptions } = answer.atStripe;
  expect(end).toMatchObject({ unprocessed: [], open: { jobs: 0 }, subscriptions, broken: [] });
  expect(end.users).toMatchObject([{ plan }]);
  expect(answer.atStripe).toMatchObject({ plan });
  return answer;
}

test.each(YEARS)(
  "A life that $name is the same after storms of its webhooks",
  { timeout: 900_000 },
  async ({ life, plan }) => {
    const { atStripe } = await expectSameEnd({ life, firstSeed: 1, orders: ORDERS }, plan);
    expect(atStripe.creditYen).toBe(0);
  },
);

test.each(OTHERS)(
  "A life that $name is the same in whatever order its webhooks come",
  { timeout: 900_000 },
  async ({ life, plan }) => {
    await expectSameEnd({ life, firstSeed: 1, orders: ORDERS }, plan);
  },
);

test.each(YEARS)(
  "A life that $name ends the same if its webhooks arrive late and in any order meanwhile",
  { timeout: 900_000 },
  async ({ life, plan }) => {
    const { ends } = await rage("/during", { life, firstSeed: 1, orders: ORDERS });
    expect(ends.map(({ end }) => JSON.parse(end) as unknown)).toEqual([{ isSame: true, plan, creditYen: 0 }]);
  },
);
