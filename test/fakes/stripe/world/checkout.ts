import { emit, emitChange } from "./events.ts";
import {
  type CardKind,
  type CustomerRecord,
  nextId,
  type PaymentMethodRecord,
  type SessionRecord,
  type World,
} from "./records.ts";
import { renderSession } from "./rendering/render-checkout.ts";
import { renderCustomer, renderPaymentMethod } from "./rendering/render-customers.ts";
import { startSubscription } from "./subscriptions.ts";

/** Input of a card form. */
export interface CardForm {
  number: string;
  expiryMonth: number;
  expiryYear: number;
  holder: string;
  /** Set by the authentication page, for cards that require it. */
  isAuthenticated: boolean;
}

export type CheckoutOutcome =
  | { kind: "paid"; redirectTo: string }
  | { kind: "needs-authentication" }
  | { kind: "refused"; reason: "number" | "expired-card" | "declined" }
  | { kind: "closed"; session: SessionRecord };

type TestCard = { kind: CardKind; brand: string } | "declined" | "asks";

/** The supported ones of Stripe's test numbers. */
const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  "4242424242424242": { kind: "passes", brand: "visa" },
  "5555555555554444": { kind: "passes", brand: "mastercard" },
  "3566002020360505": { kind: "passes", brand: "jcb" },
  "4000000000000341": { kind: "refused-later", brand: "visa" },
  "4000000000000002": "declined",
  "4000002500003155": "asks",
};

/** Kind and brand of a test card that can pay for a subscription without authentication; null for other numbers. */
export function payingCard(number: string): { kind: CardKind; brand: string } | null {
  const card = TEST_CARDS[number];
  return typeof card === "object" ? card : null;
}

type CardMethod = Pick<PaymentMethodRecord, "kind" | "brand" | "last4" | "expiryMonth" | "expiryYear" | "holder">;

/** Validates a card that is not charged now. No authentication is required, as in the portal. */
export function readCard(
  now: number,
  form: CardForm,
): { kind: "card"; method: CardMethod } | { kind: "refused"; reason: "number" | "expired-card" | "declined" } {
  const card = TEST_CARDS[form.number];
  if (card === undefined) return { kind: "refused", reason: "number" };
  if (isExpired(now, form)) return { kind: "refused", reason: "expired-card" };
  if (card === "declined") return { kind: "refused", reason: "declined" };
  return { kind: "card", method: methodOf(card, form) };
}

function isExpired(now: number, { expiryMonth, expiryYear }: CardForm): boolean {
  const today = new Date(now * 1000);
  const isPast = expiryYear * 12 + expiryMonth < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1;
  return isPast || expiryMonth < 1 || expiryMonth > 12;
}

function methodOf(card: Exclude<TestCard, "declined">, form: CardForm): CardMethod {
  const { kind, brand } = card === "asks" ? { kind: "passes" as const, brand: "visa" } : card;
  const { expiryMonth, expiryYear, holder } = form;
  return { kind, brand, last4: form.number.slice(-4), expiryMonth, expiryYear, holder: holder === "" ? null : holder };
}

/** Pays a checkout session; a complete or expired one is not changed. Null if the session is unknown. */
export function payAtCheckout(world: World, now: number, sessionId: string, form: CardForm): CheckoutOutcome | null {
  const session = world.sessions[sessionId];
  if (session === undefined) return null;
  if (session.status !== "open") return { kind: "closed", session };
  const card = TEST_CARDS[form.number];
  if (card === undefined) return { kind: "refused", reason: "number" };
  if (isExpired(now, form)) return { kind: "refused", reason: "expired-card" };
  const known = session.customer === null ? undefined : world.customers[session.customer];
  if (card === "declined" || known?.cardSwitch === "fail" || known?.deleted === true)
    return { kind: "refused", reason: "declined" };
  if (card === "asks" && !form.isAuthenticated) return { kind: "needs-authentication" };
  const customer = known ?? addCustomer(world, now, { email: session.customerEmail, name: form.holder });
  session.customer = customer.id;
  const method = { id: nextId(world, "pm"), created: now, customer: customer.id, ...methodOf(card, form) };
  world.paymentMethods[method.id] = method;
  emit(world, now, "payment_method.attached", renderPaymentMethod(method));
  const before = renderCustomer(world, customer);
  customer.currency = "jpy";
  emitChange(world, now, "customer.updated", before, renderCustomer(world, customer));
  const subscription = startSubscription(world, now, {
    customer: customer.id,
    price: session.price,
    quantity: session.quantity,
    metadata: session.subscriptionMetadata,
    description: session.subscriptionDescription,
    paymentMethod: method.id,
  });
  session.status = "complete";
  session.subscription = subscription.id;
  session.invoice = subscription.latestInvoice;
  emit(world, now, "checkout.session.completed", renderSession(world, session));
  return { kind: "paid", redirectTo: session.successUrl.replaceAll("{CHECKOUT_SESSION_ID}", session.id) };
}

interface NewCustomer {
  email?: string | null;
  name?: string | null;
  description?: string | null;
  metadata?: Record<string, string>;
  preferredLocales?: string[];
  balance?: number;
}

export function addCustomer(world: World, now: number, given: NewCustomer): CustomerRecord {
  const customer: CustomerRecord = {
    id: nextId(world, "cus"),
    created: now,
    email: given.email ?? null,
    name: given.name ?? null,
    description: given.description ?? null,
    metadata: given.metadata ?? {},
    balance: given.balance ?? 0,
    currency: null,
    defaultPaymentMethod: null,
    preferredLocales: given.preferredLocales ?? [],
    cardSwitch: null,
    invoiceSequence: 1,
    deleted: false,
  };
  world.customers[customer.id] = customer;
  emit(world, now, "customer.created", renderCustomer(world, customer));
  return customer;
}
