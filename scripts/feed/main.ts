import { Command } from "commander";
import { findAdminToken } from "#scripts/admin-token.ts";
import { startFeed } from "./feed.ts";

const program = new Command("npm run feed --")
  .description("Watches a folder and sends the JV-Data and NV-Data records that are new in it to a running site.")
  .argument("<dir>", "the folder, with those below")
  .option("--url <url>", "the running site", `http://127.0.0.1:${process.env.PORT ?? 8788}`)
  .option("--token <token>", "the admin token (default: ADMIN_TOKEN, or that of .dev.vars)")
  .option("--once", "send everything and end", false);
program.parse();
const options = program.opts<{ url: string; token?: string; once: boolean }>();
process.exitCode = await run(program.args[0] ?? ".", options);

async function run(dir: string, { url, once, ...given }: typeof options): Promise<number> {
  const token = findAdminToken(given.token);
  if (!token) return fail("no admin token: pass --token, or set ADMIN_TOKEN");
  if (!URL.canParse(url)) return fail(`${url} is not a valid URL`);
  const feed = startFeed({ dir, site: { url, token }, once, log: (line) => console.log(`${clockTime()} ${line}`) });
  if (!once) console.error(`Watching ${dir} for ${url}. Ctrl-C ends it.`);
  // In a terminal Ctrl-C comes twice, from npm's process and from the terminal.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void feed.stop());
  const { unsent, fault } = await feed.ended;
  if (fault !== null) return fail(fault);
  for (const name of unsent) console.error(`feed: ${name}: not sent, or not all of it`);
  return unsent.length > 0 ? 1 : 0;
}

function fail(reason: string): number {
  console.error(`feed: ${reason}`);
  return 1;
}

function clockTime(): string {
  return new Date().toTimeString().slice(0, 8);
}
