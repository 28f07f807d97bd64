import { and, eq, inArray, not, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { existsIn } from "#app/db/fragments.server.ts";
import { DELETED_HASH, isJustCounted, versionUntilDone } from "#app/db/racing/staging/staged-chunk.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { analyses, analysisTombstones, settledBets } from "#app/db/schema/models.server.ts";
import { importRaces, imports, payouts, raceAliases, races, runners } from "#app/db/schema/racing.server.ts";
import { standsAsLeft } from "./kept-races.server.ts";

/**
 * An import of its own: removes added races, then restores changed ones, chunk by chunk. A race changed since is
 * skipped.
 */

interface Step {
  /** The undo. */
  importId: number;
  /** The undone import. */
  undoes: number;
  chunk: number;
}

/** JSON, bound as text. */
export interface KeptPart {
  columns: Record<"race" | "runners" | "payouts", readonly string[]>;
  races: string;
}

/** Hides a race that analyses or the ledger refer to. */
export async function removeBrought(
  db: Database,
  step: Step,
  { offset, limit }: { offset: number; limit: number },
): Promise<void> {
  const brought = db
    .select({ raceId: importRaces.raceId })
    .from(importRaces)
    .where(and(eq(importRaces.importId, step.undoes), eq(importRaces.isNew, true)))
    .orderBy(importRaces.raceId)
    .limit(limit)
    .offset(offset);
  const isOfChunk = inArray(races.raceId, brought);
  const isTaken = and(isOfChunk, eq(races.pendingImportId, step.importId), isJustCounted(step));
  const unused = db
    .select({ raceId: races.raceId })
    .from(races)
    .where(and(isTaken, not(isUsed())));
  await db.batch([
    ...take(db, step, isOfChunk),
    db.delete(runners).where(inArray(runners.raceId, unused)),
    db.delete(payouts).where(inArray(payouts.raceId, unused)),
    db.delete(raceAliases).where(inArray(raceAliases.raceId, unused)),
    db.delete(races).where(inArray(races.raceId, unused)),
    db
      .update(races)
      .set({
        hidden: true,
        status: "cancelled",
        contentHash: DELETED_HASH,
        inputsVersion: versionUntilDone(step.importId),
      })
      .where(isTaken),
  ]);
}

function isUsed(): SQL {
  const { raceId } = races;
  return sql`(${or(
    existsIn(analyses, eq(analyses.raceId, raceId)),
    existsIn(settledBets, eq(settledBets.raceId, raceId)),
    existsIn(analysisTombstones, eq(analysisTombstones.raceId, raceId)),
  )})`;
}

/** The rest of a race follows at the end. */
const NOT_GIVEN_BACK = ["raceId", "dataVersion", "undoneTo", "inputsVersion", "weightsVersion", "pendingImportId"];

export async function restoreRaces(db: Database, step: Step, { columns, races: rows }: KeptPart): Promise<void> {
  const part = sql`json_each(${rows}) part`;
  const was = (name: string): SQL => sql`part.value ->> ${`$[0][${indexOf(columns.race, name)}]`}`.inlineParams();
  const isOfPart = (isMeant?: SQL) =>
    sql`${races.raceId} in (select ${was("raceId")} from ${part} where ${isMeant ?? sql`true`})`;
  const isTaken = and(eq(races.pendingImportId, step.importId), isJustCounted(step));
  const taken = db.select({ raceId: races.raceId }).from(races).where(and(isOfPart(), isTaken));
  const raised = (column: typeof races.inputsVersion | typeof races.weightsVersion, name: string) =>
    sql`case when ${column} <> ${was(name)} then ${versionUntilDone(step.importId)} else ${column} end`;
  const rowsOf = (at: 1 | 2) => sql`${part}, json_each(part.value, ${sql`${`$[${at}]`}`.inlineParams()}) row`;
  const isOfTaken = existsIn(races, and(sql`${races.raceId} = row.value ->> 0`, isTaken));
  await db.batch([
    // A half-imported state is not restored.
    ...take(db, step, isOfPart(), isOfPart(sql`${was("pendingImportId")} is null`)),
    db.delete(runners).where(inArray(runners.raceId, taken)),
    db.delete(payouts).where(inArray(payouts.raceId, taken)),
    db
      .update(races)
      .set({
        ...valuesOf(
          races,
          columns.race.filter((name) => !NOT_GIVEN_BACK.includes(name)),
          was,
        ),
        undoneTo: sql`coalesce(${was("undoneTo")}, ${was("dataVersion")})`,
        inputsVersion: raised(races.inputsVersion, "inputsVersion"),
        weightsVersion: raised(races.weightsVersion, "weightsVersion"),
      })
      .from(part)
      .where(and(sql`${races.raceId} = ${was("raceId")}`, isTaken)),
    insertWhere(db, runners, rowOf(runners, columns.runners), { from: rowsOf(1), where: isOfTaken }),
    insertWhere(db, payouts, rowOf(payouts, columns.payouts), { from: rowsOf(2), where: isOfTaken }),
  ]);
}

/** And counts the others. */
function take(db: Database, step: Step, isOfChunk: SQL, isMeant: SQL = sql`true`) {
  const stands = sql`(${standsAsLeft(db, step.undoes)} and ${isMeant})`;
  return [
    pass(db, step, (isTaken) => db.$count(races, and(isOfChunk, isTaken ? stands : not(stands)))),
    db
      .update(races)
      .set({ pendingImportId: step.importId })
      .where(and(isOfChunk, stands, isJustCounted(step))),
  ] as const;
}

function pass(db: Database, { importId, chunk }: Step, count: (isTaken: boolean) => SQL) {
  return db
    .update(imports)
    .set({
      nextChunk: chunk + 1,
      progress: sql`(${chunk} + 1.0) / ${imports.chunkCount}`,
      changed: sql`${imports.changed} + ${count(true)}`,
      skipped: sql`${imports.skipped} + ${count(false)}`,
    })
    .where(and(eq(imports.id, importId), eq(imports.status, "applying"), eq(imports.nextChunk, chunk)));
}

/** @throws if the value was not kept */
function indexOf(names: readonly string[], name: string): number {
  const index = names.indexOf(name);
  if (index === -1) throw new Error(`${name} was not kept`);
  return index;
}

function valuesOf(table: SQLiteTable, names: readonly string[], value: (name: string) => SQL): Record<string, SQL> {
  const columns = table as unknown as Record<string, SQLiteColumn | undefined>;
  return Object.fromEntries(
    names.map((name) => {
      if (columns[name] === undefined) throw new Error(`${name} is no column any more`);
      return [name, value(name)];
    }),
  );
}

/** New columns get their default. */
function rowOf<Table extends SQLiteTable>(
  table: Table,
  names: readonly string[],
): { [Key in keyof Table["$inferInsert"]]: SQL } {
  const values = valuesOf(table, names, (name) => sql`row.value ->> ${names.indexOf(name)}`.inlineParams());
  // Object.fromEntries knows no keys.
  return values as { [Key in keyof Table["$inferInsert"]]: SQL };
}
