import { ImportRefusal } from "#scripts/import/refusal.ts";
import { findSite, runCommand, type SiteOptions, siteCommand } from "#scripts/site-command.ts";
import { startFeed } from "./feed.ts";

const program = siteCommand(
  "feed",
  "Watches a folder and sends the JV-Data and NV-Data records that are new in it to a running site.",
)
  .argument("<dir>", "the folder, with those below")
  .option("--once", "send everything and end", false);
program.parse();

await runCommand("feed", async () => {
  const [dir = "."] = program.args;
  const { once, ...given } = program.opts<SiteOptions & { once: boolean }>();
  const site = findSite(given);
  const feed = startFeed({ dir, site, once, log: (line) => console.log(`${clockTime()} ${line}`) });
  if (!once) console.error(`Watching ${dir} for ${site.url}. Ctrl-C ends it.`);
  // In a terminal Ctrl-C comes twice, from npm's process and from the terminal.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void feed.stop());
  const { unsent, fault } = await feed.ended;
  if (fault !== null) throw new ImportRefusal(fault);
  for (const name of unsent) console.error(`feed: ${name}: not sent, or not all of it`);
  return unsent.length > 0 ? 1 : 0;
});

function clockTime(): string {
  return new Date().toTimeString().slice(0, 8);
}
