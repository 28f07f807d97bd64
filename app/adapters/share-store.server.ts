import type { SharedAnalysis } from "#app/domain/scoring/shared-analysis.ts";

/** No object: never shared. */
type ShareState = "shared" | "stopped";

/** A stop leaves a stamp: a concurrent share replaces only the state it has read. */
interface ShareStore {
  find(analysisId: number): Promise<SharedAnalysis | null>;
  findMarked(analysisId: number): Promise<{ shared: SharedAnalysis; mark: string } | null>;
  /** Does not read the body. */
  findVersion(analysisId: number): Promise<string | null>;
  /** Null: never shared. */
  findMark(analysisId: number): Promise<string | null>;
  /** @returns false if the state has changed */
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
