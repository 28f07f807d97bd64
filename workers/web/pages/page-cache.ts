import type { Config } from "#app/services/deps.server.ts";
import { hasSessionCookie } from "#workers/web/session-cookie.ts";
import { createBoundedMemory } from "./bounded-memory.ts";
import { type CachedKind, type CachedPage, findCachedPage } from "./cached-pages.ts";
import { hasEntity } from "./entity-tag.ts";
import { createLatestVersion } from "./latest-version.ts";
import { LATE, waitAtMost } from "./wait-at-most.ts";

/**
 * A memory for each kind of page, so that thousands of shared analyses, which anyone may walk through, push out only each
 * other. Two megabytes hold every fixed page many times over, and a hundred and fifty pages of the others.
 */
const MAX_BYTES: Record<CachedKind, number> = {
  fixed: 2 * 1024 * 1024,
  rankings: 4 * 1024 * 1024,
  analysis: 4 * 1024 * 1024,
};

/** Whoever waits for another request's render waits so long at most. */
const SHARED_RENDER_MS = 1_000;

/**
 * Browsers and caches may keep a fixed page for a minute and show it for ten more while they ask for a newer one. What
 * has a version they ask for each time (mostly to hear 304): new rankings show at once, and nobody is shown an analysis
 * whose owner has stopped sharing it.
 */
const CACHE_CONTROL: Record<CachedKind, string> = {
  fixed: "public, max-age=60, stale-while-revalidate=600",
  rankings: "public, max-age=0, must-revalidate",
  analysis: "public, max-age=0, must-revalidate",
};

/** The version of a page that never changes. */
const ONLY_VERSION = "";

interface Render {
  startedAt: number;
  page: Promise<StoredPage | null>;
}

/** The page of a render of another request, or that it takes too long. */
async function waitFor({ startedAt, page }: Render): Promise<StoredPage | null | typeof LATE> {
  if (Date.now() - startedAt >= SHARED_RENDER_MS) return LATE;
  return waitAtMost(SHARED_RENDER_MS, page);
}

interface StoredPage {
  html: Uint8Array<ArrayBuffer>;
  version: string;
  etag: string;
  /** All but those that every answer gets at the door. */
  headers: [string, string][];
}

/** Where the versions of pages come from: R2, never the database. Null: there is none. */
export interface PageVersions {
  /** Of all rankings. */
  rankings(): Promise<string | null>;
  /** Of a shared analysis; null as well when it is not shared. */
  analysis(shareId: string): Promise<string | null>;
}

interface PageCache {
  /**
   * The answer to a read of a public page, or null: another address, another method, a query that the page may read, or
   * a page that turned out not to be the same for everybody, not to be there, or to have no version.
   *
   * @param render answers a request that has nothing of the visitor in it
   * @param versions are asked at most once a second and page
   */
  answer(
    request: Request,
    options: {
      config: Config;
      nonce: string;
      versions: PageVersions;
      logError(error: unknown): void;
      render(request: Request): Promise<Response>;
    },
  ): Promise<Response | null>;
}

/**
 * Keeps rendered public pages in the isolate's memory, so that a repeat costs about as much as a static file: no render,
 * no dependencies, no query. What is rendered is a request without any header, so nobody's cookie can get into a page that
 * all others see; concurrent first requests of a version share one render.
 */
export function createPageCache({ maxBytes = MAX_BYTES }: { maxBytes?: Record<CachedKind, number> } = {}): PageCache {
  const memory = (kind: CachedKind) =>
    createBoundedMemory<StoredPage>({ maxBytes: maxBytes[kind], sizeOf: ({ html }) => html.byteLength });
  const memories = { fixed: memory("fixed"), rankings: memory("rankings"), analysis: memory("analysis") };
  const latest = createLatestVersion();
  const renders = new Map<string, Render>();

  function readVersion({ kind, shareId }: CachedPage, versions: PageVersions): Promise<string | null> | string {
    if (kind === "fixed") return ONLY_VERSION;
    if (kind === "rankings") return latest.read("rankings", () => versions.rankings());
    return latest.read(`analysis ${shareId}`, () => versions.analysis(shareId));
  }

  /** One render for all who ask meanwhile; when it is late, one of them renders anew for the others. */
  async function share(
    key: string,
    find: () => StoredPage | null,
    render: () => Promise<StoredPage | null>,
  ): Promise<StoredPage | null> {
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
    const stored = find();
    if (stored !== null) return stored;
    const page = render().finally(() => {
      if (renders.get(key)?.page === page) renders.delete(key);
    });
    renders.set(key, { startedAt: Date.now(), page });
    return page;
  }

  return {
    async answer(request, { config, nonce, versions, logError, render }) {
      if (request.method !== "GET" && request.method !== "HEAD") return null;
      const asked = findCachedPage(new URL(request.url));
      if (asked === null) return null;
      const { sessionSecret: _, adminToken: __, ...shown } = config;
      const key = `${asked.address} ${JSON.stringify(shown)}`;
      const pages = memories[asked.kind];
      let version: string | null;
      try {
        version = await readVersion(asked, versions);
      } catch (error) {
        // Rankings that stood are better than none; whether an analysis is still shared is not guessed.
        const stood = asked.kind === "rankings" ? pages.find(key) : null;
        if (stood === null) throw error;
        logError(error);
        version = stood.version;
      }
      if (version === null) {
        // What is not shared any more is not kept either.
        pages.forget(key);
        return null;
      }
      const find = () => {
        const page = pages.find(key);
        return page?.version === version ? page : null;
      };
      const page =
        find() ??
        (await share(`${version} ${key}`, find, async () => {
          const visit = new Request(new URL(asked.address, config.publicUrl));
          const cacheControl = CACHE_CONTROL[asked.kind];
          const rendered = await readPage(await render(visit), { nonce, version, cacheControl });
          if (rendered !== null) pages.keep(key, rendered);
          return rendered;
        }));
      return page === null ? null : answerFrom(page, request);
    },
  };
}

/** Null where a page may not be kept: an error, a redirect, a cookie, an inline script that needs this answer's nonce. */
async function readPage(
  response: Response,
  { nonce, version, cacheControl }: { nonce: string; version: string; cacheControl: string },
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
  headers.set("Cache-Control", cacheControl);
  return { html, version, etag, headers: [...headers] };
}

/** The page is the same with a session; only the rule that nothing asked for with one is stored holds here too. */
function answerFrom({ html, etag, headers }: StoredPage, request: Request): Response {
  const isKnown = hasEntity(request, etag);
  const answer = isKnown ? new Response(null, { status: 304, headers }) : new Response(html, { headers });
  if (isKnown) answer.headers.delete("Content-Type");
  if (hasSessionCookie(request)) answer.headers.set("Cache-Control", "no-store");
  return answer;
}
