import cliProgress from "cli-progress";
import { Command, Option } from "commander";
import { formatImportError, type ImportError } from "#app/domain/open-csv/open-csv.ts";
import { showInvisible } from "#app/domain/racing/text-faults.ts";
import { findAdminToken } from "#scripts/admin-token.ts";
import { type ImportProgress, importFiles, type Site } from "./client.ts";
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

interface Options {
  url: string;
  token?: string;
  source: "real" | "sample";
  map: string[];
  set: string[];
  preview: boolean;
}

const collect = (value: string, before: string[]): string[] => [...before, value];

const program = new Command("npm run import --")
  .description("Recognises race data by its content, sends it to a running site, and follows the import to its end.")
  .argument("<path...>", "directories (with those below), files and zip archives")
  .option("--url <url>", "the running site", `http://127.0.0.1:${process.env.PORT ?? 8788}`)
  .option("--token <token>", "the admin token (default: ADMIN_TOKEN, or that of .dev.vars)")
  .addOption(new Option("--source <source>", "what the races are").choices(["real", "sample"]).default("real"))
  .option("--map <file>", "a map of your own for tables (scripts/import/README.md); may be repeated", collect, [])
  .option(
    "--set <column=value>",
    "a cell for all rows of tables, such as date=2026-11-22; may be repeated",
    collect,
    [],
  )
  .option("--preview", "print ten rows of tables as they would be stored; nothing is sent", false);
program.parse();

try {
  process.exitCode = await run(program.args, program.opts<Options>());
} catch (error) {
  if (!(error instanceof ImportRefusal)) throw error;
  console.error(`import: ${error.message}`);
  process.exitCode = 1;
}

/** @returns the exit code */
async function run(paths: readonly string[], options: Options): Promise<number> {
  const set = parseConstants(options.set);
  if (options.preview) {
    const prepared = await prepareImport(paths, { mapFiles: options.map, set, findNames: async () => NOTHING_KNOWN });
    console.log(formatPreview(prepared.mapped));
    return reportRefused(prepared) ?? 0;
  }
  const token = findAdminToken(options.token);
  if (!token) throw new ImportRefusal("no admin token: pass --token, or set ADMIN_TOKEN");
  if (!URL.canParse(options.url)) throw new ImportRefusal(`${options.url} is not a valid URL`);
  const site = { url: options.url, token };
  const { source } = options;
  const findNames = findKnownNames(site, source);
  const prepared = await prepareImport(paths, { mapFiles: options.map, set, findNames });
  return reportRefused(prepared) ?? report(await send(site, source, prepared), prepared);
}

/** Prints what was found wrong before anything was sent. @returns the exit code; null where all is well */
function reportRefused({ errors, notices }: PreparedImport): number | null {
  for (const notice of notices) console.error(`notice: ${showInvisible(notice)}`);
  return errors.count === 0 ? null : printErrors(errors.listed, errors.count);
}

async function send(site: Site, source: Options["source"], { files }: PreparedImport): Promise<ImportProgress> {
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

function report(result: ImportProgress, { translate, translateNotice }: PreparedImport): number {
  for (const notice of result.notices) console.error(`notice: ${translateNotice(notice)}`);
  if (result.notice_count > result.notices.length)
    console.error(`notice: … and ${result.notice_count - result.notices.length} more`);
  if (result.status === "done") {
    if (result.added + result.changed > 0)
      console.error("The races are stored; the features are being built from them now.");
    console.log(
      `${result.added} added, ${result.changed} changed, ${result.unchanged} unchanged, ${result.skipped} skipped`,
    );
    return 0;
  }
  const errors = result.errors.map(translate);
  if (result.status === "refused") return printErrors(errors, result.error_count);
  for (const error of errors) console.log(formatImportError(error));
  return 1;
}

function printErrors(listed: readonly ImportError[], count: number): number {
  for (const error of listed) console.log(showInvisible(formatImportError(error)));
  const first = count > listed.length ? ` (the first ${listed.length} are listed)` : "";
  console.error(`${count} ${count === 1 ? "error" : "errors"}${first}: nothing was applied.`);
  return 1;
}
