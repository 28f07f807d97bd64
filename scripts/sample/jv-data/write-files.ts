import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { addDays } from "#app/domain/racing/japan-time.ts";
import { openGzipFile } from "../gzip-file.ts";
import type { SampleRace } from "../run-race.ts";
import { changesOf } from "./changes.ts";
import { horseRecord } from "./entry-record.ts";
import { boardAt } from "./odds-board.ts";
import { oddsRecords } from "./odds-records.ts";
import { announcementsOf, byCourse, skyOf, stageRecords } from "./race-day.ts";
import { payoutRecord, raceRecord } from "./race-record.ts";

/** Writes the records of whole days into a file for each kind (`RA.jvd.gz`), as an operator's archive has them. */
export interface RecordFiles {
  add(day: readonly SampleRace[]): Promise<void>;
  close(): Promise<Record<string, number>>;
}

/**
 * Past races: final records and announcements. Coming races: cards, or the race alone before the draw.
 * @param wholeSince first day with odds from wide to trifecta, which are long
 */
export async function openRecordFiles(
  dir: string,
  { seed, wholeSince }: { seed: number; wholeSince: string },
): Promise<RecordFiles> {
  await mkdir(dir, { recursive: true });
  const files = new Map<string, ReturnType<typeof openGzipFile>>();
  const horses = new Set<string>();
  const put = (record: Uint8Array): void => {
    const kind = String.fromCharCode(record[0] ?? 0, record[1] ?? 0);
    const file = files.get(kind) ?? openGzipFile(join(dir, `${kind}.jvd.gz`));
    files.set(kind, file);
    file.add(record);
  };
  return {
    async add(day) {
      const isWhole = day.some(({ race }) => race.date >= wholeSince);
      for (const record of recordsOf(seed, day, horses, { isWhole })) put(record);
      await Promise.all([...files.values()].map((file) => file.drain()));
    },
    async close() {
      await Promise.all([...files.values()].map((file) => file.close()));
      return Object.fromEntries([...files].map(([kind, file]) => [kind, file.size()]));
    },
  };
}

/** Records of one day. A horse's own record comes with its first race, which `horses` remembers. */
export function* recordsOf(
  seed: number,
  day: readonly SampleRace[],
  horses: Set<string>,
  { isWhole = false } = {},
): Generator<Uint8Array> {
  for (const course of byCourse(day)) {
    if (course.some(({ race }) => race.weather !== null)) {
      for (const { records } of skyOf(course)) yield* records;
    }
    for (const sample of course) {
      const others = course.filter((other) => other !== sample);
      yield* raceRecords(seed, sample, others, { horses, isWhole });
    }
  }
}

function* raceRecords(
  seed: number,
  sample: SampleRace,
  others: readonly SampleRace[],
  { horses, isWhole }: { horses: Set<string>; isWhole: boolean },
): Generator<Uint8Array> {
  const { race, runners } = sample;
  for (const runner of runners) {
    if (horses.has(runner.horseId)) continue;
    horses.add(runner.horseId);
    yield horseRecord(runner, { stage: "1", madeOn: race.date });
  }
  if (runners.length === 0) {
    yield raceRecord(sample, { stage: "1", madeOn: addDays(race.date, -2) });
    return;
  }
  const changes = changesOf(seed, sample, others);
  if (race.status === "scheduled") {
    const asDrawn = { ...changes, card: {}, jockey: null };
    yield* stageRecords(sample, asDrawn, "2", addDays(race.date, -1));
    for (const { record } of announcementsOf(sample, asDrawn)) yield record;
    return;
  }
  for (const { record } of announcementsOf(sample, changes)) yield record;
  const isCancelled = race.status === "cancelled";
  yield* stageRecords(sample, changes, isCancelled ? "9" : "7", race.date);
  const board = boardAt(seed, sample, changes, 0);
  yield payoutRecord(sample, { stage: isCancelled ? "9" : "2", madeOn: race.date });
  const moment = { stage: "5", madeOn: race.date, at: null };
  if (board !== null) yield* oddsRecords(sample, board, moment, { isWhole });
}
