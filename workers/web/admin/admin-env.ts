import type { Context, MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { sha256Hex } from "#app/adapters/session-token.server.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** What the operator's calls below `/admin` get; every one asks for the admin token. */
export interface AdminEnv {
  Bindings: { deps: Deps; requestId: string };
}

export function adminError(c: Context<AdminEnv>, status: ContentfulStatusCode, detail: string): Response {
  return c.json({ detail }, status);
}

/** `Authorization: Bearer ADMIN_TOKEN`. Compared by hash, which takes as long wherever the first difference is. */
export const requireAdmin: MiddlewareHandler<AdminEnv> = async (c, next) => {
  const token = /^Bearer (.+)$/i.exec(c.req.header("Authorization") ?? "")?.[1] ?? "";
  if ((await sha256Hex(token)) !== (await sha256Hex(c.env.deps.config.adminToken))) {
    return c.json({ detail: "The admin token is missing or wrong." }, 401, { "WWW-Authenticate": "Bearer" });
  }
  await next();
};
