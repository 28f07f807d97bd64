import type Stripe from "stripe";
import { PORTAL_MARK } from "#app/domain/plans/plan-offer.ts";

/**
 * Creates the configuration of Stripe's portal: card, invoices and receipts only. Plans are changed on the site, which
 * shows the cost.
 * @returns one line per change
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
