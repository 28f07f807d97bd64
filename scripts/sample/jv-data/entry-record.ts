import { isStarter, type RunnerStatus } from "#app/domain/racing/race.ts";
import type { Race, Runner } from "#app/domain/racing/records.ts";
import { APPRENTICE_CODE, lengthsCode, SEX_CODE, TRAINER_BASE_CODE } from "./codes.ts";
import { SE } from "./race-forms.ts";
import { hasRun, type Made, startRaceRecord, tenths } from "./race-record.ts";
import type { RecordWriter } from "./record-writer.ts";

export interface Rider {
  jockeyId: string | null;
  jockeyName: string | null;
}

const ABNORMAL: Readonly<Partial<Record<RunnerStatus, string>>> = {
  scratched: "1",
  excluded: "3",
  did_not_finish: "4",
  disqualified: "5",
};
const NO_LAST_600 = 999;
const NO_MARGIN = "9999";
const CORNERS = 4;
const PLACES_AT_FIRST = 3;

/**
 * A horse's record of a race (SE): the card before the race, places of the first three at stage 3, all results from
 * stage 5, prizes at stage 7.
 */
export function entryRecord(race: Race, runner: Runner, made: Made, rider: Rider = runner): Uint8Array {
  const { stage } = made;
  const isRun = hasRun(stage);
  const isDrawn = stage !== "1";
  const isMeasured = isRun && (stage !== "3" || (runner.finishPosition ?? 99) <= PLACES_AT_FIRST);
  const { jockeyId, jockeyName } = isRun || stage === "9" ? runner : rider;
  const record = startRaceRecord(SE, { race, ...made })
    .number("Wakuban", isDrawn ? runner.bracketNum : 0)
    .number("Umaban", isDrawn ? runner.horseNum : 0)
    .code("KettoNum", runner.horseId)
    .text("Bamei", runner.horseName)
    .code("SexCD", runner.sex === null ? "0" : SEX_CODE[runner.sex])
    .number("HinsyuCD", 1)
    .number("Barei", runner.age)
    .number("TozaiCD", runner.trainerBase === null ? 0 : TRAINER_BASE_CODE[runner.trainerBase])
    .code("ChokyosiCode", runner.trainerId ?? "00000")
    .text("ChokyosiRyakusyo", runner.trainerName ?? "")
    .number("Futan", tenths(runner.carriedWeightKg))
    .number("Blinker", runner.blinkers ? 1 : 0)
    .code("KisyuCode", isDrawn ? (jockeyId ?? "00000") : "00000")
    .text("KisyuRyakusyo", isDrawn ? (jockeyName ?? "") : "")
    .code("KisyuCodeBefore", isRun && rider.jockeyId !== runner.jockeyId ? (rider.jockeyId ?? "00000") : "00000")
    .text("KisyuRyakusyoBefore", isRun && rider.jockeyId !== runner.jockeyId ? (rider.jockeyName ?? "") : "")
    .number("MinaraiCD", isDrawn && jockeyId === runner.jockeyId ? (APPRENTICE_CODE[runner.apprentice ?? ""] ?? 0) : 0)
    .code("IJyoCD", (isRun ? ABNORMAL[runner.status] : undefined) ?? "0")
    .number("Honsyokin", stage === "7" ? (runner.prizeYen ?? 0) / 100 : 0)
    .zeros("UmaKigoCD", "KeiroCD", "BanusiCode", "FutanBefore", "MinaraiCDBefore", "Fukasyokin", "HaronTimeL4")
    .zeros("DochakuKubun", "DochakuTosu", "RecordUpKubun", "DMKubun", "KyakusituKubun");
  writeWeight(record, isRun ? runner : null);
  writeResult(record, isMeasured ? runner : null);
  return record.end();
}

type EntryRecord = RecordWriter<keyof typeof SE.places>;

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

function writeWeight(record: EntryRecord, runner: Runner | null): void {
  const { weight, sign, change } = weightCodes(runner);
  record.number("BaTaijyu", weight).code("ZogenFugo", sign).code("ZogenSa", change);
}

function writeResult(record: EntryRecord, runner: Runner | null): void {
  const corners = runner?.cornerPositions?.split("-").map(Number) ?? [];
  // The last corners: a horse that passes two passes the third and the fourth.
  for (let corner = 0; corner < CORNERS; corner += 1) {
    record.number("JyuniCorner", corners[corner - (CORNERS - corners.length)] ?? 0, corner);
  }
  record
    .number("NyusenJyuni", runner?.finishPosition ?? 0)
    .number("KakuteiJyuni", runner?.finishPosition ?? 0)
    .number("Time", runner === null ? 0 : timeOf(runner.timeS))
    .code("ChakusaCD", lengthsCode(runner?.lengths ?? null))
    .number("Odds", runner === null ? 0 : tenths(runner.winOdds))
    .number("Ninki", runner?.popularity ?? 0)
    .number("HaronTimeL3", runner === null ? 0 : (tenths(runner.last600mS) ?? NO_LAST_600))
    .code("TimeDiff", runner === null ? "0000" : marginOf(runner));
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
