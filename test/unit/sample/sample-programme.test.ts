import { expect, test } from "vitest";
import { addDays, dayNumber, weekdayOf } from "#app/domain/racing/japan-time.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import { type Meeting, meetingsOn } from "#scripts/sample/calendar.ts";
import { drawnAt } from "#scripts/sample/entries.ts";
import { generateSample } from "#scripts/sample/generate.ts";
import { createStream } from "#scripts/sample/random.ts";
import { FAMOUS_NAMES, FIRST_WORDS, inventHorseName, SECOND_WORDS } from "#scripts/sample/words/names.ts";
import { type Stakes, stakesOn } from "#scripts/sample/words/stakes.ts";

/** Eight years, so that every weekday falls on every day of the month. */
const DAYS = Array.from({ length: 8 * 365 + 2 }, (_, index) => addDays("2023-01-01", index));
const centralOn = (day: string) => meetingsOn(day).filter(({ course }) => course.venueType === VenueType.central);

test("every graded race of the year has its course, surface and distance, on Saturdays and Sundays", () => {
  const seen = new Map<string, Stakes>();
  for (const day of DAYS) {
    for (const { course } of centralOn(day)) {
      const stakes = stakesOn(day, course.name);
      if (stakes === null) continue;
      expect([0, 6]).toContain(weekdayOf(day));
      expect(course.distancesM[stakes.surface], `${stakes.name} at ${course.name}`).toContain(stakes.distanceM);
      seen.set(stakes.name, stakes);
    }
  }
  const count = (grade: Stakes["grade"]) => [...seen.values()].filter((stakes) => stakes.grade === grade).length;
  expect([count("G1"), count("G2"), count("G3")]).toEqual([22, 34, 56]);
});

test("Nankan races in every week of every year", () => {
  const weeks = new Set<number>();
  for (const day of DAYS) {
    if (meetingsOn(day).some(({ course }) => course.venueType === VenueType.nankan))
      weeks.add(Math.floor((dayNumber(day) + 3) / 7));
  }
  const all = Math.floor((dayNumber(DAYS.at(-1) ?? "") + 3) / 7) - Math.floor((dayNumber("2023-01-02") + 3) / 7) + 1;
  expect(weeks.size).toBe(all);
});

test("meetings of a year count up, and their days with them", () => {
  const last = new Map<string, { meeting: Meeting; year: string }>();
  let longest = 0;
  let most = 0;
  for (const day of DAYS) {
    for (const meeting of centralOn(day)) {
      const { course, meetingNum, meetingDay } = meeting;
      const previous = last.get(course.name);
      const year = day.slice(0, 4);
      const isFirst = previous === undefined || previous.year !== year;
      const num = isFirst ? 0 : (previous.meeting.meetingNum ?? 0);
      const follows =
        (!isFirst && meetingNum === num && meetingDay === (previous.meeting.meetingDay ?? 0) + 1) ||
        (meetingNum === num + 1 && meetingDay === 1);
      expect(follows, `${meetingNum}回${course.name}${meetingDay}日 on ${day}`).toBe(true);
      longest = Math.max(longest, meetingDay ?? 0);
      most = Math.max(most, meetingNum ?? 0);
      last.set(course.name, { meeting, year });
    }
  }
  expect(longest).toBeLessThanOrEqual(14);
  expect(most).toBe(5);
});

test("a day of Nankan and Monbetsu has its meeting; courses without counts have none", () => {
  const countOf = (day: string, venueType: VenueType) =>
    meetingsOn(day).flatMap((meeting) =>
      meeting.course.venueType === venueType ? [[meeting.meetingNum, meeting.meetingDay]] : [],
    );
  // Monbetsu's season of 2026 opens on Wednesday, 15 April; the week after is its second meeting.
  expect(countOf("2026-04-15", VenueType.monbetsu)).toEqual([[1, 1]]);
  expect(countOf("2026-04-16", VenueType.monbetsu)).toEqual([[1, 2]]);
  expect(countOf("2026-04-21", VenueType.monbetsu)).toEqual([[2, 1]]);
  const [monday, tuesday] = ["2026-11-16", "2026-11-17"].map((day) => countOf(day, VenueType.nankan)[0]);
  expect(tuesday).toEqual([monday?.[0], (monday?.[1] ?? 0) + 1]);
  expect(countOf("2026-11-16", VenueType.otherRegional)).toEqual([[null, null]]);
});

const NOW = Date.parse("2026-11-22T10:00:00+09:00") / 1000;
const TEN_WEEKS = [...generateSample({ seed: 7, from: "2026-09-12", now: NOW })];
const central = TEN_WEEKS.filter(({ race }) => race.venueType === VenueType.central);

test("graded races are the main races of their day, with the highest prizes and no maiden in the field", () => {
  const winnerPrize = ({ runners }: (typeof central)[number]) =>
    Math.max(...runners.map(({ prizeYen }) => prizeYen ?? 0));
  const run = central.filter(({ race }) => race.status === "result");
  const prizesOf = (grade: string | null) => run.filter(({ race }) => race.grade === grade).map(winnerPrize);
  for (const grade of ["G1", "G2", "G3", "listed"]) expect(prizesOf(grade).length, grade).toBeGreaterThan(1);
  expect(Math.min(...prizesOf("G1"))).toBeGreaterThan(Math.max(...prizesOf("G2")));
  expect(Math.min(...prizesOf("G2"))).toBeGreaterThan(Math.max(...prizesOf("G3")));
  expect(Math.min(...prizesOf("G3"))).toBeGreaterThan(Math.max(...prizesOf("listed")));
  expect(Math.min(...prizesOf("listed"))).toBeGreaterThan(15_000_000);
  for (const { race, runners } of central) {
    if (race.grade === null) continue;
    expect([race.raceNum, race.raceClass?.endsWith("オープン")], race.raceId).toEqual([11, true]);
    if (drawnAt(race.date) > NOW) expect(runners).toEqual([]);
    else expect(runners.length).toBeGreaterThanOrEqual(5);
  }
  const regional = TEN_WEEKS.filter(({ race }) => race.venueType !== VenueType.central && race.grade !== null);
  expect(regional.length).toBeGreaterThan(8);
  expect(regional.every(({ race }) => race.grade === "stakes")).toBe(true);
});

test("no two central races of a weekend share a name, unless the name is the class", () => {
  const names = new Set<string>();
  for (const { race } of central) {
    if (race.name === race.raceClass) continue;
    // From Tuesday to a Monday that may be a holiday.
    const key = `${Math.floor((dayNumber(race.date) + 2) / 7)} ${race.name}`;
    expect(names.has(key), key).toBe(false);
    names.add(key);
  }
  expect(names.size).toBeGreaterThan(100);
});

test("every race of the sample has its class, and a race without a name of its own is named after it", () => {
  for (const { race } of TEN_WEEKS) expect(race.raceClass, race.raceId).toMatch(/^(障害)?[2-4]歳|^[ABC][1-3]?$/);
  const maiden = central.filter(({ race }) => race.raceClass?.endsWith("未勝利"));
  expect(maiden.length).toBeGreaterThan(100);
  expect(maiden.every(({ race }) => race.name === race.raceClass)).toBe(true);
});

test("fifty thousand horses get names of two common words, none of them famous", () => {
  const taken = new Set<string>();
  const stream = createStream(1, 0);
  for (let count = 0; count < 50_000; count++) inventHorseName(stream, taken);
  expect(taken.size).toBe(50_000);
  for (const name of FAMOUS_NAMES) expect(taken.has(name), name).toBe(false);
  const firsts = [...FIRST_WORDS, ...SECOND_WORDS];
  const seconds = new Set(SECOND_WORDS);
  const whole = [...taken].filter(
    (name) => !firsts.some((word) => name.startsWith(word) && seconds.has(name.slice(word.length))),
  );
  expect(whole.length).toBeLessThan(60);
});
