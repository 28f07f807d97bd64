import type { Context, MiddlewareHandler } from "hono";
import { hasSessionCookie, readBookmark, writeBookmark } from "#workers/web/cookies.ts";
import type { WebEnv } from "#workers/web/web-env.ts";

/**
 * The most visited pages of logged-in users. Everything else reads from the primary: mailed codes are opened on devices
 * without the bookmark, and a replica may lack the version that R2 already names.
 */
const PAGES = /^\/(?:home|races|days|horses|search|analyses|models|favourites|following|tickets|duel)(?:[/.]|$)/;

export function openReplica(c: Context<WebEnv>): D1Database | undefined {
  const request = c.req.raw;
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead || !PAGES.test(c.req.path)) return undefined;
  return c.get("database").readFrom(readBookmark(request, c.get("config")));
}

/** The API has no cookies: its calls are read from the primary. */
const NOT_PAGES = /^\/(?:api|admin\/api|webhooks)(?:\/|$)/;

/** Lets the user's next pages see what this page or form wrote. Visitors without a session get no cookie. */
export const rememberWrites: MiddlewareHandler<WebEnv> = async (c, next) => {
  await next();
  const bookmark = c.get("database").bookmark();
  if (bookmark === null || NOT_PAGES.test(c.req.path)) return;
  if (!hasSessionCookie(c.req.raw) && !c.res.headers.has("Set-Cookie")) return;
  c.header("Set-Cookie", writeBookmark(bookmark, c.get("config")), { append: true });
};
