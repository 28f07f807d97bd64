import { isStarter, VenueType } from "#app/domain/racing/race.ts";
import type { Race, Runner } from "#app/domain/racing/records.ts";
import {
  classCodes,
  entryMarksCode,
  GOING_CODE,
  gradeCode,
  trackCode,
  WEATHER_CODE,
  WEIGHT_RULE_CODE,
  weekdayCode,
} from "./codes.ts";
import type { MEETING_HEAD } from "./race-forms.ts";
import { RA } from "./race-forms.ts";
import { type Form, type RecordWriter, writeRecord } from "./record-writer.ts";

/** Stage of a record: 1 entries, 2 card with the draw, 3 the first three places, 5 all places, 7 final, 9 cancelled. */
export type Stage = "1" | "2" | "3" | "5" | "7" | "9";

export interface Made {
  stage: string;
  madeOn: string;
}

/** A race and its runners as the sample has them in the end. */
export interface RaceRows {
  race: Race;
  runners: readonly Runner[];
}

/** What stood on the card before a later announcement changed it. */
export interface CardBefore {
  startTime?: string;
  distanceM?: number;
}

export const compact = (text: string): string => text.replaceAll(/[-:]/g, "");
export const tenths = (value: number | null): number | null => (value === null ? null : Math.round(value * 10));

/** Begins a record of a course's day with its key. */
export function startMeetingRecord<Name extends string>(
  form: Form<Name | keyof typeof MEETING_HEAD>,
  { race, stage, madeOn }: { race: Race } & Made,
): RecordWriter<Name | keyof typeof MEETING_HEAD> {
  return writeRecord(form)
    .code("DataKubun", stage)
    .code("MakeDate", compact(madeOn))
    .code("Year", race.date.slice(0, 4))
    .code("MonthDay", compact(race.date.slice(5)))
    .code("JyoCD", race.raceId.split("-")[1] ?? "")
    .number("Kaiji", race.meetingNum)
    .number("Nichiji", race.meetingDay);
}

/** Begins a record of a race with its key. */
export function startRaceRecord<Name extends string>(
  form: Form<Name | keyof typeof MEETING_HEAD | "RaceNum">,
  made: { race: Race } & Made,
): RecordWriter<Name | keyof typeof MEETING_HEAD | "RaceNum"> {
  return startMeetingRecord<Name | "RaceNum">(form, made).number("RaceNum", made.race.raceNum);
}

export const hasRun = (stage: string): boolean => /^[357]$/.test(stage);

export function raceRecord({ race, runners }: RaceRows, made: Made, before: CardBefore = {}): Uint8Array {
  const { stage } = made;
  const isRun = hasRun(stage);
  const isOver = isRun || stage === "9";
  const { ages, conditions, words } = classCodes(race);
  const ownName = race.venueType === VenueType.central && race.name === race.raceClass ? "" : race.name;
  const startTime = isOver ? race.startTime : (before.startTime ?? race.startTime);
  const distanceM = isOver ? race.distanceM : (before.distanceM ?? race.distanceM);
  const starters = runners.filter(({ status }) => isStarter(status));
  const isKnown = isOver && race.going !== null;
  const going = race.going === null ? "0" : GOING_CODE[race.going];
  const record = startRaceRecord(RA, { race, ...made })
    .code("YoubiCD", weekdayCode(race.date))
    .text("Hondai", ownName)
    .code("GradeCD", gradeCode(race))
    .code("SyubetuCD", ages)
    .code("KigoCD", entryMarksCode(race.entryMarks))
    .number("JyuryoCD", race.weightRule === null ? 0 : WEIGHT_RULE_CODE[race.weightRule])
    .text("JyokenName", words)
    .number("Kyori", distanceM)
    .number("KyoriBefore", isOver ? (before.distanceM ?? 0) : 0)
    .code("TrackCD", trackCode(race))
    .code("CourseKubunCD", (race.rail ?? "").padEnd(2))
    .code("HassoTime", startTime === null ? "0000" : compact(startTime))
    .code("HassoTimeBefore", isOver && before.startTime !== undefined ? compact(before.startTime) : "0000")
    .number("TorokuTosu", runners.length)
    .number("SyussoTosu", isRun ? starters.length : stage === "2" ? runners.length : 0)
    .number("NyusenTosu", isRun ? starters.filter(({ status }) => status !== "did_not_finish").length : 0)
    .code("TenkoCD", isOver && race.weather !== null ? WEATHER_CODE[race.weather] : "0")
    .code("SibaBabaCD", isKnown && race.surface !== "dirt" ? going : "0")
    .code("DirtBabaCD", isKnown && race.surface === "dirt" ? going : "0")
    .zeros("TokuNum", "NameKubun", "Nkai", "TrackCDBefore", "SyogaiMileTime", "RecordUpKubun");
  conditions.forEach((condition, index) => {
    record.code("JyokenCD", condition, index);
  });
  const purses = (race.pursesYen ?? "").split("-").map(Number);
  const won = runners.map(({ prizeYen }) => prizeYen ?? 0).sort((one, other) => other - one);
  // A dead heat shares the prizes.
  const isShared = stage === "7" && won.some((prize, index) => prize > 0 && prize !== purses[index]);
  const prizes = isShared ? won : purses;
  const laps = isRun ? (race.lapsS ?? "").split("-").map(Number) : [];
  for (let index = 0; index < 7; index += 1) record.number("Honsyokin", (prizes[index] ?? 0) / 100, index);
  for (let index = 0; index < 5; index += 1) {
    record.number("HonsyokinBefore", isShared ? (purses[index] ?? 0) / 100 : 0, index).number("Fukasyokin", 0, index);
  }
  for (let index = 0; index < 3; index += 1) record.number("FukasyokinBefore", 0, index);
  for (let index = 0; index < 25; index += 1) record.number("LapTime", tenths(laps[index] ?? 0), index);
  for (let index = 0; index < 4; index += 1) record.number("HaronTime", 0, index);
  return record.end();
}
