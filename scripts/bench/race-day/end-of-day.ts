import type { Fields } from "#app/domain/racing/fields.ts";
import { PAYOUT_FIELDS, RACE_FIELDS, RUNNER_FIELDS } from "#app/domain/racing/records.ts";
import type { SampleRace } from "#scripts/sample/run-race.ts";
import { checkLedger } from "./naive-ledger.ts";
import { checkStore } from "./stored-objects.ts";

/** The checks once a day is over and no job is left. */

/** Each counts rows that must not be. */
const INVARIANTS: Readonly<Record<string, string>> = {
  "jobs that failed": "select count(*) n from jobs where status = 'failed'",
  "jobs left": `select count(*) n from jobs where status in ('queued', 'running') and run_after <= unixepoch('now', '+1 year')
    and kind not in ('build-rankings')`,
  "analyses in progress": "select count(*) n from analyses where status = 1",
  "failed analyses": "select count(*) n from analyses where status = 3",
  "analyses without their use": `select count(*) n from analyses a where status in (1, 2) and not exists
    (select 1 from usage u where u.kind = 'analysis' and u.subject_id = a.id and u.returned_at is null)
    and not exists (select 1 from races r where r.race_id = a.race_id and r.status = 'cancelled')`,
  "uses of failed or cancelled analyses that are not returned": `select count(*) n from usage u join analyses a on a.id = u.subject_id
    join races r on r.race_id = a.race_id
    where u.kind = 'analysis' and u.returned_at is null and (a.status = 3 or r.status = 'cancelled')`,
  "one model and card analysed twice": `select count(*) n from (select 1 from analyses where deleted_at is null and status in (1, 2)
    group by model_id, race_id, race_data_version having count(*) > 1)`,
  "bets settled twice": `select count(*) n from (select 1 from settled_bets group by model_id, race_id having count(*) > 1)`,
  "models that lack bets on a race of a day of theirs": `select count(*) n from
    (select date, model_id, count(*) races from settled_bets group by date, model_id) own
    join (select date, count(distinct race_id) races from settled_bets group by date) day using (date)
    where own.races <> day.races`,
  "races that an import left half-way": "select count(*) n from races where pending_import_id is not null",
  "imports that are not over": "select count(*) n from imports where status not in ('done', 'refused', 'failed')",
  "races with a wrong number of runners": `select count(*) n from races r where runner_count <>
    (select count(*) from runners where race_id = r.race_id) or weighed_count <>
    (select count(body_weight_kg) from runners where race_id = r.race_id)`,
  "runners or payouts without a race": `select (select count(*) from runners where race_id not in (select race_id from races))
    + (select count(*) from payouts where race_id not in (select race_id from races)) n`,
  "races later than the newest data version": `select count(*) n from races where data_version > (select max(data_version) from imports)`,
  "records kept aside": "select count(*) n from records_aside",
  "sessions of deleted users":
    "select count(*) n from sessions where user_id in (select id from users where deleted_at is not null)",
};

/** How much was looked at. */
export interface Checked {
  objects: number;
  artifacts: number;
  /** Rows of the ledger, and what they paid. */
  bets: number;
  payoutYen: number;
}

/** @returns the failed checks, in words */
export async function findBroken(db: D1Database, store: R2Bucket): Promise<{ broken: string[]; checked: Checked }> {
  const broken: string[] = [];
  for (const [what, statement] of Object.entries(INVARIANTS)) {
    const row = await db.prepare(statement).first<{ n: number }>();
    if (row?.n !== 0) broken.push(`${row?.n} ${what}`);
  }
  const stored = await checkStore(db, store);
  const ledger = await checkLedger(db);
  return {
    broken: [...broken, ...stored.broken, ...ledger.broken],
    checked: {
      ...{ objects: stored.objects, artifacts: stored.artifacts },
      ...{ bets: ledger.rows, payoutYen: ledger.payoutYen },
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
