import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { getPlatformProxy } from "wrangler";
import { RestoreRefusal } from "#app/services/backups/restore-backup.server.ts";
import { configOf, readStage } from "#scripts/deployment/stages.mjs";
import { migrate } from "#scripts/local/site.mjs";
import { isAlive, ROOT } from "#scripts/prepare.mjs";

/** Copied beside the database: the store, the stand-ins' state, and the local sample's. */
const OUTSIDE = [path.join("v3", "r2"), "stripe", "witness", "push", "sample.json", "sample-day"];

const COPIER = "workers/jobs-heavy/wrangler.toml";

export interface Place extends AsyncDisposable {
  d1: D1Database;
  store: R2Bucket;
}

/** Opens a stopped local site: SQLite's files are written by one process at a time. */
export async function openState(folder: string): Promise<Place> {
  const state = requireStopped(folder);
  if (!existsSync(path.join(state, "v3"))) throw new RestoreRefusal(`${folder} is no state folder of a site`);
  return open({ persist: { path: path.join(state, "v3") } });
}

/** Opens a new site: a migrated, empty database, and a copy of another's store. */
export async function openEmptyState({ from, into }: { from: string; into: string }): Promise<Place> {
  const source = requireStopped(from);
  const target = path.resolve(into);
  if (existsSync(path.join(target, "v3", "r2"))) throw new RestoreRefusal(`${into} has a store already`);
  if (!existsSync(path.join(source, "v3", "r2"))) throw new RestoreRefusal(`${from} has no store`);
  mkdirSync(target, { recursive: true });
  const webConfig = writeConfig(target, { isRemote: false });
  try {
    migrate({ stateDir: target, webConfig });
  } finally {
    rmSync(webConfig);
  }
  for (const folder of OUTSIDE) {
    if (existsSync(path.join(source, folder)))
      cpSync(path.join(source, folder), path.join(target, folder), { recursive: true });
  }
  return open({ persist: { path: path.join(target, "v3") } });
}

/** The bucket of the stage and the database DATABASE_ID, by wrangler's own log-in or CLOUDFLARE_API_TOKEN. */
export async function openRemote(): Promise<Place> {
  const { databaseId, problems } = readStage(process.env);
  if (!databaseId) problems.push("Set DATABASE_ID to the id of the empty, migrated database.");
  if (problems.length > 0) throw new RestoreRefusal(problems.join("\n"));
  return open({ isRemote: true });
}

function requireStopped(folder: string): string {
  const state = path.resolve(folder);
  const file = path.join(state, "owner");
  const owner = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  if (owner !== 0 && isAlive(owner)) throw new RestoreRefusal(`${folder} is in use by process ${owner}: stop the site`);
  return state;
}

async function open({ persist, isRemote = false }: { persist?: { path: string }; isRemote?: boolean }): Promise<Place> {
  const configPath = writeConfig(tmpdir(), { isRemote });
  const { env, dispose } = await getPlatformProxy<{ DB: D1Database; STORE: R2Bucket }>({
    configPath,
    ...(persist && { persist }),
    remoteBindings: isRemote,
  }).finally(() => rmSync(configPath));
  return { d1: env.DB, store: env.STORE, [Symbol.asyncDispose]: dispose };
}

/** A configuration with the database and the bucket of the stage only. @returns its path */
function writeConfig(folder: string, { isRemote }: { isRemote: boolean }): string {
  const { stage, databaseId } = readStage(process.env);
  const text = configOf(readFileSync(path.join(ROOT, COPIER), "utf8"), { stage, databaseId });
  const settingOf = (name: string) => new RegExp(`^${name} = "([^"]*)"`, "m").exec(text)?.[1] ?? "";
  const remote = isRemote ? { remote: true } : {};
  const config = {
    name: "restore",
    compatibility_date: settingOf("compatibility_date"),
    d1_databases: [
      {
        binding: "DB",
        database_name: settingOf("database_name"),
        database_id: settingOf("database_id"),
        migrations_dir: path.join(ROOT, "migrations"),
        ...remote,
      },
    ],
    r2_buckets: [{ binding: "STORE", bucket_name: settingOf("bucket_name"), ...remote }],
  };
  const file = path.join(folder, `restore-${process.pid}.json`);
  writeFileSync(file, JSON.stringify(config, null, 2));
  return file;
}
