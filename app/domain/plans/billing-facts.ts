/**
 * What Stripe knows about one customer, in the product's words and without anything that is not needed: the truth for
 * money, from which plan and history follow. All instants are unix seconds, all amounts yen.
 */
export interface BillingFacts {
  customerId: string;
  /** Address that receipts go to. */
  email: string | null;
  /** Credit left for later invoices; 0 or more. */
  creditYen: number;
  /** Ids of subscriptions that are charged to an older card than the customer chose since. */
  outdatedCards: readonly string[];
  /** All of the customer, ended ones included; those whose first payment never came are left out. */
  subscriptions: SubscriptionFacts[];
}

export interface SubscriptionFacts {
  id: string;
  /** Its one item, which a change of plan puts another price on. */
  itemId: string;
  /** Plan 2–6 of the present price; null for a price that no plan has. */
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
 * Who ended a subscription. We say so when we cancel; `operator` is a cancellation that is not ours, `renewal-failed`
 * also Stripe's own after its last try. `account-deletion` ends what a deletion found; what was still there, or came,
 * after it is ended as `after-deletion`.
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
  /** start: the first of a subscription; change: of another plan; renewal: of the next month. */
  reason: "start" | "change" | "renewal" | "other";
  status: "draft" | "open" | "paid" | "void" | "uncollectible";
  /** Plan 2–6 that it pays for; null when none is in it. */
  plan: number | null;
  /** When the first try to charge it failed; null when none did. */
  failedAt: number | null;
  paidAt: number | null;
  /** Charged to the card, without what credit paid. */
  chargedYen: number;
  isRefunded: boolean;
}
