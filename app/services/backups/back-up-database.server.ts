import * as z from "zod";
import { type BackupStore, createBackupStore } from "#app/adapters/backups/backup-store.server.ts";
import { keyOf, listNamedObjects, readRows, readTables } from "#app/db/backups/backup-tables.server.ts";
import { expectBackups, readLastBackup, saveLastBackup } from "#app/db/backups/last-backup.server.ts";
import { type BackupPlan, type LastBackup, NAMED_MISSING } from "#app/domain/backups/backup-manifest.ts";
import { keptBackups, NOT_BACKED_UP, orderTables } from "#app/domain/backups/backup-tables.ts";
import { japanDay, japanTime } from "#app/domain/racing/japan-time.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import { removeOldDeletionNotes } from "./deletion-notes.server.ts";

/** In Japan, when few write. */
const COPY_HOUR = "04:";
/** A chunk needs about five times as much memory. */
const CHUNK_BYTES = 1_500_000;
const FIRST_ROWS = 100;
const MOST_ROWS = 5_000;
/** Each takes a read, a write and a checkpoint; a message has 1,000 queries. */
const CHUNKS_PER_MESSAGE = 250;
const OBJECTS_PER_CHUNK = 1_000;
/** Longest wait for users' work. */
const LONGEST_YIELD_SECONDS = 3_600;
const YIELD_SECONDS = 5;

/** Objects that nothing makes again. */
const COPIED_OBJECTS = ["artifacts/", "seals/", "shares/", "unseen/"];

const checkpointSchema = z.object({
  /** Objects come after the last table. */
  place: z.number(),
  chunk: z.number(),
  after: z.array(z.union([z.string(), z.number()])).nullable(),
  rows: z.number(),
  missing: z.array(z.string()),
  storeBytes: z.number().default(0),
});
type Checkpoint = z.infer<typeof checkpointSchema>;

const START: Checkpoint = { place: 0, chunk: 0, after: null, rows: FIRST_ROWS, missing: [], storeBytes: 0 };

/** Hourly, by the machine's clock. */
export async function enqueueDueBackup(deps: Deps): Promise<void> {
  const now = deps.machineNow();
  await expectBackups(deps.db, { now });
  if (japanTime(now).startsWith(COPY_HOUR)) await enqueueBackup(deps);
}

/** Unless it exists. */
export async function enqueueBackup(deps: Deps): Promise<{ day: string }> {
  const day = japanDay(deps.machineNow());
  await enqueueJob(deps, { kind: "back-up-database", subject: day });
  return { day };
}

export async function findLastBackup(deps: Deps): Promise<LastBackup | null> {
  const last = await readLastBackup(deps.db);
  return last?.day === null ? null : last;
}

/** Table by table along primary keys, in bounded memory; resumes from its checkpoint. Guarantees: README. */
export async function backUpDatabase(context: JobContext): Promise<JobOutcome> {
  const { deps, job } = context;
  const store = createBackupStore(deps.store);
  const day = job.subject;
  if ((await store.readManifest(day)) === null) {
    const plan = await beginBackup(deps, store, day);
    if (plan === null) {
      // A migration came in between.
      await store.remove(day);
      await context.saveCheckpoint(null);
      return { kind: "again", delaySeconds: YIELD_SECONDS };
    }
    const outcome = await backUpParts(context, { store, plan });
    if (outcome !== "copied") return outcome;
    const checkpoint = checkpointOf(job.checkpoint);
    await endBackup(deps, { store, plan, ...checkpoint });
  }
  await recordBackup(deps, { store, day });
  await removeOldBackups(deps, store);
  return { kind: "done" };
}

export async function deleteUnfinishedBackup(deps: Deps, day: string): Promise<void> {
  const store = createBackupStore(deps.store);
  if ((await store.readManifest(day)) === null) await store.remove(day);
}

/** @returns null if begun with another schema */
async function beginBackup(deps: Deps, store: BackupStore, day: string): Promise<BackupPlan | null> {
  const all = await readTables(deps.db);
  const schema = await sha256Hex(all.map(({ created }) => created).join(";\n"));
  const tables = all.filter(({ name }) => !(name in NOT_BACKED_UP)).map(({ created: _, ...table }) => table);
  const without = tables.map((table) => ({
    ...table,
    references: table.references.filter(({ table: parent }) => !(parent in NOT_BACKED_UP)),
  }));
  const plan = await store.begin({
    ...{ format: 1, day, startedAt: deps.machineNow(), schema },
    tables: orderTables(without),
  });
  return plan.schema === schema ? plan : null;
}

async function backUpParts(
  context: JobContext,
  { store, plan }: { store: BackupStore; plan: BackupPlan },
): Promise<"copied" | JobOutcome> {
  const { deps, job, yieldAndRenewLease, saveCheckpoint } = context;
  let at = checkpointOf(job.checkpoint);
  const mayYield = deps.machineNow() < plan.startedAt + LONGEST_YIELD_SECONDS;
  const objectsPlace = plan.tables.length;
  for (let chunks = 0; at.place <= objectsPlace + 1; chunks += 1) {
    await yieldAndRenewLease();
    if (chunks === CHUNKS_PER_MESSAGE) return { kind: "again", delaySeconds: 0 };
    if (mayYield && (await context.isUserWorkWaiting())) return { kind: "again", delaySeconds: YIELD_SECONDS };
    if (at.place < objectsPlace) at = await backUpRows(deps, store, plan, at);
    else if (at.place === objectsPlace) at = await backUpObjects(deps, store, plan, at);
    else at = await countStore(deps, at);
    await saveCheckpoint(at);
    job.checkpoint = at;
  }
  return "copied";
}

function checkpointOf(checkpoint: unknown): Checkpoint {
  return checkpoint === null || checkpoint === undefined ? START : checkpointSchema.parse(checkpoint);
}

async function backUpRows(deps: Deps, store: BackupStore, plan: BackupPlan, at: Checkpoint): Promise<Checkpoint> {
  const table = plan.tables[at.place];
  if (table === undefined) throw new RangeError(`the plan has no table ${at.place}`);
  const next: Checkpoint = { ...START, place: at.place + 1, missing: at.missing };
  const rows = await readRows(deps.db, table, { after: at.after, limit: at.rows });
  const last = rows.at(-1);
  if (last === undefined) return next;
  const key = store.chunkKey(plan.day, { table: table.name, place: at.place }, at.chunk);
  const { stored, isOurs, textBytes } = await store.putChunk(key, { rows, last: keyOf(table, last) });
  if (isOurs && rows.length < at.rows) return next;
  const fitting = Math.round((CHUNK_BYTES / textBytes) * rows.length);
  // Later rows may be larger.
  const most = Math.min(MOST_ROWS, at.rows * 4);
  return { ...at, chunk: at.chunk + 1, after: [...stored.last], rows: Math.max(1, Math.min(most, fitting)) };
}

/** And which named ones are missing. */
async function backUpObjects(deps: Deps, store: BackupStore, plan: BackupPlan, at: Checkpoint): Promise<Checkpoint> {
  const from = String(at.after?.[0] ?? "");
  const prefix = COPIED_OBJECTS.find((each) => from < `${each}\uffff`);
  if (prefix === undefined) return { ...at, place: at.place + 1, after: null };
  const page = await deps.store.list({ prefix, startAfter: from, limit: OBJECTS_PER_CHUNK });
  const keys = page.objects.map(({ key }) => key);
  const to = page.truncated ? (keys.at(-1) ?? "") : `${prefix}\uffff`;
  const lost = await listNamedObjects(deps.db, { from, to, except: keys });
  const missing = [...new Set([...at.missing, ...lost])].slice(0, NAMED_MISSING);
  if (keys.length === 0) return { ...at, after: [to], missing };
  const rows = page.objects.map(({ key, size, etag }) => [key, size, etag]);
  const { stored } = await store.putChunk(store.chunkKey(plan.day, "objects", at.chunk), { rows, last: [to] });
  return { ...at, chunk: at.chunk + 1, after: [...stored.last], missing };
}

/** Including those that are made again. */
async function countStore({ store }: Deps, at: Checkpoint): Promise<Checkpoint> {
  const startAfter = String(at.after?.[0] ?? "");
  const page = await store.list({ limit: OBJECTS_PER_CHUNK, ...(startAfter === "" ? {} : { startAfter }) });
  const storeBytes = page.objects.reduce((sum, { size }) => sum + size, at.storeBytes);
  const last = page.objects.at(-1);
  if (!page.truncated || last === undefined) return { ...at, storeBytes, place: at.place + 1 };
  return { ...at, storeBytes, after: [last.key] };
}

async function endBackup(
  deps: Deps,
  { store, plan, missing, storeBytes }: { store: BackupStore; plan: BackupPlan; missing: string[]; storeBytes: number },
): Promise<void> {
  const chunks = (await store.listRowChunks(plan.day)).map(({ last: _, ...chunk }) => ({
    ...chunk,
    table: plan.tables[Number(/\/rows\/(\d+)-/.exec(chunk.key)?.[1])]?.name ?? "",
  }));
  const objects = (await store.listObjectChunks(plan.day)).map(({ last: _, ...chunk }) => chunk);
  await store.putManifest({ ...plan, finishedAt: deps.machineNow(), chunks, objects, missing, storeBytes });
}

async function recordBackup(deps: Deps, { store, day }: { store: BackupStore; day: string }): Promise<void> {
  const manifest = await store.readManifest(day);
  if (manifest === null) throw new Error(`the backup of ${day} has no manifest`);
  const sum = (of: "rows" | "bytes") => manifest.chunks.reduce((total, chunk) => total + chunk[of], 0);
  await saveLastBackup(deps.db, {
    ...{ day, at: manifest.startedAt, rows: sum("rows"), bytes: sum("bytes"), missing: manifest.missing.length },
    storeBytes: manifest.storeBytes,
  });
}

/** And unfinished ones of earlier days. */
async function removeOldBackups(deps: Deps, store: BackupStore): Promise<void> {
  const today = japanDay(deps.machineNow());
  const days = await store.listDays();
  const kept = keptBackups(
    days.filter(({ isComplete }) => isComplete).map(({ day }) => day),
    today,
  );
  for (const { day } of days) if (day < today && !kept.includes(day)) await store.remove(day);
  await removeOldDeletionNotes(deps, { today });
}
