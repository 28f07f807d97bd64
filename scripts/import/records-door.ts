import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { bundleHeader, bundleName } from "#app/domain/record-bundle.ts";
import { MAX_REQUEST_BYTES } from "#app/domain/request-limit.ts";
import type { LocalFile } from "./client.ts";
import type { Input } from "./inputs/find-inputs.ts";
import { isGzip, readStart } from "./inputs/read-head.ts";
import { CHANGED, ImportRefusal } from "./refusal.ts";

/** What the site takes of one file unpacked. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;
/** A bundle of this size takes no further file, nor one beyond it: what the site takes is left to files that are larger. */
const FULL = { packed: 32 * 1024 * 1024, unpacked: 256 * 1024 * 1024 };
/** Bytes of a header beside its name. */
const HEADER_BYTES = 1024;

type RecordsFile = Pick<Input, "path" | "name" | "bytes">;

/**
 * Writes bundles of these files.
 * @param full size at which a bundle takes no further file
 * @throws ImportRefusal for a file that is too large, damaged, or changes meanwhile
 */
export async function bundleRecords(inputs: readonly RecordsFile[], folder: string, full = FULL): Promise<LocalFile[]> {
  const bundles: LocalFile[] = [];
  let bundle: OpenBundle | null = null;
  for (const input of inputs) {
    const content = isGzip(await readStart(input.path)) ? await unpack(input, folder) : input;
    const bytes = HEADER_BYTES + content.bytes;
    if (bytes > MAX_UNPACKED_BYTES) throw tooLarge(input);
    if (bundle !== null && (bundle.target.bytesWritten >= full.packed || bundle.unpacked + bytes > full.unpacked)) {
      bundles.push(await close(bundle));
      bundle = null;
    }
    bundle ??= openBundle(path.join(folder, `records-${bundles.length}.gz`), bundleName(bundles.length + 1));
    await addFile(bundle, input.name, content);
    bundle.unpacked += bytes;
  }
  if (bundle !== null) bundles.push(await close(bundle));
  return bundles;
}

function tooLarge({ name }: RecordsFile): ImportRefusal {
  return new ImportRefusal(`${name} is larger than ${MAX_UNPACKED_BYTES} bytes when unpacked: send it in parts`);
}

interface OpenBundle {
  path: string;
  name: string;
  gzip: ReturnType<typeof createGzip>;
  target: ReturnType<typeof createWriteStream>;
  written: Promise<void>;
  unpacked: number;
}

function openBundle(at: string, name: string): OpenBundle {
  const gzip = createGzip({ level: 3 });
  const target = createWriteStream(at);
  return { path: at, name, gzip, target, written: pipeline(gzip, target), unpacked: 0 };
}

async function addFile({ gzip }: OpenBundle, name: string, content: { path: string; bytes: number }): Promise<void> {
  await write(gzip, bundleHeader({ name, bytes: content.bytes }));
  let sent = 0;
  for await (const part of createReadStream(content.path)) {
    sent += part.length;
    // Sent to its end, a file that still grows would be stored cut short.
    if (sent > content.bytes) break;
    await write(gzip, part);
  }
  if (sent !== content.bytes) throw new ImportRefusal(`${name} ${CHANGED}`);
}

async function write(gzip: OpenBundle["gzip"], part: string | Uint8Array): Promise<void> {
  if (!gzip.write(part)) await once(gzip, "drain");
}

async function close({ path: at, name, gzip, written }: OpenBundle): Promise<LocalFile> {
  gzip.end();
  await written;
  const { size } = await stat(at);
  if (size > MAX_REQUEST_BYTES)
    throw new ImportRefusal("a file of records is larger than 95 MB even when packed: send it in parts");
  return { path: at, name, bytes: size };
}

/** Its size has to be known before. */
async function unpack(input: RecordsFile, folder: string): Promise<{ path: string; bytes: number }> {
  const target = path.join(folder, "records-unpacked");
  let bytes = 0;
  async function* bounded(parts: AsyncIterable<Uint8Array>) {
    for await (const part of parts) {
      bytes += part.length;
      if (bytes > MAX_UNPACKED_BYTES) throw tooLarge(input);
      yield part;
    }
  }
  try {
    await pipeline(createReadStream(input.path), createGunzip(), bounded, createWriteStream(target));
  } catch (error) {
    if (error instanceof ImportRefusal) throw error;
    throw new ImportRefusal(`${input.name}: the gzip data is damaged or cut short`);
  }
  return { path: target, bytes };
}
