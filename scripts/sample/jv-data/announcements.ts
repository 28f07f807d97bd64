import { APPRENTICE_CODES, GOING_CODES, WEATHER_CODES } from "#app/domain/jv-data/codes.ts";
import { AV, CC, JC, TC, WE, WH } from "#app/domain/jv-data/layouts.ts";
import { japanDay, japanTime } from "#app/domain/racing/japan-time.ts";
import type { Going, Weather } from "#app/domain/racing/race.ts";
import type { Race, Runner } from "#app/domain/racing/records.ts";
import { codeOf, trackCode } from "./codes.ts";
import { type Rider, weightCodes } from "./entry-record.ts";
import { compact, meetingHead, raceHead, tenths } from "./race-record.ts";
import { RecordWriter } from "./record-writer.ts";

/** Announcements on a race day; `at` is the instant, in unix seconds. */
const ANNOUNCED = "1";
const SCRATCHED = "1";
const EXCLUDED = "2";

/** `11221435`: day and time in Japan. */
export const announcedAt = (at: number): string => compact(japanDay(at).slice(5)) + compact(japanTime(at));

const announced = (race: Race, at: number, stage = ANNOUNCED): string =>
  raceHead(race, { stage, madeOn: japanDay(at) }) + announcedAt(at);

export interface Sky {
  weather: Weather | null;
  turf: Going | null;
  dirt: Going | null;
}

/** Weather and going of a course (WE): the first state of the day (1), or a change of weather (2) or going (3). */
export function skyRecord(race: Race, what: "1" | "2" | "3", { now, before }: { now: Sky; before: Sky }, at: number) {
  const [hasWeather, hasGoing] = [what !== "3", what !== "2"];
  const wasKnown = what !== "1";
  const weather = (sky: Sky, isSaid: boolean) => codeOf(WEATHER_CODES, isSaid ? sky.weather : null);
  const going = (value: Going | null, isSaid: boolean) => codeOf(GOING_CODES, isSaid ? value : null);
  return new RecordWriter("WE", WE, meetingHead(race, { stage: ANNOUNCED, madeOn: japanDay(at) }) + announcedAt(at))
    .code("HenkoID", what)
    .code("TenkoCD", weather(now, hasWeather))
    .code("SibaBabaCD", going(now.turf, hasGoing))
    .code("DirtBabaCD", going(now.dirt, hasGoing))
    .put(38, weather(before, wasKnown && hasWeather))
    .code("SibaBabaCDBefore", going(before.turf, wasKnown && hasGoing))
    .code("DirtBabaCDBefore", going(before.dirt, wasKnown && hasGoing))
    .end();
}

export function weightsRecord(race: Race, runners: readonly Runner[], at: number): Uint8Array {
  const record = new RecordWriter("WH", WH, announced(race, at));
  for (let index = 0; index < WH.place("BataijyuInfo.Umaban").repeat; index += 1) {
    const runner = runners[index];
    const { weight, sign, change } = weightCodes(runner ?? null);
    record
      .number("BataijyuInfo.Umaban", runner?.horseNum ?? 0, index)
      .text("BataijyuInfo.Bamei", runner?.horseName ?? "", index)
      .number("BataijyuInfo.BaTaijyu", weight, index)
      .code("BataijyuInfo.ZogenFugo", sign, index)
      .code("BataijyuInfo.ZogenSa", change, index);
  }
  return record.end();
}

/** A horse that is scratched or excluded in its row (AV). */
export function withdrawalRecord(race: Race, runner: Runner, at: number): Uint8Array {
  return new RecordWriter("AV", AV, announced(race, at, runner.status === "excluded" ? EXCLUDED : SCRATCHED))
    .number("Umaban", runner.horseNum)
    .text("Bamei", runner.horseName)
    .put(74, "001")
    .end();
}

export function jockeyRecord(race: Race, runner: Runner, before: Rider, at: number): Uint8Array {
  const carried = tenths(runner.carriedWeightKg);
  return new RecordWriter("JC", JC, announced(race, at))
    .number("Umaban", runner.horseNum)
    .text("Bamei", runner.horseName)
    .number("Futan", carried)
    .code("KisyuCode", runner.jockeyId ?? "00000")
    .text("KisyuName", runner.jockeyName ?? "")
    .code("MinaraiCD", codeOf(APPRENTICE_CODES, runner.apprentice))
    .put(117, String(carried ?? 0).padStart(3, "0"))
    .code("KisyuCodeBefore", before.jockeyId ?? "00000")
    .text("KisyuNameBefore", before.jockeyName ?? "")
    .put(159, "0")
    .end();
}

/** A change from the card's start time to the race's (TC). */
export function startTimeRecord(race: Race, before: string, at: number): Uint8Array {
  const [now, then] = [compact(race.startTime ?? "0000"), compact(before)];
  return new RecordWriter("TC", TC, announced(race, at) + now + then).end();
}

/** A change from the card's distance to the race's (CC), because of the wind. */
export function courseRecord(race: Race, before: number, at: number): Uint8Array {
  return new RecordWriter("CC", CC, announced(race, at))
    .number("Kyori", race.distanceM)
    .code("TruckCd", trackCode(race))
    .number("KyoriBefore", before)
    .code("TruckCdBefore", trackCode(race))
    .put(48, "1")
    .end();
}
