import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import type { BackupTable } from "#app/domain/backups/backup-manifest.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";

/** Uses SQLite's own schema: new tables need no change. */

type Row = (string | number | null)[];
type Key = readonly (string | number)[];

/** Not SQLite's, D1's or wrangler's. */
const IS_TABLE = sql`m.type = 'table' and m.name not glob '_cf_*' and m.name not glob 'sqlite_*' and m.name <> 'd1_migrations'`;

/** One transaction: rows with higher ids were inserted later. */
export async function readTables(db: Database): Promise<(BackupTable & { created: string })[]> {
  const [tables, columns, references, sequences] = await readTransaction<
    [
      { name: string; created: string },
      { table: string; name: string; type: string; place: number },
      { table: string; column: string; parent: string; to: string },
      { name: string; lastId: number },
    ]
  >(db, [
    sql`select m.name, m.sql created from sqlite_master m where ${IS_TABLE} order by m.name`,
    sql`select m.name "table", c.name, lower(c.type) type, c.pk place
      from sqlite_master m, pragma_table_info(m.name) c where ${IS_TABLE} order by m.name, c.cid`,
    sql`select m.name "table", f."from" "column", f."table" parent, f."to" "to"
      from sqlite_master m, pragma_foreign_key_list(m.name) f where ${IS_TABLE} order by m.name, f.id, f.seq`,
    sql`select name, seq lastId from sqlite_sequence`,
  ]);
  return tables.map(({ name, created }) => {
    const own = columns.filter(({ table }) => table === name);
    const isCounted = /\bautoincrement\b/i.test(created);
    return {
      name,
      created,
      columns: own.map((column) => ({ name: column.name, isBytes: column.type === "blob" })),
      key: own
        .filter(({ place }) => place > 0)
        .sort((a, b) => a.place - b.place)
        .map((column) => column.name),
      references: references
        .filter(({ table }) => table === name)
        .map(({ column, parent, to }) => ({ column, table: parent, to })),
      lastId: isCounted ? (sequences.find((sequence) => sequence.name === name)?.lastId ?? 0) : null,
    };
  });
}

async function readTransaction<Rows extends readonly unknown[]>(
  db: Database,
  statements: { [Index in keyof Rows]: SQL },
) {
  // Without values: drizzle's batch loses those of plain SQL.
  const results = await db.batch(statements.map((statement) => db.all(statement)) as never);
  return results as { [Index in keyof Rows]: Rows[Index][] };
}

/** Values in column order; bytes in hexadecimal. @param after key of the previous row */
export async function readRows(
  db: Database,
  table: BackupTable,
  { after, upTo = null, limit }: { after: Key | null; upTo?: Key | null; limit: number },
): Promise<Row[]> {
  const key = listOf(table.key.map((name) => sql.identifier(name)));
  const bounds = [
    ...(after === null ? [] : [sql`(${key}) > (${valuesOf(after)})`]),
    ...(upTo === null ? [] : [sql`(${key}) <= (${valuesOf(upTo)})`]),
    ...(table.lastId === null ? [] : [sql`${key} <= ${table.lastId}`]),
  ];
  const columns = table.columns.map(({ name, isBytes }) => {
    const column = sql`${sql.identifier(name)}`;
    // `hex` of null is not null.
    return isBytes ? sql`iif(${column} is null, null, hex(${column}))` : column;
  });
  return db.values<Row>(sql`
    select ${listOf(columns)} from ${sql.identifier(table.name)}
    where ${bounds.length === 0 ? sql`1` : sql.join(bounds, sql` and `)} order by ${key} limit ${limit}`);
}

export function keyOf(table: BackupTable, row: Readonly<Row>): (string | number)[] {
  return table.key.map((name) => {
    const value = row[table.columns.findIndex((column) => column.name === name)];
    if (value === undefined || value === null) throw new Error(`a row of ${table.name} has no ${name}`);
    return value;
  });
}

/** Skips rows whose parent was deleted meanwhile. The later read of two conflicting rows is kept. */
export async function insertRows(db: Database, table: BackupTable, rows: readonly Readonly<Row>[]): Promise<void> {
  const values = table.columns.map(({ isBytes }, index) => {
    const value = sql`value ->> ${`$[${index}]`}`.inlineParams();
    return isBytes ? sql`unhex(${value})` : value;
  });
  const parents = table.references.map(({ column, table: parent, to }) => {
    const value = values[table.columns.findIndex(({ name }) => name === column)];
    return sql` and (${value} is null or exists (select 1 from ${sql.identifier(parent)} where ${sql.identifier(to)} = ${value}))`;
  });
  await db.run(sql`
    insert or replace into ${sql.identifier(table.name)} (${listOf(table.columns.map(({ name }) => sql.identifier(name)))})
    select ${listOf(values)} from json_each(${JSON.stringify(rows)}) where 1${sql.join(parents, sql``)}`);
}

export async function raiseLastId(db: Database, { table, lastId }: { table: string; lastId: number }): Promise<void> {
  await db.run(sql`delete from sqlite_sequence where name = ${table}`);
  await db.run(sql`insert into sqlite_sequence (name, seq) values (${table}, cast(${lastId} as integer))`);
}

export async function hasRow(db: Database, table: string): Promise<boolean> {
  return (await db.values(sql`select 1 from ${sql.identifier(table)} limit 1`)).length > 0;
}

/** Objects that cannot be made again. @param from exclusive, to inclusive; null: to the end */
export async function listNamedObjects(
  db: Database,
  { from, to, except }: { from: string; to: string | null; except: readonly string[] },
): Promise<string[]> {
  const range = (key: SQL) =>
    sql`${key} > ${from}${to === null ? sql`` : sql` and ${key} <= ${to}`} and ${key} not in (select value from json_each(${JSON.stringify(except)}))`;
  const rows = await db.values<[string]>(sql`
    select distinct artifact_key from models
    where artifact_key is not null and ${range(sql`artifact_key`)} and status = ${ModelStatus.complete} and deleted_at is null
    union select batch_key from seal_leaves where batch_key is not null and ${range(sql`batch_key`)}
    order by 1 limit 1000`);
  return rows.map(([key]) => key);
}

function listOf(parts: readonly (SQL | ReturnType<typeof sql.identifier>)[]): SQL {
  return sql.join([...parts] as SQL[], sql`, `);
}

function valuesOf(values: Key): SQL {
  return listOf(values.map((value) => sql`${value}`));
}
