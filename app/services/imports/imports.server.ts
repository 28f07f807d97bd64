import { importPrefix, readChunk, readLaterIds, removeStaged } from "#app/adapters/imports/staging.server.ts";
import {
  addImportFile,
  claimValidation,
  failImport,
  findImport,
  type ImportRecord,
  type ImportSource,
  insertImport,
  queueImport,
} from "#app/db/racing/imports.server.ts";
import { writeAliases } from "#app/db/racing/race-identities.server.ts";
import { finishImport, listSampleTypesToHide, setSampleHidden } from "#app/db/racing/race-writes.server.ts";
import { applyChunk } from "#app/db/racing/staging/staged-chunk.server.ts";
import { kindOfFileName } from "#app/domain/open-csv/open-csv.ts";
import type { VenueType } from "#app/domain/racing/race.ts";
import { isBundleName } from "#app/domain/record-bundle.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { MAX_REQUEST_BYTES } from "#app/domain/request-limit.ts";
import { enqueueSharedResults } from "#app/services/analyses/sharing.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import { runRecordsImport } from "#app/services/jv-data/bulk/records-import.server.ts";
import type { ImportLimits } from "./import-limits.server.ts";
import { moveBefore } from "./kept-before.server.ts";
import { applyUndo, checkUndo, undoNotices } from "./undo-import.server.ts";
import { validateImport } from "./validate-import.server.ts";

const MAX_FILE_NAME = 200;
const MAX_FILES = 100;

/** About 20 s of CPU. */
const ROWS_PER_MESSAGE = 500_000;
/** In rows: a chunk is passed as text. */
const ROWS_PER_CHUNK = 1_000;
const CHUNKS_BETWEEN_PAUSES = 10;

export async function createImport(deps: Deps, { source }: { source: ImportSource }): Promise<{ importId: number }> {
  return { importId: await insertImport(deps.db, { source, now: deps.now() }) };
}

/** A file of the same name is replaced. */
export async function receiveFile(
  deps: Deps,
  { importId, name, bytes, body }: { importId: number; name: string; bytes: number; body: ReadableStream },
): Promise<
  | { kind: "received" }
  | Refused<
      | "unknown-import"
      | "not-receiving"
      | "unknown-file"
      | "too-many-files"
      | "too-large"
      | "records-of-sample"
      | "mixed-files"
    >
> {
  if (bytes > MAX_REQUEST_BYTES) return refused("too-large");
  const isBundle = isBundleName(name);
  if (name.length > MAX_FILE_NAME || !/^[^\p{Cc}]+$/u.test(name) || (kindOfFileName(name) === null && !isBundle))
    return refused("unknown-file");
  const record = await findImport(deps.db, importId);
  if (record === null) return refused("unknown-import");
  if (record.status !== "receiving") return refused("not-receiving");
  if (record.files.length >= MAX_FILES) return refused("too-many-files");
  if (isBundle && record.source !== "real") return refused("records-of-sample");
  if (record.files.some((file) => isBundleName(file.name) !== isBundle)) return refused("mixed-files");
  const key = `${importPrefix(importId)}files/${deps.newId()}`;
  // The object before its row; replaced objects are deleted with the import.
  const stored = await deps.store.put(key, body);
  if (stored === null) throw new Error("the store did not take the file");
  const file = { name, key, bytes: stored.size };
  return (await addImportFile(deps.db, { importId, file })) ? { kind: "received" } : refused("not-receiving");
}

/** An existing one is woken. */
export async function startImport(
  deps: Deps,
  { importId }: { importId: number },
): Promise<{ kind: "started" } | Refused<"unknown-import" | "no-files" | "already-ended">> {
  if (!(await queueImport(deps.db, importId))) {
    const record = await findImport(deps.db, importId);
    if (record === null) return refused("unknown-import");
    if (record.status === "receiving") return refused("no-files");
    if (record.status !== "queued") return refused("already-ended");
  }
  await enqueueJob(deps, { kind: "ingest-import", subject: String(importId) });
  return { kind: "started" };
}

export function getImportProgress(deps: Deps, { importId }: { importId: number }): Promise<ImportRecord | null> {
  return findImport(deps.db, importId);
}

/** Rebuilds the features if any race is affected. */
export async function changeSampleVisibility(
  deps: Deps,
  { venueType, hidden }: { venueType: VenueType; hidden: boolean },
): Promise<{ races: number }> {
  const races = await setSampleHidden(deps.db, { venueType, hidden });
  if (races > 0) await enqueueJob(deps, { kind: "build-features", subject: "all" });
  return { races };
}

/** Repeatable at every step: staging writes the same chunks, each counts once, the end is one transaction. */
export async function runImport(context: JobContext, limits: ImportLimits): Promise<JobOutcome> {
  const { deps, job, yieldAndRenewLease, isUserWorkWaiting } = context;
  const importId = Number(job.subject);
  let record = await findImport(deps.db, importId);
  if (record === null) return { kind: "failed", reason: `import ${job.subject} is unknown` };
  if (holdsRecords(record)) return runRecordsImport(context, { record, limits });
  let rows = 0;
  if (record.status === "queued" || record.status === "validating") {
    if (!(await claimValidation(deps.db, importId))) return { kind: "again", delaySeconds: 2 };
    if (record.undoes === null) {
      const outcome = await validateImport(deps, { record, yieldAndRenewLease, limits });
      if (outcome.kind === "staged") rows = outcome.rows;
    } else if ((await checkUndo(context, { id: importId, undoes: record.undoes })) === "again")
      return { kind: "again", delaySeconds: 0 };
    record = (await findImport(deps.db, importId)) ?? record;
  }
  if (record.status === "applying") {
    for (let chunk = record.nextChunk; chunk < record.chunkCount; chunk += 1) {
      if (rows >= ROWS_PER_MESSAGE) return { kind: "again", delaySeconds: 0 };
      const applied = chunk - record.nextChunk;
      if (applied > 0 && applied % CHUNKS_BETWEEN_PAUSES === 0 && (await isUserWorkWaiting()))
        return { kind: "again", delaySeconds: 1 };
      await yieldAndRenewLease();
      await applyNext(deps, record, chunk);
      rows += ROWS_PER_CHUNK;
    }
    await yieldAndRenewLease();
    await finish(deps, (await findImport(deps.db, importId)) ?? record);
    record = (await findImport(deps.db, importId)) ?? record;
  }
  // Also after an interruption; both calls are idempotent.
  if (record.status === "done" && record.added + record.changed > 0) {
    await enqueueJob(deps, { kind: "build-features", subject: "all" });
    await enqueueSharedResults(deps, { importId });
  }
  if (record.status === "done" && !(await moveBefore(context, record))) return { kind: "again", delaySeconds: 0 };
  await removeStaged(deps.store, importId);
  return { kind: "done" };
}

async function applyNext(deps: Deps, { id: importId, undoes }: ImportRecord, chunk: number): Promise<void> {
  if (undoes !== null) return applyUndo(deps, { id: importId, undoes }, chunk);
  const staged = await readChunk(deps.store, importId, chunk);
  if (staged === null) throw new Error(`chunk ${chunk} of import ${importId} is not in the store`);
  await applyChunk(deps.db, { importId, chunk, staged });
}

async function finish(deps: Deps, record: ImportRecord): Promise<void> {
  const importId = record.id;
  await writeAliases(deps.db, await readLaterIds(deps.store, importId));
  const hiddenTypes = await listSampleTypesToHide(deps.db, importId);
  const notices = hiddenTypes.map(
    (type) =>
      `the sample races of venue type ${type} are hidden from search and learning from now on ` +
      `(POST /admin/api/sample {"venue_type": ${type}, "hidden": false} shows them again)`,
  );
  await finishImport(deps.db, { importId, notices: [...notices, ...undoNotices(record)], now: deps.now() });
}

const holdsRecords = ({ files }: ImportRecord): boolean => files.some(({ name }) => isBundleName(name));

/** The job has failed for good. */
export async function abandonImport(
  deps: Deps,
  { importId, reason }: { importId: number; reason: string },
): Promise<void> {
  const record = await findImport(deps.db, importId);
  const advice =
    record !== null && holdsRecords(record)
      ? "what was applied by then stays: send the files once more"
      : "races that it had touched stay hidden until an import that holds them succeeds, or it is taken back: send the files once more";
  const error = { file: "-", line: 0, field: "import", reason: `${reason}; ${advice}` };
  await failImport(deps.db, importId, { error, now: deps.now() });
  await removeStaged(deps.store, importId);
}
