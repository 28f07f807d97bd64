import {
  ABNORMALITY_CODES,
  type Abnormality,
  APPRENTICE_CODES,
  SEX_CODES,
  TRAINER_BASE_CODES,
} from "#app/domain/jv-data/codes.ts";
import { SE, UM } from "#app/domain/jv-data/layouts.ts";
import { hasResult } from "#app/domain/jv-data/stages.ts";
import { isStarter } from "#app/domain/racing/race.ts";
import type { Race, Runner } from "#app/domain/racing/records.ts";
import { codeOf, lengthsCode } from "./codes.ts";
import { compact, type Made, raceHead, tenths, twoDigits } from "./race-record.ts";
import { RecordWriter } from "./record-writer.ts";

export type Rider = Pick<Runner, "jockeyId" | "jockeyName">;

const NO_ID = "00000";
const NO_LAST_600 = 999;
const NO_MARGIN = "9999";
const CORNERS = ["Jyuni1c", "Jyuni2c", "Jyuni3c", "Jyuni4c"] as const;
const PLACES_AT_FIRST = 3;

/**
 * A horse's record of a race (SE): the card before the race, places of the first three at stage 3, all results from
 * stage 5, prizes at stage 7.
 */
export function entryRecord(race: Race, runner: Runner, made: Made, rider: Rider = runner): Uint8Array {
  const { stage } = made;
  const isRun = hasResult(stage);
  const isDrawn = stage !== "1";
  const isMeasured = isRun && (stage !== "3" || (runner.finishPosition ?? 99) <= PLACES_AT_FIRST);
  const { jockeyId, jockeyName } = isRun || stage === "9" ? runner : rider;
  const isReplaced = isRun && rider.jockeyId !== runner.jockeyId;
  const hasOwnRider = isDrawn && jockeyId === runner.jockeyId;
  const { weight, sign, change } = weightCodes(isRun ? runner : null);
  const result = isMeasured ? runner : null;
  const corners = result?.cornerPositions?.split("-").map(Number) ?? [];
  const place = result?.finishPosition ?? 0;
  const record = new RecordWriter("SE", SE, raceHead(race, made))
    .number("Wakuban", isDrawn ? runner.bracketNum : 0)
    .number("Umaban", isDrawn ? runner.horseNum : 0)
    .code("KettoNum", runner.horseId)
    .text("Bamei", runner.horseName)
    .code("SexCD", codeOf(SEX_CODES, runner.sex))
    .number("Barei", runner.age)
    .code("TozaiCD", codeOf(TRAINER_BASE_CODES, runner.trainerBase))
    .code("ChokyosiCode", runner.trainerId ?? NO_ID)
    .text("ChokyosiRyakusyo", runner.trainerName ?? "")
    .number("Futan", tenths(runner.carriedWeightKg))
    .number("Blinker", runner.blinkers ? 1 : 0)
    .code("KisyuCode", isDrawn ? (jockeyId ?? NO_ID) : NO_ID)
    .text("KisyuRyakusyo", isDrawn ? (jockeyName ?? "") : "")
    .code("MinaraiCD", codeOf(APPRENTICE_CODES, hasOwnRider ? runner.apprentice : null))
    .number("BaTaijyu", weight)
    .code("ZogenFugo", sign)
    .code("ZogenSa", change)
    .code("IJyoCD", isRun ? abnormalityCode(runner) : "0")
    .number("KakuteiJyuni", place)
    .number("Time", timeOf(result?.timeS ?? null))
    .code("ChakusaCD", lengthsCode(result?.lengths ?? null))
    .number("Odds", tenths(result?.winOdds ?? null))
    .number("Ninki", result?.popularity ?? 0)
    .number("Honsyokin", stage === "7" ? (runner.prizeYen ?? 0) / 100 : 0)
    .number("Fukasyokin", 0)
    .number("HaronTimeL3", result === null ? 0 : (tenths(result.last600mS) ?? NO_LAST_600))
    .code("TimeDiff", result === null ? "0000" : marginOf(result))
    // Fields that the product does not read.
    .put(77, "00")
    .put(80, "100")
    .put(99, "000000")
    .put(292, "000")
    .put(302, (isReplaced ? rider.jockeyId : null) ?? NO_ID)
    .putText(315, 8, (isReplaced ? rider.jockeyName : null) ?? "")
    .put(324, "0")
    .put(333, twoDigits(place))
    .put(337, "00")
    .put(388, "000")
    .put(536, "00")
    .put(553, "0");
  // The last corners: a horse that passes two passes the third and the fourth.
  for (const [at, name] of CORNERS.entries()) record.number(name, corners[at - CORNERS.length + corners.length] ?? 0);
  return record.end();
}

/** Body weight and its change as all records have them; 000 without a weight, 999 where it could not be measured. */
export function weightCodes(runner: Runner | null): { weight: number; sign: string; change: string } {
  const isAbsent = runner === null || (!isStarter(runner.status) && runner.bodyWeightKg === null);
  if (isAbsent) return { weight: 0, sign: " ", change: "   " };
  const { bodyWeightKg, bodyWeightChangeKg: change } = runner;
  if (bodyWeightKg === null) return { weight: 999, sign: " ", change: "999" };
  if (change === null) return { weight: bodyWeightKg, sign: " ", change: "   " };
  const sign = change === 0 ? " " : change > 0 ? "+" : "-";
  return { weight: bodyWeightKg, sign, change: String(Math.abs(change)).padStart(3, "0") };
}

/** An exclusion has two codes: the sample writes the later one. */
function abnormalityCode({ status }: Runner): string {
  const codes = Object.entries<Abnormality | string>(ABNORMALITY_CODES);
  return codes.findLast(([, abnormality]) => abnormality === status)?.[0] ?? "0";
}

/** 2:31.5 is 2315. */
function timeOf(timeS: number | null): number {
  const time = tenths(timeS) ?? 0;
  return Math.floor(time / 600) * 1000 + (time % 600);
}

function marginOf({ finishPosition, marginS }: Runner): string {
  if (finishPosition === null || marginS === null) return NO_MARGIN;
  const sign = finishPosition === 1 || marginS < 0 ? "-" : "+";
  return `${sign}${String(Math.abs(tenths(marginS) ?? 0)).padStart(3, "0")}`;
}

const SIRE = 0;
const DAM = 1;
const DAM_SIRE = 4;
const ANCESTORS = 14;
const BYTES_OF_ANCESTOR = 46;

/** A horse's master record (UM), made from a runner's row; the sample's horses are all born on 1 April. */
export function horseRecord(runner: Runner, { stage, madeOn }: Made): Uint8Array {
  const bornIn = Number(runner.horseId.slice(0, 4));
  const record = new RecordWriter("UM", UM, stage + compact(madeOn))
    .code("KettoNum", runner.horseId)
    .text("Bamei", runner.horseName)
    .code("SexCD", codeOf(SEX_CODES, runner.sex))
    .text("Ketto3Info.Bamei", runner.sireName ?? "", SIRE)
    .text("Ketto3Info.Bamei", runner.damName ?? "", DAM)
    .text("Ketto3Info.Bamei", runner.damSireName ?? "", DAM_SIRE)
    .put(22, `0${bornIn + 2}0401${"0".repeat(8)}${bornIn}0401`)
    .put(179, "1")
    .put(199, "00")
    .put(202, "100")
    .put(849, `0${runner.trainerId ?? NO_ID}`)
    .putText(855, 8, runner.trainerName ?? "");
  for (let index = 0; index < ANCESTORS; index += 1) record.put(205 + BYTES_OF_ANCESTOR * index, "0".repeat(10));
  return record.end();
}
