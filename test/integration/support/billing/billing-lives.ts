import { type BillingTable, DAY } from "./billing-table.ts";

/** A step of a user's history: an event on a day after the first purchase. */
export interface Step {
  day: number;
  happen(table: BillingTable, user: { id: number }): Promise<unknown>;
  /** The plan afterwards, once everything is delivered. */
  plan: number;
}

const buy =
  (plan: number): Step["happen"] =>
  async (table, user) => {
    table.setCards("ok");
    // The browser is closed before it returns: only webhooks report the payment.
    table.pay(await table.openCheckout(user, plan));
  };

const change =
  (plan: number): Step["happen"] =>
  async (table, user) => {
    const result = await table.services.plans.change({ user: await table.see(user), plan });
    if (result.kind !== "changed") throw new Error(`change to ${plan}: ${result.reason}`);
  };

/** A change that our rule refuses: a second downgrade within a month. */
const fail =
  (plan: number): Step["happen"] =>
  async (table, user) => {
    const result = await table.services.plans.change({ user: await table.see(user), plan });
    if (result.kind !== "refused") throw new Error(`change to ${plan}: ${result.kind}`);
  };

const cancel: Step["happen"] = async (table, user) => {
  const result = await table.services.plans.cancel({ user: await table.see(user) });
  if (result.kind !== "cancelled") throw new Error(`cancel: ${result.reason}`);
};

const breakCard: Step["happen"] = async (table) => table.setCards("fail");
const look: Step["happen"] = async () => {};

/**
 * A year: bought, upgraded, downgraded, failed, paid again, downgraded with credit, and cancelled, which forfeits it.
 */
const ENDING_FREE: readonly Step[] = [
  { day: 0, happen: buy(3), plan: 3 },
  { day: 10, happen: change(5), plan: 5 },
  { day: 62, happen: change(4), plan: 4 },
  { day: 150, happen: breakCard, plan: 4 },
  { day: 190, happen: look, plan: 104 },
  { day: 195, happen: buy(4), plan: 4 },
  { day: 240, happen: change(2), plan: 2 },
  { day: 365, happen: cancel, plan: 1 },
];

/** A year: bought, downgraded with credit, cancelled, bought again, upgraded, and failed at last. */
const ENDING_RESTRICTED: readonly Step[] = [
  { day: 0, happen: buy(6), plan: 6 },
  { day: 40, happen: change(3), plan: 3 },
  { day: 70, happen: cancel, plan: 1 },
  { day: 100, happen: buy(2), plan: 2 },
  { day: 145, happen: change(4), plan: 4 },
  { day: 300, happen: breakCard, plan: 4 },
  { day: 345, happen: look, plan: 104 },
  { day: 365, happen: look, plan: 104 },
];

interface Life {
  /** After "A life that …". */
  name: string;
  steps: readonly Step[];
  /** A year of many events: it has hundreds of orders, where the others have some tens. */
  isYear?: boolean;
}

export const LIVES: readonly Life[] = [
  { name: "ends free after a year, its credit erased", steps: ENDING_FREE, isYear: true },
  { name: "ends in a failed renewal after a year", steps: ENDING_RESTRICTED, isYear: true },
  {
    name: "lasts less than a month",
    steps: [
      { day: 0, happen: buy(3), plan: 3 },
      { day: 20, happen: cancel, plan: 1 },
    ],
  },
  {
    name: "rises twice in a month",
    steps: [
      { day: 0, happen: buy(2), plan: 2 },
      { day: 5, happen: change(4), plan: 4 },
      { day: 12, happen: change(6), plan: 6 },
    ],
  },
  {
    name: "tries to fall twice in a month",
    steps: [
      { day: 0, happen: buy(6), plan: 6 },
      { day: 3, happen: change(5), plan: 5 },
      { day: 6, happen: fail(4), plan: 5 },
    ],
  },
  {
    name: "falls in two months",
    steps: [
      { day: 0, happen: buy(5), plan: 5 },
      { day: 3, happen: change(4), plan: 4 },
      { day: 40, happen: change(3), plan: 3 },
    ],
  },
  {
    name: "fails and is paid again",
    steps: [
      { day: 0, happen: buy(4), plan: 4 },
      { day: 20, happen: breakCard, plan: 4 },
      { day: 60, happen: look, plan: 104 },
      { day: 65, happen: buy(4), plan: 4 },
    ],
  },
  {
    name: "fails after a rise",
    steps: [
      { day: 0, happen: buy(3), plan: 3 },
      { day: 10, happen: change(5), plan: 5 },
      { day: 25, happen: breakCard, plan: 5 },
      { day: 70, happen: look, plan: 105 },
    ],
  },
  {
    name: "rises and falls on one day",
    steps: [
      { day: 0, happen: buy(3), plan: 3 },
      { day: 10, happen: change(5), plan: 5 },
      { day: 10, happen: change(3), plan: 3 },
    ],
  },
  {
    name: "is bought three times",
    steps: [
      { day: 0, happen: buy(2), plan: 2 },
      { day: 10, happen: cancel, plan: 1 },
      { day: 10, happen: buy(3), plan: 3 },
      { day: 35, happen: cancel, plan: 1 },
      { day: 70, happen: buy(4), plan: 4 },
    ],
  },
  {
    name: "is only renewed for a year",
    steps: [
      { day: 0, happen: buy(6), plan: 6 },
      { day: 365, happen: look, plan: 6 },
    ],
  },
  {
    name: "fails, is paid again, and falls",
    steps: [
      { day: 0, happen: buy(5), plan: 5 },
      { day: 15, happen: breakCard, plan: 5 },
      { day: 60, happen: look, plan: 105 },
      { day: 65, happen: buy(5), plan: 5 },
      { day: 70, happen: change(3), plan: 3 },
    ],
  },
];

/** Runs the steps; `between` is called after every step and every few days, to deliver events. */
export async function live(
  table: BillingTable,
  user: { id: number },
  steps: readonly Step[],
  between: (isStep: boolean) => Promise<void>,
): Promise<void> {
  const start = table.clock.now;
  const stepDays = 7;
  for (const step of steps) {
    while (table.clock.now < start + step.day * DAY) {
      table.advance(Math.min(stepDays * DAY, start + step.day * DAY - table.clock.now));
      await between(false);
    }
    await step.happen(table, user);
    await between(true);
  }
}
