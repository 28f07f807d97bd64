import { Command } from "commander";
import { findAdminToken } from "#scripts/admin-token.ts";
import { ImportRefusal } from "#scripts/import/refusal.ts";
import { type Checked, followChecks } from "./follow-checks.ts";

interface Options {
  url: string;
  token?: string;
  idle?: boolean;
  only?: string[];
}

const LISTED = 50;

const program = new Command("npm run check --")
  .description("Checks that everything a running site promises holds, whatever failed before. Changes nothing.")
  .option("--url <url>", "the running site", `http://127.0.0.1:${process.env.PORT ?? 8788}`)
  .option("--token <token>", "the admin token (default: ADMIN_TOKEN, or that of .dev.vars)")
  .option("--idle", "nobody is at work: count also what the site would still put right by itself")
  .option("--only <checks...>", "names of checks, such as quotas bets");
program.parse();

try {
  const broken = await run(program.opts<Options>());
  if (broken > 0) process.exitCode = 1;
  console.log(broken === 0 ? "everything holds" : `${broken} broken`);
} catch (error) {
  if (!(error instanceof ImportRefusal)) throw error;
  console.error(`check: ${error.message}`);
  process.exitCode = 1;
}

async function run({ url, token: given, idle = false, only = [] }: Options): Promise<number> {
  const token = findAdminToken(given);
  if (!token) throw new ImportRefusal("no admin token: pass --token, or set ADMIN_TOKEN");
  if (!URL.canParse(url)) throw new ImportRefusal(`${url} is not a valid URL`);
  const checked = await followChecks({ url, token }, { isIdle: idle, only, report });
  if (checked.length === 0) throw new ImportRefusal(`the site has no check named ${only.join(", ")}`);
  return checked.reduce((sum, { broken }) => sum + broken.length, 0);
}

function report({ name, invariant, seen, broken }: Checked): void {
  console.error(`${broken.length === 0 ? "ok    " : "BROKEN"} ${invariant} ${name} (${seen} seen)`);
  for (const fault of broken.slice(0, LISTED)) console.log(fault);
  if (broken.length > LISTED) console.log(`… and ${broken.length - LISTED} more`);
}
