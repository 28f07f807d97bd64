import { type Surface, VenueType } from "#app/domain/racing/race.ts";

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

const central = (
  code: string,
  name: string,
  region: 0 | 1,
  turf: readonly number[],
  dirt: readonly number[],
  jump: readonly number[],
  [turfField, dirtField]: readonly [number, number],
  [turfLap, dirtLap]: readonly [number, number],
  turfShare: number,
): Course => ({
  code,
  name,
  venueType: VenueType.central,
  region,
  distancesM: jump.length > 0 ? { turf, dirt, jump } : { turf, dirt },
  maxField: { turf: turfField, dirt: dirtField, jump: 14 },
  lapM: { turf: turfLap, dirt: dirtLap },
  turfShare,
});

const regional = (
  code: string,
  name: string,
  venueType: VenueType,
  region: 0 | 1,
  dirt: readonly number[],
  field: number,
  lap: number,
  turf: readonly number[] = [],
): Course => ({
  code,
  name,
  venueType,
  region,
  distancesM: turf.length > 0 ? { turf, dirt } : { dirt },
  maxField: { turf: Math.min(field, 12), dirt: field, jump: 0 },
  lapM: { turf: lap, dirt: lap },
  turfShare: turf.length > 0 ? 0.25 : 0,
});

const { nankan, monbetsu, otherRegional } = VenueType;

const COURSES: readonly Course[] = [
  central("01", "札幌", 0, [1200, 1500, 1800, 2000, 2600], [1000, 1700, 2400], [], [16, 14], [1641, 1487], 0.56),
  central("02", "函館", 0, [1200, 1800, 2000, 2600], [1000, 1700], [], [16, 14], [1627, 1476], 0.56),
  central("03", "福島", 0, [1200, 1800, 2000, 2600], [1150, 1700], [2750, 2770], [16, 16], [1600, 1445], 0.52),
  central(
    "04",
    "新潟",
    0,
    [1000, 1200, 1400, 1600, 1800, 2000, 2200],
    [1200, 1800],
    [2850, 2890],
    [18, 15],
    [2223, 1472],
    0.53,
  ),
  central(
    "05",
    "東京",
    0,
    [1400, 1600, 1800, 2000, 2400],
    [1300, 1400, 1600, 2100],
    [3000, 3110],
    [18, 16],
    [2083, 1899],
    0.5,
  ),
  central(
    "06",
    "中山",
    0,
    [1200, 1600, 1800, 2000, 2200, 2500],
    [1200, 1800, 2400],
    [2880, 3200],
    [17, 16],
    [1840, 1493],
    0.48,
  ),
  central(
    "07",
    "中京",
    1,
    [1200, 1400, 1600, 2000, 2200],
    [1200, 1400, 1800, 1900],
    [3000, 3300],
    [18, 16],
    [1706, 1530],
    0.48,
  ),
  central(
    "08",
    "京都",
    1,
    [1200, 1400, 1600, 1800, 2000, 2400, 3000],
    [1200, 1400, 1800, 1900],
    [2910, 3170],
    [18, 16],
    [1894, 1608],
    0.48,
  ),
  central(
    "09",
    "阪神",
    1,
    [1200, 1400, 1600, 1800, 2000, 2400, 3000],
    [1200, 1400, 1800, 2000],
    [2970, 3140],
    [18, 16],
    [2089, 1518],
    0.48,
  ),
  central("10", "小倉", 1, [1200, 1800, 2000, 2600], [1000, 1700], [2860, 3390], [18, 16], [1615, 1445], 0.54),
  regional("30", "門別", monbetsu, 0, [1000, 1100, 1200, 1500, 1600, 1700, 1800], 14, 1600),
  regional("35", "盛岡", otherRegional, 0, [1000, 1200, 1400, 1600, 1800], 14, 1600, [1000, 1600, 1700]),
  regional("42", "浦和", nankan, 0, [800, 1400, 1500, 1600, 2000], 12, 1200),
  regional("43", "船橋", nankan, 0, [1000, 1200, 1500, 1600, 1800, 2200], 14, 1400),
  regional("44", "大井", nankan, 0, [1200, 1400, 1600, 1700, 1800, 2000], 16, 1600),
  regional("45", "川崎", nankan, 0, [900, 1400, 1500, 1600, 2000], 14, 1200),
  regional("48", "名古屋", otherRegional, 1, [920, 1500, 1700, 2000], 12, 1180),
  regional("50", "園田", otherRegional, 1, [820, 1230, 1400, 1700], 12, 1051),
  regional("55", "佐賀", otherRegional, 1, [900, 1300, 1400, 1750], 12, 1100),
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
