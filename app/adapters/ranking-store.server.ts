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

export interface ManifestPeriod {
  /** A weekend's Saturday (YYYY-MM-DD) or a month (YYYY-MM). */
  periodKey: string;
  from: string;
  to: string;
  /** Null: due, still counting. */
  objectKey: string | null;
  buildId: string | null;
}

export interface RankingManifest {
  version: string;
  /** Unix seconds. */
  generatedAt: number;
  fileKey: string;
  /** Newest first. Empty before the first period is due. */
  rankings: Record<RankingKey, ManifestPeriod[]>;
  /** Keys to delete, by this switch or the next. */
  replaced?: string[];
}

/** Masked names, top 10 of any ticket type, no user ids. */
export interface StoredRanking extends WireRanking {
  key: RankingKey;
  periodKey: string;
  /** Includes those not listed. */
  participants: number;
  /** Absent: built before it was measured. */
  luck?: Record<TicketType, LuckEnvelope | null> | null;
  /** Unix seconds. */
  builtAt: number;
  buildId: string;
}

export interface RankingStore {
  readManifest(): Promise<{ manifest: RankingManifest; etag: string } | null>;
  /** @param replaces etag read before @returns false if another build switched meanwhile */
  writeManifest(manifest: RankingManifest, replaces: string | null): Promise<boolean>;
  deleteManifest(): Promise<void>;
  readRanking(objectKey: string): Promise<StoredRanking | null>;
  /** Equal content has the same key. */
  writeRanking(ranking: StoredRanking): Promise<string>;
  readFile(fileKey: string): Promise<Uint8Array | null>;
  writeFile(file: RankingsFile): Promise<string>;
  deleteObjects(keys: readonly string[]): Promise<void>;
  /** Left by interrupted builds: written an hour before the manifest, by R2's clock. */
  listUnnamed(): Promise<string[]>;
}

/** No build takes this long between writing an object and the manifest that names it. */
const LEFT_AFTER_MS = 3_600_000;
const KEYS_PER_DELETE = 1000;

export function createRankingStore(bucket: Pick<R2Bucket, "get" | "put" | "delete" | "list">): RankingStore {
  /** Renews the upload time. */
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

export function listNamed({ fileKey, rankings }: RankingManifest): string[] {
  const periods = Object.values(rankings).flat();
  return [fileKey, ...periods.flatMap(({ objectKey }) => (objectKey === null ? [] : [objectKey]))];
}

export function hashManifest({ rankings }: Pick<RankingManifest, "rankings">): Promise<string> {
  return sha256Hex(JSON.stringify(rankings), { bytes: 16 });
}

const BOARD_KEY = "season/board.json";

export interface SeasonStore {
  readBoard(): Promise<{ board: SeasonBoard; etag: string } | null>;
  /** @param replaces etag read before @returns false if another board was written meanwhile */
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
