import type { Services } from "#app/services/create-services.server.ts";
import { hasEntity } from "../pages/entity-tag.ts";
import { createLatestVersion } from "../pages/latest-version.ts";
import { PUBLIC_HEADERS, respondToMethod } from "./public-document.ts";

/** Proxies may keep it for a minute; our own cache is at most a second old. */
const CACHE_CONTROL = "public, max-age=60";

interface KeptFile {
  version: string;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

/**
 * GET /rankings.json, public and readable by scripts of any site. Cached in the isolate's memory; the version is read
 * from R2 at most once per second, and the cached file is served while R2 is unavailable. No query to D1.
 */
export function createRankingsFile(): (
  request: Request,
  context: { services: Services; logError(error: unknown): void },
) => Promise<Response> {
  const latest = createLatestVersion();
  let kept: KeptFile | null = null;

  async function find(services: Services): Promise<KeptFile> {
    const version = await latest.read("rankings", () => services.rankings.readVersion());
    // Before the first build the text depends on the date, so it is not cached.
    return version !== null && kept?.version === version ? kept : readFile(services);
  }

  return async function answer(request, { services, logError }) {
    const refused = respondToMethod(request);
    if (refused !== null) return refused;
    const file = await find(services).catch((error: unknown) => {
      if (kept === null) throw error;
      logError(error);
      return kept;
    });
    kept = file;
    return hasEntity(request, file.headers.ETag ?? "")
      ? new Response(null, { status: 304, headers: file.headers })
      : new Response(file.body, { headers: { ...file.headers, "Content-Type": "application/json; charset=utf-8" } });
  };
}

async function readFile(services: Services): Promise<KeptFile> {
  const { version, body } = await services.rankings.readFile();
  const headers = {
    ETag: `W/"${version}"`,
    "Cache-Control": CACHE_CONTROL,
    ...PUBLIC_HEADERS,
  };
  return { version, headers, body: Uint8Array.from(body) };
}
