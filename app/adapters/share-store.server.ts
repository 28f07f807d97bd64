import type { SharedAnalysis } from "#app/domain/scoring/shared-analysis.ts";
import { replace } from "./r2.server.ts";
import { encodeShareId } from "./share-id.server.ts";

/** No object: never shared. */
type ShareState = "shared" | "stopped";

/** A stop leaves a stamp: a concurrent share replaces only the state it has read. */
export function createShareStore(bucket: R2Bucket) {
  async function findMarked(analysisId: number): Promise<{ shared: SharedAnalysis; mark: string } | null> {
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
    find: async (analysisId: number) => (await findMarked(analysisId))?.shared ?? null,
    /** Does not read the body. */
    async findVersion(analysisId: number): Promise<string | null> {
      const object = await bucket.head(shareKey(analysisId));
      return object !== null && isShared(object) ? object.etag : null;
    },
    findMark: async (analysisId: number) => (await bucket.head(shareKey(analysisId)))?.etag ?? null,
    /** @returns false if the state has changed */
    async put(shared: SharedAnalysis, { replaces }: { replaces: string | null }): Promise<boolean> {
      const customMetadata = { state: "shared" satisfies ShareState };
      const share = { text: JSON.stringify(shared), etag: replaces, customMetadata };
      return (await replace(bucket, shareKey(shared.analysisId), share)) !== null;
    },
    /** @param stamp a unique value */
    async stop({ analysisId, stamp }: { analysisId: number; stamp: string }): Promise<void> {
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

const PUBLIC_MODELS_KEY = "public-models.json";

/** Ids of the models with a public page, for rankings, which do not query D1. D1 decides; this list follows it. */
export function createPublicModelStore(bucket: Pick<R2Bucket, "get" | "head" | "put">) {
  return {
    async read(): Promise<{ ids: readonly number[]; etag: string | null }> {
      const object = await bucket.get(PUBLIC_MODELS_KEY);
      return object === null ? { ids: [], etag: null } : { ids: await object.json<number[]>(), etag: object.etag };
    },

    async readVersion(): Promise<string> {
      return (await bucket.head(PUBLIC_MODELS_KEY))?.etag ?? "none";
    },

    /** @param etag read before @returns false if another list was written meanwhile */
    async write(ids: readonly number[], etag: string | null): Promise<boolean> {
      return (await replace(bucket, PUBLIC_MODELS_KEY, { text: JSON.stringify(ids), etag })) !== null;
    },
  };
}

export function withCodes<Entry extends { modelId: number }>(
  entries: readonly Entry[],
  published: readonly number[],
): (Entry & { code?: string })[] {
  const ids = new Set(published);
  return entries.map((entry) => (ids.has(entry.modelId) ? { ...entry, code: encodeShareId(entry.modelId) } : entry));
}
