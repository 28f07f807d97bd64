// Gives the demo accounts on paid plans subscriptions of the stand-in for Stripe, begun some days ago.

const DAY_SECONDS = 86_400;
/**
 * Days since the purchase, by price: some way into the month, so that a change shows what proration does. PREMIUM was
 * renewed three times since: its models take part in every ranking that a start shows.
 */
const DAYS_AGO = {
  keiba_plan_2_monthly: 3,
  keiba_plan_3_monthly: 20,
  keiba_plan_4_monthly: 10,
  keiba_plan_5_monthly: 103,
  keiba_plan_6_monthly: 5,
};
/** Long enough ago for one renewal, on a card that is refused at every charge after the first. */
const FAILED_RENEWAL = { daysAgo: 33, card: "4000000000000341" };
const CARD = "4242424242424242";

/**
 * Safe to repeat: an account that ever had a subscription is left alone.
 * @param {{ admin: (pathname: string, body: unknown) => Promise<{ payers: { customer_id: string, price_id: string, is_restricted: boolean }[] }>, stripeUrl: string }} options
 */
export async function giveDemoSubscriptions({ admin, stripeUrl }) {
  const { payers } = await admin("/admin/demo-customers", {});
  if (payers.length === 0) return;
  for (const { customer_id, price_id, is_restricted } of payers) {
    const { daysAgo, card } = is_restricted ? FAILED_RENEWAL : { daysAgo: DAYS_AGO[price_id] ?? 1, card: CARD };
    const answer = await fetch(`${stripeUrl}/_control/subscriptions`, {
      method: "POST",
      body: JSON.stringify({ customer: customer_id, price: price_id, seconds_ago: daysAgo * DAY_SECONDS, card }),
    });
    if (!answer.ok) throw new Error(`The stand-in for Stripe answered ${answer.status}: ${await answer.text()}`);
  }
  const { payers: left } = await admin("/admin/demo-customers", {});
  if (left.length > 0) throw new Error(`${left.length} demo accounts have no subscription.`);
}
