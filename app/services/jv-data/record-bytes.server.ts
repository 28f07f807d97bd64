import { gunzipSync, gzipSync } from "node:zlib";
import { packRecords, type RecordSet, unpackRecords } from "#app/domain/jv-data/join-records.ts";

/** Each call leaves a buffer of this size; the default is 16 KB. */
const OPTIONS = { chunkSize: 4096 };

const SIZE_BYTES = 4;
/** The end shows within the first buffer. */
const SPARE_BYTES = 64;
/** In case the size is damaged. */
const MOST_BYTES = 1 << 20;

/** Synchronous: streams cost more than a few kilobytes do. */
export const zipRecords = (set: RecordSet): Uint8Array => new Uint8Array(gzipSync(packRecords(set), OPTIONS));

/** Gzip ends with the uncompressed size: no other buffer is needed. */
export function unzipRecords(zipped: Uint8Array): RecordSet {
  const size = new DataView(zipped.buffer, zipped.byteOffset, zipped.length).getUint32(
    zipped.length - SIZE_BYTES,
    true,
  );
  return unpackRecords(gunzipSync(zipped, { chunkSize: Math.min(MOST_BYTES, size + SPARE_BYTES) }));
}
