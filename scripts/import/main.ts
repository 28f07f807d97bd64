import cliProgress from "cli-progress";
import { Command, Option } from "commander";
import { formatImportError } from "#app/domain/open-csv/open-csv.ts";
import { findAdminToken } from "#scripts/admin-token.ts";
import { findFiles, type ImportProgress, ImportRefusal, importFiles } from "./client.ts";

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
}

const program = new Command("npm run import --")
  .description("Sends race data in the open CSV format to a running site, and waits for the end of the import.")
  .argument("<path...>", "directories or files: races.csv, runners.csv, payouts.csv, or the same with .gz")
  .option("--url <url>", "the running site", `http://127.0.0.1:${process.env.PORT ?? 8788}`)
  .option("--token <token>", "the admin token (default: ADMIN_TOKEN, or that of .dev.vars)")
  .addOption(new Option("--source <source>", "what the races are").choices(["real", "sample"]).default("real"));
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
  const token = findAdminToken(options.token);
  if (!token) throw new ImportRefusal("no admin token: pass --token, or set ADMIN_TOKEN");
  if (!URL.canParse(options.url)) throw new ImportRefusal(`${options.url} is not a valid URL`);
  const files = await findFiles(paths);
  const bar = new cliProgress.SingleBar({
    format: "{step} [{bar}] {percentage}%",
    stream: process.stderr,
    noTTYOutput: true,
    notTTYSchedule: 2000,
    hideCursor: true,
  });
  let result: ImportProgress;
  try {
    result = await importFiles({ url: options.url, token }, { source: options.source, files }, (step, share) => {
      if (!bar.isActive) bar.start(100, 0, { step: STEPS[step] });
      bar.update(Math.min(100, Math.floor(share * 100)), { step: STEPS[step] });
    });
  } finally {
    bar.stop();
  }
  return report(result);
}

function report(result: ImportProgress): number {
  for (const notice of result.notices) console.error(`notice: ${notice}`);
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
  for (const error of result.errors) console.log(formatImportError(error));
  if (result.status === "refused") {
    const listed = result.error_count > result.errors.length ? ` (the first ${result.errors.length} are listed)` : "";
    console.error(
      `${result.error_count} ${result.error_count === 1 ? "error" : "errors"}${listed}: nothing was applied.`,
    );
  }
  return 1;
}
