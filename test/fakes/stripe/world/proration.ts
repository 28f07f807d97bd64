import { roundYen, unusedShare } from "./months.ts";
import { type LineRecord, nextId, type SubscriptionRecord, type World } from "./records.ts";

const ENGLISH_DATE = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

export interface PlannedChange {
  price: string;
  quantity: number;
  prorationDate: number;
  /** Set if a new period starts now; null if the current one continues. */
  newPeriod: { start: number; end: number } | null;
  isProrated: boolean;
}

/**
 * Invoice lines of a change, each rounded to whole yen as in Stripe: credit for the unused time at the old price, then
 * the remaining time at the new price or, with a new period, its full price.
 */
export function planLines(world: World, subscription: SubscriptionRecord, change: PlannedChange): LineRecord[] {
  const oldPrice = world.prices[subscription.price]!;
  const newPrice = world.prices[change.price]!;
  const period = { start: subscription.periodStart, end: subscription.periodEnd };
  const day = ENGLISH_DATE.format(change.prorationDate * 1000);
  const lines: LineRecord[] = [];
  const isSame = oldPrice.id === newPrice.id && subscription.quantity === change.quantity;
  if (change.isProrated && (!isSame || change.newPeriod !== null)) {
    const paid = oldPrice.unitAmount * subscription.quantity;
    lines.push({
      ...lineOf(world, subscription, oldPrice.id, subscription.quantity),
      amount: -unusedShare(paid, period, change.prorationDate) || 0,
      description: `Unused time on ${nameOf(world, oldPrice.id)} after ${day}`,
      periodStart: change.prorationDate,
      periodEnd: period.end,
      isProration: true,
      invoiceItem: nextId(world, "ii"),
    });
    if (change.newPeriod === null) {
      lines.push({
        ...lineOf(world, subscription, newPrice.id, change.quantity),
        amount: unusedShare(newPrice.unitAmount * change.quantity, period, change.prorationDate),
        description: `Remaining time on ${nameOf(world, newPrice.id)} after ${day}`,
        periodStart: change.prorationDate,
        periodEnd: period.end,
        isProration: true,
        invoiceItem: nextId(world, "ii"),
      });
    }
  }
  if (change.newPeriod !== null) {
    lines.push(periodLine(world, subscription, change.price, change.quantity, change.newPeriod));
  }
  return lines;
}

/** The line of a full period. */
export function periodLine(
  world: World,
  subscription: SubscriptionRecord,
  price: string,
  quantity: number,
  period: { start: number; end: number },
): LineRecord {
  const unitAmount = world.prices[price]!.unitAmount;
  return {
    ...lineOf(world, subscription, price, quantity),
    amount: roundYen(unitAmount * quantity),
    description: `${quantity} × ${nameOf(world, price)} (at ¥${unitAmount.toLocaleString("en-US")} / month)`,
    periodStart: period.start,
    periodEnd: period.end,
    isProration: false,
    invoiceItem: null,
  };
}

function lineOf(world: World, subscription: SubscriptionRecord, price: string, quantity: number) {
  return {
    id: nextId(world, "il"),
    price,
    quantity,
    subscription: subscription.id,
    subscriptionItem: subscription.itemId,
  };
}

function nameOf(world: World, price: string): string {
  return world.products[world.prices[price]!.product]?.name ?? price;
}
