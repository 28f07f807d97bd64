import { mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { parseJson } from "#scripts/import/client.ts";
import { hashOf } from "./read-file.ts";

/** The part of a file that the site has. */
const entrySchema = z.object({
  path: z.string(),
  size: z.int().nonnegative(),
  mtimeMs: z.number(),
  /** Bytes and lines sent, and the SHA-256 of these bytes. */
  offset: z.int().nonnegative(),
  lines: z.int().nonnegative(),
  hash: z.string(),
  /** SHA-256 of what follows the last line feed, if that was sent, too. */
  tailHash: z.string().nullable(),
  at: z.number(),
});
export type JournalEntry = z.infer<typeof entrySchema>;

export interface Journal {
  entries: ReadonlyMap<string, JournalEntry>;
  /** Whether a content of this many bytes with this SHA-256 was sent as a whole, under whatever name. */
  hasContent(size: number, hash: string): boolean;
  hasSize(size: number): boolean;
  append(entries: readonly JournalEntry[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the journal: a line of JSON per file of a delivery; a file's last line counts. Lines are synced after the
 * site's response. A line cut off by a kill is ignored, so that at worst a delivery is repeated.
 */
export async function openJournal(file: string): Promise<Journal> {
  const entries = await readEntries(file);
  await mkdir(path.dirname(file), { recursive: true });
  // Written anew at each start, whole or not at all, so that it does not grow without end.
  const renewed = `${file}.new`;
  await writeFile(renewed, [...entries.values()].map(toLine).join(""), { flush: true });
  await rename(renewed, file);
  const handle = await open(file, "a");
  const contents = new Set([...entries.values()].flatMap(contentOf));
  const sizes = new Set([...entries.values()].map(({ size }) => size));
  return {
    entries,
    hasContent: (size, hash) => contents.has(`${size} ${hash}`),
    hasSize: (size) => sizes.has(size),
    async append(added) {
      if (added.length === 0) return;
      await handle.appendFile(added.map(toLine).join(""));
      await handle.datasync();
      for (const entry of added) {
        entries.set(entry.path, entry);
        sizes.add(entry.size);
        for (const content of contentOf(entry)) contents.add(content);
      }
    },
    close: () => handle.close(),
  };
}

const toLine = (entry: JournalEntry): string => `${JSON.stringify(entry)}\n`;

const contentOf = ({ size, offset, hash }: JournalEntry): string[] => (size === offset ? [`${size} ${hash}`] : []);

async function readEntries(file: string): Promise<Map<string, JournalEntry>> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const entries = new Map<string, JournalEntry>();
  for (const line of text.split("\n")) {
    const entry = entrySchema.safeParse(parseJson(line));
    if (entry.success) entries.set(entry.data.path, entry.data);
  }
  return entries;
}

interface RefusedRecord {
  path: string;
  bytes: Uint8Array;
}

/** Keeps such records beside the journal, so that the rest of their file can go on and they are tried at the next start. */
export function openRefusedRecords(stateDir: string) {
  const folder = path.join(stateDir, "refused");
  return {
    async keep(bytes: Uint8Array): Promise<string> {
      await mkdir(folder, { recursive: true });
      const target = path.join(folder, `${hashOf(bytes).slice(0, 16)}.jvd`);
      await writeFile(target, bytes, { flush: true });
      return target;
    },
    async list(): Promise<RefusedRecord[]> {
      const names = await readdir(folder).catch(() => []);
      const paths = names.sort().map((name) => path.join(folder, name));
      return Promise.all(paths.map(async (each) => ({ path: each, bytes: await readFile(each) })));
    },
    remove: (record: RefusedRecord): Promise<void> => rm(record.path, { force: true }),
  };
}

export type RefusedRecords = ReturnType<typeof openRefusedRecords>;
