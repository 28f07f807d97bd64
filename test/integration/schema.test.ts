import { expect, test } from "vitest";
import { createTestDatabase } from "./support/test-database.ts";

test("the migrations make every table and leave foreign keys sound", async () => {
  await using database = await createTestDatabase();
  const tables = await database.d1
    .prepare(
      "select name from sqlite_master where type = 'table' and name not glob '_cf_*' and name not glob 'sqlite_*'",
    )
    .all<{ name: string }>();
  expect(tables.results.length).toBeGreaterThanOrEqual(20);
  expect((await database.d1.prepare("pragma foreign_key_check").all()).results).toEqual([]);
});
