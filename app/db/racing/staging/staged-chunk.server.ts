import { and, eq, getTableColumns, isNotNull, isNull, ne, or, type SQL, sql, type WithSubquery } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { allExcluded, excluded, existsIn } from "#app/db/fragments.server.ts";
import { keepNew, keepRaces } from "#app/db/racing/undo/kept-races.server.ts";
import { insertWhere, type RowSource } from "#app/db/row-selection.server.ts";
import { imports, payouts, races, runners } from "#app/db/schema/racing.server.ts";
import { RACE_INPUT_FIELDS, RUNNER_INPUT_FIELDS, WEIGHT_INPUT_FIELDS } from "#app/domain/features/race-inputs.ts";
import type { Fields } from "#app/domain/racing/fields.ts";
import { isStarter, RUNNER_STATUSES } from "#app/domain/racing/race.ts";
import { PAYOUT_FIELDS, RACE_FIELDS, RUNNER_FIELDS } from "#app/domain/racing/records.ts";
import type { ChunkKind, StagedChunk } from "#app/domain/racing/staged-chunk.ts";
import { runnerValue, stagedFields, stagedHash } from "./staged-values.server.ts";

/**
 * Each chunk is one batch that counts itself and writes only rows that differ. The guard on `next_chunk` makes a
 * repeat count once and a late run do nothing.
 */

/** A write that is not split. */
export type StagedRows = Record<ChunkKind, Omit<StagedChunk, "kind">>;

/** Content hash of a deleted race, which is hidden. */
export const DELETED_HASH = "deleted";

/** Prefix of the content hash: the status is derived at the end of the import. */
export const DERIVED_STATUS_MARK = "~";

interface Step {
  importId: number;
  chunk: number;
  keys: string;
  /** Half a megabyte: bound once, where it is read. */
  rows: string;
  /** For an undo. */
  keepsBefore?: boolean;
}

/** Repeatable at any time. */
export async function applyChunk(
  db: Database,
  { importId, chunk, staged }: { importId: number; chunk: number; staged: StagedChunk },
): Promise<void> {
  const step = { importId, chunk, keys: staged.keys, rows: staged.rows, keepsBefore: true };
  if (staged.kind === "races") await db.batch(raceStatements(db, step));
  else if (staged.kind === "runners") await db.batch(runnerStatements(db, step));
  else await db.batch(payoutStatements(db, step));
}

export function raceStatements(db: Database, step: Step) {
  const { importId, keys } = step;
  const row = {
    ...stagedFields(RACE_FIELDS),
    contentHash: stagedHash(RACE_FIELDS),
    source: sql`(${db.select({ source: imports.source }).from(imports).where(eq(imports.id, importId))})`,
    pendingImportId: importId,
    dataVersion: importId,
    inputsVersion: versionUntilDone(importId),
    weightsVersion: versionUntilDone(importId),
  };
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
    ...(step.keepsBefore ? [keepNew(db, { importId, keys, only: isJustCounted(step) })] : []),
    db
      .update(races)
      .set({ pendingImportId: importId })
      .where(
        and(
          sql`${races.raceId} in (select value ->> 0 from json_each(${keys}))`,
          isLeftPending(importId),
          isJustCounted(step),
        ),
      ),
    insertWhere(db, races, row, rowsOf(step)).onConflictDoUpdate({
      target: races.raceId,
      set: {
        ...stagedExcluded(races, RACE_FIELDS),
        pendingImportId: importId,
        hidden: sql`${races.hidden} and ${ne(races.contentHash, DELETED_HASH)}`,
        inputsVersion: sql`case when ${or(eq(races.contentHash, DELETED_HASH), ...RACE_INPUT_FIELDS.map((name) => isOther(races[name], excluded(races[name]))))}
          then ${versionUntilDone(importId)} else ${races.inputsVersion} end`,
      },
      setWhere: ne(races.contentHash, excluded(races.contentHash)),
    }),
  ] as const;
}

function rowsOf(step: Step): RowSource {
  return { from: sql`json_each(${step.rows})`, where: isJustCounted(step) };
}

/** Negative, because import ids and data versions are the same numbers. */
export function versionUntilDone(importId: number): number {
  return -importId;
}

/** Removes none. */
export function runnerStatements(db: Database, step: Step) {
  const staged = [stagedRows(db, "key", step.keys)];
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
    insertWhere(
      db,
      runners,
      { ...stagedFields(RUNNER_FIELDS), contentHash: stagedHash(RUNNER_FIELDS) },
      rowsOf(step),
    ).onConflictDoUpdate({
      target: [runners.raceId, runners.horseNum],
      set: stagedExcluded(runners, RUNNER_FIELDS),
      setWhere: ne(runners.contentHash, excluded(runners.contentHash)),
    }),
  ] as const;
}

/** Run it before the change. */
function raiseInputVersions(db: Database, step: Step) {
  const { importId, rows } = step;
  const untilDone = versionUntilDone(importId);
  // New races have this import's versions already.
  const row = db.$with("row").as(
    db
      .select({ value: sql`value`.as("value") })
      .from(sql`json_each(${rows})`)
      .where(
        existsIn(
          races,
          and(
            sql`${races.raceId} = ${runnerValue("raceId")}`,
            or(ne(races.inputsVersion, untilDone), ne(races.weightsVersion, untilDone)),
          ),
        ),
      ),
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
    .where(and(eq(races.raceId, changed.raceId), isJustCounted(step)));
}

/** Replaces the race's payouts; a key without rows deletes them. */
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
      // Without payouts before and now.
      alsoSame: sql`(select count(*) from key where key.value ->> 0 not in (select value ->> 0 from row)
        and not exists (select 1 from ${payouts} where ${payouts.raceId} = key.value ->> 0))`,
    }),
    ...keep(db, step, { staged, isChanged }),
    markPending(db, step, { staged, isChanged }),
    db
      .with(...staged)
      .delete(payouts)
      .where(and(isWithdrawn, isJustCounted(step))),
    insertWhere(db, payouts, stagedFields(PAYOUT_FIELDS), rowsOf(step)).onConflictDoUpdate({
      target: [payouts.raceId, payouts.betType, payouts.combination],
      set: { payoutYen: excluded(payouts.payoutYen) },
      setWhere: ne(payouts.payoutYen, excluded(payouts.payoutYen)),
    }),
  ] as const;
}

/** A common table expression with one JSON list a row. */
function stagedRows(db: Database, name: "key" | "row", json: string): WithSubquery {
  return db.$with(name).as(db.select({ value: sql`value`.as("value") }).from(sql`json_each(${json})`));
}

/**
 * Once.
 * @param chunk compared: staged and stored rows; removed: count as changed; alsoSame: unchanged without a staged row
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

/** And those that another import left half-way. */
function markPending(db: Database, step: Step, { staged, isChanged }: ToMark) {
  return db
    .with(...staged)
    .update(races)
    .set({ pendingImportId: step.importId })
    .where(isToMark(step, isChanged));
}

/** Run it before they are marked. */
function keep(db: Database, step: Step, { staged, isChanged }: ToMark) {
  if (!step.keepsBefore) return [];
  return [keepRaces(db, { importId: step.importId, staged, isMeant: isToMark(step, isChanged) })];
}

function isToMark(step: Step, isChanged: SQL): SQL | undefined {
  const { raceId, pendingImportId } = races;
  return and(
    sql`${raceId} in (select value ->> 0 from key)`,
    or(isNull(pendingImportId), ne(pendingImportId, step.importId)),
    isJustCounted(step),
    or(isLeftPending(step.importId), isChanged),
  );
}

/** The import is just past this chunk. */
export function isJustCounted({ importId, chunk }: Pick<Step, "importId" | "chunk">): SQL {
  return existsIn(
    imports,
    and(eq(imports.id, importId), eq(imports.status, "applying"), eq(imports.nextChunk, chunk + 1)),
  );
}

/** This import takes the race over. */
function isLeftPending(importId: number): SQL | undefined {
  return and(isNotNull(races.pendingImportId), ne(races.pendingImportId, importId));
}

/** Null counts as a value. */
function isOther(column: AnySQLiteColumn, value: SQL): SQL {
  return sql`${column} is not ${value}`;
}

function stagedExcluded(table: SQLiteTable, fields: Fields): Record<string, SQL> {
  const columns = Object.entries(getTableColumns(table));
  return allExcluded(Object.fromEntries(columns.filter(([name]) => name in fields || name === "contentHash")));
}
