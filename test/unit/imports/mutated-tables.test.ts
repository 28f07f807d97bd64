import { expect, test } from "vitest";
import { checkMutatedTables } from "./support/mutated-tables.ts";

// The whole amount: npm run bench -- --mutations
test("tables of which a line is damaged are refused by file, line and column, or made into sound rows", async () => {
  const { refused, taken } = await checkMutatedTables({ count: 150, seed: 1 });
  expect(refused).toBeGreaterThan(50);
  expect(taken).toBeGreaterThan(10);
});
