import { expect, test } from "vitest";
import type { SourceRace } from "#app/domain/features/history.ts";
import { buildHistory } from "#app/domain/features/history-builder.ts";
import { gatherFacts } from "#app/domain/features/past.ts";
import { addDays } from "#app/domain/racing/japan-time.ts";
import { buildRows } from "#test/unit/support/feature-rows.ts";
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
function ratingsAfter(races: readonly SourceRace[], horses: readonly string[], columnId: string): number[] {
  const next = run(200, Object.fromEntries(horses.map((horse) => [horse, 0])), { status: "scheduled" });
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

test("a rating takes under 20 bytes a runner, and nothing per horse and condition", () => {
  const history = buildHistory(Array.from({ length: 30 }, (_, week) => run(week, { a: 0, b: 1, c: 2 })));
  const { rated } = gatherFacts(history);
  const bytes = Object.values(rated).reduce((sum, array) => sum + array.byteLength, 0);
  expect(bytes / history.runnerCount).toBeLessThan(20);
});
