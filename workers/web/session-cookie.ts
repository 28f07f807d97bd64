import { SESSION_SECONDS } from "#app/adapters/session-token.server.ts";

/** `__Host-` binds the cookie to this very host, but browsers take it over https only. */
const SECURE_NAME = "__Host-session";
const PLAIN_NAME = "session";

function isSecureSite(publicUrl: string): boolean {
  return publicUrl.startsWith("https:");
}

/** Token of the session cookie, or null. */
export function readSessionCookie(request: Request, { publicUrl }: { publicUrl: string }): string | null {
  return readCookie(request, isSecureSite(publicUrl) ? SECURE_NAME : PLAIN_NAME);
}

/** Whether the browser sent a session cookie of either name: the cross-site rule does not care if it is a good one. */
export function hasSessionCookie(request: Request): boolean {
  return readCookie(request, SECURE_NAME) !== null || readCookie(request, PLAIN_NAME) !== null;
}

/** Set-Cookie that stores the token for 30 days, or with null clears it. */
export function writeSessionCookie(token: string | null, { publicUrl }: { publicUrl: string }): string {
  const name = isSecureSite(publicUrl) ? SECURE_NAME : PLAIN_NAME;
  const secure = isSecureSite(publicUrl) ? "; Secure" : "";
  return `${name}=${token ?? ""}; Path=/; HttpOnly; SameSite=Lax${secure}; Max-Age=${token === null ? 0 : SESSION_SECONDS}`;
}

function readCookie(request: Request, name: string): string | null {
  for (const pair of (request.headers.get("Cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || null;
  }
  return null;
}
