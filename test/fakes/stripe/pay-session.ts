import {
  renderAuthenticationPage,
  renderClosedPage,
  renderMissingPage,
  renderPaymentPage,
  type TypedCard,
} from "./payment-page.ts";
import { type CardForm, payAtCheckout } from "./world/checkout.ts";
import { advance } from "./world/clock.ts";
import type { World } from "./world/records.ts";

export type PageAnswer = { kind: "page"; status: number; html: string } | { kind: "redirect"; to: string };

/** Opens the payment page of a session at `now`. */
export function openPaymentPage(world: World, now: number, sessionId: string): PageAnswer {
  advance(world, now);
  const session = world.sessions[sessionId];
  if (session === undefined) return { kind: "page", status: 404, html: renderMissingPage() };
  const html = session.status === "open" ? renderPaymentPage(world, session) : renderClosedPage(session);
  return { kind: "page", status: 200, html };
}

/** Submits the payment page's form at `now`. */
export function sendPaymentForm(world: World, now: number, sessionId: string, form: URLSearchParams): PageAnswer {
  advance(world, now);
  const session = world.sessions[sessionId];
  if (session === undefined) return { kind: "page", status: 404, html: renderMissingPage() };
  const { typed, card } = readTypedCard(form);
  if (session.status === "open" && form.get("authentication") === "failed") {
    return { kind: "page", status: 402, html: renderPaymentPage(world, session, { reason: "declined", typed }) };
  }
  const outcome = payAtCheckout(world, world.now, sessionId, card);
  if (outcome === null) return { kind: "page", status: 404, html: renderMissingPage() };
  if (outcome.kind === "paid") return { kind: "redirect", to: outcome.redirectTo };
  if (outcome.kind === "closed") return { kind: "page", status: 200, html: renderClosedPage(session) };
  if (outcome.kind === "needs-authentication") {
    return { kind: "page", status: 200, html: renderAuthenticationPage(session, typed) };
  }
  return { kind: "page", status: 402, html: renderPaymentPage(world, session, { reason: outcome.reason, typed }) };
}

/** Parses a card's form; `typed` keeps the input for showing the form again. */
export function readTypedCard(form: URLSearchParams): { typed: TypedCard; card: CardForm } {
  const typed: TypedCard = {
    number: form.get("number") ?? "",
    expiry: form.get("expiry") ?? "",
    holder: form.get("holder") ?? "",
  };
  const expiry = /^\s*(\d{1,2})\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(typed.expiry);
  const year = Number(expiry?.[2] ?? 0);
  const card = {
    number: typed.number.replaceAll(/[\s-]/g, ""),
    expiryMonth: Number(expiry?.[1] ?? 0),
    expiryYear: year < 100 ? 2000 + year : year,
    holder: typed.holder,
    isAuthenticated: form.get("authentication") === "passed",
  };
  return { typed, card };
}
