import type { SharedAnalysis } from "#app/domain/scoring/shared-analysis.ts";

/** What stands under an analysis' key: it is shared, or it no longer is. Nothing at all: it never was. */
type ShareState = "shared" | "stopped";

/**
 * What anyone may see of shared analyses, in R2, so that public pages ask no database. Stopping leaves an object that
 * holds nothing but a stamp: a share that is still on its way replaces only what it has seen, so it cannot come back
 * after the stop.
 */
interface ShareStore {
  /** Null: unknown, not shared, no longer shared. */
  find(analysisId: number): Promise<SharedAnalysis | null>;
  /** With its mark, for {@link put}. */
  findMarked(analysisId: number): Promise<{ shared: SharedAnalysis; mark: string } | null>;
  /** Another one with everything that readers can see; null as {@link find}. For caches: no body is read. */
  findVersion(analysisId: number): Promise<string | null>;
  /** Names what stands, stopped or not, for {@link put}; null where nothing ever stood. */
  findMark(analysisId: number): Promise<string | null>;
  /** False when something else stands than what was seen. */
  put(shared: SharedAnalysis, input: { replaces: string | null }): Promise<boolean>;
  /** @param stamp unlike any before */
  stop(input: { analysisId: number; stamp: string }): Promise<void>;
}

export function createShareStore(bucket: R2Bucket): ShareStore {
  async function findMarked(analysisId: number) {
    const object = await bucket.get(shareKey(analysisId));
    if (object === null) return null;
    if (!isShared(object)) {
      await object.body.cancel();
      return null;
    }
    return { shared: await object.json<SharedAnalysis>(), mark: object.etag };
  }

  return {
    findMarked,
    async find(analysisId) {
      return (await findMarked(analysisId))?.shared ?? null;
    },
    async findVersion(analysisId) {
      const object = await bucket.head(shareKey(analysisId));
      return object !== null && isShared(object) ? object.etag : null;
    },
    async findMark(analysisId) {
      return (await bucket.head(shareKey(analysisId)))?.etag ?? null;
    },
    async put(shared, { replaces }) {
      const stored = await bucket.put(shareKey(shared.analysisId), JSON.stringify(shared), {
        onlyIf: replaces === null ? { etagDoesNotMatch: "*" } : { etagMatches: replaces },
        httpMetadata: { contentType: "application/json" },
        customMetadata: { state: "shared" satisfies ShareState },
      });
      return stored !== null;
    },
    async stop({ analysisId, stamp }) {
      await bucket.put(shareKey(analysisId), JSON.stringify({ stopped: stamp }), {
        httpMetadata: { contentType: "application/json" },
        customMetadata: { state: "stopped" satisfies ShareState },
      });
    },
  };
}

function shareKey(analysisId: number): string {
  return `shares/${analysisId}.json`;
}

function isShared(object: R2Object): boolean {
  return object.customMetadata?.state === ("shared" satisfies ShareState);
}
