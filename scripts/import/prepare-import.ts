import { createReadStream, createWriteStream } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip, gzipSync } from "node:zlib";
import { csvLine, formatImportError, type ImportError, kindOfFileName } from "#app/domain/open-csv/open-csv.ts";
import { MAX_REQUEST_BYTES } from "#app/domain/request-limit.ts";
import { temporaryFolder } from "#scripts/temporary-folder.ts";
import type { LocalFile } from "./client.ts";
import { findInputs, type Input } from "./inputs/find-inputs.ts";
import { readContent } from "./inputs/read-head.ts";
import { collectRows, createMappedRows, type MappedRows, removeLeftRaces } from "./maps/collect-rows.ts";
import { addMargins, cellsOf, checkFiles, filesOfRows, type MappedFile } from "./maps/complete-rows.ts";
import {
  adoptRaces,
  assignIds,
  type KnownNames,
  type NamesToFind,
  NOTHING_KNOWN,
  nameKey,
  namesToFind,
} from "./maps/identities.ts";
import type { TableMap } from "./maps/map-format.ts";
import { loadMaps, type TableMaps } from "./maps/map-format.ts";
import { openTable, readTable } from "./maps/read-table.ts";
import { errorAt, originOf } from "./maps/records.ts";
import { bundleRecords } from "./records-door.ts";
import { FileErrors, ImportRefusal, refuseLargePack } from "./refusal.ts";

/** A table is read into memory, unlike open CSV. */
const MAX_TABLE_BYTES = 256 * 1024 * 1024;

export interface PreparedImport {
  files: LocalFile[];
  recordFiles: number;
  /** Writes the records as they are sent: in an import of their own, as they are whole or nothing by race. */
  bundleRecords(): Promise<LocalFile[]>;
  /** Files and columns that are not read. */
  notices: string[];
  errors: FileErrors;
  mapped: MappedFile[];
  /** A refusal of the site, by the operator's own file, line and column. */
  translate(error: ImportError): ImportError;
  translateNotice(notice: string): string;
}

export interface PrepareOptions {
  mapFiles: readonly string[];
  set: Readonly<Record<string, string>>;
  findNames(names: NamesToFind): Promise<KnownNames>;
}

type Translate = (error: ImportError) => ImportError;

/**
 * Recognises the files of an import and makes open CSV of tables. Nothing is sent.
 * @throws ImportRefusal for what cannot be imported at all
 */
export async function prepareImport(
  paths: readonly string[],
  { mapFiles, set, findNames }: PrepareOptions,
): Promise<PreparedImport> {
  const folder = temporaryFolder("import").path;
  const maps = loadMaps(mapFiles);
  const { inputs, skipped } = await findInputs(paths, { maps, folder });
  refuseUnusedMaps(maps, inputs);
  const notices = skipped.map((reason) => `skipped ${reason}`);
  const errors = new FileErrors();
  const report = (error: ImportError) => errors.add(error);
  const rows = createMappedRows();
  for (const input of inputs) {
    const { content } = input;
    if (content.kind === "table") await readInput(rows, input, content.map, { set, report, notices });
  }
  removeLeftRaces(rows);
  addMargins(rows);
  const known = rows.slots.size > 0 && errors.count === 0 ? await findNames(namesToFind(rows)) : NOTHING_KNOWN;
  assignIds(rows, known, peopleOf(maps), report);
  adoptRaces(rows, known.races, report);
  const mapped = filesOfRows(rows);
  if (errors.count === 0) checkFiles(mapped, report);

  const translations = new Map<string, Translate>();
  const files: LocalFile[] = [];
  for (const input of inputs) {
    if (input.content.kind !== "open-csv") continue;
    const name = nameToSend(input, input.content.file, translations);
    translations.set(name, (error) => ({ ...error, file: input.name }));
    files.push(await packed({ path: input.path, name, bytes: input.bytes }, folder, input.name));
  }
  for (const file of mapped) {
    const name = nameToSend({ name: "tables" }, file.kind, translations);
    translations.set(name, translateMapped(file));
    files.push(await writeMapped(file, name, folder));
  }
  const translate: Translate = (error) => translations.get(error.file)?.(error) ?? error;
  const records = inputs.filter(({ content }) => content.kind === "records");
  return {
    files,
    recordFiles: records.length,
    bundleRecords: () => bundleRecords(records, folder),
    notices,
    errors,
    mapped,
    translate,
    translateNotice: (notice) => translateNotice(notice, translations),
  };
}

export async function findOpenCsvFiles(paths: readonly string[]): Promise<LocalFile[]> {
  const { inputs } = await findInputs(paths, {
    maps: { own: [], builtIn: [] },
    folder: temporaryFolder("import").path,
  });
  const records = inputs.find(({ content }) => content.kind === "records");
  if (records !== undefined) throw new ImportRefusal(`${records.name}: records are no open CSV`);
  const taken = new Map<string, Translate>();
  return inputs.flatMap((input) => {
    if (input.content.kind !== "open-csv") return [];
    const name = nameToSend(input, input.content.file, taken);
    taken.set(name, (error) => error);
    return [{ path: input.path, name, bytes: input.bytes }];
  });
}

interface TableContext {
  set: Readonly<Record<string, string>>;
  report(error: ImportError): void;
  notices: string[];
}

async function readInput(
  rows: MappedRows,
  { path: file, name }: Input,
  map: TableMap,
  { set, report, notices }: TableContext,
): Promise<void> {
  const table = readTable(await readContent(file, { name, limit: MAX_TABLE_BYTES, isHead: false }));
  if (table.problem !== null) report({ file: name, ...table.problem, field: "row" });
  const opened = openTable(table, map);
  if ("reasons" in opened) {
    for (const reason of opened.reasons) report({ file: name, line: opened.line, field: "header", reason });
    return;
  }
  notices.push(`${name}: read by the map "${opened.map.name}"${listIgnored(opened.ignored)}`);
  collectRows(rows, name, opened, { set, report, notice: (text) => notices.push(`${name}: ${text}`) });
}

/** A map that was given for nothing: a built-in one would read the table otherwise than it was meant to be read. */
function refuseUnusedMaps({ own }: TableMaps, inputs: readonly Input[]): void {
  const used = new Set(inputs.map(({ content }) => (content.kind === "table" ? content.map : null)));
  const unused = own.find((map) => !used.has(map));
  if (unused === undefined) return;
  throw new ImportRefusal(`the map "${unused.name}" fits no table: its headers are ${unused.headers.join(", ")}`);
}

const LISTED_HEADERS = 20;

function listIgnored(headers: readonly string[]): string {
  if (headers.length === 0) return "";
  const more = headers.length > LISTED_HEADERS ? ` and ${headers.length - LISTED_HEADERS} more` : "";
  return `; not read: ${headers.slice(0, LISTED_HEADERS).join(", ")}${more}`;
}

function peopleOf({ own, builtIn }: TableMaps): Record<"jockeys" | "trainers", Map<string, string>> {
  const of = (role: "jockeys" | "trainers") =>
    new Map([...builtIn, ...own].flatMap((map) => Object.entries(map[role]).map(([name, id]) => [nameKey(name), id])));
  return { jockeys: of("jockeys"), trainers: of("trainers") };
}

/** The site tells a file's kind by its stem, so a file called otherwise is sent as FILE/races.csv. */
function nameToSend({ name }: { name: string }, kind: string, taken: ReadonlyMap<string, unknown>): string {
  const short = name.slice(-150);
  const plain = kindOfFileName(short) === kind ? short : `${short}/${kind}.csv`;
  if (!taken.has(plain)) return plain;
  for (let copy = 2; ; copy += 1) if (!taken.has(`${copy}/${plain}`)) return `${copy}/${plain}`;
}

/** What is too large for a request is packed; larger still, it goes in parts. */
async function packed(file: LocalFile, folder: string, name: string): Promise<LocalFile> {
  if (file.bytes <= MAX_REQUEST_BYTES) return file;
  const target = path.join(folder, `packed-${file.name.replaceAll(/\W/g, "-")}.gz`);
  await pipeline(createReadStream(file.path), createGzip({ level: 3 }), createWriteStream(target));
  const { size } = await stat(target);
  refuseLargePack(name, size);
  return { ...file, path: target, bytes: size };
}

async function writeMapped({ kind, columns, records }: MappedFile, name: string, folder: string): Promise<LocalFile> {
  const target = path.join(folder, `${kind}.csv.gz`);
  const lines = [columns.join(","), ...records.map((record) => csvLine(cellsOf(record, columns)))];
  const bytes = gzipSync(`${lines.join("\n")}\n`, { level: 3 });
  await writeFile(target, bytes);
  return { path: target, name, bytes: bytes.length };
}

/** Line 1 is the header; each record has one line after it. */
function translateMapped({ records }: MappedFile): Translate {
  return (error) => {
    const record = records[error.line - 2];
    return record === undefined ? error : errorAt(originOf(record, error.field), error.field, error.reason);
  };
}

function translateNotice(notice: string, translations: ReadonlyMap<string, Translate>): string {
  for (const [name, translate] of translations) {
    if (!notice.startsWith(`${name}:`)) continue;
    const [, line, field, reason] = /^:(\d+): (\w+): (.*)$/s.exec(notice.slice(name.length)) ?? [];
    if (line === undefined || field === undefined || reason === undefined)
      return `${translate({ file: name, line: 0, field: "", reason: "" }).file}${notice.slice(name.length)}`;
    return formatImportError(translate({ file: name, line: Number(line), field, reason }));
  }
  return notice;
}
