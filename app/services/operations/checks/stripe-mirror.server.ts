import { listCustomerOwners, listCustomers } from "#app/db/operations/checks/account-walks.server.ts";
import { planBillingActions } from "#app/domain/plans/billing-actions.ts";
import type { BillingFacts, InvoiceFacts } from "#app/domain/plans/billing-facts.ts";
import { planHistory } from "#app/domain/plans/plan-history.ts";
import { Plan } from "#app/domain/plans/plans.ts";
import type { Look } from "./look.server.ts";

/** Each costs some calls of Stripe. */
const CUSTOMERS_PER_PAGE = 10;
/** Between two renewals lies a month. */
const RENEWED_AFTER_SECONDS = 20 * 86_400;

/** Customers: the plan follows from what was paid at Stripe, nothing was paid twice, and nothing is left to correct there. */
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
  const isLast = customers.length < CUSTOMERS_PER_PAGE;
  return { seen: customers.length, broken, next: isLast ? null : String(customers.at(-1)?.userId) };
};

/** All customers that Stripe has: none of an account that never was, or that is deleted and should have left nothing. */
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

/** Invoices of one subscription that buy what the one before has bought: its start, the same change, a month that is paid. */
function findPaidTwice({ subscriptions }: BillingFacts): InvoiceFacts[] {
  return subscriptions.flatMap(({ invoices }) => {
    const paid = invoices
      .filter(({ status, isRefunded, paidAt }) => status === "paid" && !isRefunded && paidAt !== null)
      .sort((one, other) => (one.paidAt ?? 0) - (other.paidAt ?? 0));
    return paid.filter((invoice, index) => {
      const before = paid[index - 1];
      if (before === undefined || before.reason !== invoice.reason) return false;
      const between = (invoice.paidAt ?? 0) - (before.paidAt ?? 0);
      switch (invoice.reason) {
        case "start":
          return true;
        case "change":
          return invoice.plan === before.plan;
        case "renewal":
          return between < RENEWED_AFTER_SECONDS;
        default:
          return false;
      }
    });
  });
}
