import type { Context } from "hono";
import * as z from "zod";
import type { SessionUser } from "#app/services/services.ts";
import { type ApiEnv, apiError, apiRetryLater, bearerUser } from "./api-env.ts";

/** Compared by {@link isForeign}; the service takes the caller's. */
export const userIdField = z.unknown().optional().meta({ description: "The caller's own id, or nothing" });

/** A JSON object whose `user_id`, where sent, must be the caller's; what else is in it is checked later. */
export const ownedBodySchema = z.looseObject({ user_id: userIdField });

/** True when a body claims to be somebody else's: a `user_id` that is sent decides nothing, but may not lie. */
export function isForeign({ user_id: userId }: { user_id?: unknown }, user: SessionUser): boolean {
  return userId !== undefined && userId !== null && String(userId) !== String(user.id);
}

/** Counts the call at a costly door; a response when there were too many. */
export async function refuseTooMany(
  c: Context<ApiEnv>,
  door: "models" | "analyze" | "plans" | "profile",
): Promise<Response | null> {
  const taken = await c.var.services.limits.takeCall({ user: bearerUser(c), door });
  return taken.kind === "allowed" ? null : apiRetryLater(c, 429, "Too many requests.", taken.retryAfterSeconds);
}

/** When the hasher's queue is full. */
const BUSY_RETRY_SECONDS = 3;

type AccountFault = "invalid-code" | "weak-password" | "wrong-password";

/** Answers a refusal about an account: in `words` what the caller got wrong, else the time to wait. */
export function refuseAccount<F extends AccountFault>(
  c: Context<ApiEnv>,
  refusal: { reason: NoInfer<F> | "busy" } | { reason: "too-many"; retryAfterSeconds: number },
  words: Record<F, string>,
): Response {
  if ("retryAfterSeconds" in refusal) return apiRetryLater(c, 429, "Too many requests", refusal.retryAfterSeconds);
  if (refusal.reason === "busy") return apiRetryLater(c, 503, "Busy", BUSY_RETRY_SECONDS);
  return apiError(c, 400, words[refusal.reason]);
}

/** Stripe's outages last longer than a few seconds. */
const OUTAGE_RETRY_SECONDS = 30;

/** While Stripe does not answer. */
export function refuseUnavailable(c: Context<ApiEnv>): Response {
  return apiRetryLater(c, 503, "Payments are not available right now.", OUTAGE_RETRY_SECONDS);
}

export function notFound(c: Context<ApiEnv>, what: string): Response {
  return apiError(c, 404, `${what} does not exist`);
}
