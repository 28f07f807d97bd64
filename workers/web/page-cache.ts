import { RANKING_PERIODS } from "#app/domain/rankings/periods.ts";
import type { Config } from "#app/services/deps.server.ts";
import { withSecurityHeaders } from "./security.ts";
import { hasSessionCookie } from "./session-cookie.ts";

/** Two megabytes hold every public page many times over; the least recently asked for goes first. */
const MAX_BYTES = 2 * 1024 * 1024;

/** Whoever waits for another request's render waits so long at most: that request may have been cut off. */
const SHARED_RENDER_MS = 1_000;

/** Browsers and caches may keep a page for a minute and show it for ten more while they ask for a newer one. */
const CACHE_CONTROL = "public, max-age=60, stale-while-revalidate=600";

/** Pages whose words depend on the address and the configuration only: not on the visitor, the data or the time. */
const PUBLIC_PAGES = new Set([
  "/",
  "/tutorial",
  "/login",
  "/signup",
  "/resetPassword",
  "/terms",
  "/terms.html",
  "/privacy",
  "/tokusyo",
  "/tokusyo.html",
  // As long as the rankings show no figures.
  "/share/rankings",
  ...RANKING_PERIODS.map(({ path }) => `/share/rankings/${path}`),
]);

const LATE = Symbol("late");

interface Render {
  startedAt: number;
  page: Promise<StoredPage | null>;
}

/** The page of a render of another request, or that it takes too long. */
async function waitFor({ startedAt, page }: Render): Promise<StoredPage | null | typeof LATE> {
  if (Date.now() - startedAt >= SHARED_RENDER_MS) return LATE;
  return Promise.race([page, new Promise<typeof LATE>((resolve) => setTimeout(resolve, SHARED_RENDER_MS, LATE))]);
}

interface StoredPage {
  html: Uint8Array<ArrayBuffer>;
  etag: string;
  /** All of the answer's, the security headers included: what is stored needs no nonce. */
  headers: [string, string][];
}

export interface PageCache {
  /**
   * The answer to a read of a public page, or null: another address, another method, a query (the page may read it), or
   * a page that turned out not to be the same for everybody.
   *
   * @param render answers a request that has nothing of the visitor in it
   */
  answer(
    request: Request,
    options: { config: Config; nonce: string; render(request: Request): Promise<Response> },
  ): Promise<Response | null>;
}

/**
 * Keeps rendered public pages in the isolate's memory, so that a repeat costs about as much as a static file: no render,
 * no dependencies, no query. What is rendered is a request without any header, so nobody's cookie can get into a page that
 * all others see; concurrent first requests share one render.
 */
export function createPageCache({
  maxBytes = MAX_BYTES,
  styleHash,
}: {
  maxBytes?: number;
  /** See {@link withSecurityHeaders}. */
  styleHash?: string | undefined;
} = {}): PageCache {
  // In order of last use.
  const pages = new Map<string, StoredPage>();
  const renders = new Map<string, Render>();
  let bytes = 0;

  function find(key: string): StoredPage | null {
    const page = pages.get(key);
    if (page === undefined) return null;
    pages.delete(key);
    pages.set(key, page);
    return page;
  }

  function store(key: string, page: StoredPage): void {
    bytes += page.html.byteLength - (pages.get(key)?.html.byteLength ?? 0);
    pages.delete(key);
    pages.set(key, page);
    for (const [oldest, { html }] of pages) {
      if (bytes <= maxBytes) break;
      pages.delete(oldest);
      bytes -= html.byteLength;
    }
  }

  /** One render for all who ask meanwhile; when it is late, one of them renders anew for the others. */
  async function share(key: string, render: () => Promise<StoredPage | null>): Promise<StoredPage | null> {
    const running = renders.get(key);
    if (running !== undefined) {
      const page = await waitFor(running);
      if (page !== LATE) return page;
      const next = renders.get(key);
      if (next !== undefined && next !== running) {
        const later = await waitFor(next);
        return later === LATE ? null : later;
      }
    }
    const stored = find(key);
    if (stored !== null) return stored;
    const page = render().finally(() => {
      if (renders.get(key)?.page === page) renders.delete(key);
    });
    renders.set(key, { startedAt: Date.now(), page });
    return page;
  }

  return {
    async answer(request, { config, nonce, render }) {
      if (request.method !== "GET" && request.method !== "HEAD") return null;
      const { pathname, search } = new URL(request.url);
      if (search !== "" || !PUBLIC_PAGES.has(pathname)) return null;
      const { sessionSecret: _, adminToken: __, ...shown } = config;
      const key = `${pathname} ${JSON.stringify(shown)}`;
      const page =
        find(key) ??
        (await share(key, async () => {
          const visit = new Request(new URL(pathname, config.publicUrl));
          const rendered = await readPage(await render(visit), { request: visit, nonce, styleHash });
          if (rendered !== null) store(key, rendered);
          return rendered;
        }));
      return page === null ? null : answerFrom(page, request);
    },
  };
}

/** Null where a page may not be kept: an error, a redirect, a cookie, an inline script that needs this answer's nonce. */
async function readPage(
  response: Response,
  { request, nonce, styleHash }: { request: Request; nonce: string; styleHash: string | undefined },
): Promise<StoredPage | null> {
  const isPage =
    response.status === 200 &&
    response.headers.get("Content-Type")?.startsWith("text/html") === true &&
    !response.headers.has("Set-Cookie");
  if (!isPage) {
    await response.body?.cancel();
    return null;
  }
  const text = await response.text();
  if (text.includes(nonce)) return null;
  const html = new TextEncoder().encode(text);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", html));
  // Weak, because whoever compresses the page on its way leaves the tag as it is.
  const etag = `W/"${[...digest.subarray(0, 12)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}"`;
  const headers = new Headers(response.headers);
  headers.set("ETag", etag);
  headers.set("Cache-Control", CACHE_CONTROL);
  return {
    html,
    etag,
    headers: [...withSecurityHeaders(new Response(null, { headers }), { request, nonce: null, styleHash }).headers],
  };
}

/** The page is the same with a session; only the rule that nothing asked for with one is stored holds here too. */
function answerFrom({ html, etag, headers }: StoredPage, request: Request): Response {
  const isKnown = isMatch(request.headers.get("If-None-Match"), etag);
  const answer = isKnown ? new Response(null, { status: 304, headers }) : new Response(html, { headers });
  if (isKnown) answer.headers.delete("Content-Type");
  if (hasSessionCookie(request)) answer.headers.set("Cache-Control", "no-store");
  return answer;
}

/** RFC 9110 §13.1.2, by weak comparison. */
function isMatch(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => opaque(tag) === opaque(etag));
}
