import { gunzipSync, gzipSync } from "node:zlib";
import { packRecords, type RecordSet, unpackRecords } from "#app/domain/jv-data/join-records.ts";

/** Each call leaves a buffer of this size: 16 KB by default, for sets of two or three. */
const OPTIONS = { chunkSize: 4096 };

const SIZE_BYTES = 4;
/** So that the end is noticed within the first buffer. */
const SPARE_BYTES = 64;
/** Should the size be damaged; a set of more is unpacked in several buffers. */
const MOST_BYTES = 1 << 20;

/** A set of records as it is stored: packed and gzipped. At once, as streams cost more than the few kilobytes do. */
export const zipRecords = (set: RecordSet): Uint8Array => new Uint8Array(gzipSync(packRecords(set), OPTIONS));

/** Gzip ends with the uncompressed size in four bytes: with a buffer of that size no other one is left behind. */
export function unzipRecords(zipped: Uint8Array): RecordSet {
  const size = new DataView(zipped.buffer, zipped.byteOffset, zipped.length).getUint32(
    zipped.length - SIZE_BYTES,
    true,
  );
  return unpackRecords(gunzipSync(zipped, { chunkSize: Math.min(MOST_BYTES, size + SPARE_BYTES) }));
}
