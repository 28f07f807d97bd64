import { japanDay, japanTime } from "#app/domain/racing/japan-time.ts";
import type { Going, Weather } from "#app/domain/racing/race.ts";
import type { Race, Runner } from "#app/domain/racing/records.ts";
import { APPRENTICE_CODE, GOING_CODE, trackCode, WEATHER_CODE } from "./codes.ts";
import { type Rider, weightCodes } from "./entry-record.ts";
import { AV, CC, JC, TC, WE, WH } from "./live-forms.ts";
import type { RACE_HEAD } from "./race-forms.ts";
import { compact, startMeetingRecord, startRaceRecord, tenths } from "./race-record.ts";
import type { Form, RecordWriter } from "./record-writer.ts";

/** Announcements on a race day; `at` is the instant, in unix seconds. */
const ANNOUNCED = "1";
const SCRATCHED = "1";
const EXCLUDED = "2";
const MOST_WEIGHED = 18;

/** `11221435`: day and time in Japan. */
export const announcedAt = (at: number): string => compact(japanDay(at).slice(5)) + compact(japanTime(at));

type AnnouncedField = keyof typeof RACE_HEAD | "HappyoTime";

function announce<Name extends string>(
  form: Form<Name | AnnouncedField>,
  race: Race,
  at: number,
  stage = ANNOUNCED,
): RecordWriter<Name | AnnouncedField> {
  return startRaceRecord<Name | "HappyoTime">(form, { race, stage, madeOn: japanDay(at) }).code(
    "HappyoTime",
    announcedAt(at),
  );
}

export interface Sky {
  weather: Weather | null;
  turf: Going | null;
  dirt: Going | null;
}

const goingCode = (going: Going | null): string => (going === null ? "0" : GOING_CODE[going]);
const weatherCode = (weather: Weather | null): string => (weather === null ? "0" : WEATHER_CODE[weather]);

/** Weather and going of a course (WE): the first state of the day (1), or a change of weather (2) or going (3). */
export function skyRecord(race: Race, what: "1" | "2" | "3", { now, before }: { now: Sky; before: Sky }, at: number) {
  const [hasWeather, hasGoing] = [what !== "3", what !== "2"];
  const wasKnown = what !== "1";
  return startMeetingRecord(WE, { race, stage: ANNOUNCED, madeOn: japanDay(at) })
    .code("HappyoTime", announcedAt(at))
    .code("HenkoID", what)
    .code("TenkoCD", hasWeather ? weatherCode(now.weather) : "0")
    .code("SibaBabaCD", hasGoing ? goingCode(now.turf) : "0")
    .code("DirtBabaCD", hasGoing ? goingCode(now.dirt) : "0")
    .code("TenkoCDBefore", wasKnown && hasWeather ? weatherCode(before.weather) : "0")
    .code("SibaBabaCDBefore", wasKnown && hasGoing ? goingCode(before.turf) : "0")
    .code("DirtBabaCDBefore", wasKnown && hasGoing ? goingCode(before.dirt) : "0")
    .end();
}

export function weightsRecord(race: Race, runners: readonly Runner[], at: number): Uint8Array {
  const record = announce(WH, race, at);
  for (let index = 0; index < MOST_WEIGHED; index += 1) {
    const runner = runners[index];
    const { weight, sign, change } = weightCodes(runner ?? null);
    record
      .number("Umaban", runner?.horseNum ?? 0, index)
      .text("Bamei", runner?.horseName ?? "", index)
      .number("BaTaijyu", weight, index)
      .code("ZogenFugo", sign, index)
      .code("ZogenSa", change, index);
  }
  return record.end();
}

/** A horse that is scratched or excluded in its row (AV). */
export function withdrawalRecord(race: Race, runner: Runner, at: number): Uint8Array {
  return announce(AV, race, at, runner.status === "excluded" ? EXCLUDED : SCRATCHED)
    .number("Umaban", runner.horseNum)
    .text("Bamei", runner.horseName)
    .code("JiyuKubun", "001")
    .end();
}

/** A change from the card's jockey to the runner's (JC). */
export function jockeyRecord(race: Race, runner: Runner, before: Rider, at: number): Uint8Array {
  const record = announce(JC, race, at).number("Umaban", runner.horseNum).text("Bamei", runner.horseName);
  const marks = [APPRENTICE_CODE[runner.apprentice ?? ""] ?? 0, 0];
  for (const [index, { jockeyId, jockeyName }] of [runner, before].entries()) {
    record
      .number("Futan", tenths(runner.carriedWeightKg), index)
      .code("KisyuCode", jockeyId ?? "00000", index)
      .text("KisyuName", jockeyName ?? "", index)
      .number("MinaraiCD", marks[index] ?? 0, index);
  }
  return record.end();
}

/** A change from the card's start time to the race's (TC). */
export function startTimeRecord(race: Race, before: string, at: number): Uint8Array {
  return announce(TC, race, at)
    .code("JiFun", compact(race.startTime ?? "0000"), 0)
    .code("JiFun", compact(before), 1)
    .end();
}

/** A change from the card's distance to the race's (CC), because of the wind. */
export function courseRecord(race: Race, before: number, at: number): Uint8Array {
  const record = announce(CC, race, at).number("JiyuCd", 1);
  for (const [index, distanceM] of [race.distanceM, before].entries()) {
    record.number("Kyori", distanceM, index).code("TruckCd", trackCode(race), index);
  }
  return record.end();
}
