import { setCustomer } from "#app/db/billing/billing.server.ts";
import { listDemoPayers } from "#app/demo/db/demo-users.server.ts";
import { priceKey } from "#app/domain/plans/plan-offer.ts";
import { isRestricted } from "#app/domain/plans/plans.ts";
import { syncBilling } from "#app/services/billing/billing-sync.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { DEMO_USERS } from "./demo-users.server.ts";

/** A demo account whose plan nothing at Stripe stands for yet. */
interface DemoPayer {
  customerId: string;
  priceKey: string;
  /** Its last renewal is to have failed. */
  isRestricted: boolean;
}

/**
 * Makes customers of the demo accounts with paid plans and mirrors what they have subscribed. A local start gives a
 * subscription of the stand-in's to those that are named, and asks again; safe to repeat.
 * @returns who has no subscription yet; nobody in production, where nothing is ever written
 */
export async function ensureDemoCustomers(deps: Deps): Promise<DemoPayer[]> {
  if (deps.config.environment !== "development") return [];
  // The other demo users never pay: their plans are written as they are (demo-fans.ts).
  const emails = DEMO_USERS.map(({ email }) => email);
  for (const { userId, email, customerId } of await listDemoPayers(deps.db, { emails })) {
    if (customerId === null) {
      const created = await deps.billing.createCustomer({ userId, email });
      await setCustomer(deps.db, { userId, customerId: created });
    }
    await syncBilling(deps, { userId });
  }
  return (await listDemoPayers(deps.db, { emails })).flatMap(({ customerId, plan }) =>
    customerId === null
      ? []
      : [{ customerId, priceKey: priceKey(isRestricted(plan) ? plan - 100 : plan), isRestricted: isRestricted(plan) }],
  );
}
