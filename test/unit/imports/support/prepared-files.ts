import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import Papa from "papaparse";
import { formatImportError } from "#app/domain/open-csv/open-csv.ts";
import { type KnownNames, NOTHING_KNOWN } from "#scripts/import/maps/identities.ts";
import { prepareImport } from "#scripts/import/prepare-import.ts";

/** A folder with these files, by their paths; it is removed with `using`. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = mkdtempSync(path.join(tmpdir(), "import-test-"));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

interface Options {
  set?: Record<string, string>;
  map?: unknown;
  known?: KnownNames;
}

/** What the command has found in these files, which stay until it is disposed of. */
export async function prepareKept(files: Readonly<Record<string, string | Uint8Array>>) {
  const made = folderOf(files);
  const findNames = async () => NOTHING_KNOWN;
  return { ...(await prepareImport([made.folder], { mapFiles: [], set: {}, findNames })), ...made };
}

/** What the command would send for these files: the rows of each file by column, or what is wrong. */
export async function prepare(files: Readonly<Record<string, string | Uint8Array>>, options: Options = {}) {
  const { set = {}, map, known = NOTHING_KNOWN } = options;
  using made = folderOf(files);
  using maps = folderOf(map === undefined ? {} : { "own.json": JSON.stringify(map) });
  const mapFiles = map === undefined ? [] : [path.join(maps.folder, "own.json")];
  const prepared = await prepareImport([made.folder], { mapFiles, set, findNames: async () => known });
  const sent = prepared.files.map(({ name, path: at }) => [name, contentOf(at)] as const);
  return {
    ...prepared,
    told: prepared.errors.listed.map(formatImportError),
    names: sent.map(([name]) => name),
    rows: (kind: string) => rowsOf(sent.find(([name]) => name.endsWith(`${kind}.csv`))?.[1] ?? ""),
  };
}

function contentOf(file: string): string {
  const bytes = readFileSync(file);
  return (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString("utf8");
}

function rowsOf(text: string): Record<string, string>[] {
  return Papa.parse<Record<string, string>>(text.trim(), { header: true, delimiter: ",", newline: "\n" }).data;
}
