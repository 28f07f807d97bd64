import { sql } from "#test/integration/support/workerd/sql.ts";
import type { TestDatabase } from "#test/integration/support/workerd/test-database.ts";

/** Rows and objects as they were, and how to have them again. */

export interface Saved {
  tables: { name: string; rows: Record<string, unknown>[] }[];
  objects: Map<
    string,
    { etag: string; bytes: ArrayBuffer; httpMetadata?: R2HTTPMetadata; customMetadata?: Record<string, string> }
  >;
}

/** Only imports change these. */
const RACING = ["races", "runners", "payouts", "race_records", "horse_records", "odds", "search_names", "race_aliases"];

export async function saveState({ d1, store }: Pick<TestDatabase, "d1" | "store">): Promise<Saved> {
  const { results } = await sql(d1)`select name from sqlite_master where type = 'table' and name not glob '_cf*'
    and name not glob 'sqlite_*' and name not glob 'd1_*'`.all<{ name: string }>();
  const names = results.map(({ name }) => name).filter((name) => !RACING.includes(name));
  const rows = await d1.batch<Record<string, unknown>>(names.map((name) => d1.prepare(`select * from ${name}`)));
  const objects: Saved["objects"] = new Map();
  for (const { key } of (await store.list()).objects) {
    const object = await store.get(key);
    if (object === null) continue;
    const { etag, httpMetadata, customMetadata } = object;
    objects.set(key, {
      ...{ etag, bytes: await object.arrayBuffer() },
      ...(httpMetadata && { httpMetadata }),
      ...(customMetadata && { customMetadata }),
    });
  }
  return { tables: names.map((name, index) => ({ name, rows: rows[index]?.results ?? [] })), objects };
}

export async function restoreRows(d1: D1Database, { tables }: Saved): Promise<void> {
  const inserts = tables.flatMap(({ name, rows }) =>
    rows.map((row) => {
      const names = Object.keys(row).map((column) => `"${column}"`);
      const values = Object.values(row);
      // A list of numbers is bytes.
      const places = values.map((value) => (Array.isArray(value) ? "unhex(?)" : "?"));
      const bound = values.map((value) => (Array.isArray(value) ? Buffer.from(value).toString("hex") : value));
      return d1.prepare(`insert into ${name} (${names.join()}) values (${places.join()})`).bind(...bound);
    }),
  );
  await d1.batch([
    d1.prepare("pragma defer_foreign_keys = on"),
    // Going back in time is the test's, and no case of the log's.
    d1.prepare("drop trigger if exists audit_log_no_delete"),
    ...tables.map(({ name }) => d1.prepare(`delete from ${name}`)),
    ...inserts,
  ]);
}

export async function restoreObjects(store: R2Bucket, { objects }: Saved): Promise<void> {
  const stored = new Map((await store.list()).objects.map(({ key, etag }) => [key, etag]));
  const added = [...stored.keys()].filter((key) => !objects.has(key));
  if (added.length > 0) await store.delete(added);
  for (const [key, { etag, bytes, ...options }] of objects) {
    if (stored.get(key) !== etag) await store.put(key, bytes, options);
  }
}
