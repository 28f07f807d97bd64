import * as z from "zod";
import { isEventProcessed, markEventProcessed } from "#app/db/billing/billing.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob } from "#app/services/jobs/job-context.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import { syncBilling } from "./billing-sync.server.ts";

const payloadSchema = z.union([z.object({ customer_id: z.string() }), z.object({ user_id: z.int() })]);

/** After an outage, or for a new address. */
export async function enqueueBillingSync(deps: Deps, { userId }: { userId: number }): Promise<void> {
  // Always new: a running one may have missed the change.
  const subject = `user:${userId}:${deps.newId()}`;
  await enqueueJob(deps, { kind: "sync-billing", subject, payload: { user_id: userId } });
}

/** Skips an event that a later synchronisation covered. */
export async function runBillingSync(
  deps: Pick<Deps, "db" | "billing" | "machineNow">,
  { subject, payload }: Pick<ClaimedJob, "subject" | "payload">,
): Promise<void> {
  const about = payloadSchema.parse(payload);
  if ("user_id" in about) {
    await syncBilling(deps, { userId: about.user_id });
    return;
  }
  if (await isEventProcessed(deps.db, { eventId: subject })) return;
  const result = await syncBilling(deps, { customerId: about.customer_id });
  if (result.kind === "no-customer") {
    console.warn(JSON.stringify({ event: "billing.unknown-customer", customerId: about.customer_id }));
    await markEventProcessed(deps.db, { eventId: subject, now: deps.machineNow() });
  }
}
