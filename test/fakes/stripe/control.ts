import { type Fault, parseFault } from "./faults.ts";
import type { Shop } from "./shop.ts";
import { attachCard, payingCard } from "./world/checkout.ts";
import type { CustomerRecord, SubscriptionRecord, World } from "./world/records.ts";
import { startSubscription } from "./world/subscriptions.ts";

interface ControlResponse {
  status: number;
  body: unknown;
}

type Input = Record<string, unknown>;

const DAY_SECONDS = 86_400;

function ok(body: unknown): ControlResponse {
  return { status: 200, body };
}

function refuse(message: string): ControlResponse {
  return { status: 400, body: { error: { message } } };
}

function advanceClock(shop: Shop, input: Input): ControlResponse {
  const days = Number(input.advance_days);
  if (!Number.isFinite(days) || days < 0) return refuse("advance_days is a number, not negative");
  shop.advance(Math.floor(days * DAY_SECONDS));
  return ok({ now: new Date(shop.now() * 1000).toISOString() });
}

function addSubscription(shop: Shop, customer: CustomerRecord, input: Input): ControlResponse {
  const secondsAgo = Number(input.seconds_ago ?? 0);
  if (!Number.isInteger(secondsAgo) || secondsAgo < 0) return refuse("seconds_ago is a whole number, not negative");
  shop.tick();
  const subscription = addPastSubscription(shop.world, {
    customer,
    priceKey: String(input.price),
    at: shop.now() - secondsAgo,
    card: String(input.card ?? "4242424242424242"),
  });
  if (subscription === null) return refuse("price is a lookup key, card a number that passes at first");
  shop.tick();
  return ok({ id: subscription.id, status: subscription.status });
}

function setCard(customer: CustomerRecord, { outcome }: Input): ControlResponse {
  if (outcome !== "ok" && outcome !== "fail") return refuse("outcome is ok or fail");
  customer.cardSwitch = outcome;
  return ok({ customer: customer.id, outcome });
}

function replaceFaults(shop: Shop, faults: Fault[]): ControlResponse {
  shop.faults.splice(0, Infinity, ...faults);
  return ok({ faults });
}

/** Handles `/_control/*`: controls for tests, which Stripe does not have. */
export function handleControl(shop: Shop, method: string, path: string, input: Input): ControlResponse {
  const call = `${method} ${path.replace("/_control/", "")}`;
  if (call === "GET state") return ok({ world: shop.world, queue: shop.deliverer.queue });
  if (call === "POST clock") return advanceClock(shop, input);
  if (call === "DELETE faults") return replaceFaults(shop, []);
  if (call === "POST faults") {
    const fault = parseFault(input);
    return fault === null ? refuse("kind is status, drop or slow") : replaceFaults(shop, [...shop.faults, fault]);
  }
  if (call !== "POST cards" && call !== "POST subscriptions")
    return { status: 404, body: { error: { message: `no control ${call}` } } };
  const customer = Object.values(shop.world.customers).find(
    ({ id, email }) => id === input.customer || email === input.customer,
  );
  if (customer === undefined) return refuse("customer is an id or an address of a customer");
  return call === "POST cards" ? setCard(customer, input) : addSubscription(shop, customer, input);
}

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
function addPastSubscription(world: World, input: PastSubscription): SubscriptionRecord | null {
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
