// @module-tag full
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { NOTHING_KNOWN } from "#scripts/import/maps/identities.ts";
import { findOpenCsvFiles, prepareImport } from "#scripts/import/prepare-import.ts";
import { writeSample } from "#scripts/sample/write.ts";
import { createImportSite } from "#test/integration/support/imports/import-site.ts";
import { compareRows, importWhole } from "#test/integration/support/imports/same-rows.ts";

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
