import { RANKING_PERIODS } from "#app/domain/rankings/periods.ts";
import {
  analysisImagePath,
  drawnRanking,
  drawnSeason,
  imageObjectKey,
  rankingImagePath,
  seasonImagePath,
} from "#app/domain/sharing/share-image-address.ts";
import type { Services } from "#app/services/create-services.server.ts";
import { createBoundedMemory } from "#workers/web/pages/bounded-memory.ts";
import { hasEntity } from "#workers/web/pages/entity-tag.ts";
import { createLatestVersion } from "#workers/web/pages/latest-version.ts";
import { plainText } from "#workers/web/pages/plain-page.ts";
import { LATE, waitAtMost } from "#workers/web/pages/wait-at-most.ts";
import { drawAnalysis } from "./analysis-scene.ts";
import type { CleanText } from "./font-index.ts";
import { drawRanking } from "./ranking-scene.ts";
import type { Renderer } from "./render.ts";
import type { Scene } from "./scene.ts";
import { drawSeason } from "./season-scene.ts";

const MAX_BYTES = 4 * 1024 * 1024;

const SHARED_DRAWING_MS = 10_000;

/** An analysis may be withdrawn, and a name hidden, so clients keep images for an hour only. */
const CACHE_CONTROL = "public, max-age=3600";

type Png = Uint8Array<ArrayBuffer>;

interface Subject {
  name: string;
  /** The current picture; null if the subject does not exist or is not shared. */
  findPicture(services: Pick<Services, "sharing" | "rankings" | "season">): Promise<Picture | null>;
}

interface Picture {
  path: string;
  makeScene(clean: CleanText): Scene;
}

export interface ShareImages {
  answer(
    request: Request,
    context: { services: Pick<Services, "sharing" | "rankings" | "season">; store: R2Bucket; assets: Fetcher },
  ): Promise<Response | null>;
  /** Draws once for equal names, and keeps it in this isolate's memory only. */
  drawOwn(name: string, makeScene: Picture["makeScene"], assets: Fetcher): Promise<Png | null>;
}

/** Memory, then R2, then a drawing. Whether its subject is still shared is read from R2 at most once per second. */
export function createShareImages({ load }: { load: (assets: Fetcher) => Promise<Renderer> }): ShareImages {
  const images = createBoundedMemory<Png>({ maxBytes: MAX_BYTES, sizeOf: ({ byteLength }) => byteLength });
  const paths = createLatestVersion();
  const drawings = new Map<string, Promise<Png | null>>();
  let renderer: Renderer | null = null;

  async function openRenderer(assets: Fetcher): Promise<Renderer> {
    const loaded = renderer ?? (await load(assets));
    renderer ??= loaded;
    return loaded;
  }

  /** Draws once for all concurrent requests; if that drawing is late, one of the waiting requests draws again. */
  async function share(path: string, draw: () => Promise<Png | null>): Promise<Png | null> {
    for (let running = drawings.get(path); running !== undefined; running = drawings.get(path)) {
      const png = await waitAtMost(SHARED_DRAWING_MS, running);
      if (png !== LATE) return png;
      if (drawings.get(path) === running) drawings.delete(path);
    }
    const drawing = draw().finally(() => {
      if (drawings.get(path) === drawing) drawings.delete(path);
    });
    drawings.set(path, drawing);
    return drawing;
  }

  /** Null if the subject has changed or disappeared since its path was looked up. */
  async function make(
    path: string,
    findPicture: () => Promise<Picture | null>,
    { store, assets }: { store: R2Bucket; assets: Fetcher },
  ): Promise<Png | null> {
    const key = imageObjectKey(path);
    const stored = await store.get(key);
    if (stored !== null) return new Uint8Array(await stored.arrayBuffer());
    const picture = await findPicture();
    if (picture?.path !== path) return null;
    const startedAt = Date.now();
    const png = await (await openRenderer(assets))(picture.makeScene);
    await store.put(key, png, { httpMetadata: { contentType: "image/png", cacheControl: CACHE_CONTROL } });
    // If the owner stopped sharing or left meanwhile, the images were deleted before this one was stored.
    if ((await findPicture())?.path !== path) {
      await store.delete(key);
      return null;
    }
    console.log(JSON.stringify({ event: "share-image", path, bytes: png.byteLength, ms: Date.now() - startedAt }));
    return png;
  }

  return {
    async drawOwn(name, makeScene, assets) {
      const kept = images.find(name);
      if (kept !== null) return kept;
      const png = await share(name, async () => (await openRenderer(assets))(makeScene));
      if (png !== null) images.keep(name, png);
      return png;
    },

    async answer(request, { services, store, assets }) {
      const url = new URL(request.url);
      const subject = readSubject(url);
      if (subject === null) return null;
      const findPicture = () => subject.findPicture(services);
      const findPath = async () => (await findPicture())?.path ?? null;
      const known = await paths.read(subject.name, findPath);
      // A page newer than the cached version must not have its image replaced by the one before.
      const path = known === null || addressOf(url) === known ? known : await paths.refresh(subject.name, findPath);
      if (path === null) return notFound();
      if (addressOf(url) !== path) return moved(path);
      const etag = `"${/([^/]+)\.png/.exec(path)?.[1]}"`;
      const headers = { ETag: etag, "Cache-Control": CACHE_CONTROL };
      if (hasEntity(request, etag)) return new Response(null, { status: 304, headers });
      const kept = images.find(path);
      const png = kept ?? (await share(path, () => make(path, findPicture, { store, assets })));
      if (png === null) {
        const current = await findPicture();
        return current === null ? notFound() : moved(current.path);
      }
      if (kept === null) images.keep(path, png);
      return new Response(png, {
        headers: { ...headers, "Content-Type": "image/png", "Content-Length": String(png.byteLength) },
      });
    },
  };
}

const ANALYSIS = /^\/share\/analysis\/([0-9A-Za-z]{1,64})\/[^/]+\.png$/;
const RANKING = /^\/share\/rankings\/([0-9a-z_]+)\/[^/]+\.png$/;

function readSubject({ pathname, searchParams }: URL): Subject | null {
  const shareId = ANALYSIS.exec(pathname)?.[1];
  if (shareId !== undefined)
    return {
      name: `analysis ${shareId}`,
      async findPicture({ sharing }) {
        const shared = await sharing.find({ shareId });
        if (shared === null) return null;
        return { path: analysisImagePath(shared), makeScene: (clean) => drawAnalysis(shared, clean) };
      },
    };
  const path = RANKING.exec(pathname)?.[1];
  if (path === "season")
    return {
      name: "season",
      async findPicture({ season }) {
        const board = await season.read();
        if (board === null) return null;
        return { path: seasonImagePath(board), makeScene: (clean) => drawSeason(drawnSeason(board), clean) };
      },
    };
  const ranking = RANKING_PERIODS.find((one) => one.path === path);
  if (ranking === undefined) return null;
  const periodKey = searchParams.get("period") ?? undefined;
  return {
    name: `ranking ${ranking.path} ${periodKey ?? ""}`,
    async findPicture({ rankings }) {
      const view = await rankings.read({ ranking: ranking.key, ...(periodKey === undefined ? {} : { periodKey }) });
      if (view === null) return null;
      return { path: rankingImagePath(view), makeScene: (clean) => drawRanking(drawnRanking(view), clean) };
    },
  };
}

function addressOf({ pathname, searchParams }: URL): string {
  const period = searchParams.get("period");
  return period === null ? pathname : `${pathname}?period=${encodeURIComponent(period)}`;
}

function moved(path: string): Response {
  return new Response(null, { status: 302, headers: { Location: path, "Cache-Control": "no-store" } });
}

const notFound = () => plainText(404, "画像が見つかりません");
