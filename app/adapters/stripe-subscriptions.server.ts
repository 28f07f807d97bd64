import Stripe from "stripe";
import { all, type Operations, once, orNull, PAGE_SIZE, planOfPrice, priceOf, write } from "./stripe-account.server.ts";
import { idOf, planPeriodEnd, REFUNDED } from "./stripe-facts.server.ts";

export const subscriptions = {
  async openCheckout(account, { customerId, userId, plan, successUrl, cancelUrl, expiresAt, idempotencyKey }) {
    const metadata = { user_id: String(userId), plan: String(plan) };
    const price = await priceOf(account, plan);
    const { id, url } = await once(idempotencyKey, (options) =>
      account.stripe.checkout.sessions.create(
        {
          mode: "subscription",
          customer: customerId,
          client_reference_id: String(userId),
          line_items: [{ price, quantity: 1 }],
          success_url: successUrl,
          cancel_url: cancelUrl,
          expires_at: expiresAt,
          locale: "ja",
          allowed_payment_method_types: ["card"],
          metadata,
          subscription_data: { metadata },
        },
        options,
      ),
    );
    if (url === null) throw new Error(`checkout ${id} has no address`);
    return { checkoutId: id, url };
  },

  async findCheckout({ stripe }, { checkoutId }) {
    const session = await orNull(stripe.checkout.sessions.retrieve(checkoutId));
    if (session === null) return null;
    const { status } = session;
    return {
      status: status === "open" ? "open" : status === "complete" ? "complete" : "expired",
      url: session.url,
      customerId: idOf(session.customer),
    };
  },

  async expireCheckout({ stripe }, { checkoutId }) {
    try {
      await stripe.checkout.sessions.expire(checkoutId, {}, write());
      return "expired";
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      // Paid or expired.
      const { status } = await stripe.checkout.sessions.retrieve(checkoutId);
      if (status === "open") throw error;
      return status === "complete" ? "complete" : "expired";
    }
  },

  async chargeCustomerCard({ stripe }, { subscriptionId }) {
    await stripe.subscriptions.update(subscriptionId, { default_payment_method: "" }, write());
  },

  async previewChange(account, { customerId, subscriptionId, itemId, plan, prorationDate }) {
    const price = await priceOf(account, plan);
    const invoice = await account.stripe.invoices.createPreview({
      customer: customerId,
      subscription: subscriptionId,
      subscription_details: {
        items: [{ id: itemId, price }],
        billing_cycle_anchor: { type: "now" },
        proration_behavior: "always_invoice",
        proration_date: prorationDate,
      },
    });
    const periodEnd = planPeriodEnd(invoice);
    if (periodEnd === null) throw new Error(`the preview of ${subscriptionId} has no line of the new month`);
    return {
      totalYen: invoice.total,
      chargedYen: invoice.amount_due,
      creditYen: Math.max(0, -(invoice.starting_balance + invoice.total)),
      periodEnd,
    };
  },

  async changePlan(account, { subscriptionId, itemId, plan, prorationDate, idempotencyKey }) {
    const price = await priceOf(account, plan);
    try {
      await account.stripe.subscriptions.update(
        subscriptionId,
        {
          items: [{ id: itemId, price }],
          billing_cycle_anchor: { type: "now" },
          proration_behavior: "always_invoice",
          proration_date: prorationDate,
          // A failed charge keeps the old plan.
          payment_behavior: "error_if_incomplete",
        },
        write(idempotencyKey),
      );
      return { kind: "changed" };
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError && error.statusCode === 402)
        return { kind: "refused", reason: "card-declined" };
      throw error;
    }
  },

  async cancelSubscription({ stripe }, { subscriptionId, reason }) {
    const params = { invoice_now: false, prorate: false, cancellation_details: { comment: reason } };
    try {
      await stripe.subscriptions.cancel(subscriptionId, params, write());
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      const { status } = await stripe.subscriptions.retrieve(subscriptionId);
      if (status !== "canceled") throw error;
    }
  },

  async listLiveSubscriptions(account, { after }) {
    const page = await account.stripe.subscriptions.list({
      limit: PAGE_SIZE,
      ...(after === null ? {} : { starting_after: after }),
    });
    const subscriptions = [];
    for (const { id, customer, items } of page.data) {
      const [item] = items.data;
      const customerId = idOf(customer);
      if (item === undefined || customerId === null) continue;
      const plan = await planOfPrice(account, item.price.id);
      subscriptions.push({ id, customerId, plan, currentPeriodEnd: item.current_period_end });
    }
    return { subscriptions, next: page.has_more ? (page.data.at(-1)?.id ?? null) : null };
  },

  async voidInvoice({ stripe }, { invoiceId }) {
    try {
      await stripe.invoices.voidInvoice(invoiceId, {}, write());
      return "void";
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      const { status } = await stripe.invoices.retrieve(invoiceId);
      if (status !== "paid" && status !== "void") throw error;
      return status === "paid" ? "paid" : "void";
    }
  },

  async refundInvoice({ stripe }, { invoiceId }) {
    const payments = await all(stripe.invoicePayments.list({ invoice: invoiceId, status: "paid", limit: PAGE_SIZE }));
    for (const { payment } of payments) {
      const paymentIntent = idOf(payment.payment_intent);
      if (paymentIntent === null) continue;
      try {
        await stripe.refunds.create(
          { payment_intent: paymentIntent, metadata: { invoice: invoiceId } },
          // Refunds the whole remaining amount, so a second refund is an error.
          write(),
        );
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeError) || error.code !== "charge_already_refunded") throw error;
      }
    }
    await stripe.invoices.update(invoiceId, { metadata: REFUNDED }, write());
  },
} satisfies Partial<Operations>;
