import { Command } from "commander";
import { BackupDamagedError, createBackupStore } from "#app/adapters/backups/backup-store.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import { RestoreRefusal, restoreBackup } from "#app/services/backups/restore-backup.server.ts";
import { openEmptyState, openRemote, openState, type Place } from "./places.ts";

interface Options {
  list?: boolean;
  day?: string;
  from: string;
  into?: string;
  remote?: boolean;
}

const LISTED = 50;

const program = new Command("npm run restore --")
  .description("Restores a nightly backup of the database into an empty one, and compares every row.")
  .option("--list", "list the complete backups")
  .option("--day <day>", "the backup to restore, YYYY-MM-DD")
  .option(
    "--from <folder>",
    "state folder of the stopped local site that has the backups",
    process.env.STATE_DIR || ".state",
  )
  .option("--into <folder>", "state folder of the site to be: it gets the store of --from, too")
  .option("--remote", "the bucket of STAGE, and the empty, migrated database DATABASE_ID, at Cloudflare");
program.parse();

try {
  process.exitCode = await run(program.opts<Options>());
} catch (error) {
  if (!(error instanceof RestoreRefusal || error instanceof BackupDamagedError)) throw error;
  console.error(`restore: ${error.message}`);
  process.exitCode = 1;
}

async function run({ list, day, from, into, remote }: Options): Promise<number> {
  if (list) {
    await using source = remote ? await openRemote() : await openState(from);
    const days = await createBackupStore(source.store).listDays();
    for (const each of days) if (each.isComplete) console.log(each.day);
    return 0;
  }
  if (day === undefined) throw new RestoreRefusal("name a backup with --day, or list them with --list");
  if (!remote && into === undefined)
    throw new RestoreRefusal("name the folder to restore into with --into, or --remote");
  await using target = remote || into === undefined ? await openRemote() : await openEmptyState({ from, into });
  return await restore(target, day);
}

async function restore({ d1, store }: Place, day: string): Promise<number> {
  const startedAt = Date.now();
  const report = (line: string) => console.error(line);
  const { rows, leftOut, lost, manifest } = await restoreBackup(
    { backups: store, store, db: openDatabase(d1) },
    { day, report },
  );
  const began = new Date(manifest.startedAt * 1000).toISOString();
  for (const each of leftOut.slice(0, LISTED)) console.log(`left out, as it changed during the backup: ${each}`);
  for (const each of lost.slice(0, LISTED)) console.log(`lost: ${each}`);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(
    `${day} (begun ${began}): ${rows} rows in ${manifest.tables.length} tables restored in ${seconds} s, ` +
      `${leftOut.length} left out, ${lost.length} objects lost`,
  );
  return lost.length === 0 ? 0 : 1;
}
