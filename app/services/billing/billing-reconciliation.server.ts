import { errorText } from "#app/adapters/error-text.server.ts";
import { listStripeRecords } from "#app/db/billing/billing.server.ts";
import { japanDay, japanTime } from "#app/domain/racing/japan-time.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext } from "#app/services/jobs/job-context.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import { syncBilling } from "./billing-sync.server.ts";

/** In Japan, at night. */
const RECONCILIATION_HOUR = "03";
const PAGE_SIZE = 200;

/** Hourly. */
export async function enqueueDueReconciliation(deps: Deps): Promise<void> {
  const now = deps.machineNow();
  if (!japanTime(now).startsWith(RECONCILIATION_HOUR)) return;
  await enqueueJob(deps, { kind: "reconcile-billing", subject: japanDay(now) });
}

/** In both directions; synchronises customers that differ. Restartable. @throws the last failure, after the others */
export async function reconcileBilling({
  deps,
  yieldAndRenewLease,
}: Pick<JobContext, "yieldAndRenewLease"> & { deps: Pick<Deps, "db" | "billing" | "machineNow"> }): Promise<number> {
  const charged = new Map<string, { customerId: string; plan: number | null; currentPeriodEnd: number }>();
  for (let after: string | null = null; ; ) {
    const page = await deps.billing.listLiveSubscriptions({ after });
    for (const { id, ...subscription } of page.subscriptions) charged.set(id, subscription);
    if (page.next === null) break;
    after = page.next;
    await yieldAndRenewLease();
  }

  const differing = new Set<string>();
  for (let afterUserId = 0; ; ) {
    const mirrored = await listStripeRecords(deps.db, { afterUserId, limit: PAGE_SIZE });
    for (const { subscriptionId, customerId, plan, currentPeriodEnd } of mirrored) {
      const subscription = charged.get(subscriptionId);
      if (subscription?.plan !== plan || subscription.currentPeriodEnd !== currentPeriodEnd) differing.add(customerId);
      charged.delete(subscriptionId);
    }
    const last = mirrored.at(-1);
    if (last === undefined) break;
    afterUserId = last.userId;
    await yieldAndRenewLease();
  }
  // Charged, but missing in D1.
  for (const { customerId } of charged.values()) differing.add(customerId);

  let failure: unknown = null;
  for (const customerId of differing) {
    try {
      const result = await syncBilling(deps, { customerId });
      if (result.kind === "no-customer")
        console.error(JSON.stringify({ event: "billing.unknown-customer", customerId }));
    } catch (error) {
      console.error(JSON.stringify({ event: "billing.not-settled", customerId, error: errorText(error) }));
      failure = error;
    }
    await yieldAndRenewLease();
  }
  if (failure !== null) throw failure;
  return differing.size;
}
