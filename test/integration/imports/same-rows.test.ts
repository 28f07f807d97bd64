// @module-tag full
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { importFiles, type LocalFile } from "#scripts/import/client.ts";
import { NOTHING_KNOWN } from "#scripts/import/maps/identities.ts";
import { findOpenCsvFiles, prepareImport } from "#scripts/import/prepare-import.ts";
import { writeSample } from "#scripts/sample/write.ts";
import { createImportSite, type ImportSite } from "#test/integration/support/imports/import-site.ts";

test("a day's records and its open CSV are stored as the same rows, and another cell would be seen", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "keiba-ai-same-rows-"));
  try {
    const [dir, recordsDir] = [path.join(folder, "csv"), path.join(folder, "records")];
    const now = Date.parse("2026-11-15T06:00:00+09:00") / 1000;
    const written = await writeSample(dir, { seed: 7, from: "2026-11-14", now, isCentralOnly: true, recordsDir });
    const prepared = await prepareImport([recordsDir], { mapFiles: [], set: {}, findNames: async () => NOTHING_KNOWN });
    await using ofRecords = await createImportSite();
    await importWhole(ofRecords, await prepared.bundleRecords());
    await using ofCsv = await createImportSite();
    await importWhole(ofCsv, await findOpenCsvFiles([dir]));
    const { races, runners, payouts } = written;
    expect(await compareRows(ofRecords, ofCsv)).toEqual({ rows: { races, runners, payouts }, differences: [] });
    expect(races).toBeGreaterThan(30);

    await ofRecords.sql("update runners set time_s = 99.9 where horse_num = 3 and race_id = '20261114-05-11'");
    await ofRecords.sql("delete from payouts where bet_type = 'win' and race_id = '20261114-05-12'");
    const { differences } = await compareRows(ofRecords, ofCsv);
    expect(differences).toEqual([
      expect.stringMatching(/^runners 20261114-05-11 3: \{"time_s":99.9\} \{"time_s":\d/),
      expect.stringMatching(/^payouts 20261114-05-12 win \d+: not among the records$/),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 180_000);

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
async function compareRows(records: ImportSite, csv: ImportSite): Promise<SameRows> {
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
async function importWhole(site: ImportSite, files: readonly LocalFile[]) {
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
