import { expect, test } from "vitest";
import { findStanding } from "#app/domain/season/clones.ts";
import { sumDay } from "#app/domain/season/day-losses.ts";
import { sketchCorrelation } from "#app/domain/season/forecast-sketch.ts";
import { rankCorrelation } from "#app/domain/season/lasting.ts";
import { createNormal } from "#app/domain/season/normal.ts";
import { rankSeason } from "#app/domain/season/season-board.ts";
import type { RawSkill } from "#app/domain/season/season-tally.ts";
import { shrink } from "#app/domain/season/shrinkage.ts";
import { type Knowledge, measureRows, simulatePeriod } from "./simulate-season.ts";

const still = { spend: () => null };
const ENTRANTS = 1000;

/** Every other one is skilled, spread as the sample's models are: pseudo-R² of 0.05 to 0.15. */
function drawEntrants(skilless: Knowledge): Knowledge[] {
  return Array.from({ length: ENTRANTS }, (_, i) => (i % 2 === 0 ? skilless : 0.2 + (1.5 * i) / ENTRANTS));
}

async function simulate(skilless: Knowledge) {
  const entrants = drawEntrants(skilless);
  const season = measureRows(simulatePeriod(entrants, { races: 480, seed: 1 }).rows, ENTRANTS);
  const { entries } = await rankSeason(season.skills, { base: season.base, standing: new Map() }, still);
  const next = measureRows(simulatePeriod(entrants, { races: 264, seed: 2 }).rows, ENTRANTS).skills;
  const month = new Map(next.map(({ modelId, above }) => [modelId, above]));
  const week = simulatePeriod(entrants, { races: 36, seed: 3 }).returns;
  const later = entries.map(({ modelId }) => month.get(modelId)!);
  return {
    entries,
    ofBoard: rankCorrelation(
      entries.map(({ value }) => value),
      later,
    )!,
    ofWeek: rankCorrelation(
      entries.map(({ modelId }) => week[modelId]!),
      later,
    )!,
    luckyInTop: entries.slice(0, 10).filter(({ modelId }) => modelId % 2 === 0).length,
  };
}

test("of 1,000 entrants the board foretells the next month's skill, and puts none without skill among the first ten", {
  tags: "full",
}, async () => {
  // Without skill means either to know nothing, or to be exactly as good as the middle of the others.
  for (const skilless of [null, 0.95]) {
    const { entries, ofBoard, ofWeek, luckyInTop } = await simulate(skilless);
    // Measured: 0.86 and 0.71 for the board, 0.11 and −0.05 for a week's returns.
    expect(ofBoard).toBeGreaterThan(0.6);
    expect(Math.abs(ofWeek)).toBeLessThan(0.15);
    expect(luckyInTop).toBe(0);
    expect(entries.map(({ rank }) => rank)).toEqual(Array.from({ length: ENTRANTS }, (_, i) => i + 1));
    expect(entries.every(({ firstRank, lastRank }) => 1 <= firstRank && firstRank <= lastRank)).toBe(true);
  }
});

function skillOf(modelId: number, above: number, variance: number): RawSkill {
  return { modelId, races: 400, days: 20, above, variance };
}

test("a value is drawn to the mean by its own variance, and equal ones stay at it", () => {
  const normal = createNormal(5);
  const truth = Array.from({ length: 400 }, () => 0.03 * normal());
  const entries = truth.map((skill, i) => {
    const error = i % 2 === 0 ? 0.01 : 0.03;
    return skillOf(i, skill + error * normal(), error ** 2);
  });
  const { prior, skills } = shrink(entries);
  expect(Math.sqrt(prior.variance)).toBeCloseTo(0.03, 2);
  const drawn = (parity: number) => skills.filter((_, i) => i % 2 === parity).map(({ raw, value }) => value / raw);
  const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;
  expect(middle(drawn(0))).toBeGreaterThan(middle(drawn(1)) + 0.1);
  const inside = skills.filter(({ low, high }, i) => low <= truth[i]! && truth[i]! <= high).length;
  expect(inside / skills.length).toBeGreaterThan(0.92);
  expect(inside / skills.length).toBeLessThan(0.98);

  const same = shrink(Array.from({ length: 50 }, (_, i) => skillOf(i, 0.001 * normal(), 0.001 ** 2)));
  expect(Math.max(...same.skills.map(({ value }) => Math.abs(value)))).toBeLessThan(0.001);
});

/** Days of forecasts with log chances of a shared part and a part of the model's own. */
function sketchesOf(own: number, seed: number) {
  const [shared, other] = [createNormal(1), createNormal(seed)];
  return new Map(
    Array.from({ length: 12 }, (_, day) => {
      const forecasts = Array.from({ length: 24 }, (_, race) => {
        const parts = Array.from({ length: 12 }, () => Math.exp(shared() + own * other()));
        const sum = parts.reduce((all, part) => all + part, 0);
        const starters = parts.map((part, i) => ({
          ...{ horseNum: i + 1, probability: part / sum, finishPosition: i + 1 },
        }));
        return { raceId: `race ${day} ${race}`, starters };
      });
      return [`day ${day}`, sumDay(forecasts).sketch] as const;
    }),
  );
}

test("sketches give the correlation of forecasts, and near-clones of one owner are counted with the older one", () => {
  const first = sketchesOf(0, 2);
  expect(sketchCorrelation(first, sketchesOf(0, 3))).toBeCloseTo(1, 6);
  // The correlation of x and x + own × e is 1 / √(1 + own²).
  const near = sketchesOf(0.1, 4);
  const apart = sketchesOf(0.5, 5);
  expect(sketchCorrelation(first, near)).toBeCloseTo(0.995, 2);
  expect(sketchCorrelation(first, apart)!).toBeLessThan(0.94);
  expect(sketchCorrelation(first, new Map([...apart].slice(0, 3)))).toBeNull();

  const models = [
    { modelId: 3, races: 300, sketches: near },
    { modelId: 2, races: 288, sketches: first },
    { modelId: 1, races: 288, sketches: apart },
  ];
  const standing = [...findStanding(models)].sort(([a], [b]) => a - b);
  expect(standing).toEqual([
    [1, 1],
    [2, 3],
    [3, 3],
  ]);
});
