import { expect, test } from "vitest";
import { forecastSkill } from "#app/domain/evaluation/outlook.ts";
import { addDays } from "#app/domain/racing/japan-time.ts";
import { createRandom } from "#app/domain/racing/random.ts";

const UNIFORM = Math.log(12);
const HISTORY = { refits: [{ cutoffDay: "2000-01-01", races: 50_000 }], learntRaces: 50_000 };

/** Ten races on each of two days a week; skill as given for a day, each race's loss with a deviation of 0.9. */
function drawRaces(days: number, seed: number, skillOn: (day: number) => number = () => 0.15) {
  const random = createRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: 10 * days }, (_, position) => {
    const day = Math.floor(position / 10);
    return {
      raceId: `r${position}`,
      date: addDays("2020-01-04", 7 * Math.floor(day / 2) + (day % 2)),
      loss: UNIFORM * (1 - skillOn(day)) + 0.9 * normal(),
      uniformLoss: UNIFORM,
    };
  });
}

const skillOf = (races: readonly { loss: number; uniformLoss: number }[]) =>
  1 - races.reduce((sum, { loss }) => sum + loss, 0) / races.reduce((sum, { uniformLoss }) => sum + uniformLoss, 0);

test("of skill that stays, the coming half-year lies inside in 19 of 20 cases, and outside the past's interval more often", {
  tags: "full",
}, () => {
  const runs = 400;
  let inside = 0;
  for (let seed = 1; seed <= runs; seed++) {
    const races = drawRaces(416 + 52, seed);
    const { nextHalfYear } = forecastSkill(races.slice(0, 4160), HISTORY)!;
    const next = skillOf(races.slice(4160));
    if (next >= nextHalfYear.low && next <= nextHalfYear.high) inside++;
  }
  expect(inside / runs).toBeGreaterThan(0.92);
  expect(inside / runs).toBeLessThan(0.985);
});

test("a half-year's chance makes the interval several times as wide as that of the past's mean, and drift wider still", () => {
  const width = ({ low, high }: { low: number; high: number }) => high - low;
  const steady = forecastSkill(drawRaces(416, 1), HISTORY)!.nextHalfYear;
  const past = (2 * 1.959964 * 0.9) / UNIFORM / Math.sqrt(4160);
  expect(width(steady)).toBeGreaterThan(2 * past);
  const drifting = forecastSkill(
    drawRaces(416, 1, (day) => (Math.floor(day / 52) % 2 === 0 ? 0.1 : 0.2)),
    HISTORY,
  )!.nextHalfYear;
  expect(width(drifting)).toBeGreaterThan(1.5 * width(steady));
});

test("a trend is found where there is one, and its interval contains none where there is none", () => {
  const rising = forecastSkill(
    drawRaces(416, 2, (day) => 0.1 + (0.03 * day) / 104),
    HISTORY,
  )!.trend!;
  expect(rising.low).toBeGreaterThan(0);
  expect(rising.perYear).toBeGreaterThan(0.015);
  expect(rising.perYear).toBeLessThan(0.045);
  const none = forecastSkill(drawRaces(416, 3), HISTORY)!.trend!;
  expect(none.low).toBeLessThan(0);
  expect(none.high).toBeGreaterThan(0);
});

test("a model that has learnt from more races than its refits is expected to do better than they did", () => {
  const races = drawRaces(104, 4);
  const middle = (learntRaces: number) => {
    const { low, high } = forecastSkill(races, {
      refits: [{ cutoffDay: "2019-01-01", races: 1000 }],
      learntRaces,
    })!.nextHalfYear;
    return (low + high) / 2;
  };
  expect(middle(1000)).toBeCloseTo(skillOf(races), 6);
  expect(middle(2000)).toBeGreaterThan(middle(1000) + 0.005);
  expect(middle(4000)).toBeGreaterThan(middle(2000));
});

test("a few race days give no outlook, a few quarters no trend", () => {
  expect(forecastSkill(drawRaces(15, 5), HISTORY)).toBeNull();
  expect(forecastSkill(drawRaces(40, 5), HISTORY)).toMatchObject({ trend: null, learntRaces: 50_000 });
});
