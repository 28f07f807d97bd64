import type { BillingFacts, EndReason } from "#app/domain/plans/billing-facts.ts";
import type { Refused } from "#app/domain/refused.ts";
import { OutageError } from "./outage.server.ts";

/**
 * The operations of Stripe that plans need. Every write has an idempotency key, so repeating a call is safe. An outage,
 * a timeout or an unexpected response throws {@link BillingUnavailableError}; the call may then have taken effect,
 * which the next read of the facts shows.
 */
export interface Billing {
  /** Current state of a customer at Stripe. Null if there is no such customer. */
  readFacts(input: { customerId: string }): Promise<BillingFacts | null>;
  /** @returns the customer's id; the same for the same user within a day */
  createCustomer(input: { userId: number; email: string }): Promise<string>;
  /** Lists customers page by page, the newest first. `created`: only those made in this time, unix seconds. */
  listCustomers(input: { after: string | null; created?: { from: number; until: number } }): Promise<{
    /** userId: as the customer's metadata say; null: they name none. */
    customers: { customerId: string; userId: string | null }[];
    /** Null on the last page. */
    next: string | null;
  }>;
  /**
   * Removes the data of a customer whose account is deleted: closes open payment pages, then deletes the customer, or,
   * if there is an invoice that must be kept, its address, names, metadata and cards. Idempotent.
   */
  deleteCustomer(input: { customerId: string }): Promise<"deleted" | "cleared">;
  setEmail(input: { customerId: string; email: string }): Promise<void>;
  /** Opens a payment page for a first subscription or for paying again; the same key returns the same page. */
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
  /** Opens the provider's page for card, invoices and receipts. */
  openPortal(input: { customerId: string; returnUrl: string }): Promise<{ url: string }>;
  /** Charges future invoices of a subscription to the customer's current card instead of the original one. */
  chargeCustomerCard(input: { subscriptionId: string }): Promise<void>;
  findCheckout(input: {
    checkoutId: string;
  }): Promise<{ status: "open" | "complete" | "expired"; url: string | null; customerId: string | null } | null>;
  /** complete: it was paid before it could be expired. */
  expireCheckout(input: { checkoutId: string }): Promise<"expired" | "complete">;
  /** The charge of a plan change at `prorationDate` (unix seconds). */
  previewChange(input: {
    customerId: string;
    subscriptionId: string;
    itemId: string;
    plan: number;
    prorationDate: number;
  }): Promise<{
    /**
     * Price of the new month minus the unused part of the paid one, before credit; a negative amount becomes credit.
     */
    totalYen: number;
    /** Charged to the card now, after credit; at least 0. */
    chargedYen: number;
    /** Credit afterwards. */
    creditYen: number;
    /** End of the month that begins with the change. */
    periodEnd: number;
  }>;
  /** Starts a new month on another plan, charged at once. If refused, nothing has changed. */
  changePlan(input: {
    subscriptionId: string;
    itemId: string;
    plan: number;
    prorationDate: number;
    idempotencyKey: string;
  }): Promise<{ kind: "changed" } | Refused<"card-declined">>;
  /** Cancels at once, without refund; does nothing if the subscription has ended. */
  cancelSubscription(input: { subscriptionId: string; reason: EndReason }): Promise<void>;
  clearCredit(input: { customerId: string; creditYen: number }): Promise<void>;
  /** paid: it was paid before it could be voided. */
  voidInvoice(input: { invoiceId: string }): Promise<"void" | "paid">;
  /** Refunds the amount charged to the card, once. */
  refundInvoice(input: { invoiceId: string }): Promise<void>;
  /** Lists the customers of all live subscriptions page by page, with the fields that the mirror in D1 must match. */
  listLiveSubscriptions(input: { after: string | null }): Promise<{
    subscriptions: { id: string; customerId: string; plan: number | null; currentPeriodEnd: number }[];
    /** Null on the last page. */
    next: string | null;
  }>;
  /** Plan 2–6 of a price's id or lookup key; null for others. */
  findPlanOfPrice(input: { priceId: string }): Promise<number | null>;
  /** Verifies the signature over the raw body. `receivedAt` in unix seconds. */
  readEvent(input: {
    body: string;
    signature: string | null;
    receivedAt: number;
  }): Promise<
    | { kind: "event"; id: string; type: string; createdAt: number; customerId: string | null }
    | Refused<"bad-signature" | "malformed">
  >;
}

/** Input of one of the operations. */
export type BillingInput<Operation extends keyof Billing> = Parameters<Billing[Operation]>[0];

/** Stripe did not respond as expected; the request may or may not have taken effect. */
export class BillingUnavailableError extends OutageError {
  override name = "BillingUnavailableError";
}

/** For processes without payments (evaluation, some tests): every call is a bug. */
export const NO_BILLING: Billing = new Proxy({} as Billing, {
  get: (_, name) => () => {
    throw new Error(`there is no Stripe here: ${String(name)}`);
  },
});
