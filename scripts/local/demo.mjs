// Creates past subscriptions in the stand-in for Stripe for the demo accounts on paid plans.

const DAY_SECONDS = 86_400;
/**
 * Days since the purchase, by price. Most plans are in the middle of a billing month, so that a change shows its
 * proration. PREMIUM was renewed three times, so that every ranking lists its models.
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

/** Creates the missing subscriptions; accounts that ever had one are skipped. */
export async function createDemoSubscriptions({ admin, stripeUrl }) {
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
