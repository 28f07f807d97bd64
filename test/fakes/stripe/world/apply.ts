import { advance } from "./clock.ts";
import { idempotencyMismatch, invalidParameter, StripeFault, unknownRoute } from "./fault.ts";
import { CHECKOUT_ROUTES } from "./handlers/handle-checkout.ts";
import { CUSTOMER_ROUTES } from "./handlers/handle-customers.ts";
import { INVOICE_ROUTES } from "./handlers/handle-invoices.ts";
import { PORTAL_ROUTES } from "./handlers/handle-portal.ts";
import { REFUND_ROUTES } from "./handlers/handle-refunds.ts";
import { SUBSCRIPTION_ROUTES } from "./handlers/handle-subscriptions.ts";
import { findTexts, type Params } from "./params.ts";
import { type EventRecord, nextId, type World } from "./records.ts";
import { expandAll } from "./rendering/expand.ts";
import type { Route } from "./route.ts";

const ROUTES: readonly Route[] = [
  ...CUSTOMER_ROUTES,
  ...CHECKOUT_ROUTES,
  ...SUBSCRIPTION_ROUTES,
  ...INVOICE_ROUTES,
  ...REFUND_ROUTES,
  ...PORTAL_ROUTES,
];

/** Stripe's limit for idempotency keys. */
const LONGEST_KEY = 255;

/** One request of the API, already parsed. */
export interface Call {
  method: string;
  path: string;
  params: Params;
  idempotencyKey?: string | null;
}

export interface Answer {
  status: number;
  /** Plain JSON. */
  body: unknown;
  requestId: string;
  isReplayed: boolean;
  /** Events of this call, and of the time since the previous call. */
  events: EventRecord[];
}

/**
 * Handles one call at an instant (unix seconds), after advancing the world to it. A known idempotency key replays the
 * first response, whatever it was; responses with status 400 are not stored.
 */
export function apply(world: World, call: Call, now: number): Answer {
  const firstEvent = world.events.length;
  advance(world, now);
  const key = call.method === "POST" ? (call.idempotencyKey ?? null) : null;
  const requestId = nextId(world, "req");
  const fingerprint = `${call.method} ${call.path} ${JSON.stringify(call.params)}`;
  const answer = (status: number, body: unknown, isReplayed = false): Answer => ({
    status,
    body,
    requestId,
    isReplayed,
    events: world.events.slice(firstEvent),
  });
  if (key !== null) {
    const known = world.remembered[key];
    if (known !== undefined) {
      if (known.fingerprint === fingerprint) return answer(known.status, known.body, true);
      const fault = idempotencyMismatch(key);
      return answer(fault.status, fault.body);
    }
  }
  world.request = { id: requestId, idempotencyKey: key };
  try {
    if (key !== null && key.length > LONGEST_KEY)
      throw invalidParameter("Idempotency-Key", "Idempotency keys may be at most 255 characters");
    const body: unknown = JSON.parse(JSON.stringify(route(world, call)));
    remember(world, call, key, 200, body);
    return answer(200, body);
  } catch (fault) {
    if (!(fault instanceof StripeFault)) throw fault;
    const body: unknown = JSON.parse(JSON.stringify(fault.body));
    // Like Stripe, stores no response for parameters that fail validation.
    if (fault.status !== 400) remember(world, call, key, fault.status, body);
    return answer(fault.status, body);
  } finally {
    world.request = null;
  }
}

/** Stores a response under its idempotency key; also used for injected faults such as a 500. */
export function remember(world: World, call: Call, key: string | null, status: number, body: unknown): void {
  if (key === null || call.method !== "POST") return;
  const fingerprint = `${call.method} ${call.path} ${JSON.stringify(call.params)}`;
  world.remembered[key] = { fingerprint, at: world.now, status, body };
}

function route(world: World, call: Call): object {
  const segments = call.path.split("/");
  for (const candidate of ROUTES) {
    const pattern = candidate.path.split("/");
    if (candidate.method !== call.method || pattern.length !== segments.length) continue;
    if (!pattern.every((part, index) => part === ":id" || part === segments[index])) continue;
    const id = decodeURIComponent(segments[pattern.indexOf(":id")] ?? "");
    const body = candidate.answer({ world, now: world.now, params: call.params, id });
    return expandAll(world, body, findTexts(call.params, "expand") ?? []);
  }
  throw unknownRoute(call.method, call.path);
}
