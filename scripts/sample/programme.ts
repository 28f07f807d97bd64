/** The card of a meeting: classes by season, surface, distance, conditions of entry and prize of each race. */

import { type Surface, VenueType } from "#app/domain/racing/race.ts";
import type { Meeting } from "./calendar.ts";
import { isStraight } from "./courses.ts";
import { inventPrizeName, inventSpecialName } from "./names.ts";
import type { Horse } from "./population.ts";
import type { Stream } from "./random.ts";

/** Who may be entered. */
export interface EntryConditions {
  /** "3+" = three years and older. */
  age: "2" | "3" | "3+" | "4+";
  minLevel: number;
  maxLevel: number;
  /** First starts only. */
  debut: boolean;
  jump: boolean;
}

export interface RaceSpec {
  conditions: EntryConditions;
  raceNum: number;
  startMinute: number;
  surface: Surface;
  distanceM: number;
  name: string;
  handicap: boolean;
  femaleOnly: boolean;
  maxField: number;
  winnerPrizeYen: number;
}

const conditions = (
  age: EntryConditions["age"],
  minLevel: number,
  maxLevel = minLevel,
  extra: Partial<EntryConditions> = {},
): EntryConditions => ({ age, minLevel, maxLevel, debut: false, jump: false, ...extra });

const DEBUT_2 = conditions("2", 0, 0, { debut: true });
const DEBUT_3 = conditions("3", 0, 0, { debut: true });
const MAIDEN_2 = conditions("2", 0);
const MAIDEN_3 = conditions("3", 0);
const WIN1_2 = conditions("2", 1);
const WIN1_3 = conditions("3", 1);
const OPEN_2 = conditions("2", 1, 4);
const OPEN_3 = conditions("3", 1, 4);
const winClasses = (age: "3+" | "4+") =>
  [conditions(age, 1), conditions(age, 2), conditions(age, 3), conditions(age, 4)] as const;

/** Options of each of the twelve races; the class with the most horses waiting gets the race. */
function centralSlots(month: number, dayOfMonth: number): EntryConditions[][] {
  if (month <= 5) {
    const [one, two, three, open] = winClasses("4+");
    return [
      [MAIDEN_3],
      [MAIDEN_3],
      [MAIDEN_3],
      [MAIDEN_3],
      month <= 3 ? [DEBUT_3, MAIDEN_3] : [MAIDEN_3],
      [WIN1_3, MAIDEN_3],
      [one, WIN1_3],
      [one, two],
      [two, WIN1_3, one],
      [two, three],
      [open, OPEN_3, three],
      [one, two],
    ];
  }
  const [one, two, three, open] = winClasses("3+");
  // Three-year-old maidens end in early September.
  if (month <= 8 || (month === 9 && dayOfMonth <= 7)) {
    return [
      [MAIDEN_2, MAIDEN_3],
      [MAIDEN_3],
      [MAIDEN_3],
      [MAIDEN_3],
      [DEBUT_2],
      [MAIDEN_3, DEBUT_2],
      [one],
      [one, two],
      [one, two],
      [two, three],
      [open, three],
      [one, two],
    ];
  }
  return [
    [MAIDEN_2],
    [MAIDEN_2],
    [MAIDEN_2],
    [MAIDEN_2, DEBUT_2],
    [DEBUT_2],
    [DEBUT_2, one],
    [one],
    [WIN1_2, one],
    [one, two],
    [two, three],
    [open, OPEN_2, three],
    [one, two],
  ];
}

const REGIONAL_CLASS_NAMES = ["C3", "C2", "C1", "B3", "B2", "B1", "A"] as const;
/** Winner's prize by regional class, yen, at Nankan; smaller elsewhere. */
const NANKAN_PRIZES = [900_000, 1_100_000, 1_400_000, 1_900_000, 2_600_000, 3_800_000, 6_000_000] as const;
const CENTRAL_PRIZES = [5_600_000, 8_000_000, 11_400_000, 18_400_000, 26_000_000] as const;
const WHOLE_COURSE_FIELD = 12;

/** How many horses are waiting under given conditions. */
export type CountWaiting = (conditions: EntryConditions) => number;

/** Whether a horse meets the conditions in a year; readiness is not asked here. */
export function meets(horse: Horse, { age, minLevel, maxLevel, debut, jump }: EntryConditions, year: number): boolean {
  const years = year - horse.birthYear;
  if (horse.jumper !== jump || horse.classLevel < minLevel || horse.classLevel > maxLevel) return false;
  if (age === "2" ? years !== 2 : age === "3" ? years !== 3 : years < (age === "4+" ? 4 : 3)) return false;
  return debut ? horse.starts === 0 : horse.starts > 0 || years > 2 || horse.circuit !== VenueType.central;
}

/** The races of a meeting, first to last. */
export function cardOf(meeting: Meeting, day: string, stream: Stream, countWaiting: CountWaiting): RaceSpec[] {
  const month = Number(day.slice(5, 7));
  const chosen =
    meeting.course.venueType === VenueType.central
      ? centralConditions(meeting, month, Number(day.slice(8)), stream, countWaiting)
      : regionalConditions(meeting, month, stream, countWaiting);
  return chosen.map((wanted, index) => specOf(meeting, wanted, index, stream));
}

function centralConditions(
  meeting: Meeting,
  month: number,
  dayOfMonth: number,
  stream: Stream,
  countWaiting: CountWaiting,
): EntryConditions[] {
  const takeLongest = waitingList(countWaiting, 14);
  const slots = centralSlots(month, dayOfMonth);
  // Two courses have no jumps, so the others race over them a little more often than every other day.
  if (meeting.course.distancesM.jump !== undefined && stream.chance(0.57)) {
    const age = month >= 6 ? "3+" : "4+";
    slots[stream.pick([0, 3])] = [conditions(age, 0, 0, { jump: true }), conditions(age, 1, 4, { jump: true })];
  }
  return slots.map(takeLongest);
}

function regionalConditions(
  meeting: Meeting,
  month: number,
  stream: Stream,
  countWaiting: CountWaiting,
): EntryConditions[] {
  const takeLongest = waitingList(countWaiting, WHOLE_COURSE_FIELD);
  const options = [
    ...(month >= 5 ? [conditions("2", 0, 6)] : []),
    ...(month <= 8 ? [conditions("3", 0, 1), conditions("3", 2, 6)] : []),
    ...REGIONAL_CLASS_NAMES.map((_, level) => conditions(month <= 5 ? "4+" : "3+", level)),
  ];
  const chosen = meeting.startMinutes.map(() => takeLongest(options));
  const rank = (item: EntryConditions): number => (item.age === "2" ? -2 : item.age === "3" ? -1 : 0) + item.maxLevel;
  chosen.sort((a, b) => rank(a) - rank(b));
  // The last race is for the lower classes again; the main race comes before it.
  if (chosen.length > 2 && stream.chance(0.8)) chosen.push(...chosen.splice(1, 1));
  return chosen;
}

/** Picks the option with the most horses waiting and takes a field of them off the list. */
function waitingList(
  countWaiting: CountWaiting,
  fieldSize: number,
): (options: readonly EntryConditions[]) => EntryConditions {
  const left = new Map<string, number>();
  const keyOf = (item: EntryConditions): string => Object.values(item).join();
  return (options) => {
    let best: { option: EntryConditions; waiting: number } | null = null;
    for (const option of options) {
      const key = keyOf(option);
      const waiting = left.get(key) ?? countWaiting(option);
      left.set(key, waiting);
      if (best === null || waiting > best.waiting) best = { option, waiting };
    }
    if (best === null) throw new RangeError("a slot needs an option");
    left.set(keyOf(best.option), best.waiting - fieldSize);
    return best.option;
  };
}

function specOf(meeting: Meeting, wanted: EntryConditions, index: number, stream: Stream): RaceSpec {
  const { course } = meeting;
  const central = course.venueType === VenueType.central;
  const surface = surfaceOf(meeting, wanted, stream);
  const distanceM = stream.pick(distancesFor(course.distancesM[surface] ?? [], wanted));
  const raceNum = index + 1;
  const feature = central ? raceNum >= 9 && raceNum <= 11 : raceNum === meeting.raceCount - 1;
  const mainRace = feature && raceNum === meeting.raceCount - 1;
  const handicap = central && feature && wanted.minLevel >= 2 && stream.chance(0.4);
  const femaleOnly = central && !wanted.jump && stream.chance(0.09);
  const smaller = isStraight(course, surface, distanceM) || surface !== "turf" || distanceM !== 1200 ? 0 : 2;
  const level = wanted.maxLevel;
  const rich = mainRace
    ? stream.pickWeighted([
        [1, 0.6],
        [1.6, 0.3],
        [3, 0.1],
      ] as const)
    : 1;
  const base = central
    ? wanted.jump
      ? level === 0
        ? 8_000_000
        : 14_000_000
      : wanted.debut
        ? 7_200_000
        : (CENTRAL_PRIZES[wanted.age === "2" || wanted.age === "3" ? Math.min(level, wanted.minLevel + 2) : level] ?? 0)
    : (NANKAN_PRIZES[wanted.age === "2" ? 2 : Math.min(level, wanted.age === "3" ? 3 : 6)] ?? 0) *
      (course.venueType === VenueType.nankan ? 1 : 0.5);
  return {
    conditions: wanted,
    raceNum,
    startMinute: meeting.startMinutes[index] ?? 0,
    surface,
    distanceM,
    name: nameOf(wanted, { central, feature, rich: rich > 2 }, stream),
    handicap,
    femaleOnly,
    maxField: Math.max(8, course.maxField[surface] - smaller),
    winnerPrizeYen: Math.round((base * rich) / 10_000) * 10_000,
  };
}

function surfaceOf(meeting: Meeting, wanted: EntryConditions, stream: Stream): Surface {
  if (wanted.jump) return "jump";
  const { turfShare, venueType } = meeting.course;
  if (venueType !== VenueType.central) return stream.chance(turfShare) ? "turf" : "dirt";
  // Debuts and the highest classes are run on turf more often, maidens on dirt.
  const lean = wanted.debut ? 0.14 : wanted.maxLevel === 0 ? -0.02 : wanted.maxLevel >= 4 ? 0.16 : 0.01;
  return stream.chance(turfShare + lean) ? "turf" : "dirt";
}

/** Young horses start over the shorter distances. */
function distancesFor(distances: readonly number[], { age, jump }: EntryConditions): readonly number[] {
  const limit = jump ? Number.POSITIVE_INFINITY : age === "2" ? 2000 : age === "3" ? 2400 : 3600;
  const fitting = distances.filter((distance) => distance <= limit);
  return fitting.length > 0 ? fitting : distances;
}

interface NameParts {
  central: boolean;
  feature: boolean;
  rich: boolean;
}

function nameOf(wanted: EntryConditions, parts: NameParts, stream: Stream): string {
  const age = { "2": "2歳", "3": "3歳", "3+": "3歳以上", "4+": "4歳以上" }[wanted.age];
  if (wanted.jump) {
    if (wanted.maxLevel === 0) return `障害${age}未勝利`;
    return stream.chance(0.5) ? `障害${age}オープン` : inventSpecialName(stream, "ハンデキャップ");
  }
  if (!parts.central) {
    if (parts.feature)
      return parts.rich ? inventPrizeName(stream) : inventSpecialName(stream, stream.pick(["特別", "賞"]));
    const group = stream.pick(["一", "二", "三", "四", "五", "六"]);
    if (wanted.age === "2" || wanted.age === "3") return `${age}${group}`;
    return `${REGIONAL_CLASS_NAMES[wanted.maxLevel] ?? "A"}${group}`;
  }
  if (wanted.debut) return `${age}新馬`;
  if (wanted.maxLevel === 0) return `${age}未勝利`;
  const open = wanted.maxLevel >= 4;
  if (parts.rich && open) return inventPrizeName(stream);
  if (parts.feature) return inventSpecialName(stream, open || wanted.maxLevel === 3 ? "ステークス" : "特別");
  return open ? `${age}オープン` : `${age}${wanted.maxLevel}勝クラス`;
}
