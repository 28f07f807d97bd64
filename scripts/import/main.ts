import cliProgress from "cli-progress";
import { Option } from "commander";
import { formatImportError, type ImportError } from "#app/domain/open-csv/open-csv.ts";
import { showInvisible } from "#app/domain/text-faults.ts";
import { findSite, runCommand, type SiteOptions, siteCommand } from "#scripts/site-command.ts";
import { callSite, followImport, type ImportProgress, importFiles, type LocalFile, type Site } from "./client.ts";
import { findKnownNames } from "./known-names.ts";
import { NOTHING_KNOWN } from "./maps/identities.ts";
import { parseConstants } from "./maps/map-format.ts";
import { type PreparedImport, prepareImport } from "./prepare-import.ts";
import { formatPreview } from "./preview.ts";
import { ImportRefusal } from "./refusal.ts";

const STEPS: Record<string, string> = {
  sending: "sending  ",
  receiving: "sending  ",
  queued: "waiting  ",
  validating: "checking ",
  applying: "storing  ",
  done: "done     ",
  refused: "refused  ",
  failed: "failed   ",
};

interface Options extends SiteOptions {
  source: "real" | "sample";
  map: string[];
  set: string[];
  preview: boolean;
  undo?: string;
  reason?: string;
}

const collect = (value: string, before: string[]): string[] => [...before, value];

const program = siteCommand(
  "import",
  "Recognises race data by its content, sends it to a running site, and follows the import to its end.",
)
  .argument("[path...]", "directories (with those below), files and zip archives")
  .addOption(new Option("--source <source>", "what the races are").choices(["real", "sample"]).default("real"))
  .option("--map <file>", "a map of your own for tables (scripts/import/README.md); may be repeated", collect, [])
  .option(
    "--set <column=value>",
    "a cell for all rows of tables, such as date=2026-11-22; may be repeated",
    collect,
    [],
  )
  .option("--preview", "print ten rows of tables as they would be stored; nothing is sent", false)
  .option("--undo <import>", "take an import of files back, by its number; nothing else is done")
  .option("--reason <text>", "why, for the log of the operator's actions");
program.parse();

await runCommand("import", () => run(program.args, program.opts<Options>()));

async function run(paths: readonly string[], options: Options): Promise<number> {
  const { undo, reason } = options;
  if (undo !== undefined) return undoImport(findSite(options), { undo, reason });
  if (paths.length === 0) throw new ImportRefusal("name directories, files or archives to import");
  const set = parseConstants(options.set);
  if (options.preview) {
    const prepared = await prepareImport(paths, { mapFiles: options.map, set, findNames: async () => NOTHING_KNOWN });
    console.log(formatPreview(prepared.mapped));
    if (prepared.recordFiles > 0)
      console.error(
        `notice: ${prepared.recordFiles} files with records are left out: the site reads them, no map does`,
      );
    return reportRefused(prepared) ?? 0;
  }
  const site = findSite(options);
  const { source } = options;
  const findNames = findKnownNames(site, source);
  const prepared = await prepareImport(paths, { mapFiles: options.map, set, findNames });
  if (prepared.recordFiles > 0 && source !== "real")
    throw new ImportRefusal("records are real: they cannot be imported with --source sample");
  return reportRefused(prepared) ?? (await sendAll(site, source, prepared));
}

/** Open CSV and tables first: they are all or nothing, and records go before them where both are about a race. */
async function sendAll(site: Site, source: Options["source"], prepared: PreparedImport): Promise<number> {
  // Before anything is sent: a file may be damaged.
  const bundles = await prepared.bundleRecords();
  const results: ImportProgress[] = [];
  for (const files of [prepared.files, bundles]) {
    if (files.length === 0) continue;
    const result = await send(site, source, files);
    printNotices(result, prepared);
    if (result.status !== "done") return reportEnded(result, prepared, results.length > 0);
    results.push(result);
  }
  return reportDone(results, bundles.length > 0);
}

/** Prints what was found wrong before anything was sent. @returns the exit code; null where all is well */
function reportRefused({ errors, notices }: PreparedImport): number | null {
  for (const notice of notices) console.error(`notice: ${showInvisible(notice)}`);
  return errors.count === 0 ? null : printErrors(errors.listed, errors.count);
}

async function send(site: Site, source: Options["source"], files: readonly LocalFile[]): Promise<ImportProgress> {
  const bar = new cliProgress.SingleBar({
    format: "{step} [{bar}] {percentage}%",
    stream: process.stderr,
    noTTYOutput: true,
    notTTYSchedule: 2000,
    hideCursor: true,
  });
  try {
    return await importFiles(site, { source, files }, (step, share) => {
      if (!bar.isActive) bar.start(100, 0, { step: STEPS[step] });
      bar.update(Math.min(100, Math.floor(share * 100)), { step: STEPS[step] });
    });
  } finally {
    bar.stop();
  }
}

function printNotices(result: ImportProgress, { translateNotice }: PreparedImport): void {
  for (const notice of result.notices) console.error(`notice: ${translateNotice(notice)}`);
  if (result.notice_count > result.notices.length)
    console.error(`notice: … and ${result.notice_count - result.notices.length} more`);
}

function reportEnded(result: ImportProgress, { translate }: PreparedImport, isCsvStored: boolean): number {
  if (isCsvStored) console.error("What is no record was imported before, and stays.");
  const errors = result.errors.map(translate);
  if (result.status === "refused") return printErrors(errors, result.error_count);
  for (const error of errors) console.log(formatImportError(error));
  return 1;
}

function reportDone(results: readonly ImportProgress[], hasRecords: boolean): number {
  const total = (count: (result: ImportProgress) => number) => results.reduce((sum, result) => sum + count(result), 0);
  const added = total((result) => result.added);
  const changed = total((result) => result.changed);
  const unchanged = total((result) => result.unchanged);
  if (added + changed > 0) console.error("The races are stored; the features are being built from them now.");
  const refused = total((result) => result.error_count);
  const keptAside = total((result) => result.kept_aside);
  if (hasRecords) {
    for (const { errors, error_count: count } of results) {
      for (const error of errors) console.log(showInvisible(formatImportError(error)));
      if (count > errors.length) console.log(`… and ${count - errors.length} more`);
    }
    const broken = refused - keptAside;
    if (broken > 0) console.log(broken === 1 ? "1 line is no record" : `${broken} lines are no records`);
    console.log(`${keptAside} kept aside`);
  }
  console.log(`${added} added, ${changed} changed, ${unchanged} unchanged, ${total((one) => one.skipped)} skipped`);
  return refused > 0 && added + changed + unchanged === 0 ? 1 : 0;
}

function printErrors(listed: readonly ImportError[], count: number): number {
  for (const error of listed) console.log(showInvisible(formatImportError(error)));
  const first = count > listed.length ? ` (the first ${listed.length} are listed)` : "";
  console.error(`${count} ${count === 1 ? "error" : "errors"}${first}: nothing was applied.`);
  return 1;
}

/** Takes an import back, and follows it to its end. @returns the exit code */
async function undoImport(site: Site, { undo, reason }: { undo: string; reason: string | undefined }): Promise<number> {
  if (!/^\d{1,15}$/.test(undo)) throw new ImportRefusal("--undo takes the number of an import");
  if (reason === undefined) throw new ImportRefusal("--undo needs a --reason, which goes into the log");
  const started = await callSite(site, "POST", `/admin/api/imports/${undo}/undo`, JSON.stringify({ reason }));
  const ended = await followImport(site, (started as { import_id: number }).import_id);
  for (const notice of ended.notices) console.error(`notice: ${notice}`);
  for (const error of ended.errors) console.log(formatImportError(error));
  if (ended.status !== "done") return 1;
  console.log(`${ended.changed} races are as they were before import ${undo}, ${ended.skipped} stay as they are`);
  return 0;
}
