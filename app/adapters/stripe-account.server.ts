import Stripe from "stripe";
import { PORTAL_MARK, planOfPriceKey, priceKey } from "#app/domain/plans/plan-offer.ts";
import { isPaid, PLANS } from "#app/domain/plans/plans.ts";
import type { Billing, BillingInput } from "./billing.server.ts";

/** Pages wait for reads; charging a card can take the bank a while. */
const READ_TIMEOUT_MS = 4_000;
const WRITE_TIMEOUT_MS = 20_000;
/** For writes without a bank, while a page waits. */
export const PAGE_TIMEOUT_MS = 5_000;
export const PAGE_SIZE = 100;
/** Keys tried while Stripe returns errors. */
const MAX_KEYS = 5;
const PRICES_MAX_AGE_MS = 600_000;

export interface StripeSettings {
  secretKey: string;
  /** Several during a rotation. */
  webhookSecrets: readonly string[];
  apiUrl: string;
  /** For a stand-in in the same process. */
  fetch?: typeof fetch;
}

export interface StripeAccount {
  readonly stripe: Stripe;
  readonly plansOfPrices: Map<string, number>;
  prices: { byPlan: Map<number, string>; readAt: number } | null;
  portal: string | null;
}

export type Operations = {
  [Name in keyof Billing]: (account: StripeAccount, input: BillingInput<Name>) => ReturnType<Billing[Name]>;
};

export function openStripeAccount({ secretKey, apiUrl, fetch }: StripeSettings): StripeAccount {
  const { hostname, port, protocol } = new URL(apiUrl);
  const stripe = new Stripe(secretKey, {
    host: hostname,
    port: port || (protocol === "http:" ? 80 : 443),
    protocol: protocol === "http:" ? "http" : "https",
    httpClient: Stripe.createFetchHttpClient(fetch),
    // Callers decide about retries: jobs are run again, users press the button again.
    maxNetworkRetries: 0,
    timeout: READ_TIMEOUT_MS,
    telemetry: false,
  });
  return { stripe, plansOfPrices: new Map(), prices: null, portal: null };
}

async function findPrices(account: StripeAccount): Promise<Map<number, string>> {
  const { stripe, plansOfPrices, prices } = account;
  if (prices !== null && Date.now() - prices.readAt < PRICES_MAX_AGE_MS) return prices.byPlan;
  const paid = PLANS.filter(({ plan }) => isPaid(plan));
  const { data } = await stripe.prices.list({
    lookup_keys: paid.map(({ plan }) => priceKey(plan)),
    active: true,
    limit: PAGE_SIZE,
  });
  const byPlan = new Map<number, string>();
  for (const { id, lookup_key, unit_amount } of data) {
    const row = paid.find(({ plan }) => priceKey(plan) === lookup_key);
    if (row === undefined) continue;
    // Never charge a price other than the one shown; `npm run stripe:setup` synchronises them.
    if (unit_amount !== row.priceYen) throw new Error(`price ${lookup_key} at Stripe is ${unit_amount} yen`);
    byPlan.set(row.plan, id);
    plansOfPrices.set(id, row.plan);
  }
  account.prices = { byPlan, readAt: Date.now() };
  return byPlan;
}

export async function priceOf(account: StripeAccount, plan: number): Promise<string> {
  const id = (await findPrices(account)).get(plan);
  if (id === undefined) throw new Error(`Stripe has no price ${priceKey(plan)}: run "npm run stripe:setup"`);
  return id;
}

/** Includes prices no longer offered. */
export async function planOfPrice(account: StripeAccount, priceId: string): Promise<number | null> {
  const { stripe, plansOfPrices } = account;
  if (!plansOfPrices.has(priceId)) await findPrices(account);
  const known = plansOfPrices.get(priceId);
  if (known !== undefined) return known;
  const price = await orNull(stripe.prices.retrieve(priceId));
  const plan = price === null ? null : planOfPriceKey(price.metadata.price_key ?? price.lookup_key ?? "");
  if (plan !== null) plansOfPrices.set(priceId, plan);
  return plan;
}

/** The account's default portal may allow plan changes. */
export async function findPortal(account: StripeAccount): Promise<string> {
  if (account.portal !== null) return account.portal;
  const { configurations } = account.stripe.billingPortal;
  for (const { id, metadata } of await all(configurations.list({ active: true, limit: PAGE_SIZE })))
    if (metadata?.[PORTAL_MARK.name] === PORTAL_MARK.value) account.portal = id;
  if (account.portal === null) throw new Error('Stripe has no portal of ours: run "npm run stripe:setup"');
  return account.portal;
}

export function write(
  idempotencyKey: string = crypto.randomUUID(),
  timeout: number = WRITE_TIMEOUT_MS,
): Stripe.RequestOptions {
  return { timeout, idempotencyKey };
}

/** Stripe replays a 500 of a key for a day, so the next key is used. The first try may have created an object. */
export async function once<T>(key: string, send: (options: Stripe.RequestOptions) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await send(write(tries === 1 ? key : `${key}:${tries}`, PAGE_TIMEOUT_MS));
    } catch (error) {
      if (tries === MAX_KEYS || !isReplayedFailure(error)) throw error;
    }
  }
}

function isReplayedFailure(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError &&
    (error.statusCode ?? 0) >= 500 &&
    error.headers?.["idempotent-replayed"] === "true"
  );
}

export async function all<T extends { id: string }>(list: Stripe.ApiListPromise<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}

export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === "resource_missing") return null;
    throw error;
  }
}
