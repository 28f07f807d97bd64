import type { RankingKey } from "#app/domain/rankings/periods.ts";
import type { TicketType } from "#app/domain/rankings/pick-returns.ts";
import type { LuckEnvelope } from "#app/domain/rankings/ranking-entry.ts";
import type { RankingsFile, WireRanking } from "#app/domain/rankings/rankings-file.ts";
import type { SeasonBoard } from "#app/domain/season/stored-board.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import { deleteKeys, listPages, replace } from "./r2.server.ts";

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

/** No build takes this long between writing an object and the manifest that names it. */
const LEFT_AFTER_MS = 3_600_000;

export type RankingStore = ReturnType<typeof createRankingStore>;

export function createRankingStore(bucket: Pick<R2Bucket, "get" | "put" | "delete" | "list">) {
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

    /** @param etag read before @returns false if another build switched meanwhile */
    async writeManifest(manifest: RankingManifest, etag: string | null): Promise<boolean> {
      return (await replace(bucket, MANIFEST_KEY, { text: JSON.stringify(manifest), etag })) !== null;
    },

    deleteManifest: () => bucket.delete(MANIFEST_KEY),

    async readRanking(objectKey: string): Promise<StoredRanking | null> {
      return (await bucket.get(objectKey))?.json<StoredRanking>() ?? null;
    },

    async writeRanking(ranking: StoredRanking): Promise<string> {
      const text = JSON.stringify(ranking);
      return putText(`${PREFIX}${ranking.key}/${ranking.periodKey}/${await sha256Hex(text, { bytes: 16 })}.json`, text);
    },

    async readFile(fileKey: string): Promise<Uint8Array | null> {
      const object = await bucket.get(fileKey);
      return object === null ? null : new Uint8Array(await object.arrayBuffer());
    },

    writeFile: (file: RankingsFile) => putText(`${PREFIX}file/${file.version}.json`, JSON.stringify(file)),

    deleteObjects: (keys: readonly string[]) => deleteKeys(bucket, keys),

    /** Left by interrupted builds: written an hour before the manifest, by R2's clock. */
    async listUnnamed(): Promise<string[]> {
      const current = await bucket.get(MANIFEST_KEY);
      if (current === null) return [];
      const named = new Set([MANIFEST_KEY, ...listNamed(await current.json<RankingManifest>())]);
      const before = current.uploaded.getTime() - LEFT_AFTER_MS;
      const keys: string[] = [];
      for await (const { objects } of listPages(bucket, { prefix: PREFIX }))
        for (const { key, uploaded } of objects) if (!named.has(key) && uploaded.getTime() < before) keys.push(key);
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

export function createSeasonStore(bucket: Pick<R2Bucket, "get" | "put" | "delete">) {
  return {
    async readBoard() {
      const object = await bucket.get(BOARD_KEY);
      return object === null ? null : { board: await object.json<SeasonBoard>(), etag: object.etag };
    },

    async writeBoard(board: SeasonBoard, etag: string | null): Promise<boolean> {
      return (await replace(bucket, BOARD_KEY, { text: JSON.stringify(board), etag })) !== null;
    },

    deleteBoard: () => bucket.delete(BOARD_KEY),
  };
}
