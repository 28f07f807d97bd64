import { ImportRefusal } from "#scripts/import/refusal.ts";
import { findSite, runCommand, type SiteOptions, siteCommand } from "#scripts/site-command.ts";
import { type Checked, followChecks } from "./follow-checks.ts";

interface Options extends SiteOptions {
  idle?: boolean;
  only?: string[];
}

const LISTED = 50;

const program = siteCommand(
  "check",
  "Checks that everything a running site promises holds, whatever failed before. Changes nothing.",
)
  .option("--idle", "nobody is at work: count also what the site would still put right by itself")
  .option("--only <checks...>", "names of checks, such as quotas bets");
program.parse();

await runCommand("check", async () => {
  const { idle: isIdle = false, only = [], ...site } = program.opts<Options>();
  const checked = await followChecks(findSite(site), { isIdle, only, report });
  if (checked.length === 0) throw new ImportRefusal(`the site has no check named ${only.join(", ")}`);
  const broken = checked.reduce((sum, { broken: own }) => sum + own.length, 0);
  console.log(broken === 0 ? "everything holds" : `${broken} broken`);
  return broken > 0 ? 1 : 0;
});

function report({ name, seen, broken }: Checked): void {
  console.error(`${broken.length === 0 ? "ok    " : "BROKEN"} ${name} (${seen} seen)`);
  for (const fault of broken.slice(0, LISTED)) console.log(fault);
  if (broken.length > LISTED) console.log(`… and ${broken.length - LISTED} more`);
}
