import { quote } from "#app/domain/racing/fields.ts";
import { type Going, VenueType } from "#app/domain/racing/race.ts";
import { type ListedRace, RACE_FIELDS, type RaceDetails } from "#app/domain/racing/records.ts";
import {
  COURSE_WAY_CODES,
  entryMarksOf,
  GOING_CODES,
  GRADE_CODES,
  SURFACE_CODES,
  VENUES,
  WEATHER_CODES,
  WEIGHT_RULE_CODES,
} from "../codes.ts";
import { type FieldOf, RA } from "../layouts.ts";
import { isKnownAges, isKnownCondition, raceClassOf } from "../race-class.ts";
import { openRecord, type RecordFindings, type RecordView } from "../record-view.ts";
import { readRaceKey } from "./record-key.ts";

/** Null means unknown. */
export interface RaceFacts extends Omit<ListedRace, "raceId" | "status" | "going"> {
  goings: Goings;
  /** Horses declared when the card was published. */
  declaredCount: number | null;
  details: RaceDetails;
}

export interface Goings {
  turf: Going | null;
  dirt: Going | null;
}

/** Position of the condition for the youngest horses among the five. */
const YOUNGEST = 4;

export function readRaceFacts(bytes: Uint8Array, findings: RecordFindings): RaceFacts {
  const view = openRecord(RA, bytes, findings);
  const { date, code, raceNum } = readRaceKey(view);
  const venue = VENUES[code] ?? { name: "", type: VenueType.otherRegional };
  const condition = view.raw("JyokenCD", YOUNGEST);
  const ages = view.raw("SyubetuCD");
  if (!isKnownAges(ages)) view.notice("SyubetuCD", `code ${quote(ages)} is unknown`);
  if (!isKnownCondition(condition)) view.notice("JyokenCD", `code ${quote(condition)} is unknown`);
  const classInWords = view.text("JyokenName") || raceClassOf({ ages, condition, date }) || "";
  const raceClass = view.fill(RACE_FIELDS.raceClass, "JyokenName", classInWords);
  return {
    date,
    venue: venue.name,
    venueType: venue.type,
    raceNum,
    name: view.fill(RACE_FIELDS.name, "Hondai", view.text("Hondai") || (raceClass ?? "")),
    raceClass,
    grade: view.code("GradeCD", GRADE_CODES),
    meetingNum: view.fill(RACE_FIELDS.meetingNum, "Kaiji", view.whole("Kaiji")),
    meetingDay: view.fill(RACE_FIELDS.meetingDay, "Nichiji", view.whole("Nichiji")),
    startTime: view.fill(RACE_FIELDS.startTime, "HassoTime", timeOfDayCell(view.raw("HassoTime"))),
    distanceM: view.fill(RACE_FIELDS.distanceM, "Kyori", view.whole("Kyori")),
    surface: view.code("TrackCD", SURFACE_CODES),
    weather: view.code("TenkoCD", WEATHER_CODES),
    goings: { turf: view.code("SibaBabaCD", GOING_CODES), dirt: view.code("DirtBabaCD", GOING_CODES) },
    declaredCount: countOf(view.whole("TorokuTosu")),
    details: readDetails(view),
  };
}

const PLACES = [0, 1, 2, 3, 4] as const;
const MAX_LAPS = 25;

function readDetails(view: RecordView<FieldOf<typeof RA>>): RaceDetails {
  const marks = view.raw("KigoCD");
  const entryMarks = entryMarksOf(marks.trim() === "" ? "000" : marks);
  if (entryMarks === null) view.notice("KigoCD", `code ${quote(marks)} is unknown`);
  // A dead heat shares the prizes; the record then has those of the card as well.
  const isShared = view.whole("HonsyokinBefore", 0) !== "";
  const purses = PLACES.map((place) => view.whole(isShared ? "HonsyokinBefore" : "Honsyokin", place));
  const laps = Array.from({ length: MAX_LAPS }, (_, lap) => view.tenths("LapTime", lap));
  const known = (cells: readonly string[]) => cells.filter((cell) => cell !== "");
  return {
    weightRule: view.code("JyuryoCD", WEIGHT_RULE_CODES),
    entryMarks: view.fill(RACE_FIELDS.entryMarks, "KigoCD", entryMarks ?? ""),
    courseWay: COURSE_WAY_CODES[view.raw("TrackCD")] ?? null,
    rail: view.fill(RACE_FIELDS.rail, "CourseKubunCD", view.text("CourseKubunCD")),
    pursesYen: view.fill(
      RACE_FIELDS.pursesYen,
      "Honsyokin",
      known(purses)
        .map((hundreds) => (/^\d+$/.test(hundreds) ? `${hundreds}00` : hundreds))
        .join("-"),
    ),
    lapsS: view.fill(RACE_FIELDS.lapsS, "LapTime", known(laps).join("-")),
  };
}

/** `1540` is 15:40; `0000` is unknown, as no race starts at midnight. */
export function timeOfDayCell(raw: string): string {
  return /^[0 ]*$/.test(raw) ? "" : `${raw.slice(0, 2)}:${raw.slice(2)}`;
}

const countOf = (cell: string): number | null => (/^\d+$/.test(cell) ? Number(cell) : null);
