import type { Context, MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { Config } from "#app/services/deps.server.ts";
import { hasSessionCookie } from "./session-cookie.ts";
import type { WebEnv } from "./web-env.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

export function isUnsafeMethod(method: string): boolean {
  return !SAFE_METHODS.has(method);
}

/**
 * The one rule against cross-site requests, as Remix's own check leaves out resource routes and Hono's looks at forms
 * only and refuses those of API clients: an unsafe method with a foreign or `null` Origin or with `Sec-Fetch-Site: cross-site` is
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
 * elements need the nonce or a text that `styleHashes` allow. A page from memory has no other inline parts and no form
 * that leads elsewhere: its policy has no nonce, so that one answer is good for all.
 *
 * `styleHashes`: SHA-256, in base64, of the styles that public pages hold.
 *
 * Cache-Control: what is personal is never stored; elsewhere the route's own word stands.
 */
export function setSecurityHeaders({
  styleHashes = [],
}: {
  styleHashes?: readonly string[];
}): MiddlewareHandler<WebEnv> {
  const setHeaders = secureHeaders({
    contentSecurityPolicy: contentSecurityPolicy(styleHashes.map((hash) => ` 'sha256-${hash}'`).join("")),
    strictTransportSecurity: "max-age=63072000; includeSubDomains",
    xFrameOptions: "DENY",
    // Not no-referrer: that would make the Origin of our own forms "null".
    referrerPolicy: "same-origin",
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
    // Other sites show the pictures of shared pages and read rankings.json.
    crossOriginResourcePolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  return async (c, next) => {
    await next();
    if (!c.get("isKept")) makeMutable(c);
    // Only now, as Hono's own writes the policy before it asks for the answer, and the answer decides on the policy.
    await setHeaders(c, async () => {});
    const { headers } = c.res;
    if (!isIndexable(c.req.path)) headers.set("X-Robots-Tag", "noindex");
    if (c.get("isKept")) return;
    if (isPersonal(c.req.raw, c.res, c.req.path) || !headers.has("Cache-Control"))
      headers.set("Cache-Control", "no-store");
  };
}

/** Headers of a response that came from elsewhere can be read only. */
function makeMutable(c: Context<WebEnv>): void {
  const answer = c.res;
  // Without the answer that was there: Hono would copy its headers once more.
  c.res = undefined;
  c.res = new Response(answer.body, answer);
}

/** As `hono/secure-headers` takes it; a part that differs from answer to answer is a function. */
function contentSecurityPolicy(styles: string) {
  const own = (c: Context<WebEnv>) => (c.get("isKept") ? "'self'" : `'self' 'nonce-${c.get("nonce")}'`);
  return {
    defaultSrc: ["'self'"],
    scriptSrc: [own],
    styleSrc: [(c: Context<WebEnv>) => own(c) + styles],
    styleSrcAttr: ["'unsafe-inline'"],
    imgSrc: ["'self'", "data:"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: [formTargets],
    frameAncestors: ["'none'"],
  };
}

/** A form's answer may lead to the payment page and the portal, besides the site itself. */
function formTargets(c: Context<WebEnv>): string {
  // None while the configuration cannot be read.
  const config: Config | undefined = c.get("config");
  return c.get("isKept") || config === undefined ? "'self'" : `'self' ${config.paymentOrigin}`;
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
