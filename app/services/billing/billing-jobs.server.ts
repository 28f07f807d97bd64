import * as z from "zod";
import { isEventProcessed, markEventProcessed } from "#app/db/billing/billing.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob } from "#app/services/jobs/job-context.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import { syncBilling } from "./billing-sync.server.ts";

const payloadSchema = z.union([z.object({ customer_id: z.string() }), z.object({ user_id: z.int() })]);

/** Has a user's state at Stripe looked at soon: after an outage in the middle of a change, or a new address. */
export async function enqueueBillingSync(deps: Deps, { userId }: { userId: number }): Promise<void> {
  // Of one look that runs already nobody knows whether it saw what has just happened, so this is always a job of its own.
  const subject = `user:${userId}:${deps.newId()}`;
  await enqueueJob(deps, { kind: "sync-billing", subject, payload: { user_id: userId } });
}

/**
 * Deals with one event, or one look that was asked for. Most events of a payment come together: what a look that began
 * after an event's arrival has covered needs none of its own.
 */
export async function runBillingSync(
  deps: Pick<Deps, "d1" | "billing" | "now">,
  { subject, payload }: Pick<ClaimedJob, "subject" | "payload">,
): Promise<void> {
  const about = payloadSchema.parse(payload);
  if ("user_id" in about) {
    await syncBilling(deps, { userId: about.user_id });
    return;
  }
  if (await isEventProcessed(deps.d1, { eventId: subject })) return;
  const result = await syncBilling(deps, { customerId: about.customer_id });
  if (result.kind === "no-customer") {
    console.warn(JSON.stringify({ event: "billing.unknown-customer", customerId: about.customer_id }));
    await markEventProcessed(deps.d1, { eventId: subject, now: deps.now() });
  }
}
