import { expect, test } from "vitest";
import type { ForecastRace } from "#app/domain/evaluation/forecast-race.ts";
import { createSkillTally } from "#app/domain/evaluation/forecast-skill.ts";
import { calibrationErrorOf, shareInterval, tabulateReliability } from "#app/domain/evaluation/reliability.ts";
import { resampleRatios } from "#app/domain/evaluation/resample-days.ts";
import { groupByCondition, isEnough } from "#app/domain/racing/conditions.ts";
import { forecastRace, makeForecastRaces, reportOn, runner } from "#test/unit/support/forecast-races.ts";

const skillOf = (races: readonly ForecastRace[]) => reportOn(createSkillTally, races);

const WON_BY_FAVOURITE = forecastRace({
  raceId: "a",
  date: "2025-01-05",
  runners: [
    runner(1, { probability: 0.5, winOdds: 2, finishPosition: 1 }),
    runner(2, { probability: 0.3, winOdds: 4, finishPosition: 4 }),
    runner(3, { probability: 0.1, winOdds: 8, finishPosition: 3 }),
    runner(4, { probability: 0.1, winOdds: 8, finishPosition: 2 }),
  ],
});
const WON_BY_OUTSIDER = forecastRace({
  raceId: "b",
  date: "2025-01-06",
  runners: [
    runner(1, { probability: 0.6, winOdds: 1.5, finishPosition: 2 }),
    runner(2, { probability: 0.4, winOdds: 3, finishPosition: 1 }),
  ],
});

test("skill is computed by hand on two races", async () => {
  const skill = (await skillOf([WON_BY_FAVOURITE, WON_BY_OUTSIDER]))!;
  expect(skill).toMatchObject({ races: 2, days: 2, from: "2025-01-05", to: "2025-01-06", marketRaces: 2 });
  expect(skill.logLoss).toBeCloseTo((-Math.log(0.5) - Math.log(0.4)) / 2, 12);
  expect(skill.uniformLogLoss).toBeCloseTo((Math.log(4) + Math.log(2)) / 2, 12);
  expect(skill.pseudoR2).toBeCloseTo(1 + (Math.log(0.5) + Math.log(0.4)) / Math.log(8), 12);
  // By 1 / odds the winners have 1/2 and 1/3.
  expect(skill.marketPseudoR2).toBeCloseTo(1 - Math.log(6) / Math.log(8), 12);
  expect(skill.top).toEqual({ winRate: 0.5, placeRate: 1 });
  expect(skill.favourite).toEqual({ winRate: 0.5, placeRate: 1 });
  expect(skill.random).toEqual({ winRate: (1 / 4 + 1 / 2) / 2, placeRate: (3 / 4 + 1) / 2 });
  // Each of six runners is a bin of its own: |p − won| is .5, .3, .1, .1 and .6, .6.
  expect(skill.calibrationError).toBeCloseTo(2.2 / 6, 12);
  // Two days: a draw is one of them twice, or both.
  expect(skill.topWinInterval).toEqual({ low: 0, high: 1 });
  expect(skill.pseudoR2Interval.low).toBeCloseTo(1 + Math.log(0.4) / Math.log(2), 12);
  expect(skill.pseudoR2Interval.high).toBeCloseTo(1 + Math.log(0.5) / Math.log(4), 12);
});

test("a dead heat counts the mean over its winners, and each of them won", async () => {
  const runners = [
    runner(1, { probability: 0.5, finishPosition: 1 }),
    runner(2, { probability: 0.3, finishPosition: 1 }),
    runner(3, { probability: 0.2, finishPosition: 3 }),
  ];
  const skill = (await skillOf([forecastRace({ runners })]))!;
  expect(skill.logLoss).toBeCloseTo((-Math.log(0.5) - Math.log(0.3)) / 2, 12);
  expect(skill.top.winRate).toBe(1);
  expect(skill.random.winRate).toBeCloseTo(2 / 3, 12);
  expect(skill.calibrationError).toBeCloseTo((0.5 + 0.7 + 0.2) / 3, 12);
  expect(skill).toMatchObject({ marketPseudoR2: null, favourite: null, marketRaces: 0 });
});

test("non-starters are ignored; jumps, walkovers and races without a winner are not reported", async () => {
  const scratched = runner(9, { isStarter: false, winOdds: null });
  const withScratched = forecastRace({ ...WON_BY_FAVOURITE, runners: [scratched, ...WON_BY_FAVOURITE.runners] });
  expect(await skillOf([withScratched])).toEqual(await skillOf([WON_BY_FAVOURITE]));
  const walkover = [runner(1, { probability: 1, finishPosition: 1 }), scratched];
  const unknown = [runner(1, { probability: 0.5 }), runner(2, { probability: 0.5, finishPosition: 2 })];
  const races = [
    forecastRace({ ...WON_BY_FAVOURITE, surface: "jump" }),
    forecastRace({ runners: walkover }),
    forecastRace({ runners: unknown }),
  ];
  expect(await skillOf(races)).toBeNull();
});

test("the market counts only if all starters have odds", async () => {
  const [first, ...others] = WON_BY_OUTSIDER.runners;
  const halfKnown = forecastRace({ ...WON_BY_OUTSIDER, runners: [{ ...first!, winOdds: Number.NaN }, ...others] });
  const skill = (await skillOf([WON_BY_FAVOURITE, halfKnown]))!;
  expect(skill).toMatchObject({ races: 2, marketRaces: 1, favourite: { winRate: 1, placeRate: 1 } });
  expect(skill.marketPseudoR2).toBeCloseTo(0.5, 12);
});

test("well-calibrated forecasts have a small calibration error, and an interval that contains the truth", async () => {
  const skill = (await skillOf(makeForecastRaces({ races: 3000 })))!;
  expect(skill.calibrationError).toBeLessThan(0.012);
  expect(skill.reliability).toHaveLength(20);
  expect(skill.reliability.reduce((sum, { runners }) => sum + runners, 0)).toBe(24_000);
  expect(skill.pseudoR2Interval.low).toBeLessThan(skill.pseudoR2);
  expect(skill.pseudoR2Interval.high).toBeGreaterThan(skill.pseudoR2);
  expect(skill.pseudoR2Interval.low).toBeGreaterThan(0);
});

test("twenty bins of equally many runners, with ties in the order given", () => {
  // Twice twenty runners; the first two and the first six of them won.
  const probabilities = Array.from({ length: 40 }, (_, i) => (i < 20 ? 0.1 : 0.3));
  const won = probabilities.map((_, i) => (i < 2 || (i >= 20 && i < 26) ? 1 : 0));
  const bins = tabulateReliability(probabilities, won);
  expect(bins).toHaveLength(20);
  expect(bins[0]).toEqual({ runners: 2, probability: 0.1, winners: 2 });
  expect(bins[13]).toEqual({ runners: 2, probability: 0.3, winners: 0 });
  // Gaps a bin: 1.8, nine of 0.2, three of 1.4, seven of 0.6.
  expect(calibrationErrorOf(bins)).toBeCloseTo(12 / 40, 12);
  expect(calibrationErrorOf([])).toBeNull();
});

test("the interval of a share is Wilson's", () => {
  const tenth = shareInterval(10, 100);
  expect(tenth.low).toBeCloseTo(0.0552, 4);
  expect(tenth.high).toBeCloseTo(0.1744, 4);
  const none = shareInterval(0, 10);
  expect(none.low).toBe(0);
  expect(none.high).toBeCloseTo(0.2775, 4);
});

test("a group has figures from 30 races on 8 days on", async () => {
  const racesOn = (days: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({ date: `2025-01-${String((i % days) + 10)}` }));
  expect(isEnough(racesOn(8, 30))).toBe(true);
  expect(isEnough(racesOn(8, 29))).toBe(false);
  expect(isEnough(racesOn(7, 90))).toBe(false);
  const { conditions } = (await skillOf(makeForecastRaces({ races: 180, venues: 9 })))!;
  expect(conditions.surface.map(({ key, races }) => [key, races])).toEqual([
    ["turf", 90],
    ["dirt", 90],
  ]);
  expect(conditions.surface.every(({ skill }) => skill !== null)).toBe(true);
  expect(conditions.venue.every(({ races, skill }) => races === 20 && skill === null)).toBe(true);
});

test("conditions are years, surfaces, bands, goings and venues; unknown ones are left out", () => {
  const races = [
    { ...forecastRace({ date: "2024-12-28", distanceM: 1400, venue: "東京", going: "soft" }), starters: 9 },
    { ...forecastRace({ date: "2025-01-05", distanceM: 1401, surface: "dirt", going: "yielding" }), starters: 10 },
    { ...forecastRace({ date: "2025-01-06", distanceM: 2000, surface: null, venue: "", going: null }), starters: 18 },
    { ...forecastRace({ date: "2025-01-06", distanceM: null, going: "good" }), starters: 15 },
  ];
  const keys = (dimension: Parameters<typeof groupByCondition>[1]) =>
    groupByCondition(races, dimension).map(({ key, races: members }) => `${key} ${members.length}`);
  expect(keys("year")).toEqual(["2024 1", "2025 3"]);
  expect(keys("surface")).toEqual(["turf 2", "dirt 1"]);
  expect(keys("distance")).toEqual(["short 1", "middle 1", "long 1"]);
  expect(keys("going")).toEqual(["good 1", "heavy 2"]);
  expect(keys("field")).toEqual(["to-9 1", "10-13 1", "14-15 1", "from-16 1"]);
  expect(keys("venue")).toEqual(["中山 2", "東京 1"]);
});

test("days are drawn whole, the same each time; a ratio without a denominator has no interval", () => {
  const days = [
    [1, 2, 0, 0],
    [3, 4, 0, 0],
  ];
  expect(resampleRatios(days)).toEqual([{ low: 0.5, high: 0.75 }, null]);
  expect(resampleRatios(days)).toEqual(resampleRatios(days));
  expect(resampleRatios([])).toEqual([]);
  expect(resampleRatios([[1, 2]], 0)).toEqual([null]);
});
