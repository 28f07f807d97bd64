// Creates past subscriptions in the stand-in for Stripe for the demo accounts on paid plans.

const DAY_SECONDS = 86_400;
/**
 * Days since the purchase, by price. Most are in the middle of a billing month, so that a change of plan shows its
 * proration. PREMIUM has been renewed three times, so its models take part in every ranking that a start shows.
 */
const DAYS_AGO = {
  keiba_plan_2_monthly: 3,
  keiba_plan_3_monthly: 20,
  keiba_plan_4_monthly: 10,
  keiba_plan_5_monthly: 103,
  keiba_plan_6_monthly: 5,
};
/** Long enough ago for one renewal; this card is declined at every charge after the first. */
const FAILED_RENEWAL = { daysAgo: 33, card: "4000000000000341" };
const CARD = "4242424242424242";

/**
 * Can be repeated: accounts that ever had a subscription are skipped.
 * @param {{ admin: (pathname: string, body: unknown) => Promise<{ payers: { customer_id: string, price_id: string, is_restricted: boolean }[] }>, stripeUrl: string }} options
 */
export async function giveDemoSubscriptions({ admin, stripeUrl }) {
  const { payers } = await admin("/admin/api/demo-customers", {});
  if (payers.length === 0) return;
  for (const { customer_id, price_id, is_restricted } of payers) {
    const { daysAgo, card } = is_restricted ? FAILED_RENEWAL : { daysAgo: DAYS_AGO[price_id] ?? 1, card: CARD };
    const answer = await fetch(`${stripeUrl}/_control/subscriptions`, {
      method: "POST",
      body: JSON.stringify({ customer: customer_id, price: price_id, seconds_ago: daysAgo * DAY_SECONDS, card }),
    });
    if (!answer.ok) throw new Error(`The stand-in for Stripe responded with ${answer.status}: ${await answer.text()}`);
  }
  const { payers: left } = await admin("/admin/api/demo-customers", {});
  if (left.length > 0) throw new Error(`${left.length} demo accounts have no subscription.`);
}
