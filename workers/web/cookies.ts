import { generateCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import { SESSION_SECONDS } from "#app/adapters/session-token.server.ts";

interface Site {
  publicUrl: string;
}

interface CookieKind {
  /** On local starts, where browsers accept no prefix. */
  name: string;
  /** Over https: `__Host-` binds the cookie to the exact host and the path /, `__Secure-` to https alone. */
  prefix: "host" | "secure";
  path: string;
  keptSeconds: number;
}

const SESSION: CookieKind = { name: "session", prefix: "host", path: "/", keptSeconds: SESSION_SECONDS };
/** Kept far longer than a replica lags behind, which is seconds. */
const BOOKMARK: CookieKind = { name: "bookmark", prefix: "host", path: "/", keptSeconds: 300 };
/**
 * Sent to the log-out alone, which removes the device. The session ends after thirty days, the notifications do not. No
 * secret: only a device of the session's own user is removed.
 */
const PUSH_DEVICE: CookieKind = {
  name: "push-device",
  prefix: "secure",
  path: "/logout",
  keptSeconds: 400 * 24 * 3600,
};

const secureName = ({ name, prefix }: CookieKind): string =>
  prefix === "host" ? `__Host-${name}` : `__Secure-${name}`;
const isSecureSite = ({ publicUrl }: Site): boolean => publicUrl.startsWith("https:");

function read(request: Request, name: string): string | null {
  return parse(request.headers.get("Cookie") ?? "", name)[name] || null;
}

function readOfSite(request: Request, kind: CookieKind, site: Site): string | null {
  return read(request, isSecureSite(site) ? secureName(kind) : kind.name);
}

/** The Set-Cookie header; null clears the cookie. */
function write({ name, prefix, path, keptSeconds }: CookieKind, value: string | null, site: Site): string {
  return generateCookie(name, value ?? "", {
    ...(isSecureSite(site) && { prefix }),
    path,
    httpOnly: true,
    sameSite: "Lax",
    maxAge: value === null ? 0 : keptSeconds,
  });
}

export const readSessionCookie = (request: Request, site: Site): string | null => readOfSite(request, SESSION, site);
export const writeSessionCookie = (token: string | null, site: Site): string => write(SESSION, token, site);

/** Whether the request has a session cookie of either name; for the cross-site rule it need not be valid. */
export function hasSessionCookie(request: Request): boolean {
  return read(request, secureName(SESSION)) !== null || read(request, SESSION.name) !== null;
}

/** Where the user's pages must be read from to show their last write; null: anywhere. D1's bookmarks are hexadecimal. */
export function readBookmark(request: Request, site: Site): string | null {
  const value = readOfSite(request, BOOKMARK, site) ?? "";
  return /^(?:[0-9a-f-]{8,128}|first-primary)$/.test(value) ? value : null;
}

export const writeBookmark = (bookmark: string, site: Site): string => write(BOOKMARK, bookmark, site);

/** The id of the device's subscription, or null. Browsers may have the plain name from before the prefix. */
export function readPushDevice(request: Request): number | null {
  const value = read(request, secureName(PUSH_DEVICE)) ?? read(request, PUSH_DEVICE.name) ?? "";
  return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
}

export const writePushDevice = (id: number | null, site: Site): string =>
  write(PUSH_DEVICE, id === null ? null : String(id), site);
