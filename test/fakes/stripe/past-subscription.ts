import { attachCard, payingCard } from "./world/checkout.ts";
import type { CustomerRecord, SubscriptionRecord, World } from "./world/records.ts";
import { startSubscription } from "./world/subscriptions.ts";

interface PastSubscription {
  customer: CustomerRecord;
  /** Lookup key of the price. */
  priceKey: string;
  /** When it was bought, in unix seconds before the world's current time. */
  at: number;
  /** Test number of the card it was bought with. */
  card: string;
}

/**
 * Adds a subscription that was bought some time ago; its renewals and failed charges since then happen at the next tick
 * of the clock. Returns an existing subscription of the customer unchanged, and null if price or card are unknown.
 */
export function addPastSubscription(world: World, input: PastSubscription): SubscriptionRecord | null {
  const { customer, priceKey, at, card } = input;
  const known = Object.values(world.subscriptions).find((each) => each.customer === customer.id);
  if (known !== undefined) return known;
  const price = Object.values(world.prices).find((each) => each.lookupKey === priceKey && each.active);
  if (price === undefined || payingCard(card) === null) return null;
  const expiryYear = new Date(world.now * 1000).getUTCFullYear() + 3;
  const form = { number: card, expiryMonth: 12, expiryYear, holder: "", isAuthenticated: true };
  const method = attachCard(world, at, customer, form);
  return startSubscription(world, at, {
    customer: customer.id,
    price: price.id,
    metadata: {},
    paymentMethod: method.id,
  });
}
