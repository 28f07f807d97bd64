import { setTimeout as sleep } from "node:timers/promises";
import { Argument, Command } from "commander";
import { findAdminToken } from "#scripts/admin-token.ts";
import { callSite, type Site } from "#scripts/import/client.ts";
import { ImportRefusal } from "#scripts/import/refusal.ts";

const ATTEMPTS = 600;
const WAIT_MS = 1000;

interface Options {
  url: string;
  token?: string;
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

const program = new Command("npm run rankings --")
  .description("Builds the newest weekly or monthly rankings that are due on a running site, and waits for them.")
  .addArgument(new Argument("<cadence>", "which rankings").choices(["weekly", "monthly"]))
  .option("--at <instant>", "the newest that were due at this ISO instant, such as 2026-11-18T06:00:00+09:00")
  .option("--url <url>", "the running site", `http://127.0.0.1:${process.env.PORT ?? 8788}`)
  .option("--token <token>", "the admin token (default: ADMIN_TOKEN, or that of .dev.vars)");
program.parse();

try {
  console.log(await run(program.args[0] as string, program.opts<Options>()));
} catch (error) {
  if (!(error instanceof ImportRefusal)) throw error;
  console.error(`rankings: ${error.message}`);
  process.exitCode = 1;
}

async function run(cadence: string, { url, token: given, at }: Options): Promise<string> {
  const token = findAdminToken(given);
  if (!token) throw new ImportRefusal("no admin token: pass --token, or set ADMIN_TOKEN");
  if (!URL.canParse(url)) throw new ImportRefusal(`${url} is not a valid URL`);
  const site: Site = { url, token };
  const body = JSON.stringify({ cadence, ...(at === undefined ? {} : { at }) });
  const ordered = (await callSite(site, "POST", "/admin/api/rankings", body)) as Ordered;
  const { period_key: key, from, to } = ordered;
  console.error(`${cadence} ${key} (${from} to ${to}) is being built.`);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const build = await findBuild(site, `/admin/api/rankings/${cadence}/${key}`);
    if (build !== null && build.build_id !== ordered.build_id) {
      return `${cadence} ${key}: ${from} to ${to}, ${build.participants} models`;
    }
    await sleep(WAIT_MS);
  }
  throw new ImportRefusal(
    `${cadence} ${key} is not built yet: users' work has priority, or its results or bets have changed; the site goes on building without this command`,
  );
}

/** Null if the period has never been built. */
async function findBuild(site: Site, pathname: string): Promise<Build | null> {
  try {
    return (await callSite(site, "GET", pathname)) as Build;
  } catch (error) {
    if (error instanceof ImportRefusal && error.status === 404) return null;
    throw error;
  }
}
