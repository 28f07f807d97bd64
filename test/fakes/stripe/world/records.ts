/** Key-value pairs of strings, which most of Stripe's objects have. */
export type Metadata = Record<string, string>;

export interface CustomerRecord {
  id: string;
  created: number;
  email: string | null;
  name: string | null;
  metadata: Metadata;
  /** In yen; negative amounts are credit. */
  balance: number;
  defaultPaymentMethod: string | null;
  /** Set by a control of the stand-in; overrides the outcome of the card's test number. */
  cardSwitch: "ok" | "fail" | null;
  invoiceSequence: number;
  deleted: boolean;
}

export interface ProductRecord {
  id: string;
  active: boolean;
  name: string;
  metadata: Metadata;
}

/** A monthly price in yen. */
export interface PriceRecord {
  id: string;
  active: boolean;
  product: string;
  unitAmount: number;
  lookupKey: string | null;
  metadata: Metadata;
}

/** Outcome of a test number: always passes, or passes the first charge and is declined at all later ones. */
export type CardKind = "passes" | "refused-later";

export interface PaymentMethodRecord {
  id: string;
  created: number;
  /** Null after it was detached. */
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
  customer: string;
  amount: number;
  status: "succeeded" | "requires_payment_method" | "canceled";
  refunds: { id: string; amount: number }[];
}

export interface LineRecord {
  amount: number;
  description: string;
  price: string;
  periodStart: number;
  periodEnd: number;
  isProration: boolean;
}

export interface InvoiceRecord {
  id: string;
  created: number;
  customer: string;
  subscription: string;
  billingReason: "subscription_create" | "subscription_cycle" | "subscription_update";
  status: "draft" | "open" | "paid" | "void";
  number: string | null;
  lines: LineRecord[];
  total: number;
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
  paymentIntent: string | null;
  metadata: Metadata;
}

export interface SubscriptionRecord {
  id: string;
  created: number;
  customer: string;
  status: "incomplete" | "active" | "past_due" | "canceled";
  /** Months are counted from here. */
  anchor: number;
  itemId: string;
  price: string;
  periodStart: number;
  periodEnd: number;
  endedAt: number | null;
  cancelReason: "cancellation_requested" | "payment_failed" | null;
  cancelComment: string | null;
  metadata: Metadata;
  latestInvoice: string | null;
  defaultPaymentMethod: string | null;
}

export interface SessionRecord {
  id: string;
  expiresAt: number;
  status: "open" | "complete" | "expired";
  customer: string;
  subscriptionMetadata: Metadata;
  price: string;
  successUrl: string;
  cancelUrl: string | null;
}

export interface PortalConfigurationRecord {
  id: string;
  metadata: Metadata;
  features: Record<"invoice_history" | "payment_method_update", { enabled: boolean }>;
}

export interface PortalSessionRecord {
  id: string;
  created: number;
  customer: string;
  returnUrl: string | null;
}

export interface EventRecord {
  id: string;
  created: number;
  type: string;
  /** Snapshot at the time of the event. */
  object: unknown;
}

interface RememberedResponse {
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
  /** The current time, in unix seconds. */
  now: number;
  /** Seconds by which a control has moved the world ahead of the product's clock. */
  aheadSeconds: number;
  customers: Record<string, CustomerRecord>;
  products: Record<string, ProductRecord>;
  prices: Record<string, PriceRecord>;
  paymentMethods: Record<string, PaymentMethodRecord>;
  paymentIntents: Record<string, PaymentIntentRecord>;
  invoices: Record<string, InvoiceRecord>;
  subscriptions: Record<string, SubscriptionRecord>;
  sessions: Record<string, SessionRecord>;
  portalConfigurations: Record<string, PortalConfigurationRecord>;
  portalSessions: Record<string, PortalSessionRecord>;
  events: EventRecord[];
  /** Responses by idempotency key. */
  remembered: Record<string, RememberedResponse>;
}

/** Creates an empty world at the time `now` (unix seconds). */
export function createWorld({ now, salt = "fake01" }: { now: number; salt?: string }): World {
  return {
    salt,
    sequence: 0,
    pageOrigin: "http://127.0.0.1:12111",
    now,
    aheadSeconds: 0,
    customers: {},
    products: {},
    prices: {},
    paymentMethods: {},
    paymentIntents: {},
    invoices: {},
    subscriptions: {},
    sessions: {},
    portalConfigurations: {},
    portalSessions: {},
    events: [],
    remembered: {},
  };
}

/** The next id, such as `cus_fake01000000000a`. Ids of a world increase, so later objects sort after earlier ones. */
export function nextId(world: World, prefix: string): string {
  world.sequence += 1;
  return `${prefix}_${world.salt}${world.sequence.toString(36).padStart(10, "0")}`;
}
