import { hasSessionCookie } from "./session-cookie.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

export function isUnsafeMethod(method: string): boolean {
  return !SAFE_METHODS.has(method);
}

/**
 * The one rule against cross-site requests, before Remix and Hono, as Remix's own check leaves out resource routes and
 * Hono's refuses webhooks: an unsafe method with a foreign or `null` Origin or with `Sec-Fetch-Site: cross-site` is
 * refused; with neither header it is refused only where the session cookie comes along, so that API clients and webhooks
 * pass. X-Forwarded-Host and the like change nothing.
 */
export function isCrossSiteRequest(request: Request, { publicUrl }: { publicUrl: string }): boolean {
  if (!isUnsafeMethod(request.method)) return false;
  const origin = request.headers.get("Origin");
  const site = request.headers.get("Sec-Fetch-Site");
  if (origin === null && site === null) return hasSessionCookie(request);
  return (origin !== null && !isOwnOrigin(origin, { request, publicUrl })) || site === "cross-site";
}

/** Behind a proxy that ends TLS the request itself is http: then the site's own origin counts, but at its own host only. */
function isOwnOrigin(origin: string, { request, publicUrl }: { request: Request; publicUrl: string }): boolean {
  const here = new URL(request.url);
  const site = new URL(publicUrl);
  return origin === here.origin || (origin === site.origin && here.host === site.host);
}

/** Pages that a search engine may list; all others say noindex. */
const INDEXABLE = new Set(["/", "/tutorial", "/terms", "/terms.html", "/privacy", "/tokusyo", "/tokusyo.html"]);

function isIndexable(path: string): boolean {
  return INDEXABLE.has(path) || path.startsWith("/share/");
}

/**
 * The security headers of every answer, errors and redirects included. Scripts run from our own files or with this
 * response's nonce (Remix's inline hydration data); style attributes carry widths of bars, so they are allowed, style
 * elements need the nonce or a text that `styleHashes` allow. A page without other inline parts needs no nonce
 * (null), and can be kept for others.
 *
 * `styleHashes`: SHA-256, in base64, of the styles that public pages hold.
 *
 * `formTarget`: the foreign origins that a form's answer may lead to (the payment page and the portal).
 *
 * Cache-Control: what is personal is never stored; elsewhere the route's own word stands.
 */
export function withSecurityHeaders(
  response: Response,
  {
    request,
    nonce,
    formTarget,
    styleHashes = [],
  }: { request: Request; nonce: string | null; formTarget?: string | undefined; styleHashes?: readonly string[] },
): Response {
  const secured = new Response(response.body, response);
  const { headers } = secured;
  const path = new URL(request.url).pathname;
  const own = nonce === null ? "'self'" : `'self' 'nonce-${nonce}'`;
  headers.set(
    "Content-Security-Policy",
    [
      "default-src 'self'",
      `script-src ${own}`,
      `style-src ${own}${styleHashes.map((hash) => ` 'sha256-${hash}'`).join("")}`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data:",
      "object-src 'none'",
      "base-uri 'none'",
      `form-action 'self'${formTarget === undefined ? "" : ` ${formTarget}`}`,
      "frame-ancestors 'none'",
    ].join("; "),
  );
  headers.set("Strict-Transport-Security", "max-age=63072000; includeSubDomains");
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("X-Frame-Options", "DENY");
  // Not no-referrer: that would make the Origin of our own forms "null".
  headers.set("Referrer-Policy", "same-origin");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()");
  if (!isIndexable(path)) headers.set("X-Robots-Tag", "noindex");
  if (isPersonal(request, secured, path) || !headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  return secured;
}

/** The API's description, the same for everybody. */
const API_DOCUMENT = /^\/api\/(openapi\.json|docs|docs\.css)\/?$/;

function isPersonal(request: Request, response: Response, path: string): boolean {
  return (
    hasSessionCookie(request) ||
    request.headers.has("Authorization") ||
    response.headers.has("Set-Cookie") ||
    (/^\/(api|admin|dev)(\/|$)/.test(path) && !API_DOCUMENT.test(path))
  );
}
