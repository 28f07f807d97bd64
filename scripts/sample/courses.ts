import { VENUES } from "#app/domain/jv-data/codes.ts";
import { venueCodes } from "#app/domain/jv-data/race-slot.ts";
import type { Surface, VenueType } from "#app/domain/racing/race.ts";

export interface Course {
  /** Two digits used in race ids; central codes are JRA's. */
  code: string;
  name: string;
  venueType: VenueType;
  /** Home of eastern (0) or western (1) stables; horses from both run here, mostly from the home region. */
  region: 0 | 1;
  distancesM: Partial<Record<Surface, readonly number[]>>;
  maxField: { turf: number; dirt: number; jump: number };
  /** Length of a lap in metres, which determines the number of corners. */
  lapM: { turf: number; dirt: number };
  turfShare: number;
}

/**
 * @param turf distances in metres, separated by blanks; "": the course has none
 * @param fields largest fields on turf and dirt
 * @param laps their lengths in metres
 */
function course(
  name: string,
  region: 0 | 1,
  turf: string,
  dirt: string,
  jump: string,
  fields: readonly [number, number],
  laps: readonly [number, number],
  turfShare: number,
): Course {
  // Codes of regional meetings at central courses are higher.
  const [code = ""] = venueCodes(name).sort();
  const distances = Object.entries({ turf, dirt, jump }).filter(([, metres]) => metres !== "");
  return {
    ...{ code, name, region, turfShare, venueType: VENUES[code]!.type },
    distancesM: Object.fromEntries(distances.map(([surface, metres]) => [surface, metres.split(" ").map(Number)])),
    maxField: { turf: fields[0], dirt: fields[1], jump: 14 },
    lapM: { turf: laps[0], dirt: laps[1] },
  };
}

const COURSES: readonly Course[] = [
  course("札幌", 0, "1200 1500 1800 2000 2600", "1000 1700 2400", "", [16, 14], [1641, 1487], 0.56),
  course("函館", 0, "1200 1800 2000 2600", "1000 1700", "", [16, 14], [1627, 1476], 0.56),
  course("福島", 0, "1200 1800 2000 2600", "1150 1700", "2750 2770", [16, 16], [1600, 1445], 0.52),
  course("新潟", 0, "1000 1200 1400 1600 1800 2000 2200", "1200 1800", "2850 2890", [18, 15], [2223, 1472], 0.53),
  course("東京", 0, "1400 1600 1800 2000 2400", "1300 1400 1600 2100", "3000 3110", [18, 16], [2083, 1899], 0.5),
  course("中山", 0, "1200 1600 1800 2000 2200 2500", "1200 1800 2400", "2880 3200", [17, 16], [1840, 1493], 0.48),
  course("中京", 1, "1200 1400 1600 2000 2200", "1200 1400 1800 1900", "3000 3300", [18, 16], [1706, 1530], 0.48),
  course(
    "京都",
    1,
    "1200 1400 1600 1800 2000 2400 3000",
    "1200 1400 1800 1900",
    "2910 3170",
    [18, 16],
    [1894, 1608],
    0.48,
  ),
  course(
    "阪神",
    1,
    "1200 1400 1600 1800 2000 2400 3000",
    "1200 1400 1800 2000",
    "2970 3140",
    [18, 16],
    [2089, 1518],
    0.48,
  ),
  course("小倉", 1, "1200 1800 2000 2600", "1000 1700", "2860 3390", [18, 16], [1615, 1445], 0.54),
  course("門別", 0, "", "1000 1100 1200 1500 1600 1700 1800", "", [12, 14], [1600, 1600], 0),
  course("盛岡", 0, "1000 1600 1700", "1000 1200 1400 1600 1800", "", [12, 14], [1600, 1600], 0.25),
  course("浦和", 0, "", "800 1400 1500 1600 2000", "", [12, 12], [1200, 1200], 0),
  course("船橋", 0, "", "1000 1200 1500 1600 1800 2200", "", [12, 14], [1400, 1400], 0),
  course("大井", 0, "", "1200 1400 1600 1700 1800 2000", "", [12, 16], [1600, 1600], 0),
  course("川崎", 0, "", "900 1400 1500 1600 2000", "", [12, 14], [1200, 1200], 0),
  course("名古屋", 1, "", "920 1500 1700 2000", "", [12, 12], [1180, 1180], 0),
  course("園田", 1, "", "820 1230 1400 1700", "", [12, 12], [1051, 1051], 0),
  course("佐賀", 1, "", "900 1300 1400 1750", "", [12, 12], [1100, 1100], 0),
];

const COURSE_BY_NAME = new Map<string, Course>(COURSES.map((course) => [course.name, course]));

export function courseOf(name: string): Course {
  const course = COURSE_BY_NAME.get(name);
  if (course === undefined) throw new RangeError(`no course ${name}`);
  return course;
}

const LEFT_HANDED = new Set(["新潟", "東京", "中京", "盛岡", "浦和", "船橋", "川崎"]);
const OUTER_M: Readonly<Record<string, readonly number[]>> = {
  新潟: [1600, 1800, 2000],
  中山: [1200, 1600, 2200],
  京都: [1600, 1800, 2400, 3000],
  阪神: [1600, 1800, 2400],
};

/** 右・外, as organisers write it; null for jump courses. */
export function courseWayOf(course: Course, surface: Surface, distanceM: number): string | null {
  if (surface === "jump") return null;
  if (isStraight(course, surface, distanceM)) return "直線";
  const hand = LEFT_HANDED.has(course.name) ? "左" : "右";
  return surface === "turf" && OUTER_M[course.name]?.includes(distanceM) ? `${hand}・外` : hand;
}

/** Niigata's turf 1000 m is straight: no corner numbers. */
export function isStraight(course: Course, surface: Surface, distanceM: number): boolean {
  return course.code === "04" && surface === "turf" && distanceM === 1000;
}

/** Number of reported corner positions: none on a straight course, at most the last four. */
export function cornersPassed(course: Course, surface: Surface, distanceM: number): number {
  if (isStraight(course, surface, distanceM)) return 0;
  if (surface === "jump") return 4;
  const laps = distanceM / course.lapM[surface];
  if (laps < 0.86) return 2;
  return laps < 0.95 ? 3 : 4;
}
