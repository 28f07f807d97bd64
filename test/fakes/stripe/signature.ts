import { createHmac } from "node:crypto";
import { renderEvent } from "./world/events.ts";
import type { EventRecord } from "./world/records.ts";

/** The body of a webhook, exactly as it is signed and sent. */
export function webhookBody(event: EventRecord): string {
  return JSON.stringify(renderEvent(event, 1), null, 2);
}

/** `Stripe-Signature` of a body: one `v1` for every secret, as while a secret is being replaced. */
export function signBody(body: string, secrets: readonly string[], timestamp: number): string {
  const signatures = secrets.map(
    (secret) => `v1=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`,
  );
  return [`t=${timestamp}`, ...signatures].join(",");
}
