import { artifactKeyOf, UNSEEN_PREFIX } from "#app/adapters/artifact-store.server.ts";
import { type BackupRow, type BackupStore, createBackupStore } from "#app/adapters/backups/backup-store.server.ts";
import { hasRow, insertRows, keyOf, raiseLastId, readRows, readTables } from "#app/db/backups/backup-tables.server.ts";
import { recordRestored } from "#app/db/backups/last-backup.server.ts";
import { listNamedByLiving } from "#app/db/backups/restored-rows.server.ts";
import type { Database } from "#app/db/database.server.ts";
import type { BackupChunk, BackupManifest, BackupTable } from "#app/domain/backups/backup-manifest.ts";
import { listDeletions } from "./deletion-notes.server.ts";

/** D1 takes values of 2 MB. */
const INSERTED_BYTES = 1_000_000;
/** Later ids exist in the store, at Stripe and in addresses, and must not mean something else. */
const ID_GAP = 100_000;

/** Nothing was written. */
export class RestoreRefusal extends Error {
  override name = "RestoreRefusal";
}

export interface Restored {
  manifest: BackupManifest;
  rows: number;
  /** Table and key of rows that do not fit the others. */
  leftOut: string[];
  lost: string[];
}

interface Places {
  backups: R2Bucket;
  /** The restored site's store. */
  store: R2Bucket;
  /** Migrated and empty. */
  db: Database;
}

/**
 * Checks every chunk before the first write, inserts parents first, and compares all rows at the end.
 * @throws RestoreRefusal, BackupDamagedError: nothing was written
 */
export async function restoreBackup(
  places: Places,
  { day, report = () => undefined }: { day: string; report?: (line: string) => void },
): Promise<Restored> {
  const { db } = places;
  const backups = createBackupStore(places.backups);
  const manifest = await backups.readManifest(day);
  if (manifest === null) throw new RestoreRefusal(`there is no complete backup of ${day}`);
  await requireEmpty(db, manifest);
  report(`checking ${manifest.chunks.length} chunks of ${manifest.tables.length} tables`);
  for (const chunk of [...manifest.chunks, ...manifest.objects]) await backups.readRows(chunk);
  for (const table of manifest.tables.toReversed()) {
    for (const chunk of chunksOf(manifest, table)) {
      for (const rows of cut(await backups.readRows(chunk))) await insertRows(db, table, rows);
    }
    if (table.lastId !== null) await raiseLastId(db, { table: table.name, lastId: table.lastId + ID_GAP });
    report(`${table.name}: restored`);
  }
  const compared = { rows: 0, leftOut: [] as string[] };
  for (const table of manifest.tables) {
    const { rows, leftOut } = await compareTable(db, backups, { manifest, table });
    compared.rows += rows;
    compared.leftOut.push(...leftOut);
  }
  report(`${compared.rows} rows stand as in the backup`);
  await recordRestored(db, { startedAt: manifest.startedAt });
  return { manifest, ...compared, lost: await findLost(places, backups, manifest) };
}

/** And of this release. */
async function requireEmpty(db: Database, manifest: BackupManifest): Promise<void> {
  const present = await readTables(db);
  for (const { name, columns } of manifest.tables) {
    const table = present.find((each) => each.name === name);
    if (table === undefined) throw new RestoreRefusal(`the database has no table ${name}: run the migrations`);
    const lacking = columns.find((column) => !table.columns.some((each) => each.name === column.name));
    if (lacking !== undefined)
      throw new RestoreRefusal(`the database has no column ${name}.${lacking.name}: run the migrations`);
  }
  for (const { name } of present) {
    if (await hasRow(db, name))
      throw new RestoreRefusal(`the table ${name} has rows: a backup is restored into an empty database`);
  }
}

function chunksOf({ chunks }: BackupManifest, { name }: BackupTable): BackupChunk[] {
  return chunks.filter(({ table }) => table === name).sort((a, b) => (a.key < b.key ? -1 : 1));
}

function cut(rows: readonly BackupRow[]): BackupRow[][] {
  const parts: BackupRow[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const size = new TextEncoder().encode(JSON.stringify(row)).length;
    if (bytes + size > INSERTED_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(row);
    bytes += size;
  }
  return parts;
}

/** @throws if a row differs from the backup's */
async function compareTable(
  db: Database,
  backups: BackupStore,
  { manifest, table }: { manifest: BackupManifest; table: BackupTable },
): Promise<{ rows: number; leftOut: string[] }> {
  const compared = { rows: 0, leftOut: [] as string[] };
  let after: (string | number)[] | null = null;
  for (const chunk of chunksOf(manifest, table)) {
    const copied = await backups.readRows(chunk);
    const last = copied.at(-1);
    if (last === undefined) continue;
    const upTo = keyOf(table, last);
    const standing = await readRows(db, table, { after, upTo, limit: copied.length + 1 });
    const byKey = new Map(standing.map((row) => [JSON.stringify(keyOf(table, row)), JSON.stringify(row)]));
    for (const row of copied) {
      const key = JSON.stringify(keyOf(table, row));
      const stands = byKey.get(key);
      if (stands === undefined) compared.leftOut.push(`${table.name} ${key}`);
      else if (stands !== JSON.stringify(row)) throw new Error(`${table.name} ${key} does not stand as in the backup`);
      else compared.rows += 1;
      byKey.delete(key);
    }
    const [other] = byKey.keys();
    if (other !== undefined) throw new Error(`${table.name} ${other} is not in the backup`);
    after = upTo;
  }
  return compared;
}

/** Without objects of accounts deleted since. */
async function findLost({ db, store }: Places, backups: BackupStore, manifest: BackupManifest): Promise<string[]> {
  const lost: string[] = [];
  for (const chunk of manifest.objects) {
    const copied = await backups.readRows(chunk);
    const present = await listSizes(
      store,
      copied.map(([key]) => String(key)),
    );
    for (const [key, size] of copied) {
      const found = present.get(String(key));
      // Shared pages change; all others are named by their content.
      if (found !== size && !(found !== undefined && String(key).startsWith("shares/"))) lost.push(String(key));
    }
  }
  const deleted = await listDeletions({ store }, { since: manifest.startedAt });
  const artifactOf = (key: string) => (key.startsWith(UNSEEN_PREFIX) ? artifactKeyOf(key) : key);
  const named = await listNamedByLiving(db, {
    artifacts: [...new Set(lost.map(artifactOf).filter((key) => key.startsWith("artifacts/")))],
    deleted: deleted.map(({ userId }) => userId),
  });
  return lost.filter((key) => !artifactOf(key).startsWith("artifacts/") || named.includes(artifactOf(key)));
}

async function listSizes(store: R2Bucket, keys: readonly string[]): Promise<Map<string, number>> {
  const [first = "", last = ""] = [keys[0], keys.at(-1)];
  const sizes = new Map<string, number>();
  const head = await store.head(first);
  if (head !== null) sizes.set(first, head.size);
  for (let startAfter = first; startAfter < last; ) {
    const page = await store.list({ startAfter, prefix: first.slice(0, first.indexOf("/") + 1) });
    for (const { key, size } of page.objects) sizes.set(key, size);
    startAfter = page.truncated ? (page.objects.at(-1)?.key ?? last) : last;
  }
  return sizes;
}
