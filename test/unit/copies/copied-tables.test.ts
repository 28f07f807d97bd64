import { expect, test } from "vitest";
import { orderTables } from "#app/domain/copies/copied-tables.ts";
import type { CopiedTable } from "#app/domain/copies/copy-manifest.ts";
import { keptCopies } from "#app/domain/copies/kept-copies.ts";

const table = (name: string, ...parents: string[]): CopiedTable => ({
  ...{ name, columns: [], key: ["id"], lastId: null },
  references: parents.map((parent) => ({ column: `${parent}_id`, table: parent, to: "id" })),
});
const namesOf = (tables: readonly CopiedTable[]) => tables.map(({ name }) => name);

test("tables are read before those that they refer to, jobs before all", () => {
  const tables = [
    table("users"),
    table("models", "users"),
    table("jobs"),
    table("bets", "models", "races"),
    table("races"),
  ];
  expect(namesOf(orderTables(tables))).toEqual(["jobs", "bets", "models", "users", "races"]);
});

test("a table may refer to itself, but no two to each other", () => {
  expect(namesOf(orderTables([table("a", "a")]))).toEqual(["a"]);
  expect(() => orderTables([table("a", "b"), table("b", "a")])).toThrow("in a circle: a, b");
});

test("copies of two weeks are kept, and the first of each of three months", () => {
  const days = [
    "2026-08-03",
    "2026-09-05",
    "2026-09-06",
    "2026-10-01",
    "2026-11-01",
    "2026-11-07",
    "2026-11-08",
    "2026-11-21",
  ];
  expect(keptCopies(days, "2026-11-21")).toEqual([
    "2026-09-05",
    "2026-10-01",
    "2026-11-01",
    "2026-11-08",
    "2026-11-21",
  ]);
  expect(keptCopies(["2025-11-30", "2025-12-30"], "2026-02-01")).toEqual(["2025-12-30"]);
  expect(keptCopies([], "2026-11-21")).toEqual([]);
});
