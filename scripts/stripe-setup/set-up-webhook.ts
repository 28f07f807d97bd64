import type Stripe from "stripe";

/** All events that can change a plan, its history or the mirror (app/services/billing/billing-sync.server.ts). */
const WEBHOOK_EVENTS = [
  "checkout.session.completed",
  "checkout.session.expired",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.updated",
  "customer.deleted",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.voided",
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/** @returns a line about the change, and the secret of a new endpoint, which Stripe returns only on creation */
export async function setUpWebhook(stripe: Stripe, url: string): Promise<{ line: string; secret: string | null }> {
  const enabled_events = [...WEBHOOK_EVENTS];
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url !== url) continue;
    await stripe.webhookEndpoints.update(endpoint.id, { enabled_events, disabled: false });
    return { line: `webhook endpoint ${endpoint.id} updated: ${url}`, secret: null };
  }
  const made = await stripe.webhookEndpoints.create({
    url,
    enabled_events,
    api_version: stripe.getApiField("version") as Stripe.WebhookEndpointCreateParams.ApiVersion,
    description: "Keiba AI: plans follow these events",
  });
  return { line: `webhook endpoint ${made.id} created: ${url}`, secret: made.secret ?? null };
}
