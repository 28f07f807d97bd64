import type { Context } from "hono";
import * as z from "zod";
import type { SessionUser } from "#app/domain/views/session-user.ts";
import { retryAfter } from "#app/http/retry-after.ts";
import { type ApiEnv, type ApiRefusal, apiError, bearerUser, refuse } from "./api-env.ts";

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
  const taken = await c.env.services.limits.consumeCall({ user: bearerUser(c), door });
  return taken.kind === "allowed" ? null : refuse(c, taken, { "too-many": [429, "Too many requests."] });
}

/** While the password hasher's queue is full. */
export const BUSY: ApiRefusal = [503, "Busy", retryAfter(3)];

/** While Stripe is unavailable; its outages last longer than a few seconds. */
export const PAYMENTS_UNAVAILABLE: ApiRefusal = [503, "Payments are not available right now.", retryAfter(30)];

export function notFound(c: Context<ApiEnv>, what: string): Response {
  return apiError(c, 404, `${what} does not exist`);
}
