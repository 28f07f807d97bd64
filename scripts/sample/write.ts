import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import { PAYOUT_COLUMNS, payoutLine, RACE_COLUMNS, RUNNER_COLUMNS, raceLine, runnerLine } from "./csv.ts";
import { generateSample, type SampleOptions } from "./generate.ts";
import { openGzipFile } from "./gzip-file.ts";
import { openRecordFiles } from "./jv-data/write-files.ts";
import type { TicketTruth } from "./market/truth.ts";
import type { SampleRace } from "./run-race.ts";

interface WrittenSample {
  races: number;
  runners: number;
  payouts: number;
  files: { races: string; runners: string; payouts: string };
  /** Bytes of JV-Data before compression, by kind; with `recordsDir` only. */
  recordBytes?: Record<string, number>;
}

const TRUTH_COLUMNS = ["race_id", "bet_type", "combination", "chance", "expected_payout_yen"] as const;

/** How far back races also have odds from wide to trifecta. */
const WHOLE_ODDS_SECONDS = 14 * 86_400;

/**
 * Writes races.csv.gz, runners.csv.gz and payouts.csv.gz into `dir`.
 * @param options `isCentralOnly` and `without` leave races out; `truthFile` gets true ticket values; `recordsDir` gets
 * the races as JV-Data, and the CSV then lacks `trouble`, so that both give the same rows
 */
export async function writeSample(
  dir: string,
  {
    isCentralOnly = false,
    without = [],
    truthFile,
    recordsDir,
    ...options
  }: SampleOptions & { isCentralOnly?: boolean; without?: readonly string[]; truthFile?: string; recordsDir?: string },
): Promise<WrittenSample> {
  await mkdir(dir, { recursive: true });
  const races = openCsv(join(dir, "races.csv.gz"), RACE_COLUMNS);
  const runners = openCsv(join(dir, "runners.csv.gz"), RUNNER_COLUMNS);
  const payouts = openCsv(join(dir, "payouts.csv.gz"), PAYOUT_COLUMNS);
  const truths = truthFile === undefined ? null : openCsv(truthFile, TRUTH_COLUMNS);
  const records =
    recordsDir === undefined
      ? null
      : await openRecordFiles(recordsDir, {
          seed: options.seed,
          wholeSince: japanDay(options.now - WHOLE_ODDS_SECONDS),
        });
  let day: SampleRace[] = [];
  for (const sample of generateSample({ ...options, withTickets: truths !== null })) {
    if (without.includes(sample.race.date)) continue;
    if (isCentralOnly && sample.race.venueType !== VenueType.central) continue;
    if (records !== null) {
      if (day[0] !== undefined && day[0].race.date !== sample.race.date) {
        await records.add(day);
        day = [];
      }
      day.push(sample);
    }
    races.add(raceLine(sample.race));
    for (const runner of sample.runners)
      runners.add(runnerLine(records === null ? runner : { ...runner, trouble: null }));
    for (const payout of sample.payouts) payouts.add(payoutLine(payout));
    for (const ticket of sample.tickets) truths?.add(truthLine(sample.race.raceId, ticket));
    await Promise.all([races.drain(), runners.drain(), payouts.drain(), truths?.drain()]);
  }
  await records?.add(day);
  const recordBytes = await records?.close();
  await Promise.all([races.close(), runners.close(), payouts.close(), truths?.close()]);
  return {
    races: races.lines(),
    runners: runners.lines(),
    payouts: payouts.lines(),
    files: { races: races.path, runners: runners.path, payouts: payouts.path },
    ...(recordBytes === undefined ? {} : { recordBytes }),
  };
}

function truthLine(raceId: string, { betType, combination, chance, expectedYen }: TicketTruth): string {
  return [raceId, betType, combination, chance.toPrecision(6), expectedYen.toFixed(3)].join(",");
}

function openCsv(path: string, columns: readonly string[]) {
  const file = openGzipFile(path);
  file.add(`${columns.join(",")}\n`);
  let count = 0;
  return {
    path,
    lines: () => count,
    add(line: string): void {
      file.add(`${line}\n`);
      count += 1;
    },
    drain: file.drain,
    close: file.close,
  };
}
