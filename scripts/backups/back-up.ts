import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import type { LastBackup } from "#app/domain/backups/backup-manifest.ts";
import { findAdminToken } from "#scripts/admin-token.ts";
import { callSite, type Site } from "#scripts/import/client.ts";
import { ImportRefusal } from "#scripts/import/refusal.ts";

const WAIT_MS = 1000;
const ATTEMPTS = 3600;

const program = new Command("npm run backup --")
  .description("Makes the day's backup of the database now, without waiting for the night, and waits for it.")
  .option("--url <url>", "the running site", `http://127.0.0.1:${process.env.PORT ?? 8788}`)
  .option("--token <token>", "the admin token (default: ADMIN_TOKEN, or that of .dev.vars)");
program.parse();

try {
  console.log(await run(program.opts<{ url: string; token?: string }>()));
} catch (error) {
  if (!(error instanceof ImportRefusal)) throw error;
  console.error(`backup: ${error.message}`);
  process.exitCode = 1;
}

async function run({ url, token: given }: { url: string; token?: string }): Promise<string> {
  const token = findAdminToken(given);
  if (!token) throw new ImportRefusal("no admin token: pass --token, or set ADMIN_TOKEN");
  if (!URL.canParse(url)) throw new ImportRefusal(`${url} is not a valid URL`);
  const site: Site = { url, token };
  const { day } = (await callSite(site, "POST", "/admin/api/backups")) as { day: string };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { last } = (await callSite(site, "GET", "/admin/api/backups")) as { last: LastBackup | null };
    if (last?.day === day) {
      const gaps = last.missing === 0 ? "" : `; ${last.missing} objects that rows name are not in the store`;
      return `${day}: ${last.rows} rows in ${last.bytes} bytes${gaps}`;
    }
    await sleep(WAIT_MS);
  }
  throw new ImportRefusal("the backup is not over yet; the site goes on without this command");
}
