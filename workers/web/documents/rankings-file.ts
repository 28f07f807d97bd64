import type { Services } from "#app/services/create-services.server.ts";
import { createLatestVersion } from "../pages/latest-version.ts";
import { respondToMethod, respondWithVersion } from "./public-document.ts";

/** Proxies may keep it for a minute; our own cache is at most a second old. */
const MAX_AGE = 60;

type KeptFile = Awaited<ReturnType<Services["rankings"]["readFile"]>>;

/** The version is read from R2 at most once per second. While R2 is unavailable, the cached file is served. */
export function createRankingsFile(): (
  request: Request,
  context: { services: Services; logError(error: unknown): void },
) => Promise<Response> {
  const latest = createLatestVersion();
  let kept: KeptFile | null = null;

  async function find({ rankings }: Services): Promise<KeptFile> {
    const version = await latest.read("rankings", () => rankings.readVersion());
    // Before the first build the text depends on the date, so it is not cached.
    return version !== null && kept?.version === version ? kept : rankings.readFile();
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
    return respondWithVersion(request, { version: file.version, maxAge: MAX_AGE }, () => file.body as BodyInit);
  };
}
