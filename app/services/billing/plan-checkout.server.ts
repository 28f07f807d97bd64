import { findLivingUser } from "#app/db/accounts/users.server.ts";
import { findCustomerAsked, recordCustomerRequest, setCustomer } from "#app/db/billing/billing.server.ts";
import {
  closeIntent,
  findOpenIntent,
  openIntent,
  type PlanIntent,
  setCheckout,
} from "#app/db/billing/plan-intents.server.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { planStep } from "#app/domain/plans/plan-offer.ts";
import type { PlanRefused } from "#app/domain/plans/plan-refused.ts";
import { refused } from "#app/domain/refused.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { lookAtPlan, orUnavailable } from "./plans.server.ts";

/** Stripe's minimum plus a margin for clocks. */
const CHECKOUT_SECONDS = 35 * 60;
const CHECKOUT_LEAST_SECONDS = 31 * 60;
/** Not reused with less. */
const CHECKOUT_LEFT_SECONDS = 120;
const MAX_TRIES = 4;
/** Clocks differ, and calls take time. */
const CUSTOMER_MARGIN_SECONDS = 3600;

/** One open page per user: a repeat returns it, another plan closes it first, so that two cannot both be paid. */
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
      // Deleted meanwhile.
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
      // It ended meanwhile.
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

/** Before the account's deletion. */
export async function closeOpenCheckout(deps: Deps, { user }: { user: PlanHolder }): Promise<void> {
  const intent = await findOpenIntent(deps.db, { userId: user.id });
  if (intent === null || intent.kind !== "checkout") return;
  const { customerId } = await lookAtPlan(deps, user);
  if (customerId === null) return;
  const page = await openPage(deps, { user, customerId, intent });
  if (page !== null) await closePage(deps, { intent, checkoutId: page.checkoutId });
}

/** Finds one whose response was lost, else creates one. Null: the account is deleted. */
async function createCustomer(deps: Deps, user: PlanHolder): Promise<string | null> {
  const contact = await findLivingUser(deps.db, user.id);
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

/** Several if Stripe failed after its work. @param input askedAt: from `findCustomerAsked` */
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

/** Derived from the row, so every call returns the same page. Null: too old without one. */
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
