/** A Stripe customer: the source of truth for plan and history. Instants are unix seconds, amounts yen. */
export interface BillingFacts {
  customerId: string;
  email: string | null;
  /** Credit left for later invoices; at least 0. */
  creditYen: number;
  /** Ids of subscriptions charged to an older card than the customer's present one. */
  outdatedCards: readonly string[];
  /** Ended ones included; without those whose first payment was never made. */
  subscriptions: SubscriptionFacts[];
}

export interface SubscriptionFacts {
  id: string;
  /** The only item; plan changes replace its price. */
  itemId: string;
  /** Plan 2–6 of the current price; null if the price belongs to no plan. */
  plan: number | null;
  /** active: paid. overdue: a renewal was not paid. ended: nothing more is charged. */
  status: "active" | "overdue" | "ended";
  createdAt: number;
  currentPeriodStart: number;
  currentPeriodEnd: number;
  endedAt: number | null;
  endedFor: EndReason | null;
  invoices: InvoiceFacts[];
}

/**
 * Why a subscription ended. Our cancellations store the reason; `operator` is a cancellation made elsewhere, and
 * `renewal-failed` includes Stripe's own after its last attempt. `account-deletion` ends the subscriptions that a
 * deletion found; later ones end as `after-deletion`.
 */
export const END_REASONS = [
  "user",
  "operator",
  "account-deletion",
  "after-deletion",
  "renewal-failed",
  "duplicate",
] as const;
export type EndReason = (typeof END_REASONS)[number];

export interface InvoiceFacts {
  id: string;
  /** start: first of a subscription; change: to another plan; renewal: for the next month. */
  reason: "start" | "change" | "renewal" | "other";
  status: "draft" | "open" | "paid" | "void" | "uncollectible";
  /** Plan 2–6 it pays for; null if none. */
  plan: number | null;
  /** When the first attempt to charge it failed; null if none failed. */
  failedAt: number | null;
  paidAt: number | null;
  /** Charged to the card, after credit. */
  chargedYen: number;
  isRefunded: boolean;
}
