import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const MIGRATIONS = path.resolve(import.meta.dirname, "../../../../migrations");

/** That of the process's first database, for those after it. */
let schema: Promise<{ migrated: D1Database; created: string[] }> | undefined;

/**
 * Creates the schema of all migrations in an empty database. Only the first database of a process is migrated: all
 * migrations take several times as long as the schema in which they end.
 */
export async function createSchema(d1: D1Database): Promise<void> {
  schema ??= migrate(d1);
  const { migrated, created } = await schema;
  // As one statement: a batch of them takes twice the processor time.
  if (migrated !== d1) await d1.prepare(created.join(";\n")).run();
}

/** Applies all migrations. @returns the statements that create what they end in */
async function migrate(d1: D1Database) {
  await d1.batch(migrations().map((statement) => d1.prepare(statement)));
  const { results } = await d1
    .prepare(
      `select sql from sqlite_master where sql is not null and name not glob '_cf*' and name not glob 'sqlite_*'
       order by type <> 'table', rootpage`,
    )
    .all<{ sql: string }>();
  return { migrated: d1, created: results.map(({ sql }) => sql) };
}

function migrations(): string[] {
  const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"));
  return files
    .sort()
    .flatMap((name) => readFileSync(path.join(MIGRATIONS, name), "utf8").split("--> statement-breakpoint"));
}
