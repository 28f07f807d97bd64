import { insertStripeEvent } from "#app/db/billing/billing.server.ts";
import type { Refused } from "#app/domain/refused.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { wakeJob } from "#app/services/jobs/jobs.server.ts";

/** Idempotent. */
export async function receive(
  deps: Deps,
  { body, signature }: { body: string; signature: string | null },
): Promise<{ kind: "accepted" } | Refused<"bad-signature" | "malformed">> {
  const now = deps.machineNow();
  const event = await deps.billing.readEvent({ body, signature, receivedAt: now });
  if (event.kind === "refused") return event;
  const jobId = deps.newId();
  const isNew = await insertStripeEvent(deps.db, { ...event, jobId, now });
  if (isNew && event.customerId !== null) await wakeJob(deps, { id: jobId, kind: "sync-billing" });
  return { kind: "accepted" };
}
