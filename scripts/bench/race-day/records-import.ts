import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { round2 } from "#scripts/bench/interleave.ts";
import { limitHeap, sampleHeap } from "#scripts/bench/memory/heap-samples.ts";
import { cpuSeconds, listWorkerds } from "#scripts/bench/pages/process-cpu.ts";
import { NOTHING_KNOWN } from "#scripts/import/maps/identities.ts";
import { prepareImport } from "#scripts/import/prepare-import.ts";
import { sampleWindow } from "#scripts/sample/generate.ts";
import { writeSample } from "#scripts/sample/write.ts";
import { createImportSite, type ImportSite } from "#test/integration/support/imports/import-site.ts";
import { compareWithCsv, importWhole, type SameRows } from "./same-rows.ts";

const SEED = 20_260_101;
const NOW = Date.parse("2026-11-21T10:00:00+09:00") / 1000;
const MIB = 2 ** 20;

export interface RecordsImportFigures {
  records: number;
  notTaken: number;
  seconds: number;
  /** Of workerd: the job, and D1 and the store, which run in it here. */
  cpuSeconds: number | null;
  memory: { samples: number; peakMiB: number; heapMiB: number };
}

/**
 * Imports files of records, then the same once more, in a workerd of its own, and samples the memory of the Worker.
 *
 * @param dir the files; null: ten years of the sample's central racing, about 550 MB unpacked
 * @param options profile: file for a CPU profile of the first; heapMiB: limit of V8's heap, as isolates have one in production;
 * a local workerd has none, and leaves the more to the collector (0: so it is); csvDir: open CSV of the same races, whose rows
 * must be the same
 */
export async function measureRecordsImport(
  dir: string | null,
  { profile, heapMiB, csvDir }: { profile: string | undefined; heapMiB: number; csvDir: string | undefined },
): Promise<{ first: RecordsImportFigures; again: RecordsImportFigures; sameRows: SameRows | null }> {
  const folder = mkdtempSync(path.join(tmpdir(), "keiba-ai-records-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const records = dir ?? (await writeDecade(folder));
  if (heapMiB > 0) limitHeap(heapMiB);
  const site = await createImportSite({ folder: path.join(folder, "state"), isInspected: true });
  try {
    const first = await measureImport(site, records, profile);
    const again = await measureImport(site, records, undefined);
    const csv = csvDir ?? (dir === null ? path.join(folder, "csv") : null);
    const sameRows =
      csv === null ? null : await compareWithCsv(site, { dir: csv, folder: path.join(folder, "csv-state") });
    return { first, again, sameRows };
  } finally {
    await site.dispose();
  }
}

async function writeDecade(folder: string): Promise<string> {
  const recordsDir = path.join(folder, "records");
  await writeSample(path.join(folder, "csv"), {
    ...{ seed: SEED, from: sampleWindow(NOW, "decade").from, now: NOW, without: [] },
    ...{ isCentralOnly: true, recordsDir },
  });
  return recordsDir;
}

async function measureImport(
  site: ImportSite,
  dir: string,
  profile: string | undefined,
): Promise<RecordsImportFigures> {
  const prepared = await prepareImport([dir], { mapFiles: [], set: {}, findNames: async () => NOTHING_KNOWN });
  const files = await prepared.bundleRecords();
  const pid = listWorkerds()[0] ?? null;
  const memory = sampleHeap({ inspector: await site.inspectorUrl(), worker: "site", profile });
  const cpuBefore = cpuSeconds(pid);
  const start = performance.now();
  const { added, changed, unchanged, skipped, kept_aside, error_count } = await importWhole(site, files);
  const seconds = round2((performance.now() - start) / 1000);
  const cpuAfter = cpuSeconds(pid);
  const { samples, peak, heapAtPeak } = await memory();
  return {
    records: added + changed + unchanged + skipped,
    notTaken: kept_aside + error_count,
    seconds,
    cpuSeconds: cpuBefore === null || cpuAfter === null ? null : round2(cpuAfter - cpuBefore),
    memory: { samples, peakMiB: Math.round(peak / MIB), heapMiB: Math.round(heapAtPeak / MIB) },
  };
}
