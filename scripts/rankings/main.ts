import { setTimeout as sleep } from "node:timers/promises";
import { Argument } from "commander";
import { callSite, type Site } from "#scripts/import/client.ts";
import { ImportRefusal } from "#scripts/import/refusal.ts";
import { findSite, runCommand, type SiteOptions, siteCommand } from "#scripts/site-command.ts";

const ATTEMPTS = 600;
const WAIT_MS = 1000;

interface Options extends SiteOptions {
  at?: string;
}

interface Ordered {
  cadence: string;
  period_key: string;
  from: string;
  to: string;
  build_id: string | null;
}

interface Build {
  build_id: string;
  participants: number;
}

const program = siteCommand(
  "rankings",
  "Builds the newest weekly or monthly rankings that are due on a running site, and waits for them.",
)
  .addArgument(new Argument("<cadence>", "which rankings").choices(["weekly", "monthly"]))
  .option("--at <instant>", "the newest that were due at this ISO instant, such as 2026-11-18T06:00:00+09:00");
program.parse();

await runCommand("rankings", async () => {
  const [cadence] = program.args;
  const { at, ...given } = program.opts<Options>();
  const site = findSite(given);
  const body = JSON.stringify({ cadence, ...(at === undefined ? {} : { at }) });
  const ordered = (await callSite(site, "POST", "/admin/api/rankings", body)) as Ordered;
  const { period_key: key, from, to } = ordered;
  console.error(`${cadence} ${key} (${from} to ${to}) is being built.`);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const build = await findBuild(site, `/admin/api/rankings/${cadence}/${key}`);
    if (build !== null && build.build_id !== ordered.build_id) {
      console.log(`${cadence} ${key}: ${from} to ${to}, ${build.participants} models`);
      return 0;
    }
    await sleep(WAIT_MS);
  }
  throw new ImportRefusal(
    `${cadence} ${key} is not built yet: users' work has priority, or its results or bets have changed; the site goes on building without this command`,
  );
});

/** Null if the period has never been built. */
async function findBuild(site: Site, pathname: string): Promise<Build | null> {
  try {
    return (await callSite(site, "GET", pathname)) as Build;
  } catch (error) {
    if (error instanceof ImportRefusal && error.status === 404) return null;
    throw error;
  }
}
