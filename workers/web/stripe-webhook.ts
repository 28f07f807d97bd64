import type { Services } from "#app/services/create-services.server.ts";
import { readLimitedBody } from "./request-body.ts";

/** Stripe's events contain one object; the largest invoices are far smaller. */
const MAX_EVENT_BYTES = 256 * 1024;

/** Any status but 200 makes Stripe redeliver: 400 if it is not Stripe's or too old, 500 while D1 does not respond. */
export async function handleStripeWebhook(services: Services, request: Request): Promise<Response> {
  if (request.method !== "POST") return answer(405, "Method Not Allowed", { Allow: "POST" });
  const body = await readLimitedBody(request, MAX_EVENT_BYTES);
  if (body === null) return answer(413, "The body is too large.");
  const result = await services.webhooks.receive({
    // The signature covers the raw bytes; a body that is not UTF-8 cannot be Stripe's.
    body: new TextDecoder().decode(body),
    signature: request.headers.get("Stripe-Signature"),
  });
  if (result.kind === "refused") {
    console.warn(JSON.stringify({ event: "stripe-webhook.refused", reason: result.reason, bytes: body.byteLength }));
    return answer(400, result.reason === "malformed" ? "The event is malformed." : "The signature is not valid.");
  }
  return Response.json({ received: true });
}

function answer(status: number, detail: string, headers: Record<string, string> = {}): Response {
  return Response.json({ detail }, { status, headers });
}
