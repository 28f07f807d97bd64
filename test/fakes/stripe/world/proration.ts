import { unusedShare } from "./months.ts";
import type { LineRecord, SubscriptionRecord, World } from "./records.ts";

const ENGLISH_DATE = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

interface Period {
  start: number;
  end: number;
}

/** Lines of a change that starts a new period: credit for the unused time, in whole yen, and the new full price. */
export function changeLines(
  world: World,
  subscription: SubscriptionRecord,
  change: { price: string; prorationDate: number; newPeriod: Period },
): LineRecord[] {
  const { price, periodStart, periodEnd } = subscription;
  const paid = world.prices[price]!.unitAmount;
  const unused = unusedShare(paid, { start: periodStart, end: periodEnd }, change.prorationDate);
  return [
    {
      price,
      amount: -unused || 0,
      description: `Unused time on ${nameOf(world, price)} after ${ENGLISH_DATE.format(change.prorationDate * 1000)}`,
      periodStart: change.prorationDate,
      periodEnd,
      isProration: true,
    },
    periodLine(world, change.price, change.newPeriod),
  ];
}

/** The line of a full period. */
export function periodLine(world: World, price: string, period: Period): LineRecord {
  const { unitAmount } = world.prices[price]!;
  return {
    price,
    amount: unitAmount,
    description: `1 × ${nameOf(world, price)} (at ¥${unitAmount.toLocaleString("en-US")} / month)`,
    periodStart: period.start,
    periodEnd: period.end,
    isProration: false,
  };
}

function nameOf(world: World, price: string): string {
  return world.products[world.prices[price]!.product]?.name ?? price;
}
