import { gunzipSync, gzipSync } from "node:zlib";
import type { PackedBets } from "#app/domain/rankings/ledger/moved-bets.ts";
import { sha256Hex } from "#app/domain/sha256.ts";

/**
 * The old ledger in R2: `ledger/<day>/<hash>.gz`, named by its content and never written over by another. The parts that stand are
 * named by `ledger_days.moved_to`.
 */

export const LEDGER_PREFIX = "ledger/";
/** Longer than any copy of D1 is kept (92 days), and its own history (30): a restored database may name a part again. */
export const KEPT_UNNAMED_DAYS = 100;
const DAY_MS = 86_400_000;
const KEYS_PER_LIST = 1_000;

/** A part of the ledger is not what its name says, or not there. */
export class MovedBetsDamagedError extends Error {
  override name = "MovedBetsDamagedError";
}

type Bucket = Pick<R2Bucket, "get" | "put" | "delete" | "head" | "list">;

export function createMovedBets(bucket: Bucket) {
  async function readBytes(key: string): Promise<ArrayBuffer> {
    const bytes = await (await bucket.get(key))?.arrayBuffer();
    if (bytes === undefined) throw new MovedBetsDamagedError(`${key} is lost`);
    if ((await nameOf(bytes)) !== key.split("/").at(-1)) throw new MovedBetsDamagedError(`${key} is altered`);
    return bytes;
  }

  return {
    /**
     * Writes a part and reads it again. One that is there is written over with the same bytes, which renews its time.
     *
     * @returns its key
     */
    async write(packed: PackedBets): Promise<string> {
      const bytes = new Uint8Array(gzipSync(JSON.stringify(packed)));
      const key = `${LEDGER_PREFIX}${packed.date}/${await nameOf(bytes)}`;
      await bucket.put(key, bytes);
      await readBytes(key);
      return key;
    },

    /** @throws MovedBetsDamagedError */
    async read(key: string): Promise<PackedBets> {
      return JSON.parse(gunzipSync(new Uint8Array(await readBytes(key))).toString()) as PackedBets;
    },

    async exists(key: string): Promise<boolean> {
      return (await bucket.head(key)) !== null;
    },

    /** Has a part count as just written, before the last row that names it is gone. */
    async renew(key: string): Promise<void> {
      await bucket.put(key, await readBytes(key));
    },

    /** A page of the keys that were written before anybody could still need one that no row names. */
    async listOld(cursor: string | null, now: number): Promise<{ keys: string[]; next: string | null }> {
      const page: R2Objects = await bucket.list({
        ...{ prefix: LEDGER_PREFIX, limit: KEYS_PER_LIST },
        ...(cursor === null ? {} : { cursor }),
      });
      const keys = page.objects.filter((object) => isOld(object, now)).map(({ key }) => key);
      return { keys, next: page.truncated ? page.cursor : null };
    },

    /**
     * Deletes a part that no row names, unless it was renewed since it was listed.
     *
     * @param now of the machine, unix seconds
     */
    async deleteOld(key: string, now: number): Promise<void> {
      const object = await bucket.head(key);
      if (object !== null && isOld(object, now)) await bucket.delete(key);
    },
  };
}

function isOld({ uploaded }: Pick<R2Object, "uploaded">, now: number): boolean {
  return uploaded.getTime() < now * 1000 - KEPT_UNNAMED_DAYS * DAY_MS;
}

async function nameOf(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> {
  return `${await sha256Hex(bytes, { bytes: 16 })}.gz`;
}
