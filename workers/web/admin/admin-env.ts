import type { Context, MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { sha256Hex } from "#app/domain/sha256.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** What the operator's calls below `/admin` get; every one asks for the admin token. */
export interface AdminEnv {
  Bindings: { deps: Deps; requestId: string };
}

/** Answers `{detail}` with the given status. */
export function adminError(
  c: Context<AdminEnv>,
  status: ContentfulStatusCode,
  detail: string,
  headers?: Record<string, string>,
): Response {
  return c.json({ detail }, status, headers);
}

/** Null for what is no JSON: the schema then refuses it. */
export async function readJson(c: Context<AdminEnv>): Promise<unknown> {
  return c.req.json().catch(() => null);
}

/**
 * `Authorization: Bearer ADMIN_TOKEN`. Compared by hash, which takes as long wherever the first difference is. Not by
 * Hono's bearer-auth, which takes letters, digits and `-._~+/=` only: an operator's token may hold any other sign.
 */
export const requireAdmin: MiddlewareHandler<AdminEnv> = async (c, next) => {
  const token = /^Bearer (\S+)$/i.exec(c.req.header("Authorization") ?? "")?.[1] ?? "";
  if ((await sha256Hex(token)) !== (await sha256Hex(c.env.deps.config.adminToken))) {
    return adminError(c, 401, "The admin token is missing or wrong.", { "WWW-Authenticate": "Bearer" });
  }
  await next();
  c.header("Cache-Control", "no-store");
};
