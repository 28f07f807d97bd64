import type { Services } from "#app/services/services.ts";
import { readLimitedBody } from "./request-body.ts";

/** Stripe's events hold one object; the largest invoices stay far below. */
const MAX_EVENT_BYTES = 256 * 1024;

/**
 * Stripe's webhook endpoint: 200 once the event is stored, the work comes after. Anything else makes Stripe deliver
 * again: 400 for what is not Stripe's or too old, and 500 (by the Worker's entry) while D1 does not answer.
 */
export async function answerStripeWebhook(services: Services, request: Request): Promise<Response> {
  if (request.method !== "POST") return answer(405, "Method Not Allowed", { Allow: "POST" });
  const body = await readLimitedBody(request, MAX_EVENT_BYTES);
  if (body === null) return answer(413, "The body is too large.");
  const result = await services.webhooks.receive({
    // The signature is over these very bytes; what is no UTF-8 cannot be Stripe's.
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
