import { generateCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";

/** Named like the session's cookie: the prefix is accepted over https only. */
const PLAIN_NAME = "bookmark";
const SECURE_NAME = `__Host-${PLAIN_NAME}`;
/** Far longer than a replica lags behind: seconds. */
const KEPT_SECONDS = 300;
/** D1's bookmarks are of hexadecimal digits and hyphens. */
const BOOKMARK = /^(?:[0-9a-f-]{8,128}|first-primary)$/;

function isSecureSite(publicUrl: string): boolean {
  return publicUrl.startsWith("https:");
}

/** Where the user's pages must be read from to show their last write; null: anywhere. */
export function readBookmark(request: Request, { publicUrl }: { publicUrl: string }): string | null {
  const name = isSecureSite(publicUrl) ? SECURE_NAME : PLAIN_NAME;
  const value = parse(request.headers.get("Cookie") ?? "", name)[name] ?? "";
  return BOOKMARK.test(value) ? value : null;
}

/** Set-Cookie header that keeps the bookmark for as long as a replica may be without the write. */
export function writeBookmark(bookmark: string, { publicUrl }: { publicUrl: string }): string {
  return generateCookie(PLAIN_NAME, bookmark, {
    ...(isSecureSite(publicUrl) && { prefix: "host" }),
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    maxAge: KEPT_SECONDS,
  });
}
