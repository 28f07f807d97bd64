import type { Context } from "hono";
import * as z from "zod";
import type { SessionUser } from "#app/domain/views/session-user.ts";
import { type ApiEnv, apiError, apiRetryLater, bearerUser } from "./api-env.ts";

/** Compared by {@link isForeign}; services use the caller's id. */
export const userIdField = z.unknown().optional().meta({ description: "The caller's own id, or nothing" });

/** A JSON object whose `user_id`, if present, must be the caller's; other fields are validated later. */
export const ownedBodySchema = z.looseObject({ user_id: userIdField });

/** Whether a body contains another user's `user_id`. The id has no effect, but a wrong one is refused. */
export function isForeign({ user_id: userId }: { user_id?: unknown }, user: SessionUser): boolean {
  return userId !== undefined && userId !== null && String(userId) !== String(user.id);
}

/** Counts a call against a rate limit. @returns a 429 if it is exceeded, otherwise null */
export async function refuseTooMany(
  c: Context<ApiEnv>,
  door: "models" | "analyze" | "plans" | "profile",
): Promise<Response | null> {
  const taken = await c.var.services.limits.takeCall({ user: bearerUser(c), door });
  return taken.kind === "allowed" ? null : apiRetryLater(c, 429, "Too many requests.", taken.retryAfterSeconds);
}

/** Retry-After while the password hasher's queue is full. */
const BUSY_RETRY_SECONDS = 3;

type AccountFault = "invalid-code" | "weak-password" | "wrong-password";

/** Responds to a refusal about an account: with the text in `words`, or with the time to wait. */
export function refuseAccount<F extends AccountFault>(
  c: Context<ApiEnv>,
  refusal: { reason: NoInfer<F> | "busy" } | { reason: "too-many"; retryAfterSeconds: number },
  words: Record<F, string>,
): Response {
  if ("retryAfterSeconds" in refusal) return apiRetryLater(c, 429, "Too many requests", refusal.retryAfterSeconds);
  if (refusal.reason === "busy") return apiRetryLater(c, 503, "Busy", BUSY_RETRY_SECONDS);
  return apiError(c, 400, words[refusal.reason]);
}

/** Retry-After while Stripe is unavailable; its outages last longer than a few seconds. */
const OUTAGE_RETRY_SECONDS = 30;

/** Responds while Stripe is unavailable. */
export function refuseUnavailable(c: Context<ApiEnv>): Response {
  return apiRetryLater(c, 503, "Payments are not available right now.", OUTAGE_RETRY_SECONDS);
}

export function notFound(c: Context<ApiEnv>, what: string): Response {
  return apiError(c, 404, `${what} does not exist`);
}
