import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { bundleHeader, bundleName } from "#app/domain/record-bundle.ts";
import type { LocalFile } from "./client.ts";
import type { Input } from "./inputs/find-inputs.ts";
import { isGzip, readStart, unpackGzip } from "./inputs/read-head.ts";
import { CHANGED, ImportRefusal, refuseLargePack, tooLarge } from "./refusal.ts";

/** What the site takes of one file unpacked. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;
/** A bundle of this size takes no further file, nor one beyond it: what the site takes is left to files that are larger. */
const FULL = { packed: 32 * 1024 * 1024, unpacked: 256 * 1024 * 1024 };
const HEADER_BYTES = 1024;

type RecordsFile = Pick<Input, "path" | "name" | "bytes">;

/** @throws ImportRefusal for a file that is too large, damaged, or changes meanwhile */
export async function bundleRecords(inputs: readonly RecordsFile[], folder: string, full = FULL): Promise<LocalFile[]> {
  const bundles: LocalFile[] = [];
  let bundle: OpenBundle | null = null;
  for (const input of inputs) {
    const content = await unpacked(input, folder);
    const bytes = HEADER_BYTES + content.bytes;
    if (bytes > MAX_UNPACKED_BYTES) throw tooLarge(input.name, MAX_UNPACKED_BYTES);
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

/** The size of a file's content has to be known before its header is written. */
async function unpacked(input: RecordsFile, folder: string): Promise<{ path: string; bytes: number }> {
  if (!isGzip(await readStart(input.path))) return input;
  const target = path.join(folder, "records-unpacked");
  return { path: target, bytes: await unpackGzip(input, target, MAX_UNPACKED_BYTES) };
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
  refuseLargePack("a file of records", size);
  return { path: at, name, bytes: size };
}
