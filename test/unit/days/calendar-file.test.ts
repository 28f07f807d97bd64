import { expect, test } from "vitest";
import { type CalendarRace, writeCalendar } from "#app/domain/days/calendar-file.ts";
import { readCalendarFile } from "#test/unit/support/calendar-rules.ts";

const ORIGIN = "https://keiba.example";
const NOW = Date.parse("2026-11-21T10:00:00+09:00") / 1000;
const RACE: CalendarRace = {
  ...{ raceId: "202611210511", date: "2026-11-21", venue: "東京", raceNum: 11, name: "サンプル特別" },
  ...{ startTime: "00:40", horses: ["ハチワク"] },
};
const write = (days: Parameters<typeof writeCalendar>[0]["days"], races: readonly CalendarRace[]) =>
  writeCalendar({ days, races }, { origin: ORIGIN, now: NOW });

test("a calendar has a day of all its courses, a race in Japan's time and its weights an hour before", () => {
  const text = write(
    ["東京", "京都"].map((venue) => ({ date: "2026-11-30", venue })),
    [RACE, { ...RACE, raceId: "r2", startTime: null }],
  );
  const [day, weights, race, untimed, ...more] = readCalendarFile(text);
  expect(more).toEqual([]);
  expect(day).toEqual({
    ...{ UID: "day-2026-11-30@keiba.example", DTSTAMP: "20261121T010000Z", SUMMARY: "開催 東京・京都" },
    ...{ "DTSTART;VALUE=DATE": "20261130", "DTEND;VALUE=DATE": "20261201", TRANSP: "TRANSPARENT" },
  });
  expect(weights).toMatchObject({
    ...{ UID: "weights-202611210511@keiba.example", SUMMARY: "東京11R 馬体重発表のめやす" },
    ...{ "DTSTART;TZID=Asia/Tokyo": "20261120T234000", DURATION: "PT5M" },
  });
  expect(race).toMatchObject({
    ...{ UID: "race-202611210511@keiba.example", SUMMARY: "東京11R サンプル特別：ハチワク" },
    ...{ "DTSTART;TZID=Asia/Tokyo": "20261121T004000", URL: `${ORIGIN}/races/202611210511` },
  });
  expect(untimed).toMatchObject({ UID: "race-r2@keiba.example", "DTSTART;VALUE=DATE": "20261121" });
});

test("long and hostile names stay text, in lines of 75 octets at most", () => {
  const name = `a\r\nEND:VCALENDAR\u0000\\;,"${"長い名前".repeat(30)}😀`;
  for (const pad of ["", "x", "xx", "xxx"]) {
    const [, race] = readCalendarFile(write([], [{ ...RACE, name: pad + name, horses: Array(18).fill("ウマ,;\\") }]));
    expect(race?.SUMMARY).toBe(
      `東京11R ${pad}${name.replaceAll(/[\r\n\0]+/g, " ")}：${Array(18).fill("ウマ,;\\").join("、")}`,
    );
  }
});

test("a calendar without events is valid", () => {
  expect(readCalendarFile(write([], []))).toEqual([]);
});
