import type { Context, MiddlewareHandler } from "hono";
import { hasSessionCookie } from "#workers/web/session-cookie.ts";
import type { WebEnv } from "#workers/web/web-env.ts";
import { readBookmark, writeBookmark } from "./bookmark-cookie.ts";

/**
 * Pages that are read from replicas: those that are looked at most, of logged-in users. All else reads from the primary: mailed
 * codes, which are opened on another device than the one that has the bookmark; plans, settings, and the console; what is
 * kept between requests by a version from R2 (public pages, rankings, roots.json), which a replica might not have yet; and calls.
 */
const PAGES = /^\/(?:home|races|days|horses|search|analyses|models|favourites)(?:[/.]|$)/;

/** The database of a page that may be read from a replica; undefined for all other requests. */
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
