import {
  and,
  eq,
  exists,
  getTableColumns,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
  sql,
  type WithSubquery,
} from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { excluded } from "#app/db/fragments.server.ts";
import { keepNew, keepRaces } from "#app/db/racing/undo/kept-races.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { imports, payouts, races, runners } from "#app/db/schema/racing.server.ts";
import { RACE_INPUT_FIELDS, RUNNER_INPUT_FIELDS, WEIGHT_INPUT_FIELDS } from "#app/domain/features/race-inputs.ts";
import { isStarter, RUNNER_STATUSES } from "#app/domain/racing/race.ts";
import { PAYOUT_FIELDS, RACE_FIELDS, RUNNER_FIELDS } from "#app/domain/racing/records.ts";
import type { ChunkKind, StagedChunk } from "#app/domain/racing/staged-chunk.ts";
import { runnerValue, stagedFields, stagedHash } from "./staged-values.server.ts";

/**
 * Writes of races, runners and payouts by an import. Each staged chunk is one batch (a transaction) that counts what
 * it adds and changes, advances `imports.next_chunk`, marks the races it touches as pending, and writes only the rows
 * that differ. The count is guarded by `next_chunk = N` and the writes by the import being just behind N, so a chunk
 * that is run again (its answer was lost) counts once, and one run long after its time does nothing.
 */

/** The three chunks of a write that is not split. */
export type StagedRows = Record<ChunkKind, Omit<StagedChunk, "kind">>;

/** In place of the content hash of a race that is deleted: it is hidden, and shown when it is given again. */
export const DELETED_HASH = "deleted";

/** Starts the content hash of a race whose file named no status: it is derived from its runners when an import ends. */
export const DERIVED_STATUS_MARK = "~";

/** A staged chunk and its place in an import. */
interface Step {
  importId: number;
  chunk: number;
  /** As in {@link StagedChunk}: small. */
  keys: string;
  /** Half a megabyte: bound once in a statement, and only where it is read. */
  rows: string;
  /** What stands before is kept, so that the import can be taken back. */
  keepsBefore?: boolean;
}

/** Applies one staged chunk. Safe to run again, at any time. */
export async function applyChunk(
  db: Database,
  { importId, chunk, staged }: { importId: number; chunk: number; staged: StagedChunk },
): Promise<void> {
  const step = { importId, chunk, keys: staged.keys, rows: staged.rows, keepsBefore: true };
  if (staged.kind === "races") await db.batch(raceStatements(db, step));
  else if (staged.kind === "runners") await db.batch(runnerStatements(db, step));
  else await db.batch(payoutStatements(db, step));
}

/** Applies a chunk of races. */
export function raceStatements(db: Database, step: Step) {
  const { importId, keys, rows } = step;
  return [
    countChunk(db, step, {
      staged: [stagedRows(db, "key", keys)],
      compared: sql`key left join ${races} on ${races.raceId} = key.value ->> 0`,
      isNew: sql`${races.raceId} is null`,
      isSame: sql`${races.contentHash} = key.value ->> 1`,
    }),
    ...keep(db, step, {
      staged: [stagedRows(db, "key", keys)],
      isChanged: sql`${races.contentHash} <> (select key.value ->> 1 from key where key.value ->> 0 = ${races.raceId})`,
    }),
    ...(step.keepsBefore ? [keepNew(db, { importId, keys, only: isJustCounted(db, step) })] : []),
    db
      .update(races)
      .set({ pendingImportId: importId })
      .where(
        and(
          sql`${races.raceId} in (select value ->> 0 from json_each(${keys}))`,
          isLeftPending(importId),
          isJustCounted(db, step),
        ),
      ),
    db
      .insert(races)
      .select(
        db
          .select(
            rowSelection(races, {
              ...stagedFields(RACE_FIELDS),
              contentHash: stagedHash(RACE_FIELDS),
              source: sql`(${db.select({ source: imports.source }).from(imports).where(eq(imports.id, importId))})`,
              pendingImportId: importId,
              dataVersion: importId,
              inputsVersion: versionUntilDone(importId),
              weightsVersion: versionUntilDone(importId),
            }),
          )
          .from(sql`json_each(${rows})`)
          .where(isJustCounted(db, step)),
      )
      .onConflictDoUpdate({
        target: races.raceId,
        set: {
          ...allExcluded(races, [...Object.keys(RACE_FIELDS), "contentHash"]),
          pendingImportId: importId,
          hidden: sql`${races.hidden} and ${ne(races.contentHash, DELETED_HASH)}`,
          inputsVersion: sql`case when ${or(eq(races.contentHash, DELETED_HASH), ...RACE_INPUT_FIELDS.map((name) => isOther(races[name], excluded(races[name]))))}
            then ${versionUntilDone(importId)} else ${races.inputsVersion} end`,
        },
        setWhere: ne(races.contentHash, excluded(races.contentHash)),
      }),
  ] as const;
}

/**
 * What an import raises versions of inputs to until it is done and has its data version. Negative, as ids of imports and data
 * versions are the same numbers: a race that data version 236 changed is not one that the import of id 236 changes.
 */
export function versionUntilDone(importId: number): number {
  return -importId;
}

/** Applies a chunk of runners, which adds and changes, and removes none. */
export function runnerStatements(db: Database, step: Step) {
  const { keys, rows } = step;
  const staged = [stagedRows(db, "key", keys)];
  const compared = sql`key left join ${runners}
    on ${runners.raceId} = key.value ->> 0 and ${runners.horseNum} = key.value ->> 1`;
  const hash = sql`key.value ->> 2`;
  const isChanged = sql`${races.raceId} in (select key.value ->> 0 from ${compared}
    where ${runners.contentHash} is null or ${runners.contentHash} <> ${hash})`;
  return [
    countChunk(db, step, {
      staged,
      compared,
      isNew: sql`${runners.raceId} is null`,
      isSame: sql`${runners.contentHash} = ${hash}`,
    }),
    ...keep(db, step, { staged, isChanged }),
    markPending(db, step, { staged, isChanged }),
    raiseInputVersions(db, step),
    db
      .insert(runners)
      .select(
        db
          .select(rowSelection(runners, { ...stagedFields(RUNNER_FIELDS), contentHash: stagedHash(RUNNER_FIELDS) }))
          .from(sql`json_each(${rows})`)
          .where(isJustCounted(db, step)),
      )
      .onConflictDoUpdate({
        target: [runners.raceId, runners.horseNum],
        set: allExcluded(runners, [...Object.keys(RUNNER_FIELDS), "contentHash"]),
        setWhere: ne(runners.contentHash, excluded(runners.contentHash)),
      }),
  ] as const;
}

/** Raises the input versions of the races in whose runners the chunk changes what features read; before it does. */
function raiseInputVersions(db: Database, step: Step) {
  const { importId, rows } = step;
  const untilDone = versionUntilDone(importId);
  // Races that are new with this import have its versions already, as nearly all of a first import.
  const isToRaise = db
    .select({ raceId: races.raceId })
    .from(races)
    .where(
      and(
        sql`${races.raceId} = ${runnerValue("raceId")}`,
        or(ne(races.inputsVersion, untilDone), ne(races.weightsVersion, untilDone)),
      ),
    );
  const row = db.$with("row").as(
    db
      .select({ value: sql`value`.as("value") })
      .from(sql`json_each(${rows})`)
      .where(exists(isToRaise)),
  );
  const staged = (name: keyof typeof RUNNER_FIELDS) => sql`row.${runnerValue(name)}`;
  const areOther = (names: readonly (keyof typeof RUNNER_FIELDS)[]) =>
    or(...names.map((name) => isOther(runners[name], staged(name))));
  const nonStarters = sql`(${sql.join(
    RUNNER_STATUSES.filter((status) => !isStarter(status)).map((status) => sql`${status}`),
    sql`, `,
  )})`.inlineParams();
  const startsOtherwise = sql`(${runners.status} in ${nonStarters}) is not (${staged("status")} in ${nonStarters})`;
  const changed = db.$with("changed").as(
    db
      .select({
        raceId: sql<string>`${staged("raceId")}`.as("changed_race_id"),
        inputs: sql<number>`max(${or(areOther(RUNNER_INPUT_FIELDS), startsOtherwise)})`.as("has_other_inputs"),
        weights: sql<number>`max(${areOther(WEIGHT_INPUT_FIELDS)})`.as("has_other_weights"),
      })
      .from(
        sql`row left join ${runners}
          on ${runners.raceId} = ${staged("raceId")} and ${runners.horseNum} = ${staged("horseNum")}`,
      )
      .where(sql`${runners.contentHash} is not row.${stagedHash(RUNNER_FIELDS)}`)
      .groupBy(sql`1`),
  );
  const raised = (isChanged: SQL.Aliased<number>, version: AnySQLiteColumn) =>
    sql`case when ${isChanged} then ${untilDone} else ${version} end`;
  return db
    .with(row, changed)
    .update(races)
    .set({
      inputsVersion: raised(changed.inputs, races.inputsVersion),
      weightsVersion: raised(changed.weights, races.weightsVersion),
    })
    .from(changed)
    .where(and(eq(races.raceId, changed.raceId), isJustCounted(db, step)));
}

/** The payouts of a race stand together in one chunk and replace those it had; a key without rows leaves it none. */
export function payoutStatements(db: Database, step: Step) {
  const { keys, rows } = step;
  const staged = [stagedRows(db, "key", keys), stagedRows(db, "row", rows)];
  const compared = sql`row left join ${payouts} on ${payouts.raceId} = row.value ->> 0
    and ${payouts.betType} = row.value ->> 1 and ${payouts.combination} = row.value ->> 2`;
  const yen = sql`row.value ->> 3`;
  const isWithdrawn = sql`${payouts.raceId} in (select value ->> 0 from key)
    and (${payouts.raceId}, ${payouts.betType}, ${payouts.combination}) not in
      (select value ->> 0, value ->> 1, value ->> 2 from row)`;
  const isChanged = sql`(${races.raceId} in (select row.value ->> 0 from ${compared}
      where ${payouts.payoutYen} is null or ${payouts.payoutYen} <> ${yen})
    or ${races.raceId} in (select ${payouts.raceId} from ${payouts} where ${isWithdrawn}))`;
  return [
    countChunk(db, step, {
      staged,
      compared,
      isNew: sql`${payouts.raceId} is null`,
      isSame: sql`${payouts.payoutYen} = ${yen}`,
      removed: sql`(select count(*) from ${payouts} where ${isWithdrawn})`,
      // Races without payouts, before and now.
      alsoSame: sql`(select count(*) from key where key.value ->> 0 not in (select value ->> 0 from row)
        and not exists (select 1 from ${payouts} where ${payouts.raceId} = key.value ->> 0))`,
    }),
    ...keep(db, step, { staged, isChanged }),
    markPending(db, step, { staged, isChanged }),
    db
      .with(...staged)
      .delete(payouts)
      .where(and(isWithdrawn, isJustCounted(db, step))),
    db
      .insert(payouts)
      .select(
        db
          .select(rowSelection(payouts, stagedFields(PAYOUT_FIELDS)))
          .from(sql`json_each(${rows})`)
          .where(isJustCounted(db, step)),
      )
      .onConflictDoUpdate({
        target: [payouts.raceId, payouts.betType, payouts.combination],
        set: { payoutYen: excluded(payouts.payoutYen) },
        setWhere: ne(payouts.payoutYen, excluded(payouts.payoutYen)),
      }),
  ] as const;
}

/** Staged values as a common table expression with one column, `value`: a JSON list a row. */
function stagedRows(db: Database, name: "key" | "row", json: string): WithSubquery {
  return db.$with(name).as(db.select({ value: sql`value`.as("value") }).from(sql`json_each(${json})`));
}

/**
 * Counts what a chunk adds, changes and repeats, and passes it: once, however often it is run.
 *
 * @param chunk compared: the join of staged and stored rows; removed: rows that the chunk takes away, which count as
 * changed; alsoSame: what counts as unchanged without being a staged row
 */
function countChunk(
  db: Database,
  { importId, chunk }: Step,
  {
    staged,
    compared,
    isNew,
    isSame,
    removed = sql`0`,
    alsoSame = sql`0`,
  }: { staged: WithSubquery[]; compared: SQL; isNew: SQL; isSame: SQL; removed?: SQL; alsoSame?: SQL },
) {
  const counts = db.$with("counts").as(
    db
      .select({
        added: sql`count(*) filter (where ${isNew})`.as("added"),
        changed: sql`count(*) filter (where not (${isNew}) and not (${isSame})) + ${removed}`.as("changed"),
        unchanged: sql`count(*) filter (where ${isSame}) + ${alsoSame}`.as("unchanged"),
      })
      .from(compared),
  );
  const { added, changed, unchanged } = imports;
  return db
    .with(...staged, counts)
    .update(imports)
    .set({
      nextChunk: chunk + 1,
      progress: sql`(${chunk} + 1.0) / ${imports.chunkCount}`,
      added: sql`${added} + (select added from counts)`,
      changed: sql`${changed} + (select changed from counts)`,
      unchanged: sql`${unchanged} + (select unchanged from counts)`,
    })
    .where(and(eq(imports.id, importId), eq(imports.status, "applying"), eq(imports.nextChunk, chunk)));
}

interface ToMark {
  staged: WithSubquery[];
  isChanged: SQL;
}

/** Marks the races whose rows the chunk changes, and those that another import left half-way. */
function markPending(db: Database, step: Step, { staged, isChanged }: ToMark) {
  return db
    .with(...staged)
    .update(races)
    .set({ pendingImportId: step.importId })
    .where(isToMark(db, step, isChanged));
}

/** Keeps the races that the chunk is about to mark as they are, if the import is to. */
function keep(db: Database, step: Step, { staged, isChanged }: ToMark) {
  if (!step.keepsBefore) return [];
  return [keepRaces(db, { importId: step.importId, staged, isMeant: isToMark(db, step, isChanged) })];
}

function isToMark(db: Database, step: Step, isChanged: SQL): SQL | undefined {
  const { raceId, pendingImportId } = races;
  return and(
    sql`${raceId} in (select value ->> 0 from key)`,
    or(isNull(pendingImportId), ne(pendingImportId, step.importId)),
    isJustCounted(db, step),
    or(isLeftPending(step.importId), isChanged),
  );
}

/** The import's counters have just passed this chunk. */
export function isJustCounted(db: Database, { importId, chunk }: Pick<Step, "importId" | "chunk">): SQL {
  return exists(
    db
      .select({ id: imports.id })
      .from(imports)
      .where(and(eq(imports.id, importId), eq(imports.status, "applying"), eq(imports.nextChunk, chunk + 1))),
  );
}

/** Another import left the race half-way; this one brings it and takes it over. */
function isLeftPending(importId: number): SQL | undefined {
  return and(isNotNull(races.pendingImportId), ne(races.pendingImportId, importId));
}

/** Whether a value differs from the stored one, null being a value. */
function isOther(column: AnySQLiteColumn, value: SQL): SQL {
  return sql`${column} is not ${value}`;
}

/** What an upsert sets: these columns' values in the row that was refused. */
function allExcluded(table: SQLiteTable, names: readonly string[]): Record<string, SQL> {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => names.includes(name));
  return Object.fromEntries(columns.map(([name, column]) => [name, excluded(column)]));
}
