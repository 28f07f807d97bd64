import type { RankingKey } from "#app/domain/rankings/periods.ts";
import type { TicketType } from "#app/domain/rankings/pick-returns.ts";
import type { LuckEnvelope } from "#app/domain/rankings/ranking-entry.ts";
import type { RankingsFile, WireRanking } from "#app/domain/rankings/rankings-file.ts";
import type { SeasonBoard } from "#app/domain/season/stored-board.ts";
import { sha256Hex } from "#app/domain/sha256.ts";

/**
 * Rankings in R2; public readers need nothing else. Objects:
 * - `rankings/<key>/<period>/<hash>.json`: one ranking of one period, immutable;
 * - `rankings/file/<version>.json`: the text of rankings.json for one set of rankings;
 * - `rankings/manifest.json`: the current objects; written last, so that everything switches at once.
 *
 * Objects no longer named by the manifest are deleted right after the switch. A reader who finds one missing reads the
 * manifest again.
 */

const PREFIX = "rankings/";
const MANIFEST_KEY = `${PREFIX}manifest.json`;

/** One current period of a ranking. */
export interface ManifestPeriod {
  /** A weekend's Saturday (YYYY-MM-DD) or a month (YYYY-MM). */
  periodKey: string;
  /** First and last race day that count. */
  from: string;
  to: string;
  /** Null: due, but still counting. */
  objectKey: string | null;
  /** Build whose rows in `ranking_entries` belong to this period; null like `objectKey`. */
  buildId: string | null;
}

/** The current rankings: one object, written last. */
export interface RankingManifest {
  /** Hash of the contents it names. */
  version: string;
  /** Unix seconds. */
  generatedAt: number;
  /** Key of the text of rankings.json. */
  fileKey: string;
  /** Per ranking, newest first; the first one is shown. Empty before the first period is due. */
  rankings: Record<RankingKey, ManifestPeriod[]>;
  /**
   * Keys named by the previous manifest but not by this one; deleted by this switch or, if it was cut off, by the next.
   */
  replaced?: string[];
}

/** A ranking as stored: masked names, entries in the top 10 of any ticket type, no user ids. */
export interface StoredRanking extends WireRanking {
  key: RankingKey;
  periodKey: string;
  /** Number of participants, including those not listed. */
  participants: number;
  /** Absent: built before it was measured. */
  luck?: Record<TicketType, LuckEnvelope | null> | null;
  /** Unix seconds. */
  builtAt: number;
  buildId: string;
}

export interface RankingStore {
  readManifest(): Promise<{ manifest: RankingManifest; etag: string } | null>;
  /**
   * @param replaces etag of the manifest read before; null if there was none
   * @returns false if another build switched meanwhile
   */
  writeManifest(manifest: RankingManifest, replaces: string | null): Promise<boolean>;
  /** Removes the manifest, so that there are no rankings until the next build. */
  deleteManifest(): Promise<void>;
  readRanking(objectKey: string): Promise<StoredRanking | null>;
  /** @returns its key; equal content has the same key */
  writeRanking(ranking: StoredRanking): Promise<string>;
  readFile(fileKey: string): Promise<Uint8Array | null>;
  /** @returns its key */
  writeFile(file: RankingsFile): Promise<string>;
  /** Deletes rankings and files the manifest no longer names. */
  deleteObjects(keys: readonly string[]): Promise<void>;
  /**
   * Keys of rankings and files that the manifest does not name although they were written an hour before it: left by
   * interrupted builds. Both times are R2's own.
   */
  listUnnamed(): Promise<string[]>;
}

/** No build takes this long between writing an object and the manifest that names it. */
const LEFT_AFTER_MS = 3_600_000;
/** R2's limit of keys per delete. */
const KEYS_PER_DELETE = 1000;

export function createRankingStore(bucket: Pick<R2Bucket, "get" | "put" | "delete" | "list">): RankingStore {
  /** Overwrites an existing object with the same content, to renew its upload time. */
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

/** The version of a manifest's contents. */
export function hashManifest({ rankings }: Pick<RankingManifest, "rankings">): Promise<string> {
  return sha256Hex(JSON.stringify(rankings), { bytes: 16 });
}

/** The season board: one object, replaced as a whole. */
const BOARD_KEY = "season/board.json";

export interface SeasonStore {
  readBoard(): Promise<{ board: SeasonBoard; etag: string } | null>;
  /**
   * @param replaces etag of the board read before; null if there was none
   * @returns false if another one was written meanwhile
   */
  writeBoard(board: SeasonBoard, replaces: string | null): Promise<boolean>;
  deleteBoard(): Promise<void>;
}

export function createSeasonStore(bucket: Pick<R2Bucket, "get" | "put" | "delete">): SeasonStore {
  return {
    async readBoard() {
      const object = await bucket.get(BOARD_KEY);
      return object === null ? null : { board: await object.json<SeasonBoard>(), etag: object.etag };
    },

    async writeBoard(board, replaces) {
      const onlyIf = replaces === null ? { etagDoesNotMatch: "*" } : { etagMatches: replaces };
      const httpMetadata = { contentType: "application/json" };
      return (await bucket.put(BOARD_KEY, JSON.stringify(board), { onlyIf, httpMetadata })) !== null;
    },

    async deleteBoard() {
      await bucket.delete(BOARD_KEY);
    },
  };
}
