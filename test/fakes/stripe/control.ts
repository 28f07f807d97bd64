import { readFault } from "./faults.ts";
import { addPastSubscription } from "./past-subscription.ts";
import type { Shop } from "./shop.ts";
import type { CustomerRecord } from "./world/records.ts";

interface ControlAnswer {
  status: number;
  body: unknown;
}

type Given = Record<string, unknown>;

const DAY_SECONDS = 86_400;

function ok(body: unknown): ControlAnswer {
  return { status: 200, body };
}

function refuse(message: string): ControlAnswer {
  return { status: 400, body: { error: { message } } };
}

/** Unix seconds from a number or an ISO instant; null if it is neither. */
function readInstant(value: unknown): number | null {
  if (typeof value === "number") return Math.floor(value);
  if (typeof value !== "string" || Number.isNaN(Date.parse(value))) return null;
  return Math.floor(Date.parse(value) / 1000);
}

function showClock(shop: Shop): ControlAnswer {
  const now = shop.now();
  return ok({ now, iso: new Date(now * 1000).toISOString(), frozen: shop.isFrozen() });
}

function setClock(shop: Shop, given: Given): ControlAnswer {
  if (typeof given.frozen === "boolean") shop.freeze(given.frozen);
  const target = readInstant(given.now);
  if (given.now !== undefined && target === null) return refuse("now is unix seconds or an ISO instant");
  if (target !== null) {
    if (target < shop.world.now) return refuse("the clock never goes back");
    shop.moveTo(target);
  }
  const seconds = Number(given.advance_seconds ?? 0) + Number(given.advance_days ?? 0) * DAY_SECONDS;
  if (!Number.isFinite(seconds) || seconds < 0) return refuse("advance_seconds and advance_days are not negative");
  if (seconds > 0) shop.moveTo(shop.now() + Math.floor(seconds));
  shop.tick();
  return showClock(shop);
}

function setDelivery(shop: Shop, given: Given): ControlAnswer {
  const { settings } = shop.delivery;
  if (typeof given.paused === "boolean") settings.isPaused = given.paused;
  if (typeof given.copies === "number") settings.copies = Math.min(10, Math.max(0, Math.floor(given.copies)));
  if (typeof given.shuffle === "number" || given.shuffle === null) settings.shuffleSeed = given.shuffle;
  if (typeof given.retry_scale === "number") settings.retryScale = Math.max(0, given.retry_scale);
  if (typeof given.endpoint === "string" || given.endpoint === null) settings.endpoint = given.endpoint;
  if (Array.isArray(given.secrets)) settings.secrets = given.secrets.map(String);
  void shop.deliverer.run();
  return ok({ ...settings, secrets: settings.secrets.length, queued: shop.delivery.queue.length });
}

function findCustomer(shop: Shop, given: Given): CustomerRecord | undefined {
  return Object.values(shop.world.customers).find(
    (candidate) => candidate.id === given.customer || candidate.email === given.customer,
  );
}

function addSubscription(shop: Shop, given: Given): ControlAnswer {
  const customer = findCustomer(shop, given);
  if (customer === undefined) return refuse("customer is an id or an address of a customer");
  const secondsAgo = Number(given.seconds_ago ?? 0);
  if (!Number.isInteger(secondsAgo) || secondsAgo < 0) return refuse("seconds_ago is a whole number, not negative");
  shop.tick();
  const subscription = addPastSubscription(shop.world, {
    customer,
    priceKey: String(given.price),
    at: shop.now() - secondsAgo,
    card: String(given.card ?? "4242424242424242"),
  });
  if (subscription === null) return refuse("price is a lookup key, card a number that passes at first");
  shop.tick();
  return ok({ id: subscription.id, status: subscription.status });
}

function setCard(shop: Shop, given: Given): ControlAnswer {
  const customer = findCustomer(shop, given);
  if (customer === undefined) return refuse("customer is an id or an address of a customer");
  const { outcome } = given;
  if (outcome !== "ok" && outcome !== "fail" && outcome !== "as-card") return refuse("outcome is ok, fail or as-card");
  customer.cardSwitch = outcome === "as-card" ? null : outcome;
  return ok({ customer: customer.id, outcome });
}

async function redeliver(shop: Shop, id: string, given: Given): Promise<ControlAnswer> {
  const event = shop.world.events.find((candidate) => candidate.id === id);
  if (event === undefined) return { status: 404, body: { error: { message: `no event ${id}` } } };
  for (let copy = 0; copy < Number(given.copies ?? 1); copy += 1) shop.deliverer.enqueue([event]);
  await shop.deliverer.run();
  return ok({ queued: shop.delivery.queue.length });
}

/** Responds to `/_control/*`: controls for tests, which Stripe does not have. */
export async function answerControl(shop: Shop, method: string, path: string, given: Given): Promise<ControlAnswer> {
  const event = /^\/_control\/events\/([^/]+)\/deliver$/.exec(path)?.[1];
  if (event !== undefined && method === "POST") return redeliver(shop, event, given);
  switch (`${method} ${path}`) {
    case "GET /_control/clock":
      return showClock(shop);
    case "POST /_control/clock":
      return setClock(shop, given);
    case "POST /_control/delivery":
      return setDelivery(shop, given);
    case "POST /_control/delivery/flush":
      return ok(await shop.deliverer.flush());
    case "POST /_control/cards":
      return setCard(shop, given);
    case "POST /_control/subscriptions":
      return addSubscription(shop, given);
    case "POST /_control/faults": {
      const fault = readFault(given);
      if (fault === null) return refuse("kind is status, drop or slow");
      shop.faults.push(fault);
      return ok({ faults: shop.faults });
    }
    case "DELETE /_control/faults":
      shop.faults.length = 0;
      return ok({ faults: [] });
    case "GET /_control/state":
      return ok({ world: shop.world, queue: shop.delivery.queue });
    default:
      return { status: 404, body: { error: { message: `no control ${method} ${path}` } } };
  }
}
