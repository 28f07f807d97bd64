import { Buffer } from "node:buffer";
import { gunzipSync, gzipSync } from "node:zlib";
import { deleteAll, listPages } from "#app/adapters/r2.server.ts";
import {
  type BackupChunk,
  type BackupManifest,
  type BackupPlan,
  backupPlanSchema,
  manifestSchema,
} from "#app/domain/backups/backup-manifest.ts";
import { sha256Hex } from "#app/domain/sha256.ts";

/**
 * Backups of D1 in R2, one a day:
 * - `backups/DAY/plan.json`: what is copied, fixed before the first row;
 * - `backups/DAY/rows/NN-TABLE/NNNNNN.gz`: rows as JSON lines, each a list of the table's columns;
 * - `backups/DAY/objects/NNNNNN.gz`: key, size and etag of the store's objects;
 * - `backups/DAY/manifest.json`, last: a backup without it is not complete.
 *
 * Nothing is overwritten: the first writer of a chunk decides where the next begins, so two runs make one backup.
 */

const BACKUPS_PREFIX = "backups/";

/** In the order of the table's columns; bytes in hexadecimal. */
export type BackupRow = readonly (string | number | null)[];

export interface StoredChunk extends BackupChunk {
  last: readonly (string | number)[];
}

export class BackupDamagedError extends Error {
  override name = "BackupDamagedError";
}

type Bucket = Pick<R2Bucket, "get" | "put" | "list" | "delete" | "head">;

export function createBackupStore(bucket: Bucket) {
  const folderOf = (day: string) => `${BACKUPS_PREFIX}${day}/`;
  const manifestKey = (day: string) => `${folderOf(day)}manifest.json`;
  const putOnce = async (key: string, value: string | Uint8Array, customMetadata: Record<string, string> = {}) =>
    (await bucket.put(key, value, { onlyIf: { etagDoesNotMatch: "*" }, customMetadata })) !== null;

  async function listChunks(prefix: string): Promise<StoredChunk[]> {
    const chunks: StoredChunk[] = [];
    for await (const { objects } of listPages(bucket, { prefix, include: ["customMetadata"] }))
      chunks.push(...objects.map(chunkOf));
    return chunks;
  }

  return {
    /** @returns the stored plan: this one, or that of an earlier run */
    async begin(plan: BackupPlan): Promise<BackupPlan> {
      const key = `${folderOf(plan.day)}plan.json`;
      await putOnce(key, JSON.stringify(plan));
      const stored = await bucket.get(key);
      if (stored === null) throw new Error(`the plan of the backup of ${plan.day} is lost`);
      return backupPlanSchema.parse(await stored.json());
    },

    async putChunk(
      key: string,
      { rows, last }: { rows: readonly BackupRow[]; last: StoredChunk["last"] },
    ): Promise<{ stored: StoredChunk; isOurs: boolean; textBytes: number }> {
      const text = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
      const zipped = new Uint8Array(gzipSync(text));
      const sha256 = await sha256Hex(zipped);
      const chunk = { key, rows: rows.length, bytes: zipped.length, sha256, last };
      const isOurs = await putOnce(key, zipped, { rows: String(rows.length), sha256, last: pack(last) });
      if (isOurs) return { stored: chunk, isOurs, textBytes: text.length };
      const head = await bucket.head(key);
      if (head === null) throw new Error(`the chunk ${key} is lost`);
      return { stored: chunkOf(head), isOurs, textBytes: text.length };
    },

    chunkKey: (day: string, part: { table: string; place: number } | "objects", number: number) => {
      const folder = part === "objects" ? "objects" : `rows/${String(part.place).padStart(2, "0")}-${part.table}`;
      return `${folderOf(day)}${folder}/${String(number).padStart(6, "0")}.gz`;
    },

    listRowChunks: (day: string) => listChunks(`${folderOf(day)}rows/`),
    listObjectChunks: (day: string) => listChunks(`${folderOf(day)}objects/`),

    async putManifest(manifest: BackupManifest): Promise<void> {
      const text = JSON.stringify(manifest);
      await putOnce(manifestKey(manifest.day), text, { sha256: await sha256Hex(text) });
    },

    /** Null: no complete backup of the day. @throws BackupDamagedError */
    async readManifest(day: string): Promise<BackupManifest | null> {
      const object = await bucket.get(manifestKey(day));
      if (object === null) return null;
      const text = await object.text();
      if ((await sha256Hex(text)) !== object.customMetadata?.sha256)
        throw new BackupDamagedError(`${manifestKey(day)} is altered`);
      return manifestSchema.parse(JSON.parse(text));
    },

    /** Checks checksum and number of rows. @throws BackupDamagedError */
    async readRows({ key, rows, sha256 }: BackupChunk): Promise<BackupRow[]> {
      const bytes = await (await bucket.get(key))?.arrayBuffer();
      if (bytes === undefined) throw new BackupDamagedError(`${key} is lost`);
      if ((await sha256Hex(bytes)) !== sha256) throw new BackupDamagedError(`${key} is altered`);
      const lines = gunzipSync(new Uint8Array(bytes)).toString().trimEnd().split("\n");
      if (lines.length !== rows) throw new BackupDamagedError(`${key} has ${lines.length} rows, not ${rows}`);
      return lines.map((line) => JSON.parse(line) as BackupRow);
    },

    async listDays(): Promise<{ day: string; isComplete: boolean }[]> {
      const days: { day: string; isComplete: boolean }[] = [];
      for await (const { delimitedPrefixes } of listPages(bucket, { prefix: BACKUPS_PREFIX, delimiter: "/" }))
        for (const prefix of delimitedPrefixes) {
          const day = prefix.slice(BACKUPS_PREFIX.length, -1);
          days.push({ day, isComplete: (await bucket.head(manifestKey(day))) !== null });
        }
      return days;
    },

    /** The manifest first, so that a half removed backup does not count as one. */
    async remove(day: string): Promise<void> {
      await bucket.delete(manifestKey(day));
      await deleteAll(bucket, folderOf(day));
    },
  };
}

export type BackupStore = ReturnType<typeof createBackupStore>;

function chunkOf({ key, size, customMetadata }: R2Object): StoredChunk {
  const { rows, sha256 = "", last = "" } = customMetadata ?? {};
  return { key, rows: Number(rows), bytes: size, sha256, last: unpack(last) };
}

/** Metadata of objects are headers: ASCII only. */
function pack(last: StoredChunk["last"]): string {
  return Buffer.from(JSON.stringify(last)).toString("base64");
}

function unpack(text: string): StoredChunk["last"] {
  return JSON.parse(Buffer.from(text, "base64").toString()) as StoredChunk["last"];
}
