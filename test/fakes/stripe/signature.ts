import { createHmac } from "node:crypto";
import { renderEvent } from "./world/events.ts";
import type { EventRecord } from "./world/records.ts";

/** The body of a webhook, as signed and sent. */
export function webhookBody(event: EventRecord): string {
  return JSON.stringify(renderEvent(event), null, 2);
}

/** The `Stripe-Signature` header: one `v1` per secret; Stripe signs with two while a secret is rotated. */
export function signBody(body: string, secrets: readonly string[], timestamp: number): string {
  const signatures = secrets.map(
    (secret) => `v1=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`,
  );
  return [`t=${timestamp}`, ...signatures].join(",");
}
