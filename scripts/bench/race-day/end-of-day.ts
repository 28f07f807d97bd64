import type { Fields } from "#app/domain/racing/fields.ts";
import { PAYOUT_FIELDS, RACE_FIELDS, RUNNER_FIELDS } from "#app/domain/racing/records.ts";
import { followChecks } from "#scripts/check/follow-checks.ts";
import type { Site } from "#scripts/import/client.ts";
import type { SampleRace } from "#scripts/sample/run-race.ts";

/** The checks once a day is over and no job is left. */

/** What no day of this bench may leave, though a site may have it; each counts rows. */
const LEFT: Readonly<Record<string, string>> = {
  "jobs that failed": "select count(*) n from jobs where status = 'failed'",
  "failed analyses": "select count(*) n from analyses where status = 3",
  "records kept aside": "select count(*) n from records_aside",
};

/** How much was looked at. */
export interface Checked {
  objects: number;
  artifacts: number;
  /** Rows of the ledger, and what they paid. */
  bets: number;
  payoutYen: number;
}

/** @returns what breaks an invariant of the site, or is left of the day, in words */
export async function findBroken(site: Site, db: D1Database): Promise<{ broken: string[]; checked: Checked }> {
  // Rankings of the day's weekend are counted days later.
  const checks = await followChecks(site, { isIdle: true });
  const broken = checks.flatMap((check) => check.broken).filter((fault) => !fault.includes("build-rankings"));
  for (const [what, statement] of Object.entries(LEFT)) {
    const row = await db.prepare(statement).first<{ n: number }>();
    if (row?.n !== 0) broken.push(`${row?.n} ${what}`);
  }
  const paid = await db
    .prepare("select coalesce(sum(win_payout_yen + place_payout_yen + quinella_payout_yen), 0) yen from settled_bets")
    .first<{ yen: number }>();
  const seen = (name: string): number => checks.find((check) => check.name === name)?.seen ?? 0;
  return {
    broken,
    checked: {
      ...{ objects: seen("objects"), artifacts: seen("artifacts") },
      ...{ bets: seen("bets"), payoutYen: paid?.yen ?? Number.NaN },
    },
  };
}

interface Comparison {
  cells: number;
  /** `20261121-05-01 1 win_odds: 3.4, not 3.5`. */
  differences: string[];
}

/** Compares the stored rows of a day with what was simulated, cell by cell. */
export async function compareDay(db: D1Database, day: string, samples: readonly SampleRace[]): Promise<Comparison> {
  const stored = async (table: string) =>
    (
      await db
        .prepare(`select * from ${table} where race_id in (select race_id from races where date = ?1)`)
        .bind(day)
        .all<Record<string, unknown>>()
    ).results;
  const found: Comparison = { cells: 0, differences: [] };
  const tables = [
    { name: "races", fields: RACE_FIELDS, keys: ["race_id"], rows: samples.map(({ race }) => race) },
    {
      name: "runners",
      fields: RUNNER_FIELDS,
      keys: ["race_id", "horse_num"],
      rows: samples.flatMap(({ runners }) => runners),
    },
    {
      name: "payouts",
      fields: PAYOUT_FIELDS,
      keys: ["race_id", "bet_type", "combination"],
      rows: samples.flatMap(({ payouts }) => payouts),
    },
  ];
  for (const { name, fields, keys, rows } of tables)
    compareRows(found, { fields, keys, rows, stored: await stored(name) });
  return found;
}

/** Records cannot say whether a horse was hampered, and a race's status follows from its runners. */
const NOT_COMPARED = new Set(["trouble", "status"]);

function compareRows(
  found: Comparison,
  {
    fields,
    keys,
    rows,
    stored,
  }: {
    fields: Fields;
    keys: readonly string[];
    rows: readonly object[];
    stored: readonly Record<string, unknown>[];
  },
): void {
  const keyOf = (row: Readonly<Record<string, unknown>>): string => keys.map((key) => row[key]).join(" ");
  const byKey = new Map(stored.map((row) => [keyOf(row), row]));
  for (const row of rows) {
    const cells: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(row)) {
      const column = fields[name]?.column;
      if (column !== undefined) cells[column] = value;
    }
    const there = byKey.get(keyOf(cells));
    byKey.delete(keyOf(cells));
    for (const [column, value] of Object.entries(cells)) {
      if (NOT_COMPARED.has(column) && !("horse_num" in cells && column === "status")) continue;
      found.cells += 1;
      if ((there?.[column] ?? null) === (value ?? null)) continue;
      found.differences.push(`${keyOf(cells)} ${column}: ${String(there?.[column])}, not ${String(value)}`);
    }
  }
  for (const key of byKey.keys()) found.differences.push(`${key} should not be there`);
}
