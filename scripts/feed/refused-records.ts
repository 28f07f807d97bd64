import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { hashOf } from "./read-file.ts";

export interface RefusedRecord {
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
