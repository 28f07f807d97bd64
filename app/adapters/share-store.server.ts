import type { SharedAnalysis } from "#app/domain/scoring/shared-analysis.ts";

/** Current state of an analysis' key. No object at all: it was never shared. */
type ShareState = "shared" | "stopped";

/**
 * Public data of shared analyses in R2, so that public pages need no database. Stopping leaves an object with only a
 * stamp: a concurrent share replaces only the state it has read, so it cannot undo the stop.
 */
interface ShareStore {
  /** Null: unknown, not shared or no longer shared. */
  find(analysisId: number): Promise<SharedAnalysis | null>;
  /** With its mark, for {@link put}. */
  findMarked(analysisId: number): Promise<{ shared: SharedAnalysis; mark: string } | null>;
  /** Version of everything readers can see; null like {@link find}. For caches: does not read the body. */
  findVersion(analysisId: number): Promise<string | null>;
  /** Mark of the current state, shared or stopped, for {@link put}; null if there never was one. */
  findMark(analysisId: number): Promise<string | null>;
  /** @returns false if the state has changed since it was read */
  put(shared: SharedAnalysis, input: { replaces: string | null }): Promise<boolean>;
  /** @param stamp a unique value */
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
