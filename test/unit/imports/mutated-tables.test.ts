import { expect, test } from "vitest";
import { fuzz, LONG_MS } from "#test/unit/support/fuzz.ts";
import { checkMutatedTables } from "./support/mutated-tables.ts";

test(
  "tables of which a line is damaged are refused by file, line and column, or made into sound rows",
  async () => {
    const { numRuns: count, seed } = fuzz({ quick: 150, whole: 5000 });
    const { refused, taken } = await checkMutatedTables({ count, seed });
    expect(refused).toBeGreaterThan(count / 3);
    expect(taken).toBeGreaterThan(count / 15);
  },
  LONG_MS,
);
