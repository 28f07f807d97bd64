import { and, eq, gt, inArray, lt, ne, not, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { asSubject, existsIn, isAmong } from "#app/db/fragments.server.ts";
import { isOpenJob } from "#app/db/jobs/new-jobs.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { imports } from "#app/db/schema/racing.server.ts";
import type { FindingList, ImportError } from "#app/domain/open-csv/open-csv.ts";

export type ImportSource = "sample" | "real";

/** The operator's name and the key in the store. */
export interface ImportFile {
  name: string;
  key: string;
  bytes: number;
}

export type ImportRecord = NonNullable<Awaited<ReturnType<typeof findImport>>>;

export async function insertImport(
  db: Database,
  { source, chunkCount = 0, now }: { source: ImportSource; chunkCount?: number; now: number },
): Promise<number> {
  const [row] = await db
    .insert(imports)
    .values({ source, status: "receiving", chunkCount, createdAt: now })
    .returning({ id: imports.id });
  if (row === undefined) throw new Error("the import was not stored");
  return row.id;
}

export async function findImport(db: Database, importId: number) {
  const [row] = await db.select().from(imports).where(eq(imports.id, importId));
  if (row === undefined) return null;
  return {
    ...row,
    files: JSON.parse(row.files) as ImportFile[],
    errors: JSON.parse(row.errors) as ImportError[],
    notices: JSON.parse(row.notices) as string[],
  };
}

/** Replaces one of the same name. False: no more files. */
export async function addImportFile(
  db: Database,
  { importId, file }: { importId: number; file: ImportFile },
): Promise<boolean> {
  const others = sql`(select coalesce(json_group_array(json(value)), '[]') from json_each(${imports.files})
    where value ->> 'name' <> ${file.name})`;
  const { meta } = await db
    .update(imports)
    .set({ files: sql`json_insert(${others}, '$[#]', json(${JSON.stringify(file)}))` })
    .where(and(eq(imports.id, importId), eq(imports.status, "receiving")));
  return meta.changes === 1;
}

/** False: no file, or already started. */
export async function queueImport(db: Database, importId: number): Promise<boolean> {
  const { meta } = await db
    .update(imports)
    .set({ status: "queued" })
    .where(
      and(
        eq(imports.id, importId),
        eq(imports.status, "receiving"),
        gt(sql<number>`json_array_length(${imports.files})`, 0),
      ),
    );
  return meta.changes === 1;
}

/** Idempotent. False: another import is in progress, or this one is over. */
export async function claimValidation(db: Database, importId: number): Promise<boolean> {
  const other = alias(imports, "other");
  const { meta } = await db
    .update(imports)
    .set({ status: "validating", progress: 0 })
    .where(
      and(
        eq(imports.id, importId),
        inArray(imports.status, ["queued", "validating"]),
        notExists(
          db
            .select({ id: other.id })
            .from(other)
            .where(and(ne(other.id, importId), inArray(other.status, ["validating", "applying"]))),
        ),
      ),
    );
  return meta.changes === 1;
}

/** @param progress 0 to 1 */
export async function writeValidationProgress(db: Database, importId: number, progress: number): Promise<void> {
  await db
    .update(imports)
    .set({ progress })
    .where(and(eq(imports.id, importId), eq(imports.status, "validating")));
}

/** From here on chunks are applied. Repeated rows count as unchanged. */
export async function finishValidation(
  db: Database,
  importId: number,
  {
    errors,
    ...staged
  }: {
    chunkCount: number;
    unchanged: number;
    skipped: number;
    /** Imports of records only. */
    keptAside?: number;
    /** Imports of files: IN_DATABASE. */
    beforeParts?: number;
  } & FindingList,
): Promise<void> {
  const listed = { notices: JSON.stringify(staged.notices), errors: JSON.stringify(errors) };
  await db
    .update(imports)
    .set({ ...staged, ...listed, status: "applying", progress: 0, nextChunk: 0 })
    .where(and(eq(imports.id, importId), eq(imports.status, "validating")));
}

const OPEN_STATUSES = ["receiving", "queued", "validating", "applying"] as const;
const MAX_LISTED = 100;

/** Once: repeating a step is safe. */
export async function passStep(
  db: Database,
  importId: number,
  {
    step,
    errors,
    errorCount,
    notices,
    ...counts
  }: {
    step: number;
    added: number;
    changed: number;
    unchanged: number;
    skipped: number;
    keptAside: number;
    errors: ImportError[];
    errorCount: number;
    notices: string[];
  },
): Promise<void> {
  const { added, changed, unchanged, skipped, keptAside } = imports;
  const listed = (column: typeof imports.errors | typeof imports.notices, more: readonly unknown[], value: SQL) =>
    sql`(select json_group_array(${value}) from (select value from json_each(${column})
      union all select value from json_each(${JSON.stringify(more)}) limit ${MAX_LISTED}))`;
  await db
    .update(imports)
    .set({
      nextChunk: step + 1,
      progress: sql`(${step} + 1.0) / ${imports.chunkCount}`,
      added: sql`${added} + ${counts.added}`,
      changed: sql`${changed} + ${counts.changed}`,
      unchanged: sql`${unchanged} + ${counts.unchanged}`,
      skipped: sql`${skipped} + ${counts.skipped}`,
      keptAside: sql`${keptAside} + ${counts.keptAside}`,
      errors: listed(imports.errors, errors.slice(0, MAX_LISTED), sql`json(value)`),
      errorCount: sql`${imports.errorCount} + ${errorCount}`,
      notices: listed(imports.notices, notices.slice(0, MAX_LISTED), sql`value`),
      noticeCount: sql`${imports.noticeCount} + ${notices.length}`,
    })
    .where(and(eq(imports.id, importId), eq(imports.status, "applying"), eq(imports.nextChunk, step)));
}

export async function refuseImport(
  db: Database,
  importId: number,
  { now, errors, errorCount, notices, noticeCount }: FindingList & { now: number },
): Promise<void> {
  await db
    .update(imports)
    .set({
      status: "refused",
      errors: JSON.stringify(errors),
      errorCount,
      notices: JSON.stringify(notices),
      noticeCount,
      finishedAt: now,
    })
    .where(and(eq(imports.id, importId), eq(imports.status, "validating")));
}

/** Keeps one that ended otherwise. */
export async function failImport(
  db: Database,
  importId: number,
  { error, now }: { error: ImportError; now: number },
): Promise<void> {
  await db
    .update(imports)
    .set({ status: "failed", errors: JSON.stringify([error]), errorCount: 1, finishedAt: now })
    .where(and(eq(imports.id, importId), inArray(imports.status, OPEN_STATUSES)));
}

/** Their upload was never completed. @returns their ids */
export async function failAbandonedImports(
  db: Database,
  { before, error, now }: { before: number; error: ImportError; now: number },
): Promise<number[]> {
  const rows = await db
    .update(imports)
    .set({ status: "failed", errors: JSON.stringify([error]), errorCount: 1, finishedAt: now })
    .where(and(eq(imports.status, "receiving"), lt(imports.createdAt, before)))
    .returning({ id: imports.id });
  return rows.map(({ id }) => id);
}

/** The process died before it created the job. @param kind of their jobs */
export async function listUnservedImports(db: Database, { kind }: { kind: string }): Promise<number[]> {
  const rows = await db
    .select({ id: imports.id })
    .from(imports)
    .where(
      and(
        inArray(imports.status, ["queued", "validating", "applying"]),
        not(existsIn(jobs, and(eq(jobs.kind, kind), eq(jobs.subject, asSubject(imports.id)), isOpenJob))),
      ),
    )
    .limit(10);
  return rows.map(({ id }) => id);
}

export async function listOpenImports(db: Database, importIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ id: imports.id })
    .from(imports)
    .where(and(isAmong(imports.id, importIds), inArray(imports.status, OPEN_STATUSES)));
  return rows.map(({ id }) => id);
}
