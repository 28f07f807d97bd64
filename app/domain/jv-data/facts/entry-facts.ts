import { quote } from "#app/domain/racing/fields.ts";
import type { RunnerStatus } from "#app/domain/racing/race.ts";
import { RUNNER_FIELDS, type Runner } from "#app/domain/racing/records.ts";
import {
  ABNORMALITY_CODES,
  type Abnormality,
  APPRENTICE_CODES,
  LENGTH_CODES,
  SEX_CODES,
  TRAINER_BASE_CODES,
} from "../codes.ts";
import { type FieldOf, SE } from "../layouts.ts";
import { openRecord, type RecordFindings, type RecordView } from "../record-view.ts";
import { hasAllPlaces, hasResult } from "../stages.ts";
import { tidyPersonName } from "../tidy-text.ts";

type EntryView = RecordView<FieldOf<typeof SE>>;

/** A horse's record of a race; before the draw it has no number. */
export type EntryFacts = Omit<Runner, "raceId" | "horseNum" | "sireName" | "damName" | "damSireName" | "trouble"> & {
  horseNum: number | null;
};

/** Ages were counted from 1 at birth until 2000. */
const LAST_YEAR_OF_OLD_AGES = 2000;
const FIRST_CORNERS = ["Jyuni1c", "Jyuni2c", "Jyuni3c", "Jyuni4c"] as const;
const MEASURED = new Set<RunnerStatus>(["finished", "did_not_finish", "disqualified"]);

/** Identifies a horse within its race before and after the draw. */
export function entryKeyOf(bytes: Uint8Array, findings: RecordFindings): string {
  const view = openRecord(SE, bytes, findings);
  const key = registrationOf(view) ?? view.text("Bamei");
  if (key === "") view.refuse("KettoNum", "is not set, and neither is the name");
  return key;
}

export function readEntryFacts(bytes: Uint8Array, findings: RecordFindings): EntryFacts {
  const view = openRecord(SE, bytes, findings);
  const stage = view.raw("DataKubun");
  const result = hasResult(stage);
  const year = Number(view.raw("Year"));
  const age = view.fill(RUNNER_FIELDS.age, "Barei", ageCell(view.whole("Barei"), year));
  const horseName = view.fill(RUNNER_FIELDS.horseName, "Bamei", view.text("Bamei"));
  const horseId = registrationOf(view) ?? idByName(view, { horseName, bornIn: age === null ? null : year - age });
  const abnormality: Abnormality | null = view.code("IJyoCD", ABNORMALITY_CODES);
  const placeCell = view.whole("KakuteiJyuni");
  if (!result && placeCell !== "") view.notice("KakuteiJyuni", "a place in a record from before the race is ignored");
  const place = result ? view.fill(RUNNER_FIELDS.finishPosition, "KakuteiJyuni", placeCell) : null;
  const status = statusOf({ abnormality, isPlaced: place !== null, isComplete: hasAllPlaces(stage) });
  const finishPosition = status === "finished" ? place : null;
  if (place !== null && finishPosition === null) view.notice("KakuteiJyuni", `place ${place} of a horse that has none`);
  const weight = weightCells(view.raw("BaTaijyu"), view.raw("ZogenFugo"), view.raw("ZogenSa"));
  const ifResult = (cell: string): string => (result ? cell : "");
  return {
    horseNum: horseNumOf(view),
    bracketNum: view.fill(RUNNER_FIELDS.bracketNum, "Wakuban", view.whole("Wakuban")),
    horseId: view.fill(RUNNER_FIELDS.horseId, "KettoNum", horseId),
    horseName,
    sex: view.code("SexCD", SEX_CODES),
    age,
    carriedWeightKg: view.fill(RUNNER_FIELDS.carriedWeightKg, "Futan", view.tenths("Futan")),
    jockeyId: view.fill(RUNNER_FIELDS.jockeyId, "KisyuCode", idCell(view.raw("KisyuCode"))),
    jockeyName: view.fill(RUNNER_FIELDS.jockeyName, "KisyuRyakusyo", tidyPersonName(view.text("KisyuRyakusyo"))),
    trainerId: view.fill(RUNNER_FIELDS.trainerId, "ChokyosiCode", idCell(view.raw("ChokyosiCode"))),
    trainerName: view.fill(
      RUNNER_FIELDS.trainerName,
      "ChokyosiRyakusyo",
      tidyPersonName(view.text("ChokyosiRyakusyo")),
    ),
    status,
    finishPosition,
    timeS: view.fill(RUNNER_FIELDS.timeS, "Time", ifResult(timeCell(view.raw("Time")))),
    marginS: view.fill(
      RUNNER_FIELDS.marginS,
      "TimeDiff",
      finishPosition === null ? "" : finishPosition === 1 ? "0.0" : marginCell(view.raw("TimeDiff")),
    ),
    cornerPositions: view.fill(RUNNER_FIELDS.cornerPositions, "Jyuni1c", ifResult(cornersCell(view))),
    last600mS: view.fill(RUNNER_FIELDS.last600mS, "HaronTimeL3", ifResult(last600Cell(view))),
    winOdds: view.fill(RUNNER_FIELDS.winOdds, "Odds", ifResult(view.tenths("Odds"))),
    popularity: view.fill(RUNNER_FIELDS.popularity, "Ninki", ifResult(view.whole("Ninki"))),
    bodyWeightKg: view.fill(RUNNER_FIELDS.bodyWeightKg, "BaTaijyu", weight.kg),
    bodyWeightChangeKg: view.fill(RUNNER_FIELDS.bodyWeightChangeKg, "ZogenSa", weight.changeKg),
    prizeYen: view.fill(RUNNER_FIELDS.prizeYen, "Honsyokin", prizeCell(view, { stage, status })),
    trainerBase: view.code("TozaiCD", TRAINER_BASE_CODES),
    apprentice: view.code("MinaraiCD", APPRENTICE_CODES),
    blinkers: view.code("Blinker", { "1": true }),
    lengths: view.fill(RUNNER_FIELDS.lengths, "ChakusaCD", ifResult(lengthsCell(view.raw("ChakusaCD")))),
  };
}

/** Ten digits; null where the organiser has none and several horses have zeros. */
function registrationOf(view: EntryView): string | null {
  const number = view.raw("KettoNum").trim();
  if (/^0*$/.test(number)) return null;
  if (!/^\d{10}$/.test(number)) view.refuse("KettoNum", `${quote(number)} is no registration number (ten digits)`);
  return number;
}

function idByName(view: EntryView, { horseName, bornIn }: { horseName: string; bornIn: number | null }): string {
  const id = bornIn === null ? horseName : `${bornIn}-${horseName}`;
  view.notice("KettoNum", `is not set; the horse is known as ${quote(id)}`);
  return id;
}

function horseNumOf(view: EntryView): number | null {
  const cell = view.whole("Umaban");
  return cell === "" ? null : view.fill(RUNNER_FIELDS.horseNum, "Umaban", cell);
}

function statusOf({
  abnormality,
  isPlaced,
  isComplete,
}: {
  abnormality: Abnormality | null;
  isPlaced: boolean;
  isComplete: boolean;
}): RunnerStatus {
  if (abnormality === "remounted") return isPlaced ? "finished" : "did_not_finish";
  if (abnormality !== null && abnormality !== "demoted") return abnormality;
  if (isPlaced) return "finished";
  return isComplete ? "no_result" : "entered";
}

const ageCell = (cell: string, year: number): string =>
  /^\d+$/.test(cell) && year <= LAST_YEAR_OF_OLD_AGES ? String(Math.max(1, Number(cell) - 1)) : cell;

/** Code of a person; empty for zeros. */
export function idCell(raw: string): string {
  const id = raw.trim();
  return /^0*$/.test(id) ? "" : id;
}

/** `2315` is 2:31.5, in seconds; 9999 means no time. */
function timeCell(raw: string): string {
  const time = raw.trim();
  if (/^0*$/.test(time) || time === "9999") return "";
  const [, minutes, seconds, tenth] = /^(\d)([0-5]\d)(\d)$/.exec(time) ?? [];
  if (minutes === undefined) return time === "" ? "" : `${time} (m, ss and tenths)`;
  return `${Number(minutes) * 60 + Number(seconds)}.${tenth}`;
}

/** Sign and 99.9 seconds behind the winner; 9999 means none. */
function marginCell(raw: string): string {
  if (/^[0 ]*$/.test(raw) || raw === "9999") return "";
  const [, sign, tenths] = /^([+\- ])(\d{3})$/.exec(raw) ?? [];
  if (tenths === undefined) return raw;
  const seconds = (Number(tenths) / 10).toFixed(1);
  return sign === "-" && tenths !== "000" ? `-${seconds}` : seconds;
}

/** Table 2102: a code, or whole lengths, numerator and denominator: `112` is 1 1/2. */
function lengthsCell(raw: string): string {
  const code = raw.trim();
  const [, whole = "", above, below] = /^([ \d])(?:([1-9])([1-9])| {2})$/.exec(raw) ?? [];
  const fraction = above === undefined ? "" : `${above}/${below}`;
  return LENGTH_CODES[code] ?? [whole.trim(), fraction].filter((part) => part !== "").join(" ");
}

const cornersCell = (view: EntryView): string =>
  FIRST_CORNERS.map((name) => view.whole(name))
    .filter((cell) => cell !== "")
    .join("-");

function last600Cell(view: EntryView): string {
  return view.raw("HaronTimeL3") === "999" ? "" : view.tenths("HaronTimeL3");
}

/** In yen. Quick results can precede the prizes, so zero means "nothing won" only in a final result. */
function prizeCell(view: EntryView, { stage, status }: { stage: string; status: RunnerStatus }): string {
  const cells = [view.whole("Honsyokin"), view.whole("Fukasyokin")];
  const wrong = cells.find((cell) => !/^\d*$/.test(cell));
  if (wrong !== undefined) return wrong;
  if (!hasResult(stage) || !MEASURED.has(status)) return "";
  const hundreds = cells.reduce((sum, cell) => sum + Number(cell), 0);
  return hundreds === 0 && !isFinalStage(stage) ? "" : String(hundreds * 100);
}

const isFinalStage = (stage: string): boolean => stage === "7" || stage === "A";

/** 000 is a scratched horse, 999 a horse that could not be weighed. */
const NOT_WEIGHED = /^(?:\s*|000|999)$/;
/** Blank is a first start, 999 an unknown weight at the last start. */
const NO_CHANGE_KNOWN = /^(?:\s*|999)$/;

export function weightCells(weight: string, sign: string, change: string): { kg: string; changeKg: string } {
  if (NOT_WEIGHED.test(weight)) return { kg: "", changeKg: "" };
  const kg = /^\d{3}$/.test(weight) ? String(Number(weight)) : weight;
  if (NO_CHANGE_KNOWN.test(change)) return { kg, changeKg: "" };
  if (change === "000") return { kg, changeKg: "0" };
  if (!/^\d{3}$/.test(change)) return { kg, changeKg: change };
  if (sign === " ") return { kg, changeKg: "" };
  return { kg, changeKg: sign === "+" || sign === "-" ? `${sign}${Number(change)}` : `${sign}${change}` };
}
