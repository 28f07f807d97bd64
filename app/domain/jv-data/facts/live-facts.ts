import { quote } from "#app/domain/racing/fields.ts";
import type { Going } from "#app/domain/racing/race.ts";
import { RACE_FIELDS, RUNNER_FIELDS, type Runner } from "#app/domain/racing/records.ts";
import { APPRENTICE_CODES, GOING_CODES, SURFACE_CODES, WEATHER_CODES } from "../codes.ts";
import { AV, CC, JC, TC, WE, WH } from "../layouts.ts";
import { openRecord, type RecordFindings, type RecordView } from "../record-view.ts";
import { tidyPersonName } from "../tidy-text.ts";
import { idCell, weightCells } from "./entry-facts.ts";
import { timeOfDayCell } from "./race-facts.ts";

/** Announcements of a race day. Each identifies its horse by number, with the name as a check. */
interface NamedHorse {
  horseNum: number;
  /** May be cut after nine characters. */
  horseName: string;
}

export type WeighedHorse = NamedHorse & Pick<Runner, "bodyWeightKg" | "bodyWeightChangeKg">;

export interface Withdrawal extends NamedHorse {
  status: "scratched" | "excluded";
}

export type JockeyChange = NamedHorse & Pick<Runner, "jockeyId" | "jockeyName" | "apprentice" | "carriedWeightKg">;

const WEIGHED_HORSES = 18;

export function readWeights(bytes: Uint8Array, findings: RecordFindings): WeighedHorse[] {
  const view = openRecord(WH, bytes, findings);
  const horses: WeighedHorse[] = [];
  for (let index = 0; index < WEIGHED_HORSES; index += 1) {
    const number = view.whole("BataijyuInfo.Umaban", index);
    if (number === "") continue;
    const weight = weightCells(
      view.raw("BataijyuInfo.BaTaijyu", index),
      view.raw("BataijyuInfo.ZogenFugo", index),
      view.raw("BataijyuInfo.ZogenSa", index),
    );
    horses.push({
      horseNum: view.fill(RUNNER_FIELDS.horseNum, "BataijyuInfo.Umaban", number),
      horseName: view.text("BataijyuInfo.Bamei", index),
      bodyWeightKg: view.fill(RUNNER_FIELDS.bodyWeightKg, "BataijyuInfo.BaTaijyu", weight.kg),
      bodyWeightChangeKg: view.fill(RUNNER_FIELDS.bodyWeightChangeKg, "BataijyuInfo.ZogenSa", weight.changeKg),
    });
  }
  return horses;
}

export function readWithdrawal(bytes: Uint8Array, findings: RecordFindings): Withdrawal {
  const view = openRecord(AV, bytes, findings);
  return { ...readHorse(view), status: view.raw("DataKubun") === "2" ? "excluded" : "scratched" };
}

export function readJockeyChange(bytes: Uint8Array, findings: RecordFindings): JockeyChange {
  const view = openRecord(JC, bytes, findings);
  return {
    ...readHorse(view),
    jockeyId: view.fill(RUNNER_FIELDS.jockeyId, "KisyuCode", idCell(view.raw("KisyuCode"))),
    jockeyName: view.fill(RUNNER_FIELDS.jockeyName, "KisyuName", tidyPersonName(view.text("KisyuName"))),
    apprentice: view.code("MinaraiCD", APPRENTICE_CODES),
    carriedWeightKg: view.fill(RUNNER_FIELDS.carriedWeightKg, "Futan", view.tenths("Futan")),
  };
}

/** The new start time, HH:MM. */
export function readStartTime(bytes: Uint8Array, findings: RecordFindings): string | null {
  const view = openRecord(TC, bytes, findings);
  return view.fill(RACE_FIELDS.startTime, "Ji", timeOfDayCell(view.raw("Ji") + view.raw("Fun")));
}

export function readCourseChange(bytes: Uint8Array, findings: RecordFindings) {
  const view = openRecord(CC, bytes, findings);
  return {
    distanceM: view.fill(RACE_FIELDS.distanceM, "Kyori", view.whole("Kyori")),
    surface: view.code("TruckCd", SURFACE_CODES),
  };
}

/** Unchanged fields are null: a change of weather leaves the going blank, and the other way round. */
export function readWeatherChange(bytes: Uint8Array, findings: RecordFindings) {
  const view = openRecord(WE, bytes, findings);
  const what = view.raw("HenkoID");
  if (!/^[123]$/.test(what)) view.refuse("HenkoID", `${quote(what)} is none of 1, 2, 3`);
  const going = (name: "SibaBabaCD" | "DirtBabaCD"): Going | null =>
    what === "2" ? null : view.code(name, GOING_CODES);
  return {
    weather: what === "3" ? null : view.code("TenkoCD", WEATHER_CODES),
    goings: { turf: going("SibaBabaCD"), dirt: going("DirtBabaCD") },
  };
}

function readHorse(view: RecordView<"Umaban" | "Bamei">): NamedHorse {
  return {
    horseNum: view.fill(RUNNER_FIELDS.horseNum, "Umaban", view.whole("Umaban")),
    horseName: view.text("Bamei"),
  };
}
