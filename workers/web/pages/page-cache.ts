import { sha256Hex } from "#app/domain/sha256.ts";
import type { Config } from "#app/services/deps.server.ts";
import { hasSessionCookie } from "#workers/web/cookies.ts";
import { createBoundedMemory } from "./bounded-memory.ts";
import { type CachedKind, type CachedPage, findCachedPage } from "./cached-pages.ts";
import { hasEntity } from "./entity-tag.ts";
import { createLatestVersion } from "./latest-version.ts";
import { LATE, waitAtMost } from "./wait-at-most.ts";

/** Separate, so that crawling shared analyses evicts only other analyses. 4 MB hold about 150 pages. */
const MAX_BYTES: Record<CachedKind, number> = {
  fixed: 2 * 1024 * 1024,
  rankings: 4 * 1024 * 1024,
  analysis: 4 * 1024 * 1024,
};

const SHARED_RENDER_MS = 1_000;

/** Pages with a version are revalidated each time, so that a withdrawn analysis disappears at once. */
const CACHE_CONTROL: Record<CachedKind, string> = {
  fixed: "public, max-age=60, stale-while-revalidate=600",
  rankings: "public, max-age=0, must-revalidate",
  analysis: "public, max-age=0, must-revalidate",
};

/** With a banner, pages are revalidated each time, because banners begin and end. */
const WITH_BANNER = "public, max-age=0, must-revalidate";

const ONLY_VERSION = "";

interface Render {
  startedAt: number;
  page: Promise<StoredPage | null>;
}

/** The page another request is rendering, or LATE if that takes too long. */
async function waitFor({ startedAt, page }: Render): Promise<StoredPage | null | typeof LATE> {
  if (Date.now() - startedAt >= SHARED_RENDER_MS) return LATE;
  return waitAtMost(SHARED_RENDER_MS, page);
}

interface StoredPage {
  html: Uint8Array<ArrayBuffer>;
  version: string;
  etag: string;
  /** All headers except those that the front door adds to every response. */
  headers: [string, string][];
}

/** Sources of page versions: R2, never the database. Null if there is none. */
export interface PageVersions {
  rankings(): Promise<string | null>;
  analysis(shareId: string): Promise<string | null>;
}

interface PageCache {
  /** Null for other URLs and methods, and for pages that cannot be cached. `render` gets no data of the visitor. */
  answer(
    request: Request,
    options: {
      config: Config;
      nonce: string;
      versions: PageVersions;
      readBanner(): Promise<string | null>;
      logError(error: unknown): void;
      render(request: Request): Promise<Response>;
    },
  ): Promise<Response | null>;
}

/**
 * Caches rendered public pages in the isolate's memory: no rendering, dependencies or queries. The rendered request has
 * no headers, so no visitor's cookie affects the page. Concurrent first requests share one render.
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

  /** Renders once for all concurrent requests; if that render is late, one of them renders again. */
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
    async answer(request, { config, nonce, versions, readBanner, logError, render }) {
      if (request.method !== "GET" && request.method !== "HEAD") return null;
      const target = findCachedPage(new URL(request.url));
      if (target === null) return null;
      const { sessionSecret: _, adminToken: __, ...shown } = config;
      const banner = await readBanner();
      const key = `${target.address} ${JSON.stringify(shown)}${banner ?? ""}`;
      const pages = memories[target.kind];
      let version: string | null;
      try {
        version = await readVersion(target, versions);
      } catch (error) {
        // Outdated rankings are better than none, but whether an analysis is still shared must be known.
        const stood = target.kind === "rankings" ? pages.find(key) : null;
        if (stood === null) throw error;
        logError(error);
        version = stood.version;
      }
      if (version === null) {
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
          const visit = new Request(new URL(target.address, config.publicUrl));
          const cacheControl = banner === null ? CACHE_CONTROL[target.kind] : WITH_BANNER;
          const rendered = await readPage(await render(visit), { nonce, version, cacheControl });
          if (rendered !== null) pages.keep(key, rendered);
          return rendered;
        }));
      return page === null ? null : respondWithPage(page, request);
    },
  };
}

/** Null if a page must not be cached: errors, redirects, cookies, or inline scripts with this response's nonce. */
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
  // Weak, because proxies that compress the page keep the tag.
  const etag = `W/"${await sha256Hex(html, { bytes: 12 })}"`;
  const headers = new Headers(response.headers);
  headers.set("ETag", etag);
  headers.set("Cache-Control", cacheControl);
  return { html, version, etag, headers: [...headers] };
}

/** The page is the same with a session; but responses to requests with one are never stored. */
function respondWithPage({ html, etag, headers }: StoredPage, request: Request): Response {
  const isKnown = hasEntity(request, etag);
  const answer = isKnown ? new Response(null, { status: 304, headers }) : new Response(html, { headers });
  if (isKnown) answer.headers.delete("Content-Type");
  if (hasSessionCookie(request)) answer.headers.set("Cache-Control", "no-store");
  return answer;
}
