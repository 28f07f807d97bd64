import { expect, test } from "vitest";
import { createTestDatabase } from "#test/integration/support/workerd/test-database.ts";

test("the test database refuses a batch with a select of two columns with one name", async () => {
  await using database = await createTestDatabase();
  const { d1 } = database;
  const batch = (sql: string) => d1.batch([d1.prepare(sql)]);
  expect(await batch("select id, email from users")).toMatchObject([{ results: [] }]);
  await expect(batch("select id, name as id from users")).rejects.toThrow("two columns have one name");
});
