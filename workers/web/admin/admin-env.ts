import type { Context, MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { retryAfter } from "#app/http/retry-after.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { checkAdminToken } from "#app/services/operations/admin-token.server.ts";

/** Bindings of the operator's calls below `/admin/api`. */
export interface AdminEnv {
  Bindings: { deps: Deps; requestId: string };
}

export function adminError(
  c: Context<AdminEnv>,
  status: ContentfulStatusCode,
  detail: string,
  headers?: Record<string, string>,
): Response {
  return c.json({ detail }, status, headers);
}

/** Parses the JSON body; null if invalid, which the schemas refuse. */
export async function readJson(c: Context<AdminEnv>): Promise<unknown> {
  return c.req.json().catch(() => null);
}

/**
 * Checks `Authorization: Bearer ADMIN_TOKEN` by {@link checkAdminToken}. Hono's bearer-auth only accepts letters, digits and
 * `-._~+/=`, but an operator's token may contain any character.
 */
export const requireAdmin: MiddlewareHandler<AdminEnv> = async (c, next) => {
  const token = /^Bearer (\S+)$/i.exec(c.req.header("Authorization") ?? "")?.[1] ?? "";
  const checked = await checkAdminToken(c.env.deps, { token });
  if (checked.kind === "refused" && checked.reason === "too-many")
    return adminError(c, 429, "Too many wrong admin tokens.", retryAfter(checked.retryAfterSeconds));
  if (checked.kind === "refused")
    return adminError(c, 401, "The admin token is missing or wrong.", { "WWW-Authenticate": "Bearer" });
  await next();
  c.header("Cache-Control", "no-store");
};
