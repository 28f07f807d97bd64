import { listCustomerOwners, listCustomers } from "#app/db/operations/checks/account-facts.server.ts";
import { planBillingActions } from "#app/domain/plans/billing-actions.ts";
import type { BillingFacts } from "#app/domain/plans/billing-facts.ts";
import { planHistory } from "#app/domain/plans/plan-history.ts";
import { Plan } from "#app/domain/plans/plans.ts";
import { type Look, nextAfter } from "./look.server.ts";

/** Some calls of Stripe each. */
const CUSTOMERS_PER_PAGE = 10;
/** A month lies between two renewals. */
const RENEWED_AFTER_SECONDS = 20 * 86_400;

/** The plan follows from payments; nothing was paid twice or is left to correct. */
export const checkStripe: Look = async ({ db, billing }, { after }) => {
  const customers = await listCustomers(db, { after, limit: CUSTOMERS_PER_PAGE });
  const broken: string[] = [];
  for (const { userId, customerId, plan, email, deletedAt } of customers) {
    const report = (fault: string) => broken.push(`user ${userId}: ${fault}`);
    const facts = await billing.readFacts({ customerId });
    if (facts === null) {
      if (deletedAt === null) report(`${customerId} does not exist at Stripe`);
      continue;
    }
    const actions = planBillingActions(facts, { email, deletedAt });
    if (actions.length > 0) report(`${actions.map(({ kind }) => kind).join(", ")} is left to do at Stripe`);
    const history = planHistory(facts);
    const bought = history.at(-1)?.plan ?? Plan.free;
    if (deletedAt === null && history.length > 0 && plan !== bought) report(`on plan ${plan}, and paid for ${bought}`);
    for (const invoice of findPaidTwice(facts)) report(`${invoice.id} was paid again for the same`);
  }
  return { seen: customers.length, broken, next: nextAfter(customers, CUSTOMERS_PER_PAGE, ({ userId }) => userId) };
};

/** None of an unknown or deleted account. */
export const checkCustomers: Look = async ({ db, billing }, { after, isIdle }) => {
  const page = await billing.listCustomers({ after: after === "" ? null : after });
  const named = page.customers.flatMap(({ customerId, userId }) => (userId === null ? [] : [{ customerId, userId }]));
  const owners = await listCustomerOwners(db, { userIds: named.map(({ userId }) => Number(userId)) });
  const broken = named.flatMap(({ customerId, userId }) => {
    const owner = owners.find(({ id }) => id === Number(userId));
    if (owner === undefined) return [`${customerId}: user ${userId} does not exist`];
    // A deletion in progress has its job.
    const isLeft = owner.deletedAt !== null && (isIdle || owner.erasedAt !== null);
    return isLeft ? [`${customerId}: user ${userId} is deleted`] : [];
  });
  return { seen: page.customers.length, broken, next: page.next };
};

/** The same start, change or month. */
function findPaidTwice({ subscriptions }: BillingFacts) {
  return subscriptions.flatMap(({ invoices }) => {
    const paid = invoices
      .flatMap(({ status, isRefunded, paidAt, ...invoice }) =>
        status === "paid" && !isRefunded && paidAt !== null ? [{ ...invoice, paidAt }] : [],
      )
      .sort((one, other) => one.paidAt - other.paidAt);
    return paid.filter(({ reason, plan, paidAt }, index) => {
      const before = paid[index - 1];
      if (before?.reason !== reason) return false;
      if (reason === "change") return before.plan === plan;
      return reason === "start" || (reason === "renewal" && paidAt - before.paidAt < RENEWED_AFTER_SECONDS);
    });
  });
}
