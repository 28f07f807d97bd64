import { findUserContact } from "#app/db/accounts/users.server.ts";
import { findCustomerAsked, recordCustomerRequest, setCustomer } from "#app/db/billing/billing.server.ts";
import { closeIntent, openIntent, type PlanIntent, setCheckout } from "#app/db/billing/plan-intents.server.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { planStep } from "#app/domain/plans/plan-offer.ts";
import type { PlanRefused } from "#app/domain/plans/plan-refused.ts";
import { refused } from "#app/domain/refused.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { lookAtPlan, orUnavailable } from "./plans.server.ts";

/** Lifetime of a payment page: half an hour, Stripe's minimum, plus a margin for clock differences. */
const CHECKOUT_SECONDS = 35 * 60;
/** Stripe opens no page with less than half an hour left; with a margin for clock differences. */
const CHECKOUT_LEAST_SECONDS = 31 * 60;
/** Pages with less time left are not reused. */
const CHECKOUT_LEFT_SECONDS = 120;
const MAX_TRIES = 4;
/** Clocks differ, and a call takes its time. */
const CUSTOMER_MARGIN_SECONDS = 3600;

/**
 * Opens the payment page: the first subscription, or paying again in restricted mode. A user has one open page: repeating the request returns the same page, and choosing another
 * plan closes it permanently before opening another, so that two tabs cannot both be paid.
 */
export async function checkout(
  deps: Deps,
  { user, plan }: { user: PlanHolder; plan: number },
): Promise<{ kind: "opened"; url: string } | PlanRefused> {
  return orUnavailable(async () => {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const present = await lookAtPlan(deps, user);
      if (present.live !== null) return refused("already-subscribed");
      const step = planStep(present.plan, plan);
      if (step === "same") return refused("same-plan");
      if (step === "not-offered" || step === "cancel") return refused("not-offered");

      const customerId = present.customerId ?? (await createCustomer(deps, user));
      // Deleted meanwhile in another tab.
      if (customerId === null) return refused("not-offered");
      const now = deps.machineNow();
      const opened = await openIntent(deps.db, {
        id: deps.newId(),
        userId: user.id,
        kind: "checkout",
        fromPlan: present.plan,
        plan,
        createdAt: now,
        expiresAt: now + CHECKOUT_SECONDS,
      });
      // It ended in between: the next read shows how.
      if (opened === null) continue;
      const { intent } = opened;
      if (intent.kind !== "checkout") return refused("busy");
      const page = await openPage(deps, { user, customerId, intent });
      if (page === null) {
        await closeIntent(deps.db, { intentId: intent.id, status: "refused", now: deps.machineNow() });
        continue;
      }
      if (intent.plan === plan && intent.expiresAt - now > CHECKOUT_LEFT_SECONDS && (await isOpen(deps, page)))
        return { kind: "opened", url: page.url };
      await closePage(deps, { intent, checkoutId: page.checkoutId });
    }
    return refused("busy");
  });
}

/** Closes the payment page of a user who is about to delete the account. */
export async function closeOpenCheckout(deps: Deps, { user, intent }: { user: PlanHolder; intent: PlanIntent | null }) {
  if (intent === null || intent.kind !== "checkout") return;
  const { customerId } = await lookAtPlan(deps, user);
  if (customerId === null) return;
  const page = await openPage(deps, { user, customerId, intent });
  if (page !== null) await closePage(deps, { intent, checkoutId: page.checkoutId });
}

/**
 * The customer that an earlier attempt made and whose answer was lost, else a new one. Null if the account is deleted. That
 * Stripe is asked is noted before, so that whoever comes later can look.
 */
async function createCustomer(deps: Deps, user: PlanHolder): Promise<string | null> {
  const contact = await findUserContact(deps.db, user.id);
  if (contact === null) return null;
  const askedAt = await findCustomerAsked(deps.db, { userId: user.id });
  let [made] = await findCustomersMade(deps, { userId: user.id, askedAt });
  if (made === undefined) {
    if (!(await recordCustomerRequest(deps.db, { userId: user.id, now: deps.machineNow() }))) return null;
    made = await deps.billing.createCustomer({ userId: user.id, email: contact.email });
  }
  const customerId = await setCustomer(deps.db, { userId: user.id, customerId: made });
  if (customerId !== made) await deps.billing.deleteCustomer({ customerId: made });
  return customerId;
}

/**
 * The customers of a user that Stripe made around the time when it was asked for one: one, or several where it failed after
 * its work.
 *
 * @param input askedAt: as `findCustomerAsked` returns it
 */
export async function findCustomersMade(
  deps: Deps,
  { userId, askedAt }: { userId: number; askedAt: number | null },
): Promise<string[]> {
  if (askedAt === null) return [];
  const created = { from: askedAt - CUSTOMER_MARGIN_SECONDS, until: askedAt + CUSTOMER_MARGIN_SECONDS };
  const found: string[] = [];
  for (let after: string | null = null; ; ) {
    const page = await deps.billing.listCustomers({ after, created });
    for (const customer of page.customers) if (customer.userId === String(userId)) found.push(customer.customerId);
    if (page.next === null) return found;
    after = page.next;
  }
}

/**
 * The payment page of an intent. Everything sent to Stripe is derived from the intent's row, so every call returns the
 * same page. Null for an intent without a page that is too old for one; if Stripe has one after all, nobody knows its
 * URL.
 */
async function openPage(
  deps: Deps,
  { user, customerId, intent }: { user: PlanHolder; customerId: string; intent: PlanIntent },
): Promise<{ checkoutId: string; url: string } | null> {
  if (intent.checkoutId !== null && intent.checkoutUrl !== null)
    return { checkoutId: intent.checkoutId, url: intent.checkoutUrl };
  if (intent.expiresAt - deps.machineNow() < CHECKOUT_LEAST_SECONDS) return null;
  const { publicUrl } = deps.config;
  const page = await deps.billing.openCheckout({
    customerId,
    userId: user.id,
    plan: intent.plan,
    successUrl: `${publicUrl}/subscriptions/success`,
    cancelUrl: `${publicUrl}/subscriptions`,
    expiresAt: intent.expiresAt,
    idempotencyKey: `checkout:${intent.id}`,
  });
  await setCheckout(deps.db, { intentId: intent.id, ...page });
  return page;
}

async function isOpen(deps: Deps, { checkoutId }: { checkoutId: string }): Promise<boolean> {
  return (await deps.billing.findCheckout({ checkoutId }))?.status === "open";
}

async function closePage(deps: Deps, { intent, checkoutId }: { intent: PlanIntent; checkoutId: string }) {
  const end = await deps.billing.expireCheckout({ checkoutId });
  await closeIntent(deps.db, {
    intentId: intent.id,
    status: end === "complete" ? "done" : "refused",
    now: deps.machineNow(),
  });
}
