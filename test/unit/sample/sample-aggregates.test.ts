import { expect, test } from "vitest";
import { bracketOf, drawnAt } from "#scripts/sample/entries.ts";
import { generateSample } from "#scripts/sample/generate.ts";
import type { SampleRace } from "#scripts/sample/run-race.ts";

/**
 * One year: three have the same aggregates and take three times as long (scripts/bench/results.md has their figures).
 */
const SEED = 20_260_401;
const NOW = Date.parse("2026-03-01T12:00:00+09:00") / 1000;
const samples = [...generateSample({ seed: SEED, from: "2025-03-01", now: NOW })];
const drawn = samples.filter(({ race }) => drawnAt(race.date) <= NOW);
const central = samples.filter(({ race }) => race.venueType === 1);
const finished = (of: readonly SampleRace[]) => of.filter(({ race }) => race.status === "result");
const results = finished(central);
const flat = results.filter(({ race }) => race.surface !== "jump");

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const starters = ({ runners }: SampleRace) => runners.filter(({ winOdds }) => winOdds !== null);
const oddsOf = (runner: SampleRace["runners"][number]): number => runner.winOdds ?? Number.NaN;
const payoutOf = ({ payouts }: SampleRace, betType: string, combination: string): number =>
  payouts.find((row) => row.betType === betType && row.combination === combination)?.payoutYen ?? 0;

/** Per cent of each value. */
function shares<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return new Map([...counts].map(([value, count]) => [value, (100 * count) / values.length]));
}

function expectShares<T>(values: readonly T[], wanted: readonly (readonly [T, number, number])[]): void {
  const found = shares(values);
  for (const [value, share, tolerance] of wanted) {
    expect(Math.abs((found.get(value) ?? 0) - share), `${value}: ${found.get(value)} %`).toBeLessThanOrEqual(tolerance);
  }
}

test("a year has as many central races as in reality, and about as many regional ones", () => {
  expect(central.length).toBeGreaterThan(3_200);
  expect(central.length).toBeLessThan(3_700);
  const regional = samples.length - central.length;
  expect(regional).toBeGreaterThan(3_000);
  expect(regional).toBeLessThan(4_300);
});

test("fields: 13.8 on average, five to eighteen at central courses, four and more elsewhere", () => {
  const sizes = drawn.filter(({ race }) => race.venueType === 1).map(({ runners }) => runners.length);
  expect(Math.abs(mean(sizes) - 13.8)).toBeLessThan(0.35);
  expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([5, 18]);
  for (const { race, runners } of drawn) {
    if (race.venueType === 2 || race.venueType === 3) {
      expect(runners.length).toBeLessThanOrEqual(16);
      expect(runners.length).toBeGreaterThanOrEqual(4);
      expect(race.surface).toBe("dirt");
    }
  }
});

test("surfaces, weather, going and sexes have Japan's shares", () => {
  const races = results.map(({ race }) => race);
  expectShares(
    races.map(({ surface }) => surface),
    [
      ["turf", 48, 3],
      ["dirt", 48, 3],
      ["jump", 4, 1],
    ],
  );
  expectShares(
    races.map(({ weather }) => weather),
    [
      ["fine", 63, 5],
      ["cloudy", 29, 5],
      ["drizzle", 4, 2],
      ["rainy", 4, 2],
    ],
  );
  expectShares(
    races.map(({ going }) => going),
    [
      ["firm", 75, 4],
      ["good", 17, 4],
      ["yielding", 6, 3],
      ["soft", 2, 2],
    ],
  );
  expectShares(
    central.flatMap(({ runners }) => runners.map(({ sex }) => sex)),
    [
      ["male", 54, 2.5],
      ["female", 41, 2.5],
      ["gelding", 5, 1.5],
    ],
  );
});

test("the market: overround, favourites and pseudo-R²", () => {
  const overround = mean(
    results.map((sample) => starters(sample).reduce((sum, runner) => sum + 1 / oddsOf(runner), 0)),
  );
  expect(Math.abs(overround - 1.265)).toBeLessThan(0.004);
  const favourites = results.map((sample) => {
    const favourite = starters(sample).find(({ popularity }) => popularity === 1);
    return { won: favourite?.finishPosition === 1, payoutYen: payoutOf(sample, "win", String(favourite?.horseNum)) };
  });
  expect(Math.abs(mean(favourites.map(({ won }) => (won ? 1 : 0))) - 0.33)).toBeLessThan(0.03);
  expect(Math.abs(mean(favourites.map(({ payoutYen }) => payoutYen / 100)) - 0.8)).toBeLessThan(0.06);
  const losses = flat.map((sample) => {
    const runners = starters(sample);
    const sum = runners.reduce((total, runner) => total + 1 / oddsOf(runner), 0);
    const winners = runners.filter(({ finishPosition }) => finishPosition === 1);
    return { log: mean(winners.map((runner) => Math.log(sum * oddsOf(runner)))), uniform: Math.log(runners.length) };
  });
  const pseudoR2 = 1 - mean(losses.map(({ log }) => log)) / mean(losses.map(({ uniform }) => uniform));
  expect(pseudoR2).toBeGreaterThan(0.23);
  expect(pseudoR2).toBeLessThan(0.27);
});

test("jockeys predict winners, but far less than the odds do", () => {
  /** Counts earlier races only. */
  const past = new Map<string | null, { wins: number; chance: number }>();
  const pastOf = (jockeyId: string | null) => past.get(jockeyId) ?? { wins: 0, chance: 0 };
  /** Wins over the number expected by chance in fields of that size, shrunk towards 1. */
  const ratioOf = (jockeyId: string | null) => (pastOf(jockeyId).wins + 6) / (pastOf(jockeyId).chance + 6);
  let loss = 0;
  let uniform = 0;
  for (const sample of flat) {
    const field = starters(sample);
    const winner = field.find(({ finishPosition }) => finishPosition === 1);
    // Allows half a year for the jockeys' records.
    if (winner !== undefined && sample.race.date >= "2025-09-01") {
      const sum = field.reduce((total, { jockeyId }) => total + ratioOf(jockeyId), 0);
      loss -= Math.log(ratioOf(winner.jockeyId) / sum);
      uniform += Math.log(field.length);
    }
    for (const { jockeyId, finishPosition } of field) {
      const { wins, chance } = pastOf(jockeyId);
      past.set(jockeyId, { wins: wins + (finishPosition === 1 ? 1 : 0), chance: chance + 1 / field.length });
    }
  }
  const pseudoR2 = 1 - loss / uniform;
  expect(pseudoR2).toBeGreaterThan(0.05);
  expect(pseudoR2).toBeLessThan(0.095);
});

test("past finishes predict winners: the horse with the best average beats chance by far", () => {
  const history = new Map<string, number[]>();
  let races = 0;
  let hits = 0;
  let chance = 0;
  for (const sample of flat) {
    const runners = starters(sample);
    const rated = runners.flatMap((runner) => {
      const past = history.get(runner.horseId) ?? [];
      return past.length >= 2 ? [{ runner, average: mean(past) }] : [];
    });
    if (rated.length === runners.length) {
      const best = rated.reduce((a, b) => (b.average < a.average ? b : a));
      races += 1;
      hits += best.runner.finishPosition === 1 ? 1 : 0;
      chance += 1 / runners.length;
    }
    for (const { horseId, finishPosition } of runners) {
      if (finishPosition === null) continue;
      history.set(horseId, [...(history.get(horseId) ?? []), (finishPosition - 1) / Math.max(1, runners.length - 1)]);
    }
  }
  expect(races).toBeGreaterThan(100);
  expect(hits).toBeGreaterThan(1.6 * chance);
});

/** One assertion for thousands of rows: the first few rows that break a rule. */
function expectNoneOf(faults: readonly string[]): void {
  expect(faults.slice(0, 10)).toEqual([]);
}

test("horses have unique katakana names of at most nine kana and one identity", () => {
  const names = new Map<string, string>();
  const faults: string[] = [];
  for (const { runners } of samples) {
    for (const { horseId, horseName } of runners) {
      if ((names.get(horseId) ?? horseName) !== horseName) faults.push(`${horseId} has two names`);
      names.set(horseId, horseName);
    }
  }
  for (const name of names.values()) if (!/^[ァ-ヴー]{2,9}$/.test(name)) faults.push(name);
  expectNoneOf(faults);
  expect(new Set(names.values()).size).toBe(names.size);
});

test("a jockey rides one horse a race at one course a day", () => {
  const courseOfDay = new Map<string, string>();
  const faults: string[] = [];
  for (const { race, runners } of samples) {
    if (new Set(runners.map(({ jockeyId }) => jockeyId)).size !== runners.length) faults.push(race.raceId);
    for (const { jockeyId } of runners) {
      const key = `${race.date} ${jockeyId}`;
      if ((courseOfDay.get(key) ?? race.venue) !== race.venue) faults.push(`${key} at two courses`);
      courseOfDay.set(key, race.venue);
    }
  }
  expectNoneOf(faults);
});

test("results are consistent: order, times, margins, brackets, corners, prizes", () => {
  const faults: string[] = [];
  for (const { race, runners } of finished(samples)) {
    const check = (holds: boolean, rule: string): void => {
      if (!holds) faults.push(`${race.raceId}: ${rule}`);
    };
    const placed = runners
      .filter(({ finishPosition }) => finishPosition !== null)
      .sort((a, b) => (a.finishPosition ?? 0) - (b.finishPosition ?? 0));
    check(placed[0]?.finishPosition === 1 && placed[0].marginS === 0, "the winner is first with margin 0");
    for (const [index, runner] of placed.entries()) {
      const previous = placed[index - 1];
      const deadHeat = runner.finishPosition === previous?.finishPosition;
      check(deadHeat || runner.finishPosition === index + 1, "positions count up");
      if (previous === undefined) continue;
      check((runner.timeS ?? 0) >= (previous.timeS ?? 0), "times rise with positions");
      check(!deadHeat || runner.timeS === previous.timeS, "a dead heat has one time");
      const behind = (runner.timeS ?? 0) - (placed[0]?.timeS ?? 0);
      check(Math.abs((runner.marginS ?? -1) - behind) < 1e-6, "the margin is the time behind the winner");
      check((runner.prizeYen ?? 0) <= (previous.prizeYen ?? 0), "prizes fall with positions");
    }
    const straight = race.venue === "新潟" && race.surface === "turf" && race.distanceM === 1000;
    for (const [index, runner] of runners.entries()) {
      check(runner.horseNum === index + 1, "numbers count up");
      check(runner.bracketNum === bracketOf(index + 1, runners.length), "brackets follow the table");
      if (runner.status === "finished")
        check((runner.cornerPositions === null) === straight, "corners unless straight");
    }
  }
  expectNoneOf(faults);
});

test("payout rows are consistent with the result and the odds", () => {
  for (const sample of finished(samples)) {
    const { runners, payouts } = sample;
    expect(Math.max(...runners.map(({ winOdds }) => winOdds ?? 0))).toBeLessThanOrEqual(999.9);
    const numbersAt = (test: (position: number) => boolean): string[] =>
      runners.flatMap((runner) =>
        runner.finishPosition !== null && test(runner.finishPosition) ? [String(runner.horseNum)] : [],
      );
    const rows = (betType: string): string[] =>
      payouts.flatMap((row) => (row.betType === betType ? [row.combination] : []));
    const winners = numbersAt((position) => position === 1);
    expect(rows("win")).toEqual(winners);
    if (winners.length === 1) {
      const odds = runners.find(({ finishPosition }) => finishPosition === 1)?.winOdds ?? 0;
      const paid = payoutOf(sample, "win", winners[0] ?? "");
      // The board has four digits: 999.9 stands for these odds or more.
      if (odds === 999.9) expect(paid).toBeGreaterThanOrEqual(99_990);
      else expect(paid).toBe(Math.round(odds * 100));
    }
    const declared = runners.length;
    const places = rows("place");
    const possible = declared >= 8 ? [3, 2] : declared >= 5 ? [2, 0] : [0];
    const soldFor = possible.filter((sold) => numbersAt((position) => position <= sold).join() === places.join());
    expect(soldFor).not.toEqual([]);
    expect(rows("quinella").length).toBeGreaterThanOrEqual(1);
    expect(payouts.every(({ payoutYen }) => payoutYen >= 110 && payoutYen % 10 === 0)).toBe(true);
  }
});

test("body weights: change against the last start, none on a first start", () => {
  const lastKg = new Map<string, number>();
  let compared = 0;
  for (const { runners } of finished(samples)) {
    for (const { horseId, status, bodyWeightKg, bodyWeightChangeKg } of runners) {
      if (status === "scratched" || status === "excluded" || bodyWeightKg === null) continue;
      const last = lastKg.get(horseId);
      if (last !== undefined) {
        expect(bodyWeightChangeKg).toBe(bodyWeightKg - last);
        compared += 1;
      }
      lastKg.set(horseId, bodyWeightKg);
    }
  }
  expect(compared).toBeGreaterThan(30_000);
  for (const { race, runners } of results) {
    if (race.name.endsWith("新馬")) expect(runners.every((runner) => runner.bodyWeightChangeKg === null)).toBe(true);
  }
});

test("cases that break naive code occur", () => {
  const rows = samples.flatMap(({ runners }) => runners);
  const count = (test: (row: (typeof rows)[number]) => boolean): number => rows.filter(test).length;
  const sharing = (position: number): number =>
    results.filter(({ runners }) => runners.filter((row) => row.finishPosition === position).length > 1).length;
  expect(sharing(1)).toBeGreaterThanOrEqual(3);
  expect(sharing(2)).toBeGreaterThanOrEqual(3);
  expect(sharing(3)).toBeGreaterThanOrEqual(3);
  for (const status of ["scratched", "excluded", "did_not_finish", "disqualified", "no_result"] as const) {
    expect(
      count((row) => row.status === status),
      status,
    ).toBeGreaterThanOrEqual(3);
  }
  for (const size of [4, 5, 6, 7]) expect(samples.some(({ runners }) => runners.length === size)).toBe(true);
  const cancelled = samples.filter(({ race }) => race.status === "cancelled");
  expect(cancelled.length).toBeGreaterThanOrEqual(3);
  expect(
    cancelled.every(
      ({ runners, payouts }) => payouts.length === 0 && runners.every((row) => row.status === "no_result"),
    ),
  ).toBe(true);
  expect(finished(samples).some(({ payouts }) => payouts.every(({ betType }) => betType !== "place"))).toBe(true);
  expect(count((row) => row.status === "finished" && row.bodyWeightKg === null)).toBeGreaterThanOrEqual(3);
  expect(results.filter(({ race }) => race.venue === "新潟" && race.distanceM === 1000).length).toBeGreaterThanOrEqual(
    5,
  );
  expect(count((row) => row.trouble === true)).toBeGreaterThan(500);
  expect(count((row) => row.trouble === false)).toBeGreaterThan(10_000);
});
