import type Stripe from "stripe";

/** Key-value pairs of strings, which most of Stripe's objects have. */
export type Metadata = Record<string, string>;

export interface CustomerRecord {
  id: string;
  created: number;
  email: string | null;
  name: string | null;
  description: string | null;
  metadata: Metadata;
  /** In yen; negative amounts are credit. */
  balance: number;
  currency: string | null;
  defaultPaymentMethod: string | null;
  preferredLocales: string[];
  /** Set by a control of the stand-in; overrides the outcome of the card's test number. */
  cardSwitch: "ok" | "fail" | null;
  invoiceSequence: number;
  deleted: boolean;
}

export interface BalanceTransactionRecord {
  id: string;
  created: number;
  customer: string;
  amount: number;
  endingBalance: number;
  type: Stripe.CustomerBalanceTransaction["type"];
  description: string | null;
  invoice: string | null;
  metadata: Metadata;
}

export interface ProductRecord {
  id: string;
  created: number;
  updated: number;
  active: boolean;
  name: string;
  description: string | null;
  metadata: Metadata;
}

export interface PriceRecord {
  id: string;
  created: number;
  active: boolean;
  product: string;
  currency: string;
  unitAmount: number;
  lookupKey: string | null;
  nickname: string | null;
  metadata: Metadata;
  taxBehavior: "exclusive" | "inclusive" | "unspecified";
  /** Every recurring price of the stand-in is monthly. */
  isMonthly: boolean;
}

/** Outcome of a test number: always passes, or passes the first charge and is declined at all later ones. */
export type CardKind = "passes" | "refused-later";

export interface PaymentMethodRecord {
  id: string;
  created: number;
  customer: string | null;
  kind: CardKind;
  brand: string;
  last4: string;
  expiryMonth: number;
  expiryYear: number;
  holder: string | null;
}

export interface PaymentIntentRecord {
  id: string;
  created: number;
  customer: string;
  invoice: string;
  amount: number;
  status: "succeeded" | "requires_payment_method" | "canceled";
  paymentMethod: string | null;
  charge: string | null;
  isDeclined: boolean;
  /** Absent if there are none. */
  refunds?: RefundRecord[];
}

export interface RefundRecord {
  id: string;
  created: number;
  amount: number;
  metadata: Metadata;
}

export interface LineRecord {
  id: string;
  amount: number;
  description: string;
  periodStart: number;
  periodEnd: number;
  isProration: boolean;
  price: string;
  quantity: number;
  subscription: string;
  subscriptionItem: string;
  invoiceItem: string | null;
}

export interface InvoiceRecord {
  id: string;
  created: number;
  customer: string;
  subscription: string;
  /** The subscription's metadata when the invoice was created. */
  subscriptionMetadata: Metadata;
  billingReason: "subscription_create" | "subscription_cycle" | "subscription_update" | "manual";
  status: "draft" | "open" | "paid" | "void" | "uncollectible";
  number: string | null;
  lines: LineRecord[];
  total: number;
  periodStart: number;
  periodEnd: number;
  startingBalance: number;
  endingBalance: number | null;
  amountDue: number;
  amountPaid: number;
  attemptCount: number;
  autoAdvance: boolean;
  finalizesAt: number | null;
  nextPaymentAttempt: number | null;
  finalizedAt: number | null;
  paidAt: number | null;
  voidedAt: number | null;
  uncollectibleAt: number | null;
  paymentIntent: string | null;
  prorationDate: number | null;
  metadata: Metadata;
}

/** A change that takes effect when its invoice is paid (`pending_if_incomplete`). */
interface PendingUpdateRecord {
  invoice: string;
  price: string;
  quantity: number;
  periodStart: number;
  periodEnd: number;
  anchor: number;
  expiresAt: number;
}

export interface SubscriptionRecord {
  id: string;
  created: number;
  customer: string;
  status: "incomplete" | "active" | "past_due" | "canceled";
  anchor: number;
  itemId: string;
  price: string;
  quantity: number;
  periodStart: number;
  periodEnd: number;
  cancelAtPeriodEnd: boolean;
  canceledAt: number | null;
  endedAt: number | null;
  cancelReason: "cancellation_requested" | "payment_failed" | null;
  cancelComment: string | null;
  cancelFeedback: string | null;
  metadata: Metadata;
  description: string | null;
  latestInvoice: string | null;
  defaultPaymentMethod: string | null;
  pendingUpdate: PendingUpdateRecord | null;
  /** Proration lines (`create_prorations`) for the next invoice. */
  pendingLines: LineRecord[];
}

export interface SessionRecord {
  id: string;
  created: number;
  expiresAt: number;
  status: "open" | "complete" | "expired";
  customer: string | null;
  customerEmail: string | null;
  clientReferenceId: string | null;
  metadata: Metadata;
  subscriptionMetadata: Metadata;
  subscriptionDescription: string | null;
  price: string;
  quantity: number;
  lineId: string;
  locale: string | null;
  successUrl: string;
  cancelUrl: string | null;
  submitMessage: string | null;
  integrationIdentifier: string | null;
  subscription: string | null;
  invoice: string | null;
}

export interface PortalConfigurationRecord {
  id: string;
  created: number;
  isActive: boolean;
  metadata: Metadata;
  features: Record<"invoice_history" | "payment_method_update", { enabled: boolean }>;
}

export interface PortalSessionRecord {
  id: string;
  created: number;
  customer: string;
  configuration: string;
  returnUrl: string | null;
}

export interface EventRecord {
  id: string;
  created: number;
  type: string;
  /** Snapshot at the time of the event. */
  object: unknown;
  previousAttributes: unknown;
  requestId: string | null;
  idempotencyKey: string | null;
}

interface RememberedAnswer {
  fingerprint: string;
  at: number;
  status: number;
  body: unknown;
}

/** The whole state of the stand-in, as plain data that can be copied and saved. */
export interface World {
  /** Part of every id, so that the ids of two worlds differ. */
  salt: string;
  sequence: number;
  /** Origin of the hosted pages, such as `http://127.0.0.1:12111`. */
  pageOrigin: string;
  /** Seconds between a renewal's draft and its first charge; Stripe waits about an hour. */
  draftSeconds: number;
  /** The current time, in unix seconds. */
  now: number;
  /** Seconds by which controls have moved the world ahead of the product's clock. */
  aheadSeconds?: number;
  customers: Record<string, CustomerRecord>;
  balanceTransactions: Record<string, BalanceTransactionRecord>;
  products: Record<string, ProductRecord>;
  prices: Record<string, PriceRecord>;
  paymentMethods: Record<string, PaymentMethodRecord>;
  paymentIntents: Record<string, PaymentIntentRecord>;
  invoices: Record<string, InvoiceRecord>;
  subscriptions: Record<string, SubscriptionRecord>;
  sessions: Record<string, SessionRecord>;
  /** Absent if the world never had a portal. */
  portalConfigurations?: Record<string, PortalConfigurationRecord>;
  portalSessions?: Record<string, PortalSessionRecord>;
  events: EventRecord[];
  remembered: Record<string, RememberedAnswer>;
  /** The request being handled; null while only time advances. */
  request: { id: string; idempotencyKey: string | null } | null;
}

interface WorldOptions {
  salt?: string;
  pageOrigin?: string;
  draftSeconds?: number;
  now: number;
}

/** Creates an empty world at the time `now` (unix seconds). */
export function createWorld(options: WorldOptions): World {
  return {
    salt: options.salt ?? "fake01",
    sequence: 0,
    pageOrigin: options.pageOrigin ?? "http://127.0.0.1:12111",
    draftSeconds: options.draftSeconds ?? 3600,
    now: options.now,
    customers: {},
    balanceTransactions: {},
    products: {},
    prices: {},
    paymentMethods: {},
    paymentIntents: {},
    invoices: {},
    subscriptions: {},
    sessions: {},
    events: [],
    remembered: {},
    request: null,
  };
}

/** The next id, such as `cus_fake01000000000a`. Ids of a world increase, so later objects sort after earlier ones. */
export function nextId(world: World, prefix: string): string {
  world.sequence += 1;
  return `${prefix}_${world.salt}${world.sequence.toString(36).padStart(10, "0")}`;
}
