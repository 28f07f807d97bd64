import type { SharedAnalysis } from "#app/domain/scoring/shared-analysis.ts";
import { encodeShareId } from "./share-id.server.ts";

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

    /** @param replaces etag read before @returns false if another list was written meanwhile */
    async write(ids: readonly number[], replaces: string | null): Promise<boolean> {
      const onlyIf = replaces === null ? { etagDoesNotMatch: "*" } : { etagMatches: replaces };
      return (await bucket.put(PUBLIC_MODELS_KEY, JSON.stringify(ids), { onlyIf })) !== null;
    },
  };
}

/** Adds the codes of public pages. */
export function withCodes<Entry extends { modelId: number }>(
  entries: readonly Entry[],
  published: readonly number[],
): (Entry & { code?: string })[] {
  const ids = new Set(published);
  return entries.map((entry) => (ids.has(entry.modelId) ? { ...entry, code: encodeShareId(entry.modelId) } : entry));
}
