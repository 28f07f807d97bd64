import type { RankingKey } from "#app/domain/rankings/periods.ts";
import type { RankingsFile, WireRanking } from "#app/domain/rankings/rankings-file.ts";
import { sha256Hex } from "#app/domain/sha256.ts";

/**
 * Rankings in R2, which is all that public readers need. Objects:
 * - `rankings/<key>/<period>/<hash>.json`: one ranking of one period, never changed;
 * - `rankings/file/<version>.json`: the text of rankings.json, of one list of rankings;
 * - `rankings/manifest.json`: what stands, put last, so that everything switches at once.
 *
 * What a manifest no longer names is deleted right after the switch: a reader who finds an object gone reads the manifest
 * again.
 */

const PREFIX = "rankings/";
const MANIFEST_KEY = `${PREFIX}manifest.json`;

/** One period of a ranking, as it stands. */
export interface ManifestPeriod {
  /** A weekend's Saturday (YYYY-MM-DD) or a month (YYYY-MM). */
  periodKey: string;
  /** First and last race day counted. */
  from: string;
  to: string;
  /** Null: due, and still being counted. */
  objectKey: string | null;
  /** Whose rows of `ranking_entries` are this period's; null like `objectKey`. */
  buildId: string | null;
}

/** What stands: one object, put last. */
export interface RankingManifest {
  /** Hash over what it names. */
  version: string;
  /** Unix seconds. */
  generatedAt: number;
  /** Where the text of rankings.json is. */
  fileKey: string;
  /** Per ranking, newest first; the first is what is shown. Empty before the first period is due. */
  rankings: Record<RankingKey, ManifestPeriod[]>;
  /** Keys that the one before named and this one does not: they are deleted, by the next switch if not by this one. */
  replaced?: string[];
}

/** A ranking as it is stored: names are masked, everybody in the top 10 of any ticket type is in it, no user id. */
export interface StoredRanking extends WireRanking {
  key: RankingKey;
  periodKey: string;
  /** How many took part, also beyond those listed. */
  participants: number;
  /** Unix seconds. */
  builtAt: number;
  buildId: string;
}

export interface RankingStore {
  readManifest(): Promise<{ manifest: RankingManifest; etag: string } | null>;
  /**
   * @param replaces etag of the manifest that was read before; null: there was none
   * @returns false when another build switched meanwhile
   */
  writeManifest(manifest: RankingManifest, replaces: string | null): Promise<boolean>;
  /** Nothing stands any more, until the next build. */
  deleteManifest(): Promise<void>;
  readRanking(objectKey: string): Promise<StoredRanking | null>;
  /** @returns its key; the same content is the same object */
  writeRanking(ranking: StoredRanking): Promise<string>;
  readFile(fileKey: string): Promise<Uint8Array | null>;
  /** @returns its key */
  writeFile(file: RankingsFile): Promise<string>;
  /** Removes rankings and files that the manifest names no more. */
  deleteObjects(keys: readonly string[]): Promise<void>;
  /**
   * Rankings and files that the manifest does not name though they were written an hour before it: what builds left that
   * were cut off. Both times are R2's own.
   */
  listUnnamed(): Promise<string[]>;
}

/** No build takes that long between an object and the manifest that names it. */
const LEFT_AFTER_MS = 3_600_000;
/** R2 deletes so many keys at once. */
const KEYS_PER_DELETE = 1000;

export function createRankingStore(bucket: Pick<R2Bucket, "get" | "put" | "delete" | "list">): RankingStore {
  /** Over one of the same name too, which holds the same: it counts as written now. */
  async function putText(key: string, text: string): Promise<string> {
    await bucket.put(key, text, { httpMetadata: { contentType: "application/json" } });
    return key;
  }

  return {
    async readManifest() {
      const object = await bucket.get(MANIFEST_KEY);
      return object === null ? null : { manifest: await object.json<RankingManifest>(), etag: object.etag };
    },

    async writeManifest(manifest, replaces) {
      const onlyIf = replaces === null ? { etagDoesNotMatch: "*" } : { etagMatches: replaces };
      const httpMetadata = { contentType: "application/json" };
      return (await bucket.put(MANIFEST_KEY, JSON.stringify(manifest), { onlyIf, httpMetadata })) !== null;
    },

    async deleteManifest() {
      await bucket.delete(MANIFEST_KEY);
    },

    async readRanking(objectKey) {
      const object = await bucket.get(objectKey);
      return object === null ? null : object.json<StoredRanking>();
    },

    async writeRanking(ranking) {
      const text = JSON.stringify(ranking);
      return putText(`${PREFIX}${ranking.key}/${ranking.periodKey}/${await sha256Hex(text, { bytes: 16 })}.json`, text);
    },

    async readFile(fileKey) {
      const object = await bucket.get(fileKey);
      return object === null ? null : new Uint8Array(await object.arrayBuffer());
    },

    writeFile(file) {
      return putText(`${PREFIX}file/${file.version}.json`, JSON.stringify(file));
    },

    async deleteObjects(keys) {
      for (let at = 0; at < keys.length; at += KEYS_PER_DELETE)
        await bucket.delete(keys.slice(at, at + KEYS_PER_DELETE));
    },

    async listUnnamed() {
      const current = await bucket.get(MANIFEST_KEY);
      if (current === null) return [];
      const named = new Set(listNamed(await current.json<RankingManifest>()));
      const before = current.uploaded.getTime() - LEFT_AFTER_MS;
      const keys: string[] = [];
      let cursor: string | undefined;
      do {
        const page: R2Objects = await bucket.list({ prefix: PREFIX, ...(cursor === undefined ? {} : { cursor }) });
        for (const { key, uploaded } of page.objects) {
          if (key !== MANIFEST_KEY && !named.has(key) && uploaded.getTime() < before) keys.push(key);
        }
        cursor = page.truncated ? page.cursor : undefined;
      } while (cursor !== undefined);
      return keys;
    },
  };
}

/** Keys of all objects that a manifest names. */
export function listNamed({ fileKey, rankings }: RankingManifest): string[] {
  const periods = Object.values(rankings).flat();
  return [fileKey, ...periods.flatMap(({ objectKey }) => (objectKey === null ? [] : [objectKey]))];
}

/** The version of what a manifest names: other content, another version. */
export function hashManifest({ rankings }: Pick<RankingManifest, "rankings">): Promise<string> {
  return sha256Hex(JSON.stringify(rankings), { bytes: 16 });
}
