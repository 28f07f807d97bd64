import { mkdir, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { kindOfFileName } from "#app/domain/open-csv/open-csv.ts";
import { showInvisible } from "#app/domain/text-faults.ts";
import type { TableMaps } from "../maps/map-format.ts";
import { ImportRefusal } from "../refusal.ts";
import { documentFormat } from "./foreign-format.ts";
import { HEAD_BYTES, isZip, readContent, readStart } from "./read-head.ts";
import { type Content, recognise } from "./recognise.ts";
import { listZip, unzip } from "./unzip.ts";

export interface Input {
  path: string;
  name: string;
  bytes: number;
  content: Extract<Content, { kind: "open-csv" | "records" | "table" }>;
}

export interface FoundInputs {
  inputs: Input[];
  /** Files of directories and archives that hold no race data: left out, and named. */
  skipped: string[];
}

const NOTHING_FOUND =
  "holds no races.csv, runners.csv or payouts.csv (by whatever name), no table that a map knows and no records";

interface Candidate {
  path: string;
  name: string;
  /** Given by the operator itself: it must hold race data. */
  isNamed: boolean;
}

/**
 * Finds race data by content, in files, folders and zip archives.
 * @param folder where archives are unpacked
 * @throws ImportRefusal for named files without race data, and for race data that cannot be read
 */
export async function findInputs(
  paths: readonly string[],
  { maps, folder }: { maps: TableMaps; folder: string },
): Promise<FoundInputs> {
  const found: FoundInputs = { inputs: [], skipped: [] };
  for (const given of paths) {
    const before = found.inputs.length;
    for (const candidate of await listCandidates(given)) await addCandidate(found, candidate, { maps, folder });
    if (found.inputs.length === before)
      throw new ImportRefusal([`${given} ${NOTHING_FOUND}`, ...found.skipped].join("\n"));
  }
  return found;
}

async function listCandidates(given: string): Promise<Candidate[]> {
  const info = await stat(given).catch(() => null);
  if (info === null) throw new ImportRefusal(`no such file or directory: ${given}`);
  if (!info.isDirectory()) return [{ path: given, name: showInvisible(path.basename(given)), isNamed: true }];
  const candidates: Candidate[] = [];
  for (const file of await listFiles(given)) {
    const at = path.join(given, file);
    if ((await stat(at).catch(() => null))?.isFile() === true)
      candidates.push({ path: at, name: showInvisible(file), isNamed: false });
  }
  return candidates;
}

/** Files in a folder and below it, with "/". Names that begin with a dot are left out. */
export async function listFiles(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .filter((key) => !key.split("/").some((part) => part.startsWith(".")))
    .sort();
}

async function addCandidate(
  found: FoundInputs,
  candidate: Candidate,
  context: { maps: TableMaps; folder: string },
): Promise<void> {
  if (!isZip(await readStart(candidate.path))) {
    await addFile(found, candidate, context.maps);
    return;
  }
  const document = documentFormat(await listZip(candidate));
  if (document !== null) {
    leaveOut(found, candidate, document);
    return;
  }
  const folder = path.join(context.folder, `zip-${found.inputs.length}-${found.skipped.length}`);
  await mkdir(folder);
  for (const entry of await unzip(candidate, folder)) {
    const name = `${candidate.name}/${showInvisible(entry.name)}`;
    const inner = { path: entry.path, name, isNamed: false };
    if (!isZip(await readStart(entry.path))) {
      await addFile(found, inner, context.maps);
      continue;
    }
    const innerDocument = documentFormat(await listZip(inner));
    if (innerDocument === null) throw new ImportRefusal(`${name}: a zip inside a zip: unpack it yourself`);
    leaveOut(found, inner, innerDocument);
  }
}

/** Names a file without race data. One that is meant to be imported is refused: silence about it would lose its rows. */
function leaveOut({ skipped }: FoundInputs, { name, isNamed }: Omit<Candidate, "path">, reason: string): void {
  if (isNamed || kindOfFileName(name) !== null) throw new ImportRefusal(`${name}: ${reason}`);
  skipped.push(`${name}: ${reason}`);
}

async function addFile(found: FoundInputs, { path: file, name, isNamed }: Candidate, maps: TableMaps) {
  const { size } = await stat(file);
  const head = await readContent(file, { name, limit: HEAD_BYTES, isHead: true });
  const content = recognise(head, maps);
  switch (content.kind) {
    case "open-csv":
    case "records":
    case "table":
      found.inputs.push({ path: file, name, bytes: size, content });
      return;
    case "faulty":
      throw new ImportRefusal(`${name}:${content.line}: ${content.reason}`);
    default:
      leaveOut(found, { name, isNamed }, content.kind === "empty" ? "the file is empty" : content.reason);
  }
}
