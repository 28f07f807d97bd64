import type { Context, MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { Config } from "#app/services/deps.server.ts";
import { hasSessionCookie } from "./cookies.ts";
import type { WebEnv } from "./web-env.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

export function isUnsafeMethod(method: string): boolean {
  return !SAFE_METHODS.has(method);
}

/**
 * The single rule against cross-site requests. Unsafe methods are refused with a foreign or `null` Origin or with `Sec-
 * Fetch-Site: cross-site`. With neither header they are refused only if the session cookie is present, so that API
 * clients and webhooks pass.
 */
export function isCrossSiteRequest(request: Request, { publicUrl }: { publicUrl: string }): boolean {
  if (!isUnsafeMethod(request.method)) return false;
  const origin = request.headers.get("Origin");
  const site = request.headers.get("Sec-Fetch-Site");
  if (origin === null && site === null) return hasSessionCookie(request);
  return (origin !== null && !isOwnOrigin(origin, { request, publicUrl })) || site === "cross-site";
}

/** Behind a proxy that terminates TLS the request's URL is http: the site's own origin is then valid if the host matches. */
function isOwnOrigin(origin: string, { request, publicUrl }: { request: Request; publicUrl: string }): boolean {
  const here = new URL(request.url);
  const site = new URL(publicUrl);
  return origin === here.origin || (origin === site.origin && here.host === site.host);
}

const INDEXABLE = new Set(["/", "/tutorial", "/terms", "/terms.html", "/privacy", "/tokusyo", "/tokusyo.html"]);

function isIndexable(path: string): boolean {
  return INDEXABLE.has(path) || path.startsWith("/share/");
}

/**
 * Sets the security headers of every response, errors and redirects included. Scripts must be our own files or have
 * this response's nonce. Style attributes are allowed, as bars carry their width; style elements need the nonce or a
 * hash. A cached page's policy has no nonce. Personal responses are never stored.
 * @param styleHashes base64 SHA-256 hashes of the style elements of public pages
 */
export function setSecurityHeaders({
  styleHashes = [],
}: {
  styleHashes?: readonly string[];
}): MiddlewareHandler<WebEnv> {
  const setHeaders = secureHeaders({
    contentSecurityPolicy: contentSecurityPolicy(styleHashes.map((hash) => ` 'sha256-${hash}'`).join("")),
    strictTransportSecurity: false,
    xFrameOptions: "DENY",
    // Not no-referrer, which would turn the Origin of our own forms into "null".
    referrerPolicy: "same-origin",
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
    // Other sites show share images and read rankings.json.
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
    // Run it now, as Hono would build the policy before the response, on which the policy depends.
    await setHeaders(c, async () => {});
    const { headers } = c.res;
    headers.set("Strict-Transport-Security", transportSecurity(c.get("config")));
    if (!isIndexable(c.req.path)) headers.set("X-Robots-Tag", "noindex");
    if (c.get("isKept")) return;
    if (isPersonal(c.req.raw, c.res, c.req.path) || !headers.has("Cache-Control"))
      headers.set("Cache-Control", "no-store");
  };
}

const TWO_YEARS = "max-age=63072000";

/** Covers hosts below only if the operator sets it, because one without https could not be opened. */
function transportSecurity(config: Config | undefined): string {
  return config?.coversSubdomains ? `${TWO_YEARS}; includeSubDomains` : TWO_YEARS;
}

/** Headers of a response from elsewhere are immutable; copy it. */
function makeMutable(c: Context<WebEnv>): void {
  const answer = c.res;
  // Clear it first, or Hono would copy the old headers once more.
  c.res = undefined;
  c.res = new Response(answer.body, answer);
}

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

function formTargets(c: Context<WebEnv>): string {
  // Undefined if the configuration could not be read.
  const config: Config | undefined = c.get("config");
  return c.get("isKept") || config === undefined ? "'self'" : `'self' ${config.paymentOrigin}`;
}

const API_DOCUMENT = /^\/api\/(openapi\.json|docs|docs\.css)\/?$/;

function isPersonal(request: Request, response: Response, path: string): boolean {
  return (
    hasSessionCookie(request) ||
    request.headers.has("Authorization") ||
    response.headers.has("Set-Cookie") ||
    (/^\/(api|admin|dev)(\/|$)/.test(path) && !API_DOCUMENT.test(path))
  );
}
