import type { Services } from "#app/services/create-services.server.ts";
import { hasEntity } from "../pages/entity-tag.ts";
import { createLatestVersion } from "../pages/latest-version.ts";
import { PUBLIC_HEADERS, respondToMethod } from "./public-document.ts";

/** Shorter than the time between two heads. */
const CACHE_CONTROL = "public, max-age=30";

/**
 * GET /roots.json: the whole chain of days, public and readable by scripts of any site. Its version is read at most once a
 * second; the text is streamed month by month, whatever the chain's length.
 */
export function createRootsFile(): (request: Request, services: Services) => Promise<Response> {
  const latest = createLatestVersion();
  return async function answer(request, services) {
    const refused = respondToMethod(request);
    if (refused !== null) return refused;
    const version = await latest.read("roots", () => services.seal.readRootsVersion());
    const headers = { ETag: `W/"${version ?? "none"}"`, "Cache-Control": CACHE_CONTROL, ...PUBLIC_HEADERS };
    if (hasEntity(request, headers.ETag)) return new Response(null, { status: 304, headers });
    const body = request.method === "HEAD" ? null : streamOf(services.seal.readRootsText());
    return new Response(body, { headers: { ...headers, "Content-Type": "application/json; charset=utf-8" } });
  };
}

/** Reads the next part when the reader has consumed the one before. */
function streamOf(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
