import type { Services } from "#app/services/create-services.server.ts";
import { createLatestVersion } from "../pages/latest-version.ts";
import { respondToMethod, respondWithVersion } from "./public-document.ts";

/** Shorter than the time between two heads. */
const MAX_AGE = 30;

/** The text is streamed month by month, whatever the chain's length. */
export function createRootsFile(): (request: Request, services: Services) => Promise<Response> {
  const latest = createLatestVersion();
  return async function answer(request, services) {
    const refused = respondToMethod(request);
    if (refused !== null) return refused;
    const version = (await latest.read("roots", () => services.seal.readRootsVersion())) ?? "none";
    return respondWithVersion(request, { version, maxAge: MAX_AGE }, () => streamOf(services.seal.readRootsText()));
  };
}

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
