import { payingCard } from "./world/checkout.ts";
import { type CustomerRecord, nextId, type SubscriptionRecord, type World } from "./world/records.ts";
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
export function addPastSubscription(world: World, given: PastSubscription): SubscriptionRecord | null {
  const { customer, priceKey, at, card } = given;
  const known = Object.values(world.subscriptions).find((each) => each.customer === customer.id);
  if (known !== undefined) return known;
  const price = Object.values(world.prices).find((each) => each.lookupKey === priceKey && each.active);
  const paying = payingCard(card);
  if (price === undefined || paying === null) return null;
  const method = {
    id: nextId(world, "pm"),
    created: at,
    customer: customer.id,
    kind: paying.kind,
    brand: paying.brand,
    last4: card.slice(-4),
    expiryMonth: 12,
    expiryYear: new Date(world.now * 1000).getUTCFullYear() + 3,
    holder: null,
  };
  world.paymentMethods[method.id] = method;
  customer.currency = "jpy";
  return startSubscription(world, at, {
    customer: customer.id,
    price: price.id,
    quantity: 1,
    metadata: {},
    description: null,
    paymentMethod: method.id,
  });
}
