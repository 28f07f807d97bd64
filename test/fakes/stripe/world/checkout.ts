import { emit } from "./events.ts";
import { type CardKind, type CustomerRecord, nextId, type PaymentMethodRecord, type World } from "./records.ts";
import { renderPaymentMethod, renderSession } from "./render.ts";
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

export type CardRefusal = "number" | "expired-card" | "declined";

export type CheckoutOutcome =
  | { kind: "paid"; redirectTo: string }
  | { kind: "needs-authentication" }
  | { kind: "refused"; reason: CardRefusal }
  | { kind: "closed" };

type TestCard = { kind: CardKind; brand: string } | "declined" | "needs-authentication";

/** The supported ones of Stripe's test numbers. */
const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  "4242424242424242": { kind: "passes", brand: "visa" },
  "5555555555554444": { kind: "passes", brand: "mastercard" },
  "3566002020360505": { kind: "passes", brand: "jcb" },
  "4000000000000341": { kind: "refused-later", brand: "visa" },
  "4000000000000002": "declined",
  "4000002500003155": "needs-authentication",
};

/** Kind and brand of a test card that can pay for a subscription without authentication; null for other numbers. */
export function payingCard(number: string): { kind: CardKind; brand: string } | null {
  const card = TEST_CARDS[number];
  return typeof card === "object" ? card : null;
}

/** Why a card cannot be used, or null. */
export function cardRefusal(now: number, { number, expiryMonth, expiryYear }: CardForm): CardRefusal | null {
  const card = TEST_CARDS[number];
  if (card === undefined) return "number";
  const today = new Date(now * 1000);
  const isPast = expiryYear * 12 + expiryMonth < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1;
  if (isPast || expiryMonth < 1 || expiryMonth > 12) return "expired-card";
  return card === "declined" ? "declined" : null;
}

/** Attaches a card that {@link cardRefusal} accepts to a customer. */
export function attachCard(world: World, now: number, customer: CustomerRecord, form: CardForm): PaymentMethodRecord {
  const { number, expiryMonth, expiryYear, holder } = form;
  const method: PaymentMethodRecord = {
    id: nextId(world, "pm"),
    created: now,
    customer: customer.id,
    ...(payingCard(number) ?? { kind: "passes", brand: "visa" }),
    last4: number.slice(-4),
    expiryMonth,
    expiryYear,
    holder: holder === "" ? null : holder,
  };
  world.paymentMethods[method.id] = method;
  emit(world, now, "payment_method.attached", renderPaymentMethod(method));
  return method;
}

/** Pays a checkout session; a complete or expired one is not changed. Null if the session is unknown. */
export function payAtCheckout(world: World, now: number, sessionId: string, form: CardForm): CheckoutOutcome | null {
  const session = world.sessions[sessionId];
  if (session === undefined) return null;
  if (session.status !== "open") return { kind: "closed" };
  const customer = world.customers[session.customer]!;
  const refusal = cardRefusal(now, form);
  if (refusal !== null) return { kind: "refused", reason: refusal };
  if (customer.cardSwitch === "fail" || customer.deleted) return { kind: "refused", reason: "declined" };
  if (TEST_CARDS[form.number] === "needs-authentication" && !form.isAuthenticated)
    return { kind: "needs-authentication" };
  const method = attachCard(world, now, customer, form);
  startSubscription(world, now, {
    customer: customer.id,
    price: session.price,
    metadata: session.subscriptionMetadata,
    paymentMethod: method.id,
  });
  session.status = "complete";
  emit(world, now, "checkout.session.completed", renderSession(world, session));
  return { kind: "paid", redirectTo: session.successUrl.replaceAll("{CHECKOUT_SESSION_ID}", session.id) };
}
