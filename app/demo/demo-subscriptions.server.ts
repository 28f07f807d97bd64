import { setCustomer } from "#app/db/billing/billing.server.ts";
import { listDemoPayers } from "#app/demo/db/demo-users.server.ts";
import { priceKey } from "#app/domain/plans/plan-offer.ts";
import { isRestricted, unrestricted } from "#app/domain/plans/plans.ts";
import { syncBilling } from "#app/services/billing/billing-sync.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { DEMO_USERS } from "./demo-users.server.ts";

interface DemoPayer {
  customerId: string;
  priceKey: string;
  /** Whether its subscription should have a failed renewal. */
  isRestricted: boolean;
}

/**
 * Creates Stripe customers for the demo accounts with paid plans and mirrors their subscriptions. A local start creates
 * the missing subscriptions at the stand-in and calls again.
 * @returns accounts without a subscription; none in production, where nothing is written
 */
export async function ensureDemoCustomers(deps: Deps): Promise<DemoPayer[]> {
  if (deps.config.environment !== "development") return [];
  // Fans never pay: their plans are written directly (demo-fans.ts).
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
      : [{ customerId, priceKey: priceKey(unrestricted(plan)), isRestricted: isRestricted(plan) }],
  );
}
