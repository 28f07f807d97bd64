import type { BillingFacts, EndReason } from "#app/domain/plans/billing-facts.ts";

/**
 * Stripe, as far as plans need it. Every write carries an idempotency key, so that a repeated call is one. An outage, a
 * timeout or an answer that was not expected throws {@link BillingUnavailableError}; then it is unknown whether the call
 * took effect, and the next look at the facts tells.
 */
export interface Billing {
  /** All that is needed of a customer, as it is at Stripe now. Null: there is no such customer. */
  readFacts(input: { customerId: string }): Promise<BillingFacts | null>;
  /** @returns the customer's id; the same for the same user within a day */
  createCustomer(input: { userId: number; email: string }): Promise<string>;
  /**
   * Forgets a customer whose account is deleted: payment pages that are still open are closed, then the customer is
   * deleted with all that Stripe keeps, or, where an invoice stands that must be kept, loses address, names, metadata
   * and cards. Again is like once.
   */
  forgetCustomer(input: { customerId: string }): Promise<"deleted" | "cleared">;
  setEmail(input: { customerId: string; email: string }): Promise<void>;
  /** Opens a payment page for a first subscription or a repayment; the same key gives the same page. */
  openCheckout(input: {
    customerId: string;
    userId: number;
    plan: number;
    successUrl: string;
    cancelUrl: string;
    /** Unix seconds; 30 minutes to 24 hours ahead. */
    expiresAt: number;
    idempotencyKey: string;
  }): Promise<{ checkoutId: string; url: string }>;
  /** Opens the provider's own page for card, invoices and receipts. */
  openPortal(input: { customerId: string; returnUrl: string }): Promise<{ url: string }>;
  /** Later charges of a subscription go to the customer's card instead of the one that it began with. */
  chargeCustomerCard(input: { subscriptionId: string }): Promise<void>;
  findCheckout(input: {
    checkoutId: string;
  }): Promise<{ status: "open" | "complete" | "expired"; url: string | null; customerId: string | null } | null>;
  /** complete: somebody paid first. */
  expireCheckout(input: { checkoutId: string }): Promise<"expired" | "complete">;
  /** What a change of plan at `prorationDate` (unix seconds) would charge now; negative = becomes credit. */
  previewChange(input: {
    customerId: string;
    subscriptionId: string;
    itemId: string;
    plan: number;
    prorationDate: number;
  }): Promise<{
    /** Price of the new month minus what is left of the paid one, before credit. */
    totalYen: number;
    /** Charged to the card now, after credit; 0 or more. */
    chargedYen: number;
    /** Credit afterwards. */
    creditYen: number;
    /** End of the month that begins with the change. */
    periodEnd: number;
  }>;
  /** A new month on the other plan from now on, charged at once; refused, nothing has changed. */
  changePlan(input: {
    subscriptionId: string;
    itemId: string;
    plan: number;
    prorationDate: number;
    idempotencyKey: string;
  }): Promise<{ kind: "changed" } | { kind: "refused"; reason: "card-declined" }>;
  /** At once and without refund; a subscription that has ended already is left as it is. */
  cancelSubscription(input: { subscriptionId: string; reason: EndReason }): Promise<void>;
  clearCredit(input: { customerId: string; creditYen: number }): Promise<void>;
  /** paid: too late, it was paid. */
  voidInvoice(input: { invoiceId: string }): Promise<"void" | "paid">;
  /** Gives back what the card was charged, once. */
  refundInvoice(input: { invoiceId: string }): Promise<void>;
  /** Customers of all subscriptions that are charged, a page at a time, with what a mirror must agree with. */
  listLiveSubscriptions(input: { after: string | null }): Promise<{
    subscriptions: { id: string; customerId: string; plan: number | null; currentPeriodEnd: number }[];
    /** Null: that was the last page. */
    next: string | null;
  }>;
  /** Plan 2–6 of a price's id or lookup key; null for any other. */
  findPlanOfPrice(input: { priceId: string }): Promise<number | null>;
  /** Verifies the signature over the raw body. `receivedAt` in unix seconds. */
  readEvent(input: {
    body: string;
    signature: string | null;
    receivedAt: number;
  }): Promise<
    | { kind: "event"; id: string; type: string; createdAt: number; customerId: string | null }
    | { kind: "refused"; reason: "bad-signature" | "malformed" }
  >;
}

/** Stripe did not answer as it should; what was asked for may have happened or not. */
export class BillingUnavailableError extends Error {
  override name = "BillingUnavailableError";
}

/** For where nothing is ever paid (evaluation, tests of other things): every call is a bug. */
export const NO_BILLING: Billing = new Proxy({} as Billing, {
  get: (_, name) => () => {
    throw new Error(`there is no Stripe here: ${String(name)}`);
  },
});
