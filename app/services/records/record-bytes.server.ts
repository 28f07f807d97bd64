import { gunzipSync, gzipSync } from "node:zlib";
import { packRecords, type RecordSet, unpackRecords } from "#app/domain/jv-data/join-records.ts";

/** A buffer of this size is left behind by each call: 16 KB unless said, for sets of two or three. */
const OPTIONS = { chunkSize: 4096 };

/** A set of records as it is stored: packed and gzipped. At once, as streams cost more than the few kilobytes do. */
export const zipRecords = (set: RecordSet): Uint8Array => new Uint8Array(gzipSync(packRecords(set), OPTIONS));

export const unzipRecords = (zipped: Uint8Array): RecordSet => unpackRecords(gunzipSync(zipped, OPTIONS));
