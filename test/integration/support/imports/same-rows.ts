import { setTimeout as sleep } from "node:timers/promises";
import { importFiles, type LocalFile } from "#scripts/import/client.ts";
import type { ImportSite } from "./import-site.ts";

/** Which rows two routes of an import store, of the same races. */

const POLL_MS = 20;
const KEYS = {
  races: ["race_id"],
  runners: ["race_id", "horse_num"],
  payouts: ["race_id", "bet_type", "combination"],
} as const;
type Table = keyof typeof KEYS;

/** Ids of imports, and the hash of the cells: it covers the status, which records never contain. */
const NOT_COMPARED = new Set([
  ...["data_version", "inputs_version", "weights_version", "pending_import_id"],
  "content_hash",
]);
const LISTED = 20;

interface SameRows {
  rows: Record<Table, number>;
  /** At most twenty: `runners 20240105-05-01 3: {"time_s":95.1} {"time_s":95.2}`. */
  differences: string[];
}

type Row = Readonly<Record<string, unknown>>;

/** All rows of two sites, a month at a time. */
export async function compareRows(records: ImportSite, csv: ImportSite): Promise<SameRows> {
  const found: SameRows = { rows: { races: 0, runners: 0, payouts: 0 }, differences: [] };
  for (const month of await listMonths([records, csv])) {
    for (const table of Object.keys(KEYS) as Table[]) {
      const [ofRecords, ofCsv] = [await readMonth(records, table, month), await readMonth(csv, table, month)];
      found.rows[table] += ofCsv.size;
      for (const key of new Set([...ofRecords.keys(), ...ofCsv.keys()])) {
        const difference = differenceOf(ofRecords.get(key), ofCsv.get(key));
        if (difference === null) continue;
        found.differences.push(`${table} ${key}: ${difference}`);
        if (found.differences.length === LISTED) return found;
      }
    }
  }
  return found;
}

/** Sends files and runs the job of their import, a message at a time, as the queue does it. */
export async function importWhole(site: ImportSite, files: readonly LocalFile[]) {
  let isOver = false;
  const followed = importFiles(site, { source: "real", files }).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const open = await site.sql(
      "select id from imports where status in ('queued', 'validating', 'applying') and files <> '[]'",
    );
    for (const { id } of open) {
      const { thrown } = await site.runJob({ importId: Number(id), limits: {}, maxRuns: 1, isPausing: true });
      if (thrown.length > 0) throw new Error(thrown.join("; "));
    }
    await sleep(POLL_MS);
  }
  const progress = await followed;
  if (progress.status !== "done") throw new Error(`the import is ${progress.status}`);
  return progress;
}

/** `202401`, with which the ids of that month's races begin. */
async function listMonths(sites: readonly ImportSite[]): Promise<string[]> {
  const months = await Promise.all(
    sites.map((site) => site.sql("select distinct substr(race_id, 1, 6) month from races order by 1")),
  );
  return [...new Set(months.flat().map(({ month }) => String(month)))].sort();
}

async function readMonth(site: ImportSite, table: Table, month: string): Promise<Map<string, Row>> {
  const rows = await site.sql(`select * from ${table} where race_id between '${month}' and '${month}~'`);
  return new Map(rows.map((row) => [KEYS[table].map((column) => row[column]).join(" "), row]));
}

/** The cells of one and of the other that differ, null where none does. */
function differenceOf(one: Row | undefined, other: Row | undefined): string | null {
  if (one === undefined || other === undefined) return one === undefined ? "not among the records" : "not in the CSV";
  const columns = Object.keys({ ...one, ...other }).filter((column) => !NOT_COMPARED.has(column));
  const differing = columns.filter((column) => one[column] !== other[column]);
  if (differing.length === 0) return null;
  const cells = (row: Row): string =>
    JSON.stringify(Object.fromEntries(differing.map((column) => [column, row[column]])));
  return `${cells(one)} ${cells(other)}`;
}
