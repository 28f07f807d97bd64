import { beforeAll, beforeEach } from "vitest";
import { createTestDatabase, type TestDatabase } from "#test/integration/support/workerd/test-database.ts";
import { type BillingTable, layBillingTable } from "./billing-table.ts";

/** Lays a table before each test of a file, over one D1 that is emptied. */
export function layForEachTest(take: (table: BillingTable) => void): void {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => take(await layBillingTable(database)));
}
