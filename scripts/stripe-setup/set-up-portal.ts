import type Stripe from "stripe";
import { PORTAL_MARK } from "#app/domain/plans/plan-offer.ts";

/**
 * Makes the settings of Stripe's portal: card, invoices and receipts only. Plans are changed and cancelled on the site,
 * which says what that costs. A second run changes nothing.
 *
 * @returns what it did, a line each
 */
export async function setUpPortal(stripe: Stripe): Promise<string[]> {
  for await (const { metadata } of stripe.billingPortal.configurations.list({ active: true, limit: 100 }))
    if (metadata?.[PORTAL_MARK.name] === PORTAL_MARK.value) return [];
  const { id } = await stripe.billingPortal.configurations.create({
    features: {
      customer_update: { enabled: false },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: false },
    },
    metadata: { [PORTAL_MARK.name]: PORTAL_MARK.value },
  });
  return [`portal ${id} created: card, invoices and receipts`];
}
