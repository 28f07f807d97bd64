import { GOING_CODES, WEATHER_CODES, WEIGHT_RULE_CODES } from "#app/domain/jv-data/codes.ts";
import { PAYOUT_POOLS } from "#app/domain/jv-data/facts/payout-facts.ts";
import { HR, RA } from "#app/domain/jv-data/layouts.ts";
import { hasResult } from "#app/domain/jv-data/stages.ts";
import { isStarter, VenueType } from "#app/domain/racing/race.ts";
import type { Payout, Race, Runner } from "#app/domain/racing/records.ts";
import { classCodes, codeOf, entryMarksCode, gradeCode, trackCode, weekdayCode } from "./codes.ts";
import { RecordWriter } from "./record-writer.ts";

/** Stage of a record: 1 entries, 2 card with the draw, 3 the first three places, 5 all places, 7 final, 9 cancelled. */
export type Stage = "1" | "2" | "3" | "5" | "7" | "9";

export interface Made {
  stage: string;
  madeOn: string;
}

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
export const twoDigits = (value: number | null): string => String(value ?? 0).padStart(2, "0");

/** Stage, day and key of a record about a course's day. */
export function meetingHead({ raceId, date, meetingNum, meetingDay }: Race, { stage, madeOn }: Made): string {
  const course = raceId.split("-")[1] ?? "";
  return stage + compact(madeOn) + compact(date) + course + twoDigits(meetingNum) + twoDigits(meetingDay);
}

export const raceHead = (race: Race, made: Made): string => meetingHead(race, made) + twoDigits(race.raceNum);

export const countStarters = (runners: RaceRows["runners"]): number =>
  runners.filter(({ status }) => isStarter(status)).length;

export function raceRecord({ race, runners }: RaceRows, made: Made, before: CardBefore = {}): Uint8Array {
  const { stage } = made;
  const isRun = hasResult(stage);
  const isOver = isRun || stage === "9";
  const { ages, conditions, words } = classCodes(race);
  const ownName = race.venueType === VenueType.central && race.name === race.raceClass ? "" : race.name;
  const startTime = isOver ? race.startTime : (before.startTime ?? race.startTime);
  const distanceM = isOver ? race.distanceM : (before.distanceM ?? race.distanceM);
  const starters = countStarters(runners);
  const fallen = runners.filter(({ status }) => status === "did_not_finish").length;
  const going = codeOf(GOING_CODES, isOver ? race.going : null);
  const purses = (race.pursesYen ?? "").split("-").map(Number);
  const won = runners.map(({ prizeYen }) => prizeYen ?? 0).sort((one, other) => other - one);
  // A dead heat shares the prizes.
  const isShared = stage === "7" && won.some((prize, index) => prize > 0 && prize !== purses[index]);
  const hundreds = (yen: readonly number[]): number[] => yen.map((prize) => prize / 100);
  const laps = isRun ? (race.lapsS ?? "").split("-").map(Number) : [];
  const record = new RecordWriter("RA", RA, raceHead(race, made) + weekdayCode(race.date))
    .text("Hondai", ownName)
    .code("GradeCD", gradeCode(race))
    .code("SyubetuCD", ages)
    .code("KigoCD", entryMarksCode(race.entryMarks))
    .code("JyuryoCD", codeOf(WEIGHT_RULE_CODES, race.weightRule))
    .text("JyokenName", words)
    .number("Kyori", distanceM)
    .code("TrackCD", trackCode(race))
    .code("CourseKubunCD", (race.rail ?? "").padEnd(2))
    .numbers("Honsyokin", hundreds(isShared ? won.slice(0, 7) : purses))
    .numbers("HonsyokinBefore", isShared ? hundreds(purses) : [])
    .code("HassoTime", startTime === null ? "0000" : compact(startTime))
    .number("TorokuTosu", runners.length)
    .code("TenkoCD", codeOf(WEATHER_CODES, isOver ? race.weather : null))
    .code("SibaBabaCD", race.surface === "dirt" ? "0" : going)
    .code("DirtBabaCD", race.surface === "dirt" ? going : "0")
    .numbers("LapTime", laps.map(tenths))
    // Fields that the product does not read.
    .put(29, "0000")
    .put(611, "0000")
    .put(702, String(isOver ? (before.distanceM ?? 0) : 0).padStart(4, "0"))
    .put(708, "00")
    .put(810, "0".repeat(64))
    .put(878, isOver && before.startTime !== undefined ? compact(before.startTime) : "0000")
    .put(884, twoDigits(isRun ? starters : stage === "2" ? runners.length : 0))
    .put(886, twoDigits(isRun ? starters - fallen : 0))
    .put(966, "0".repeat(16))
    .put(1270, "0");
  for (const [index, condition] of conditions.entries()) record.code("JyokenCD", condition, index);
  return record.end();
}

/**
 * A race's payouts (HR), for the bets that the sample sells.
 * @param refunded horses withdrawn after bets on them were sold
 */
export function payoutRecord(
  { race, runners, payouts, refunded }: RaceRows & { payouts: readonly Payout[]; refunded: readonly number[] },
  made: Made,
): Uint8Array {
  const record = new RecordWriter("HR", HR, raceHead(race, made))
    .put(28, twoDigits(runners.length) + twoDigits(countStarters(runners)))
    .numbers("FuseirituFlag", [])
    .numbers("TokubaraiFlag", [])
    .numbers("HenkanUma", [])
    .put(50, (refunded.length > 0 ? "1" : "0").repeat(9))
    .put(87, "0".repeat(16));
  for (const horse of refunded) record.number("HenkanUma", 1, horse - 1);
  for (const { betType, combination, pay } of PAYOUT_POOLS) {
    const paid = payouts.filter((payout) => payout.betType === betType);
    if (paid.length > HR.place(pay).repeat)
      throw new RangeError(`${race.raceId} has ${paid.length} ${betType} payouts`);
    for (const [row, payout] of paid.entries()) {
      const horses = payout.combination.split("-").map(Number);
      const written = betType === "bracket" ? horses.join("") : horses.map(twoDigits).join("");
      record.code(combination, written, row).number(pay, payout.payoutYen, row);
      const rank = runners.find(({ horseNum }) => horseNum === horses[0])?.popularity ?? 0;
      if (betType === "win") record.put(114 + 13 * row, twoDigits(rank));
    }
  }
  return record.end();
}
