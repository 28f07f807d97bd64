import type { Weather } from "#app/domain/racing/race.ts";
import {
  readCourseChange,
  readJockeyChange,
  readStartTime,
  readWeatherChange,
  readWeights,
  readWithdrawal,
} from "./facts/live-facts.ts";
import type { Goings } from "./facts/race-facts.ts";
import { compareRecords, liveRecords, type RecordSet } from "./join-records.ts";
import type { IdentifiedRecord } from "./record-identity.ts";
import type { ReadKind } from "./record-kinds.ts";
import { noFindings } from "./record-view.ts";

export type Announcements = ReturnType<typeof announcementsOf>;

/** Announcements of a race's day; null where there is none. Horses by number. */
export function announcementsOf(live: readonly IdentifiedRecord[]) {
  const read = <T>(kind: ReadKind, reader: (bytes: Uint8Array, findings: ReturnType<typeof noFindings>) => T): T[] =>
    live
      .filter(({ identity }) => identity.kind === kind)
      .sort(compareRecords)
      .map(({ bytes }) => reader(bytes, noFindings()));
  const course = read("CC", readCourseChange).at(-1);
  return {
    startTime: read("TC", readStartTime).at(-1) ?? null,
    distanceM: course?.distanceM ?? null,
    surface: course?.surface ?? null,
    weights: byNumber(read("WH", readWeights).flat()),
    withdrawals: byNumber(read("AV", readWithdrawal)),
    jockeys: byNumber(read("JC", readJockeyChange)),
  };
}

/** The last announced weather and going before a race; the last of all if its start is unknown. */
export function conditionsAt(
  meeting: RecordSet,
  { date, startTime }: { date: string; startTime: string | null },
): { weather: Weather | null; goings: Goings } {
  const start = startTime === null ? null : `${date}T${startTime}`;
  const conditions: { weather: Weather | null; goings: Goings } = { weather: null, goings: { turf: null, dirt: null } };
  for (const { identity, bytes } of liveRecords(meeting).sort(compareRecords)) {
    if (identity.kind !== "WE" || (start !== null && (identity.announcedAt ?? "") > start)) continue;
    const change = readWeatherChange(bytes, noFindings());
    conditions.weather = change.weather ?? conditions.weather;
    conditions.goings = {
      turf: change.goings.turf ?? conditions.goings.turf,
      dirt: change.goings.dirt ?? conditions.goings.dirt,
    };
  }
  return conditions;
}

/** A later entry replaces an earlier one. */
const byNumber = <T extends { horseNum: number }>(horses: readonly T[]): Map<number, T> =>
  new Map(horses.map((horse) => [horse.horseNum, horse]));
