import { openUnpacked } from "#app/adapters/imports/unpack.server.ts";
import { type ImportFile, type ImportRecord, writeValidationProgress } from "#app/db/racing/imports.server.ts";
import { type CsvBlock, CsvReader } from "#app/domain/open-csv/csv-reader.ts";
import { FILE_KINDS, type FileKind, kindOfFileName, readHeader } from "#app/domain/open-csv/open-csv.ts";
import { showInvisible } from "#app/domain/text-faults.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { createImportChecks, type ImportChecks, type ImportVerdict } from "./import-checks.server.ts";
import type { ImportLimits } from "./import-limits.server.ts";
import type { TakeRows } from "./import-state.server.ts";

/** Not rows: files may have none, and 200 MB of blank lines blocked the thread until the site counted as dead. */
const PIECE_BYTES = 65_536;
const PIECES_PER_PROGRESS = 24;

type AfterPiece = (bytesRead: number) => Promise<void>;

/** Writes no racing table. Keeps a key and a hash per row in memory. Repeats stage the same chunks. */
export async function validateImport(
  deps: Deps,
  {
    record,
    yieldAndRenewLease,
    limits,
  }: { record: ImportRecord; yieldAndRenewLease: () => Promise<void>; limits: ImportLimits },
): Promise<ImportVerdict> {
  const checks = createImportChecks(deps, record, limits);
  const totalBytes = record.files.reduce((sum, file) => sum + file.bytes, 1);
  let bytesBefore = 0;
  let pieces = 0;
  for (const { file, kind } of inReadingOrder(record.files)) {
    const problem = await readFile(deps, checks, { file, kind, limits }, async (bytesRead) => {
      pieces += 1;
      await yieldAndRenewLease();
      if (pieces % PIECES_PER_PROGRESS === 0)
        await writeValidationProgress(deps.db, record.id, (bytesBefore + bytesRead) / totalBytes);
    });
    if (problem !== null) {
      checks.findings.error({ file: file.name, ...problem });
      checks.abandonFile(kind);
    }
    bytesBefore += file.bytes;
  }
  return checks.end();
}

/** Races, runners, payouts. */
function inReadingOrder(files: readonly ImportFile[]): { file: ImportFile; kind: FileKind }[] {
  return FILE_KINDS.flatMap((kind) =>
    files
      .filter((file) => kindOfFileName(file.name) === kind)
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map((file) => ({ file, kind })),
  );
}

type FileProblem = { line: number; field: string; reason: string };

async function readFile(
  deps: Deps,
  checks: ImportChecks,
  { file, kind, limits }: { file: ImportFile; kind: FileKind; limits: ImportLimits },
  afterPiece: AfterPiece,
): Promise<FileProblem | null> {
  const reader = new CsvReader();
  const unpacked = await openUnpacked(deps.store, file);
  let takeRows: TakeRows | null = null;
  let lastLine = 1;
  const fileProblem = (reason: string): FileProblem => ({ line: lastLine, field: "file", reason });

  async function take(block: CsvBlock): Promise<FileProblem | null> {
    if (takeRows === null && block.rows.length > 0) {
      const opened = await openFile(checks, { file, kind }, block);
      if (typeof opened !== "function") return opened;
      takeRows = opened;
    }
    if (takeRows !== null && block.rows.length > 0) await takeRows(block);
    lastLine = block.lines.at(-1) ?? lastLine;
    if (block.problem !== null) return { ...block.problem, field: "row" };
    if (checks.rowCount(kind) <= limits.rows[kind]) return null;
    return fileProblem(`more than ${limits.rows[kind]} rows of ${kind} in one import: send it in parts`);
  }

  let unpackedBytes = 0;
  let sincePause = 0;
  async function validatePart(bytes: Uint8Array): Promise<FileProblem | null> {
    for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
      const piece = bytes.subarray(start, start + PIECE_BYTES);
      unpackedBytes += piece.length;
      if (unpackedBytes > limits.unpackedBytes)
        return fileProblem(`the file is larger than ${limits.unpackedBytes} bytes when unpacked: send it in parts`);
      const problem = await take(reader.push(piece));
      if (problem !== null) return problem;
      sincePause += piece.length;
      if (sincePause < PIECE_BYTES) continue;
      sincePause = 0;
      await afterPiece(unpacked.bytesRead());
    }
    return null;
  }

  try {
    for (;;) {
      const part = await unpacked.read();
      if (part.kind === "damaged") return fileProblem("the gzip data is damaged or cut short");
      const problem = await (part.kind === "end" ? take(reader.end()) : validatePart(part.bytes));
      if (problem !== null) return problem;
      if (part.kind === "end") return takeRows === null ? fileProblem("the file is empty") : null;
    }
  } finally {
    await unpacked.close();
  }
}

/** The last problem ends the file. */
async function openFile(
  checks: ImportChecks,
  { file, kind }: { file: ImportFile; kind: FileKind },
  block: CsvBlock,
): Promise<TakeRows | FileProblem> {
  const cells = block.rows.shift() as string[];
  const line = block.lines.shift() as number;
  const { columns, unknown, problems } = readHeader(kind, cells);
  for (const name of unknown)
    checks.findings.notice(`${file.name}: column ${showInvisible(name)} is unknown and was ignored`);
  const last = problems.pop();
  for (const { field, reason } of problems) checks.findings.error({ file: file.name, line, field, reason });
  if (last !== undefined) return { line, ...last };
  return checks.openFile({ kind, name: file.name, width: cells.length, columns });
}
