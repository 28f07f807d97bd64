import { compareTexts } from "#app/domain/racing/plain/compare-texts.ts";
import type { Going, RunnerStatus } from "#app/domain/racing/race.ts";
import { RACE_FIELDS, type Race, RUNNER_FIELDS, type Runner } from "#app/domain/racing/records.ts";
import { GOING_CODES, SURFACE_CODES } from "./codes.ts";
import { goingFor } from "./derive-race.ts";
import { isSameName } from "./derive-runners.ts";
import { readJockeyChange, readStartTime, readWeatherChange, readWithdrawal } from "./facts/live-facts.ts";
import { timeOfDayCell } from "./facts/race-facts.ts";
import { compareRecords, liveRecords, type RecordSet } from "./join-records.ts";
import { CC, JC, TC, WE } from "./layouts.ts";
import type { IdentifiedRecord } from "./record-identity.ts";
import type { ReadKind } from "./record-kinds.ts";
import { noFindings, openRecord } from "./record-view.ts";
import { tidyPersonName } from "./tidy-text.ts";

type Horse = Pick<Runner, "horseNum" | "horseName">;
type Course = Pick<Race, "surface" | "distanceM">;

type Announced =
  | { kind: "start-time"; before: string | null; after: string | null }
  | { kind: "course"; before: Course; after: Course }
  | { kind: "going"; before: Going; after: Going }
  | { kind: "withdrawn"; horse: Horse; status: RunnerStatus }
  | { kind: "jockey"; horse: Horse; before: string | null; after: string | null };

export interface AnnouncedChange {
  /** `2026-11-22T14:35`, Japan; null if no announcement contains it. */
  at: string | null;
  change: Announced;
}

type ChangedRace = Pick<Race, "date" | "startTime" | "surface" | "distanceM" | "going">;
type ChangedRunner = Pick<Runner, "horseNum" | "horseName" | "status" | "jockeyId" | "jockeyName">;

/**
 * Announced differences from the card, newest first: withdrawals, other jockeys, start time, course, and the last
 * change of the going. Skips announcements that contradict the race's rows. Withdrawals are listed even without an
 * announcement.
 */
export function announcedChanges(
  { own, meeting }: { own: RecordSet; meeting: RecordSet },
  { race, runners }: { race: ChangedRace; runners: readonly ChangedRunner[] },
): AnnouncedChange[] {
  const live = liveRecords(own).sort(compareRecords);
  const changes = [
    ...ofKind(live, "TC").flatMap((record) => startTimeChange(record, race)),
    ...ofKind(live, "CC").flatMap((record) => courseChange(record, race)),
    ...goingChanges(meeting, race).slice(-1),
    ...runners.flatMap((runner) => withdrawal(live, runner)),
    ...runners.flatMap((runner) => jockeyChange(live, runner)),
  ];
  return changes.sort((one, other) => compareTexts(other.at ?? "", one.at ?? ""));
}

function startTimeChange({ identity, bytes }: IdentifiedRecord, race: ChangedRace): AnnouncedChange[] {
  const after = readStartTime(bytes, noFindings());
  const view = openRecord(TC, bytes, noFindings());
  const cell = timeOfDayCell(view.raw("JiBefore") + view.raw("FunBefore"));
  const before = view.fill(RACE_FIELDS.startTime, "JiBefore", cell);
  if (after === null || after !== race.startTime || before === after) return [];
  return [{ at: identity.announcedAt, change: { kind: "start-time", before, after } }];
}

/** Fields missing from an announcement keep the race's values. */
function courseChange({ identity, bytes }: IdentifiedRecord, race: ChangedRace): AnnouncedChange[] {
  const view = openRecord(CC, bytes, noFindings());
  const courseOf = (distance: "Kyori" | "KyoriBefore", track: "TruckCd" | "TruckCdBefore"): Course => ({
    surface: view.code(track, SURFACE_CODES) ?? race.surface,
    distanceM: view.fill(RACE_FIELDS.distanceM, distance, view.whole(distance)) ?? race.distanceM,
  });
  const after = courseOf("Kyori", "TruckCd");
  const before = courseOf("KyoriBefore", "TruckCdBefore");
  if (!isSameCourse(after, race) || isSameCourse(before, after)) return [];
  return [{ at: identity.announcedAt, change: { kind: "course", before, after } }];
}

const isSameCourse = (one: Course, other: Course): boolean =>
  one.surface === other.surface && one.distanceM === other.distanceM;

/** Changes before the start that led to the race's going, in the order of their announcement. */
function goingChanges(meeting: RecordSet, race: ChangedRace): AnnouncedChange[] {
  const start = race.startTime === null ? null : `${race.date}T${race.startTime}`;
  return ofKind(liveRecords(meeting).sort(compareRecords), "WE").flatMap(({ identity, bytes }) => {
    const view = openRecord(WE, bytes, noFindings());
    const after = goingFor(race.surface, readWeatherChange(bytes, noFindings()).goings);
    const before = goingFor(race.surface, {
      turf: view.code("SibaBabaCDBefore", GOING_CODES),
      dirt: view.code("DirtBabaCDBefore", GOING_CODES),
    });
    if (start !== null && (identity.announcedAt ?? "") > start) return [];
    if (after === null || before === null || after === before || after !== race.going) return [];
    return [{ at: identity.announcedAt, change: { kind: "going" as const, before, after } }];
  });
}

function withdrawal(live: readonly IdentifiedRecord[], runner: ChangedRunner): AnnouncedChange[] {
  const { horseNum, horseName, status } = runner;
  if (status !== "scratched" && status !== "excluded") return [];
  const record = ofKind(live, "AV").find(({ bytes }) => isOf(readWithdrawal(bytes, noFindings()), runner));
  return [
    {
      at: record?.identity.announcedAt ?? null,
      change: { kind: "withdrawn", horse: { horseNum, horseName }, status },
    },
  ];
}

function jockeyChange(live: readonly IdentifiedRecord[], runner: ChangedRunner): AnnouncedChange[] {
  const { horseNum, horseName, jockeyId, jockeyName } = runner;
  return ofKind(live, "JC").flatMap(({ identity, bytes }) => {
    const announced = readJockeyChange(bytes, noFindings());
    if (!isOf(announced, runner) || announced.jockeyId !== jockeyId) return [];
    const view = openRecord(JC, bytes, noFindings());
    if (view.raw("KisyuCodeBefore") === view.raw("KisyuCode")) return [];
    const before = view.fill(RUNNER_FIELDS.jockeyName, "KisyuNameBefore", tidyPersonName(view.text("KisyuNameBefore")));
    const change = { kind: "jockey" as const, horse: { horseNum, horseName }, before, after: jockeyName };
    return [{ at: identity.announcedAt, change }];
  });
}

const isOf = (announced: Horse, { horseNum, horseName }: Horse): boolean =>
  announced.horseNum === horseNum && isSameName(announced.horseName, horseName);

const ofKind = (records: readonly IdentifiedRecord[], kind: ReadKind): IdentifiedRecord[] =>
  records.filter(({ identity }) => identity.kind === kind);
