import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { unpack } from "#scripts/feed/sent-archive.ts";
import { ZIP_LIMITS } from "#scripts/import/inputs/unzip.ts";
import { zipFile } from "#test/unit/imports/support/zip-file.ts";

const LIMITS = { ...ZIP_LIMITS, entryBytes: 1_000_000 };

function openFolder() {
  const dir = mkdtempSync(path.join(tmpdir(), "feed-archive-"));
  return {
    unpacked: path.join(dir, "unpacked"),
    write(bytes: Uint8Array) {
      const file = { path: path.join(dir, "a"), name: "a.gz" };
      writeFileSync(file.path, bytes);
      return file;
    },
    [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }),
  };
}

test("a gzip is unpacked up to the limit of an import's files, also in several members", async () => {
  using folder = openFolder();
  const half = gzipSync(Buffer.alloc(LIMITS.entryBytes / 2, "\n"));
  const [content] = await unpack(folder.write(Buffer.concat([half, half])), folder.unpacked, LIMITS);
  expect(content?.entry).toBe("");
  expect(readFileSync(content?.path ?? "").equals(Buffer.alloc(LIMITS.entryBytes, "\n"))).toBe(true);
});

test.each([
  ["by one byte", () => gzipSync(Buffer.alloc(LIMITS.entryBytes + 1, "\n"))],
  ["two hundred times, in 200 KB", () => gzipSync(Buffer.alloc(200 * LIMITS.entryBytes, "\n"))],
  ["by its second member", () => Buffer.concat([1, 2].map(() => gzipSync(Buffer.alloc(600_000, "\n"))))],
])("a gzip that exceeds it %s is refused by name, and no more than the limit is written", async (_, pack) => {
  using folder = openFolder();
  const unpacked = unpack(folder.write(pack()), folder.unpacked, LIMITS);
  await expect(unpacked).rejects.toThrow("a.gz is larger than 1000000 bytes when unpacked");
  expect(statSync(path.join(folder.unpacked, "content")).size).toBeLessThanOrEqual(LIMITS.entryBytes);
});

test("a zip has the same limit", async () => {
  using folder = openFolder();
  const file = folder.write(zipFile([{ name: "b", content: Buffer.alloc(LIMITS.entryBytes + 1) }]));
  await expect(unpack(file, folder.unpacked, LIMITS)).rejects.toThrow("b is larger than 1000000 bytes when unpacked");
});
