import { expect, test } from "vitest";
import type { SourceRace } from "#app/domain/features/history.ts";
import { levelOf } from "#app/domain/features/race-level.ts";
import { addDays } from "#app/domain/racing/japan-time.ts";
import { buildHistory, gatherFacts } from "#test/unit/support/features/feature-history.ts";
import { buildRows } from "#test/unit/support/features/feature-rows.ts";
import { makeSourceRace, makeSourceRunner } from "#test/unit/support/racing-factories.ts";

/** A race each week; runners by place with their seconds behind the winner. */
function run(week: number, behind: Record<string, number>, fields: Partial<SourceRace> = {}): SourceRace {
  const horses = Object.entries(behind);
  return makeSourceRace({
    raceId: `r${String(week).padStart(3, "0")}`,
    date: addDays("2024-01-06", 7 * week),
    distanceM: 1600,
    surface: "turf",
    runners: horses.map(([horseId, marginS], index) =>
      makeSourceRunner({ horseNum: index + 1, horseId, marginS, finishPosition: index + 1, timeS: 96 + marginS }),
    ),
    ...fields,
  });
}

/** Horses of a next race without result, by horse. */
function ratingsAfter(races: readonly SourceRace[], horses: readonly string[], columnId: string, week = 200): number[] {
  const next = run(week, Object.fromEntries(horses.map((horse) => [horse, 0])), { status: "scheduled" });
  const rows = buildRows([...races, next], 1, "all");
  return horses.map((_, index) => rows.value(next.raceId, index + 1, columnId));
}

test("the first update of a rating is the share of its variance in the residual", () => {
  const races = [run(0, { a: 0, b: 0.8, c: 2 })];
  const y = [0, 0.8, 2].map((seconds) => -Math.log1p(2 * seconds));
  const mean = (y[0]! + y[1]! + y[2]!) / 3;
  const prior = 0.18 + 0.018 + 0.015 + 0.009;
  const share = prior / (prior + 0.3);
  const rated = ratingsAfter(races, ["a", "b", "c", "d"], "rating.strength.total");
  for (const place of [0, 1, 2]) expect(rated[place]).toBeCloseTo(share * (y[place]! - mean), 3);
  expect(rated[3]).toBeCloseTo(0, 3);
  expect(ratingsAfter(races, ["a"], "rating.figure.last")[0]).toBeCloseTo(-mean, 3);
});

test("to beat strong opponents is worth more than to beat weak ones by the same margin", () => {
  const strong = { s1: 0, s2: 0.1, s3: 0.2 };
  const weak = { w1: 2, w2: 2.1, w3: 2.2 };
  const meetings = Array.from({ length: 8 }, (_, week) => run(week, { ...strong, ...weak }));
  const races = [
    ...meetings,
    run(20, { x: 0, s1: 0.5, s2: 0.6, s3: 0.7 }),
    run(21, { y: 0, w1: 0.5, w2: 0.6, w3: 0.7 }),
  ];
  for (const columnId of ["rating.strength.total", "rating.strength.venue", "rating.figure.last"]) {
    const [x, y] = ratingsAfter(races, ["x", "y"], columnId);
    expect(x! - y!).toBeGreaterThan(0.3);
  }
});

test("the last 600 m is the time below the median of the race, the newest start weighing most", () => {
  const last600 = (week: number, seconds: Record<string, number | null>, fields: Partial<SourceRace> = {}) => {
    const race = run(week, Object.fromEntries(Object.keys(seconds).map((horse) => [horse, 0])), fields);
    const timed = race.runners.map((runner) => ({ ...runner, last600mS: seconds[runner.horseId] ?? null }));
    return { ...race, runners: timed };
  };
  const races = [
    // The middle one of three, 35.0.
    last600(0, { a: 34, b: 35, c: 36.5, e: null }),
    // The mean of the middle two of four, 35.1.
    last600(1, { a: 35.2, b: 35, c: 34.9, d: 35.6 }),
    // Two are too few, and jumps do not count.
    last600(2, { a: 30, b: 40 }),
    last600(3, { a: 30, b: 40, c: 40 }, { surface: "jump" }),
  ];
  const [a, b, c, d, e] = ratingsAfter(races, ["a", "b", "c", "d", "e"], "rating.final.decayed");
  expect(a).toBeCloseTo((0.75 * 1 - 0.1) / 1.75, 2);
  expect(b).toBeCloseTo((0.75 * 0 + 0.1) / 1.75, 2);
  expect(c).toBeCloseTo((0.75 * -1.5 + 0.2) / 1.75, 2);
  expect(d).toBeCloseTo(-0.5, 2);
  expect(e).toBeNaN();
});

test("a slow day is no slow horse: its variant is taken off the time", () => {
  const field = { a: 0, b: 0.2, c: 0.4, d: 0.6, e: 0.8, f: 1, g: 1.2, h: 1.4 };
  const races = Array.from({ length: 10 }, (_, week) => run(week, field));
  const slow = run(11, field);
  const muddy = { ...slow, runners: slow.runners.map((runner) => ({ ...runner, timeS: (runner.timeS ?? 0) + 3 })) };
  const [dry, wet] = [
    [...races, slow],
    [...races, muddy],
  ].map((all) => ratingsAfter(all, ["a"], "rating.time.last")[0]!);
  expect(dry).toBeCloseTo(0, 1);
  // 8 runners against a prior of 6: eight fourteenths of the three seconds.
  expect(wet! - dry!).toBeCloseTo(-3 * (6 / 14), 1);
});

test("races without margins are rated by their order, those over jumps or without distance not at all", () => {
  const order = run(0, { a: 0, b: 0.5, c: 1 });
  const bare = { ...order, runners: order.runners.map((runner) => ({ ...runner, marginS: null, timeS: null })) };
  const [a, b, c] = ratingsAfter([bare], ["a", "b", "c"], "rating.strength.total");
  expect(a!).toBeGreaterThan(b!);
  expect(b!).toBeGreaterThan(c!);
  for (const fields of [{ surface: "jump" as const }, { distanceM: null }]) {
    const [rated] = ratingsAfter([{ ...order, ...fields }], ["a"], "rating.figure.last");
    expect(rated).toBeNaN();
  }
});

test("a hindsight rating learns from what opponents do later, a rating does not", () => {
  const strong = { s1: 0, s2: 0.1, s3: 0.2 };
  const weak = { w1: 2, w2: 2.1, w3: 2.2 };
  const races = [
    run(0, { x: 0, s1: 0.5, s2: 0.6, s3: 0.7 }),
    run(1, { y: 0, w1: 0.5, w2: 0.6, w3: 0.7 }),
    ...Array.from({ length: 34 }, (_, week) => run(2 + week, { ...strong, ...weak })),
  ];
  const gapOf = (columnId: string) => {
    const [x, y] = ratingsAfter(races, ["x", "y"], columnId, 40);
    return x! - y!;
  };
  expect(gapOf("rating.strength.total")).toBeCloseTo(0, 2);
  expect(gapOf("rating.hindsight.total")).toBeGreaterThan(0.2);
  expect(ratingsAfter(races.slice(0, 30), ["x"], "rating.hindsight.total", 40)[0]).toBeNaN();
});

test.each([
  ["2歳新馬", 1],
  ["3歳以上1勝クラス", 2],
  ["3歳以上500万円以下", 2],
  ["鹿島特別(2勝)", 3],
  ["3歳以上1600万円以下", 4],
  ["有馬記念", 5],
  ["第五班", 1],
  ["第一班", 5],
  ["香港三級賽", 6],
  ["", 6],
])("the level of %s is stored as %i", (name, level) => {
  expect(levelOf({ venueType: 1, name, raceClass: null })).toBe(level);
  expect(levelOf({ venueType: 1, name: "記念", raceClass: name })).toBe(level);
  expect(levelOf({ venueType: 2, name })).toBe(0);
});

test("classes, fields and breaks are counted from the starts before the race", () => {
  const field = { a: 0, b: 1, c: 2, d: 3, e: 4 };
  const races = [
    run(0, field, { raceClass: "未勝利" }),
    run(20, { b: 0, a: 1, c: 2, d: 3, e: 4 }, { raceClass: "2勝クラス" }),
    run(198, field, { raceClass: "1勝クラス" }),
  ];
  const next = run(200, { a: 0, f: 0 }, { status: "scheduled", raceClass: "2勝クラス" });
  const rows = buildRows([...races, next], 1, "all");
  const read = (runner: number, group: string, names: readonly string[]) =>
    names.map((name) => rows.value(next.raceId, runner, `${group}.${name}`));
  const ladder = ["step", "placed", "won", "starts", "finish", "first"];
  // Second of five in the only start at this level: (0.75 − 0.5) / (1 + 2).
  expect(read(1, "rating.class", ladder)).toEqual([1, 0, -1, 1, expect.closeTo(0.25 / 3, 3), 0]);
  expect(read(2, "rating.class", ladder)).toEqual([Number.NaN, -3, -3, 0, 0, 1]);
  const gaps = ["starts_90", "starts_365", "since_break"];
  expect(read(1, "static.interval", gaps)).toEqual([1, 1, 1]);
  expect(read(2, "static.interval", gaps)).toEqual([0, 0, 6]);
  const [now, step] = read(1, "rating.field", ["now", "step"]);
  expect(now).toBeGreaterThan(0);
  expect(step).not.toBeNaN();
});

test("ratings take under 24 bytes a runner, and nothing per horse and condition", () => {
  const history = buildHistory(Array.from({ length: 30 }, (_, week) => run(week, { a: 0, b: 1, c: 2 })));
  const { rated } = gatherFacts(history);
  const bytes = Object.values(rated).reduce((sum, array) => sum + array.byteLength, 0);
  expect(bytes / history.runnerCount).toBeLessThan(24);
});
