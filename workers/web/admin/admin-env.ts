import type { Context, MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod";
import { REASON_MAX } from "#app/domain/operations/audit-actions.ts";
import { retryAfter } from "#app/http/retry-after.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { checkAdminToken } from "#app/services/operations/admin-token.server.ts";

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

/** The JSON body. @throws {HTTPException} 400 with `expected` if the schema refuses it */
export async function readBody<T>(c: Context<AdminEnv>, schema: z.ZodType<T>, expected: string): Promise<T> {
  const input = schema.safeParse(await c.req.json().catch(() => null));
  if (!input.success) throw new HTTPException(400, { message: `The body must be ${expected}.` });
  return input.data;
}

export const reason = z.string().trim().min(1).max(REASON_MAX);

/** The length that the client states. @throws {HTTPException} 411 without one */
export function requireLength(c: Context<AdminEnv>): number {
  const length = c.req.header("content-length") ?? "";
  if (!/^\d{1,15}$/.test(length)) throw new HTTPException(411, { message: "Content-Length is required." });
  return Number(length);
}

/** Not Hono's bearer-auth, which only accepts letters, digits and `-._~+/=`. */
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
