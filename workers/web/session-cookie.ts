import { generateCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import { SESSION_SECONDS } from "#app/adapters/session-token.server.ts";

/**
 * Name on local starts. Over https `__Host-` binds the cookie to the exact host; browsers accept that prefix over https
 * only.
 */
const PLAIN_NAME = "session";
const SECURE_NAME = `__Host-${PLAIN_NAME}`;

function isSecureSite(publicUrl: string): boolean {
  return publicUrl.startsWith("https:");
}

/** Token of the session cookie, or null. */
export function readSessionCookie(request: Request, { publicUrl }: { publicUrl: string }): string | null {
  return readCookie(request, isSecureSite(publicUrl) ? SECURE_NAME : PLAIN_NAME);
}

/** Whether the request has a session cookie of either name; for the cross-site rule it need not be valid. */
export function hasSessionCookie(request: Request): boolean {
  return readCookie(request, SECURE_NAME) !== null || readCookie(request, PLAIN_NAME) !== null;
}

/** Set-Cookie header that stores the token for 30 days, or clears it if null. */
export function writeSessionCookie(token: string | null, { publicUrl }: { publicUrl: string }): string {
  return generateCookie(PLAIN_NAME, token ?? "", {
    ...(isSecureSite(publicUrl) && { prefix: "host" }),
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    maxAge: token === null ? 0 : SESSION_SECONDS,
  });
}

/** Takes the request itself, as Remix's loaders and actions have no Hono context. */
function readCookie(request: Request, name: string): string | null {
  return parse(request.headers.get("Cookie") ?? "", name)[name] || null;
}
