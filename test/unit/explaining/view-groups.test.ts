import { expect, test } from "vitest";
import { fullChoice } from "#app/domain/features/catalogue.ts";
import { groupColumns } from "#app/domain/features/chosen-features.ts";
import { createRandom } from "#app/domain/racing/random.ts";
import type { Part } from "#app/domain/scoring/explain-race.ts";
import { groupOf, rankGroups, sumByGroup, VIEW_GROUPS } from "#app/domain/scoring/view-groups.ts";

const FEATURES = [1, 2].flatMap((venueType) => [...groupColumns(fullChoice(venueType), venueType).keys()]);
const part = (feature: string, contribution: number): Part => ({ feature, contribution, values: [] });
const placed = (...horses: { horseNum: number; isOut?: boolean }[]) =>
  horses.map(({ horseNum, isOut = false }) => ({ score: { horseNum }, isOut }));

test("every feature of the catalogue belongs to exactly one of the six views, and no view is empty", () => {
  expect(new Set(FEATURES.map(groupOf))).toEqual(new Set(VIEW_GROUPS));
  expect(["基本情報", "騎手", "血統", "枠番", "出走間隔", "rating.time", "rating.style"].map(groupOf)).toEqual([
    ...["能力", "騎手・厩舎", "コース・距離", "枠・斤量", "調子", "能力", "展開"],
  ]);
  expect(["average.margin.all.5", "average.margin.course_len.5", "average.final_corner.venue.3"].map(groupOf)).toEqual([
    ...["能力", "コース・距離", "展開"],
  ]);
  expect(() => groupOf("odds")).toThrow("odds");
});

test("the six contributions of 10,000 runners sum to the index", () => {
  const random = createRandom(41);
  const faults: string[] = [];
  for (let runner = 0; runner < 10_000; runner += 1) {
    const count = 1 + Math.floor(random() * 30);
    const parts = Array.from({ length: count }, () =>
      part(FEATURES[Math.floor(random() * FEATURES.length)]!, (random() - 0.5) * random() ** 2 * 3),
    );
    const total = parts.reduce((sum, { contribution }) => sum + contribution, 0);
    const index = Math.round(total * 100) / 100;
    const groups = sumByGroup({ parts }, index);
    const sum = groups.reduce<number>((all, contribution) => all + (contribution ?? 0), 0);
    if (!(Math.abs(sum - index) < 1e-6)) faults.push(`${sum} is not ${index}`);
    for (const [at, group] of VIEW_GROUPS.entries()) {
      const own = parts.filter(({ feature }) => groupOf(feature) === group);
      const exact = own.reduce((all, { contribution }) => all + contribution, 0);
      if ((groups[at] === null) !== (own.length === 0)) faults.push(`${group} of ${own.length} features`);
      if (!(Math.abs((groups[at] ?? 0) - exact) < 0.01 + 1e-9)) faults.push(`${group} ${groups[at]}, not ${exact}`);
    }
  }
  expect(faults).toEqual([]);
});

test("starters are ranked within each view: equal ones share a rank, and a withdrawn horse has none", () => {
  const groupsOf = new Map([
    [1, [0.5, 0.1, null, null, null, null]],
    [2, [0.9, 0.1, null, null, null, null]],
    [3, [0.7, 0.3, null, null, null, null]],
    [4, [-0.2, -0.5, null, null, null, null]],
  ]);
  const ranked = rankGroups(
    groupsOf,
    placed({ horseNum: 2, isOut: true }, { horseNum: 1 }, { horseNum: 3 }, { horseNum: 4 }),
  );
  const ranksOf = (horseNum: number) => ranked.get(horseNum)?.map(({ rank }) => rank);
  expect([1, 2, 3, 4].map(ranksOf)).toEqual([
    [2, 2, null, null, null, null],
    undefined,
    [1, 1, null, null, null, null],
    [3, 3, null, null, null, null],
  ]);
  const tied = rankGroups(new Map([...groupsOf].slice(0, 2)), placed({ horseNum: 1 }, { horseNum: 2 }));
  expect([...tied.values()].map((views) => views[1]?.rank)).toEqual([1, 1]);
  expect(rankGroups(new Map([[1, undefined]]), placed({ horseNum: 1 })).size).toBe(0);
});
