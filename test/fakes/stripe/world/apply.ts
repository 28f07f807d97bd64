import { advance } from "./clock.ts";
import { idempotencyMismatch, StripeFault, unknownRoute } from "./fault.ts";
import { CATALOGUE_ROUTES } from "./handlers/handle-catalogue.ts";
import { CHECKOUT_ROUTES } from "./handlers/handle-checkout.ts";
import { CUSTOMER_ROUTES } from "./handlers/handle-customers.ts";
import { INVOICE_ROUTES } from "./handlers/handle-invoices.ts";
import { PORTAL_ROUTES } from "./handlers/handle-portal.ts";
import { SUBSCRIPTION_ROUTES } from "./handlers/handle-subscriptions.ts";
import { findTexts, type Params, refuseUnknown } from "./params.ts";
import type { World } from "./records.ts";
import { expandCards } from "./render.ts";
import type { Route } from "./route.ts";

const ROUTES: readonly Route[] = [
  ...CATALOGUE_ROUTES,
  ...CUSTOMER_ROUTES,
  ...CHECKOUT_ROUTES,
  ...SUBSCRIPTION_ROUTES,
  ...INVOICE_ROUTES,
  ...PORTAL_ROUTES,
];

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
  isReplayed: boolean;
}

/**
 * Handles one call at an instant (unix seconds), after advancing the world to it. A known idempotency key replays the
 * first response, whatever it was; responses with status 400 are not stored.
 */
export function apply(world: World, call: Call, now: number): Answer {
  advance(world, now);
  const respond = (status: number, body: unknown, isReplayed = false): Answer => ({ status, body, isReplayed });
  const known = call.method === "POST" ? world.remembered[call.idempotencyKey ?? ""] : undefined;
  if (known?.fingerprint === fingerprintOf(call)) return respond(known.status, known.body, true);
  try {
    if (known !== undefined) throw idempotencyMismatch(call.idempotencyKey ?? "");
    const body: unknown = JSON.parse(JSON.stringify(dispatch(world, call)));
    remember(world, call, 200, body);
    return respond(200, body);
  } catch (fault) {
    if (!(fault instanceof StripeFault)) throw fault;
    // Like Stripe, stores no response for parameters that fail validation.
    if (fault.status !== 400) remember(world, call, fault.status, fault.body);
    return respond(fault.status, fault.body);
  }
}

function fingerprintOf({ method, path, params }: Call): string {
  return `${method} ${path} ${JSON.stringify(params)}`;
}

/** Stores a response under its idempotency key; also used for injected faults such as a 500. */
export function remember(world: World, call: Call, status: number, body: unknown): void {
  if (call.idempotencyKey == null || call.method !== "POST") return;
  world.remembered[call.idempotencyKey] = { fingerprint: fingerprintOf(call), at: world.now, status, body };
}

function dispatch(world: World, { method, path, params }: Call): unknown {
  const segments = path.split("/");
  for (const route of ROUTES) {
    const pattern = route.path.split("/");
    if (route.method !== method || pattern.length !== segments.length) continue;
    if (!pattern.every((part, index) => part === ":id" || part === segments[index])) continue;
    refuseUnknown(params, route.accepts ?? []);
    const id = decodeURIComponent(segments[pattern.indexOf(":id")] ?? "");
    const body: unknown = route.handle({ world, now: world.now, params, id });
    const expanded = findTexts(params, "expand") ?? [];
    return expanded.reduce((value, steps) => expandCards(world, value, steps.split(".")), body);
  }
  throw unknownRoute(method, path);
}
