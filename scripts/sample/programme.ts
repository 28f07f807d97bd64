import { weekdayOf } from "#app/domain/racing/japan-time.ts";
import { type Grade, type Surface, VenueType } from "#app/domain/racing/race.ts";
import { type Meeting, meetingsOn } from "./calendar.ts";
import { isStraight } from "./courses.ts";
import type { Horse } from "./population.ts";
import type { Stream } from "./random.ts";
import { featureWord, regionalStakesName } from "./words/race-names.ts";
import { type Stakes, stakesOn } from "./words/stakes.ts";

export interface EntryConditions {
  /** "3+" = three years and older. */
  age: "2" | "3" | "3+" | "4+";
  minLevel: number;
  maxLevel: number;
  debut: boolean;
  jump: boolean;
  /** Fillies and mares only, however few there are. */
  female: boolean;
}

export interface RaceSpec {
  conditions: EntryConditions;
  raceNum: number;
  startMinute: number;
  surface: Surface;
  distanceM: number;
  name: string;
  grade: Grade | null;
  raceClass: string;
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
): EntryConditions => ({ age, minLevel, maxLevel, debut: false, jump: false, female: false, ...extra });

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

/** Options for each of the twelve races; the class with the most horses available is chosen. */
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
  // Races for three-year-old maidens end in early September.
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
const NANKAN_PRIZES = [900_000, 1_100_000, 1_400_000, 1_900_000, 2_600_000, 3_800_000, 6_000_000] as const;
const CENTRAL_PRIZES = [5_600_000, 8_000_000, 11_400_000, 18_400_000, 26_000_000] as const;
const WHOLE_COURSE_FIELD = 12;

const REGIONAL_STAKES_FACTOR = 4;
const LISTED_EXTRA_YEN = 2_000_000;
const CENTRAL_MAIN_RACE = 11;
/** With fewer horses available, a graded race is opened to a lower class. */
const MIN_STAKES_FIELD = 12;
/** With fewer horses even then, it is left out. */
const MIN_OPENED_FIELD = 8;
const CENTRAL_TOP = 4;
/** On days without a graded race: share of main races for the highest class. */
const OPEN_MAIN_SHARE = 0.5;
const LISTED_SHARE = 0.4;
const WEDNESDAY = 3;
const THURSDAY = 4;

interface Choice {
  conditions: EntryConditions;
  /** Its row in the year's list of graded races; "regional" for a regional course's main feature race. */
  stakes: Stakes | "regional" | null;
}

type CountWaiting = (conditions: EntryConditions) => number;

export function meets(horse: Horse, wanted: EntryConditions, year: number): boolean {
  const { age, minLevel, maxLevel, debut, jump, female } = wanted;
  const years = year - horse.birthYear;
  if (female && !horse.female) return false;
  if (horse.jumper !== jump || horse.classLevel < minLevel || horse.classLevel > maxLevel) return false;
  if (age === "2" ? years !== 2 : age === "3" ? years !== 3 : years < (age === "4+" ? 4 : 3)) return false;
  return debut ? horse.starts === 0 : horse.starts > 0 || years > 2 || horse.circuit !== VenueType.central;
}

export function cardOf(meeting: Meeting, day: string, stream: Stream, countWaiting: CountWaiting): RaceSpec[] {
  const chosen =
    meeting.course.venueType === VenueType.central
      ? centralChoices(meeting, day, stream, countWaiting)
      : regionalChoices(meeting, day, stream, countWaiting);
  const order = meetingsOn(day).findIndex(({ course }) => course.code === meeting.course.code);
  return chosen.map((choice, index) => specOf({ meeting, day, order }, choice, index, stream));
}

function centralChoices(meeting: Meeting, day: string, stream: Stream, countWaiting: CountWaiting): Choice[] {
  const chooseLongest = waitingList(countWaiting, 14);
  const month = Number(day.slice(5, 7));
  const slots = centralSlots(month, Number(day.slice(8)));
  const stakes = stakesOn(day, meeting.course.name);
  const great = stakes === null ? null : stakesConditions(stakes, countWaiting);
  const main = slots[CENTRAL_MAIN_RACE - 1]?.filter(({ maxLevel }) => maxLevel === CENTRAL_TOP) ?? [];
  if (great !== null) slots[CENTRAL_MAIN_RACE - 1] = [great];
  else if (stream.chance(OPEN_MAIN_SHARE) && main.some((option) => countWaiting(option) >= MIN_STAKES_FIELD))
    slots[CENTRAL_MAIN_RACE - 1] = main;
  // Two courses have no jumps, so the others hold jump races slightly more often than every other day.
  if (meeting.course.distancesM.jump !== undefined && stream.chance(0.57)) {
    const age = month >= 6 ? "3+" : "4+";
    slots[stream.pick([0, 3])] = [conditions(age, 0, 0, { jump: true }), conditions(age, 1, 4, { jump: true })];
  }
  return slots.map((options) => {
    const chosen = chooseLongest(options);
    return { conditions: chosen, stakes: chosen === great ? stakes : null };
  });
}

/** Entry conditions of a graded race: the highest classes, or a lower one; null if the race is left out. */
function stakesConditions({ age, femaleOnly }: Stakes, countWaiting: CountWaiting): EntryConditions | null {
  const lowest = age === "2" || age === "3" ? 1 : 3;
  const proper = conditions(age, lowest, 4, { female: femaleOnly });
  if (countWaiting(proper) >= MIN_STAKES_FIELD) return proper;
  const opened = conditions(age, lowest - 1, 4, { female: femaleOnly });
  return countWaiting(opened) >= MIN_OPENED_FIELD ? opened : null;
}

function regionalChoices(meeting: Meeting, day: string, stream: Stream, countWaiting: CountWaiting): Choice[] {
  const chooseLongest = waitingList(countWaiting, WHOLE_COURSE_FIELD);
  const month = Number(day.slice(5, 7));
  const age = month <= 5 ? "4+" : "3+";
  const options = [
    ...(month >= 5 ? [conditions("2", 0, 6)] : []),
    ...(month <= 8 ? [conditions("3", 0, 1), conditions("3", 2, 6)] : []),
    ...REGIONAL_CLASS_NAMES.map((_, level) => conditions(age, level)),
  ];
  const great = hasRegionalStakes(meeting, day) ? conditions(age, 4, 6) : null;
  const isGreat = great !== null && countWaiting(great) >= MIN_OPENED_FIELD;
  const count = meeting.raceCount - (isGreat ? 1 : 0);
  if (isGreat) chooseLongest([great]);
  const chosen = Array.from({ length: count }, () => chooseLongest(options));
  const rank = (item: EntryConditions): number => (item.age === "2" ? -2 : item.age === "3" ? -1 : 0) + item.maxLevel;
  chosen.sort((a, b) => rank(a) - rank(b));
  // The last race is for lower classes again; the main race precedes it.
  if (chosen.length > 2 && stream.chance(0.8)) chosen.push(...chosen.splice(1, 1));
  const card = chosen.map((item): Choice => ({ conditions: item, stakes: null }));
  if (isGreat) card.splice(-1, 0, { conditions: great, stakes: "regional" });
  return card;
}

/** On Wednesdays at Nankan, and every other Thursday at Monbetsu. */
function hasRegionalStakes({ course, meetingNum }: Meeting, day: string): boolean {
  if (course.venueType === VenueType.nankan) return weekdayOf(day) === WEDNESDAY;
  return course.venueType === VenueType.monbetsu && weekdayOf(day) === THURSDAY && (meetingNum ?? 0) % 2 === 0;
}

/** Chooses the option with the most horses available and removes a field of them from the count. */
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

interface Place {
  meeting: Meeting;
  day: string;
  order: number;
}

function specOf(place: Place, { conditions: wanted, stakes }: Choice, index: number, stream: Stream): RaceSpec {
  const { meeting } = place;
  const { course } = meeting;
  const central = course.venueType === VenueType.central;
  const graded = stakes === "regional" ? null : stakes;
  const surface = graded?.surface ?? surfaceOf(meeting, wanted, stream);
  const distanceM = graded?.distanceM ?? stream.pick(distancesFor(course.distancesM[surface] ?? [], wanted));
  const raceNum = index + 1;
  const feature = central ? raceNum >= 9 && raceNum <= 11 : raceNum === meeting.raceCount - 1;
  const handicap = central && feature && wanted.minLevel >= 2 && stream.chance(0.4);
  const femaleOnly = central && !wanted.jump && stream.chance(0.09);
  const smaller = isStraight(course, surface, distanceM) || surface !== "turf" || distanceM !== 1200 ? 0 : 2;
  const isOpen = central && feature && !wanted.jump && wanted.maxLevel === CENTRAL_TOP;
  const isListed = isOpen && raceNum === CENTRAL_MAIN_RACE && stream.chance(LISTED_SHARE);
  const grade = graded?.grade ?? (stakes === "regional" ? "stakes" : isListed ? "listed" : null);
  return {
    conditions: wanted,
    raceNum,
    startMinute: meeting.startMinutes[index] ?? 0,
    surface,
    distanceM,
    name: graded?.name ?? nameOf(wanted, { ...place, raceNum, feature, stakes: grade === "stakes" }, stream),
    grade,
    raceClass: classOf(wanted, central),
    handicap: graded?.handicap ?? handicap,
    femaleOnly: graded?.femaleOnly ?? femaleOnly,
    maxField: Math.max(8, course.maxField[surface] - smaller),
    winnerPrizeYen: graded?.winnerPrizeYen ?? prizeOf(wanted, course.venueType, grade),
  };
}

function prizeOf(wanted: EntryConditions, venueType: VenueType, grade: Grade | null): number {
  const { age, minLevel, maxLevel: level, jump, debut } = wanted;
  const isYoung = age === "2" || age === "3";
  if (venueType === VenueType.central) {
    if (jump) return level === 0 ? 8_000_000 : 14_000_000;
    if (debut) return 7_200_000;
    const base = CENTRAL_PRIZES[isYoung ? Math.min(level, minLevel + 2) : level] ?? 0;
    return grade === "listed" ? base + LISTED_EXTRA_YEN : base;
  }
  const base = NANKAN_PRIZES[age === "2" ? 2 : Math.min(level, age === "3" ? 3 : 6)] ?? 0;
  const factor = (venueType === VenueType.nankan ? 1 : 0.5) * (grade === "stakes" ? REGIONAL_STAKES_FACTOR : 1);
  return Math.round((base * factor) / 10_000) * 10_000;
}

function surfaceOf(meeting: Meeting, wanted: EntryConditions, stream: Stream): Surface {
  if (wanted.jump) return "jump";
  const { turfShare, venueType } = meeting.course;
  if (venueType !== VenueType.central) return stream.chance(turfShare) ? "turf" : "dirt";
  // Debuts and the highest classes are run on turf more often, maidens on dirt.
  const lean = wanted.debut ? 0.14 : wanted.maxLevel === 0 ? -0.03 : wanted.maxLevel >= 4 ? 0.06 : -0.03;
  return stream.chance(turfShare + lean) ? "turf" : "dirt";
}

function distancesFor(distances: readonly number[], { age, jump }: EntryConditions): readonly number[] {
  const limit = jump ? Number.POSITIVE_INFINITY : age === "2" ? 2000 : age === "3" ? 2400 : 3600;
  const fitting = distances.filter((distance) => distance <= limit);
  return fitting.length > 0 ? fitting : distances;
}

const AGE_WORDS = { "2": "2歳", "3": "3歳", "3+": "3歳以上", "4+": "4歳以上" } as const;

/** 3歳以上2勝クラス; at regional courses C2. */
function classOf({ age, minLevel, maxLevel, jump, debut }: EntryConditions, central: boolean): string {
  const years = AGE_WORDS[age];
  if (jump) return `障害${years}${maxLevel === 0 ? "未勝利" : "オープン"}`;
  if (!central) {
    if (age === "2" || age === "3") return years;
    return minLevel === maxLevel ? (REGIONAL_CLASS_NAMES[maxLevel] ?? "") : `${years}オープン`;
  }
  if (debut) return `${years}新馬`;
  if (maxLevel === 0) return `${years}未勝利`;
  return maxLevel === CENTRAL_TOP ? `${years}オープン` : `${years}${maxLevel}勝クラス`;
}

interface NameParts extends Place {
  raceNum: number;
  feature: boolean;
  stakes: boolean;
}

function nameOf(wanted: EntryConditions, { meeting, day, order, ...parts }: NameParts, stream: Stream): string {
  const central = meeting.course.venueType === VenueType.central;
  const raceClass = classOf(wanted, central);
  const word = featureWord(day, order, parts.raceNum);
  if (wanted.jump || wanted.debut || (central && wanted.maxLevel === 0)) return raceClass;
  if (parts.stakes) return regionalStakesName(day, meeting.course);
  if (parts.feature) {
    const suffix = !central ? stream.pick(["特別", "賞"]) : wanted.maxLevel >= 3 ? "ステークス" : "特別";
    return `${word}${suffix}`;
  }
  return central ? raceClass : `${raceClass}${stream.pick(["一", "二", "三", "四", "五", "六"])}`;
}
