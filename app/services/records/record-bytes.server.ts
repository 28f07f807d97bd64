import { packRecords, type RecordSet, unpackRecords } from "#app/domain/jv-data/join-records.ts";

/** A set of records as it is stored: packed and gzipped. */
export async function zipRecords(set: RecordSet): Promise<Uint8Array> {
  return pass(packRecords(set), new CompressionStream("gzip"));
}

export async function unzipRecords(zipped: Uint8Array): Promise<RecordSet> {
  return unpackRecords(await pass(zipped, new DecompressionStream("gzip")));
}

async function pass(bytes: Uint8Array, through: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const piped = new Blob([bytes.slice()]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}
