import type { BillingFacts, EndReason } from "#app/domain/plans/billing-facts.ts";
import type { Refused } from "#app/domain/refused.ts";
import { OutageError } from "./outage.server.ts";

/** Every write has an idempotency key. {@link BillingUnavailableError} means that the call may have taken effect. */
export interface Billing {
  readFacts(input: { customerId: string }): Promise<BillingFacts | null>;
  /** @returns the customer's id; the same for the same user within a day */
  createCustomer(input: { userId: number; email: string }): Promise<string>;
  /** Newest first. `created`: unix seconds. */
  listCustomers(input: { after: string | null; created?: { from: number; until: number } }): Promise<{
    /** userId: null if the metadata name no user. */
    customers: { customerId: string; userId: string | null }[];
    next: string | null;
  }>;
  /** Deletes the customer, or its personal data if an invoice must be kept. Closes open pages first. Idempotent. */
  deleteCustomer(input: { customerId: string }): Promise<"deleted" | "cleared">;
  setEmail(input: { customerId: string; email: string }): Promise<void>;
  /** The same key returns the same page. */
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
  openPortal(input: { customerId: string; returnUrl: string }): Promise<{ url: string }>;
  /** Charges future invoices of a subscription to the customer's current card instead of the original one. */
  chargeCustomerCard(input: { subscriptionId: string }): Promise<void>;
  findCheckout(input: {
    checkoutId: string;
  }): Promise<{ status: "open" | "complete" | "expired"; url: string | null; customerId: string | null } | null>;
  /** complete: it was paid first. */
  expireCheckout(input: { checkoutId: string }): Promise<"expired" | "complete">;
  /** `prorationDate` in unix seconds. */
  previewChange(input: {
    customerId: string;
    subscriptionId: string;
    itemId: string;
    plan: number;
    prorationDate: number;
  }): Promise<{
    /** Before credit; a negative amount becomes credit. */
    totalYen: number;
    /** At least 0. */
    chargedYen: number;
    creditYen: number;
    periodEnd: number;
  }>;
  /** Starts a new month, charged at once. A refusal changes nothing. */
  changePlan(input: {
    subscriptionId: string;
    itemId: string;
    plan: number;
    prorationDate: number;
    idempotencyKey: string;
  }): Promise<{ kind: "changed" } | Refused<"card-declined">>;
  /** Without refund; does nothing if it has ended. */
  cancelSubscription(input: { subscriptionId: string; reason: EndReason }): Promise<void>;
  clearCredit(input: { customerId: string; creditYen: number }): Promise<void>;
  voidInvoice(input: { invoiceId: string }): Promise<"void" | "paid">;
  /** Refunds the amount charged to the card, once. */
  refundInvoice(input: { invoiceId: string }): Promise<void>;
  listLiveSubscriptions(input: { after: string | null }): Promise<{
    subscriptions: { id: string; customerId: string; plan: number | null; currentPeriodEnd: number }[];
    next: string | null;
  }>;
  /** Null for other prices. */
  findPlanOfPrice(input: { priceId: string }): Promise<number | null>;
  /** `receivedAt` in unix seconds. */
  readEvent(input: {
    body: string;
    signature: string | null;
    receivedAt: number;
  }): Promise<
    | { kind: "event"; id: string; type: string; createdAt: number; customerId: string | null }
    | Refused<"bad-signature" | "malformed">
  >;
}

export type BillingInput<Operation extends keyof Billing> = Parameters<Billing[Operation]>[0];

export class BillingUnavailableError extends OutageError {
  override name = "BillingUnavailableError";
}

/** For processes without payments (evaluation, some tests): every call is a bug. */
export const NO_BILLING: Billing = new Proxy({} as Billing, {
  get: (_, name) => () => {
    throw new Error(`there is no Stripe here: ${String(name)}`);
  },
});
