import { expect, test } from "vitest";
import type { BackupTable } from "#app/domain/backups/backup-manifest.ts";
import { keptBackups, orderTables } from "#app/domain/backups/backup-tables.ts";

const table = (name: string, ...parents: string[]): BackupTable => ({
  ...{ name, columns: [], key: ["id"], lastId: null },
  references: parents.map((parent) => ({ column: `${parent}_id`, table: parent, to: "id" })),
});
const namesOf = (tables: readonly BackupTable[]) => tables.map(({ name }) => name);

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

test("backups of two weeks are kept, and the first of each of three months", () => {
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
  expect(keptBackups(days, "2026-11-21")).toEqual([
    "2026-09-05",
    "2026-10-01",
    "2026-11-01",
    "2026-11-08",
    "2026-11-21",
  ]);
  expect(keptBackups(["2025-11-30", "2025-12-30"], "2026-02-01")).toEqual(["2025-12-30"]);
  expect(keptBackups([], "2026-11-21")).toEqual([]);
});
