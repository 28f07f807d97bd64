import Stripe from "stripe";
import { priceKey } from "#app/domain/plans/plan-offer.ts";
import { isPaid, PLANS, type PlanRow, planName } from "#app/domain/plans/plans.ts";

function productName({ plan }: PlanRow): string {
  return `はちわく ${planName(plan)}プラン`;
}

/** A fixed id, so that a repeated run finds the product and concurrent runs cannot create two. */
function productId(plan: number): string {
  return `keiba_plan_${plan}`;
}

async function findProduct(stripe: Stripe, id: string): Promise<Stripe.Product | null> {
  try {
    return await stripe.products.retrieve(id);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === "resource_missing") return null;
    throw error;
  }
}

async function setUpProduct(stripe: Stripe, row: PlanRow): Promise<string[]> {
  const id = productId(row.plan);
  const name = productName(row);
  const product = await findProduct(stripe, id);
  if (product === null) {
    await stripe.products.create({ id, name, metadata: { plan: String(row.plan) } });
    return [`product ${id} created: ${name}`];
  }
  if (product.name === name && product.active) return [];
  await stripe.products.update(id, { name, active: true });
  return [`product ${id} updated: ${name}`];
}

function isOffered(price: Stripe.Price, row: PlanRow): boolean {
  return (
    price.unit_amount === row.priceYen &&
    price.currency === "jpy" &&
    price.recurring?.interval === "month" &&
    price.recurring.interval_count === 1 &&
    price.product === productId(row.plan)
  );
}

async function setUpPrice(stripe: Stripe, row: PlanRow): Promise<string[]> {
  const key = priceKey(row.plan);
  const metadata = { price_key: key };
  const { data } = await stripe.prices.list({ lookup_keys: [key], limit: 1 });
  const [price] = data;
  if (price !== undefined && isOffered(price, row)) {
    if (price.active && price.metadata.price_key === key) return [];
    await stripe.prices.update(price.id, { active: true, metadata });
    return [`price ${key} updated: ${price.id}`];
  }
  const made = await stripe.prices.create({
    product: productId(row.plan),
    currency: "jpy",
    unit_amount: row.priceYen,
    recurring: { interval: "month" },
    // The table's prices include the consumption tax.
    tax_behavior: "inclusive",
    lookup_key: key,
    transfer_lookup_key: true,
    metadata,
  });
  const lines = [`price ${key} created: ${made.id}, ${row.priceYen} yen a month`];
  if (price === undefined) return lines;
  // Existing subscriptions keep the archived price; it can no longer be bought.
  await stripe.prices.update(price.id, { active: false, metadata: { price_key: key } });
  return [...lines, `price ${price.id} (${price.unit_amount} yen) archived`];
}

/** Makes Stripe's products and prices match the plan table; safe to repeat. @returns one line per change */
export async function setUpPrices(stripe: Stripe, plans: readonly PlanRow[] = PLANS): Promise<string[]> {
  const lines: string[] = [];
  for (const row of plans.filter(({ plan }) => isPaid(plan))) {
    lines.push(...(await setUpProduct(stripe, row)));
    lines.push(...(await setUpPrice(stripe, row)));
  }
  return lines;
}
