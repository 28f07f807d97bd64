import { setTimeout as sleep } from "node:timers/promises";
import type { LastBackup } from "#app/domain/backups/backup-manifest.ts";
import { callSite } from "#scripts/import/client.ts";
import { ImportRefusal } from "#scripts/import/refusal.ts";
import { findSite, runCommand, type SiteOptions, siteCommand } from "#scripts/site-command.ts";

const WAIT_MS = 1000;
const ATTEMPTS = 3600;

const program = siteCommand(
  "backup",
  "Makes the day's backup of the database now, without waiting for the night, and waits for it.",
);
program.parse();

await runCommand("backup", async () => {
  const site = findSite(program.opts<SiteOptions>());
  const { day } = (await callSite(site, "POST", "/admin/api/backups")) as { day: string };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { last } = (await callSite(site, "GET", "/admin/api/backups")) as { last: LastBackup | null };
    if (last?.day === day) {
      const gaps = last.missing === 0 ? "" : `; ${last.missing} objects that rows name are not in the store`;
      console.log(`${day}: ${last.rows} rows in ${last.bytes} bytes${gaps}`);
      return 0;
    }
    await sleep(WAIT_MS);
  }
  throw new ImportRefusal("the backup is not over yet; the site goes on without this command");
});
