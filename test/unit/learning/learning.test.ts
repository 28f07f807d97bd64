import { expect, test } from "vitest";
import { openFor, parseArtifact, serialiseArtifact } from "#app/domain/learning/artifact.ts";
import { fitTemperature, poolWithinRaceSpread } from "#app/domain/learning/calibration/temperature.ts";
import { conditionalLogit } from "#app/domain/learning/conditional-logit.ts";
import type { Watch } from "#app/domain/learning/learner.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { raceLogLoss, raceLossSlope } from "#app/domain/learning/race-likelihood.ts";
import { findHeldBackStart, selectTrainingRaces } from "#app/domain/learning/training-races.ts";
import { dayNumber } from "#app/domain/racing/japan-time.ts";
import { createRandom } from "#app/domain/racing/random.ts";
import { raceProbabilities, trainArtifact } from "#app/domain/training/train-artifact.ts";
import { kernelModule } from "#test/unit/support/kernel-module.ts";
import { measureSkill } from "#test/unit/support/measure-skill.ts";
import { createTraining, quiet, textOf } from "#test/unit/support/synthetic-training.ts";
import { FIRST_DAY, makeSyntheticRaces } from "./synthetic-races.ts";

const { taskOf, train } = createTraining({ learner: conditionalLogit, kernel: kernelModule });

test("a race of two has the likelihood computed by hand", () => {
  const race = {
    raceStart: Uint32Array.of(0, 2),
    isStarter: Uint8Array.of(1, 1),
    isWinner: Uint8Array.of(1, 0),
  };
  const outputs = Float64Array.of(Math.log(3), 0); // p = 3/4, 1/4
  const residual = new Float64Array(2);
  expect(raceLogLoss(race, 0, 1, outputs, residual)).toBeCloseTo(-Math.log(0.75), 12);
  expect(residual[0]).toBeCloseTo(-0.25, 12);
  expect(residual[1]).toBeCloseTo(0.25, 12);
});

test("a dead heat counts the mean over its winners", () => {
  const race = {
    raceStart: Uint32Array.of(0, 3),
    isStarter: Uint8Array.of(1, 1, 1),
    isWinner: Uint8Array.of(1, 1, 0),
  };
  const outputs = Float64Array.of(Math.log(2), 0, 0); // p = 1/2, 1/4, 1/4
  expect(raceLogLoss(race, 0, 1, outputs)).toBeCloseTo((Math.log(2) + Math.log(4)) / 2, 12);
});

test("a scratched runner has no probability", () => {
  const race = {
    raceStart: Uint32Array.of(0, 3),
    isStarter: Uint8Array.of(1, 0, 1),
    isWinner: Uint8Array.of(1, 0, 0),
  };
  const residual = new Float64Array(3);
  expect(raceLogLoss(race, 0, 1, Float64Array.of(0, 50, 0), residual)).toBeCloseTo(Math.log(2), 12);
  expect(residual[1]).toBe(0);
});

test("the slopes along a line agree with finite differences", () => {
  const random = createRandom(7);
  const rowCount = 40;
  const isStarter = new Uint8Array(rowCount).fill(1);
  isStarter[4] = 0;
  const isWinner = new Uint8Array(rowCount);
  for (const row of [2, 10, 12, 39]) isWinner[row] = 1; // the second race is a dead heat
  const races = { raceStart: Uint32Array.of(0, 9, 23, 40), isStarter, isWinner };
  const direction = Float64Array.from({ length: rowCount }, () => random() - 0.5);
  const along = (t: number) =>
    raceLogLoss(
      races,
      0,
      3,
      direction.map((step) => t * step),
    );
  const h = 1e-5;
  const slope = raceLossSlope(races, 0, 3, direction, 0.3);
  expect(slope.first).toBeCloseTo((along(0.3 + h) - along(0.3 - h)) / (2 * h), 7);
  expect(slope.second).toBeCloseTo((along(0.301) - 2 * along(0.3) + along(0.299)) / 1e-6, 4);
});

test("random results give no skill", async () => {
  const races = makeSyntheticRaces({ races: 3000, weights: [1, -0.5, 0.3], shuffleResults: true });
  const artifact = await train(races);
  expect(Math.abs(artifact.report.pseudoR2)).toBeLessThan(0.02);
});

test("only races before the cut-off are trained on", async () => {
  const races = makeSyntheticRaces({ races: 800, weights: [1] });
  const cutoffDay = "2020-05-01";
  const before = textOf(await train(races, { cutoffDay }));
  const position = races.index.raceDay.indexOf(dayNumber(cutoffDay));
  races.index.finishPosition.fill(1, races.index.raceStart[position]);
  for (const codes of races.codes.values()) codes.fill(3, races.index.raceStart[position]);
  expect(textOf(await train(races, { cutoffDay }))).toBe(before);
});

test("the same training gives the same bytes, however it is sliced", async () => {
  const races = makeSyntheticRaces({ races: 400, weights: [1, 0.5] });
  let breaths = 0;
  const pace = createPace(async () => {
    breaths++;
  }, 1000);
  const sliced = await train(races, {}, { ...quiet, pace });
  expect(breaths).toBeGreaterThan(50);
  expect(textOf(sliced)).toBe(textOf(await train(races)));
});

test("a training interrupted at every checkpoint ends with the same bytes", async () => {
  const races = makeSyntheticRaces({ races: 400, weights: [1, 0.5] });
  let checkpoint: unknown = null;
  let calls = 0;
  for (; calls < 20; calls++) {
    const watch: Watch = {
      ...quiet,
      saveCheckpoint: async (state) => {
        checkpoint = JSON.parse(JSON.stringify(state));
      },
      isPauseDue: () => true,
    };
    const result = await trainArtifact(taskOf(races, { checkpoint }), watch);
    if (result.kind === "paused") continue;
    if (result.kind !== "trained") throw new Error(result.kind);
    expect(textOf(result.artifact)).toBe(textOf(await train(races)));
    break;
  }
  expect(calls).toBeGreaterThan(1);
});

test("progress only grows, up to one", async () => {
  const shares: number[] = [];
  await train(
    makeSyntheticRaces({ races: 300, weights: [1, 0.5] }),
    {},
    {
      ...quiet,
      report: async (share) => {
        shares.push(share);
      },
    },
  );
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares.at(-1)).toBeLessThanOrEqual(1);
});

test("too few races are refused", async () => {
  const races = makeSyntheticRaces({ races: 39, weights: [1] });
  expect(await trainArtifact(taskOf(races), quiet)).toEqual({ kind: "refused", reason: "too-few-races" });
});

test("a choice that cannot tell runners apart still gives a model, without skill", async () => {
  const races = makeSyntheticRaces({ races: 100, weights: [] });
  const artifact = await train(races, { columns: races.columns.filter(({ id }) => id === "race") });
  expect(artifact.sigma).toBe(0);
  expect(artifact.report.pseudoR2).toBe(0);
});

test("the last tenth of the race days is held back", () => {
  const days = Int32Array.from({ length: 40 }, (_, race) => Math.floor(race / 2)); // 20 days of two races
  expect(findHeldBackStart(days)).toBe(36);
});

test("races without a result, a winner or a second starter are not trained on; a cap keeps the newest", () => {
  const { index } = makeSyntheticRaces({ races: 5, weights: [1], fieldSize: 2 });
  index.raceHasResult[0] = 0;
  index.finishPosition.fill(0, 2, 4);
  index.isStarter[4] = 0;
  const all = { fromDay: 0, toDay: 1e6, maxRows: 100 };
  expect([...selectTrainingRaces(index, all).sourceStart]).toEqual([6, 8]);
  expect([...selectTrainingRaces(index, { ...all, maxRows: 3 }).sourceStart]).toEqual([8]);
  expect(selectTrainingRaces(index, { ...all, toDay: dayNumber(FIRST_DAY) - 1 }).raceCount).toBe(0);
});

test("the temperature corrects an overconfident scale", () => {
  const races = makeSyntheticRaces({ races: 4000, weights: [1] });
  const chosen = selectTrainingRaces(races.index, { fromDay: 0, toDay: 1e6, maxRows: 1e9 });
  const tooSure = Float64Array.from(races.codes.get("value.0")!, (code) => (2.5 * (code - 1000)) / 100);
  const temperature = fitTemperature(chosen, 0, tooSure);
  expect(temperature).toBeGreaterThan(2.3);
  expect(temperature).toBeLessThan(2.7);
  const calibrated = measureSkill(chosen, raceProbabilities(chosen, 0, tooSure, temperature));
  const raw = measureSkill(chosen, raceProbabilities(chosen, 0, tooSure, 1));
  expect(calibrated!.logLoss).toBeLessThan(raw!.logLoss);
  expect(calibrated!.calibrationError).toBeLessThan(0.01);
  expect(fitTemperature(chosen, 0, new Float64Array(chosen.rowCount))).toBe(1);
});

test("a race that counts twice is one that is there twice, one that counts nothing is none", () => {
  const list = (winners: readonly number[]) => ({
    raceCount: winners.length,
    raceStart: Uint32Array.from({ length: winners.length + 1 }, (_, race) => 4 * race),
    isStarter: new Uint8Array(4 * winners.length).fill(1),
    isWinner: Uint8Array.from(winners.flatMap((winner) => [0, 1, 2, 3].map((row) => (row === winner ? 1 : 0)))),
  });
  const outputs = (races: number) =>
    Float64Array.from({ length: 4 * races }, (_, row) => [0.9, 0.4, -0.2, -1][row % 4]!);
  const twice = fitTemperature(list([0, 0, 1, 3]), 0, outputs(4));
  expect(fitTemperature(list([0, 1, 3]), 0, outputs(3), null, Float64Array.of(2, 1, 1))).toBeCloseTo(twice, 8);
  expect(fitTemperature(list([0, 0, 1, 3, 2]), 0, outputs(5), null, Float64Array.of(1, 1, 1, 1, 0))).toBeCloseTo(
    twice,
    8,
  );
});

test("a temperature of few races is pulled towards the usual one, one of many is not", () => {
  // The first of eight always wins, so more confidence is always better.
  const list = (races: number) => ({
    raceCount: races,
    raceStart: Uint32Array.from({ length: races + 1 }, (_, race) => 8 * race),
    isStarter: new Uint8Array(8 * races).fill(1),
    isWinner: Uint8Array.from({ length: 8 * races }, (_, row) => (row % 8 === 0 ? 1 : 0)),
  });
  const outputs = (races: number) => Float64Array.from({ length: 8 * races }, (_, row) => (row % 8 === 0 ? 1 : 0));
  expect(fitTemperature(list(4), 0, outputs(4))).toBeLessThan(0.06);
  for (const inverse of [1, 1.25]) {
    const prior = { inverse, precision: 16 };
    const held = fitTemperature(list(4), 0, outputs(4), prior);
    expect(held).toBeGreaterThan(0.8 / inverse);
    expect(held).toBeLessThan(1 / inverse);
    expect(fitTemperature(list(20_000), 0, outputs(20_000), prior)).toBeLessThan(0.2);
    expect(fitTemperature(list(4), 0, new Float64Array(32), prior)).toBeCloseTo(1 / inverse, 9);
  }
});

test("spread is pooled within races", () => {
  const races = { raceCount: 2, raceStart: Uint32Array.of(0, 2, 4) };
  // Deviations −1, 1 and −3, 3 around the means 11 and −3.
  expect(poolWithinRaceSpread(races, 0, Float64Array.of(10, 12, -6, 0))).toBeCloseTo(Math.sqrt(5), 12);
});

test("skill is computed by hand on two flat races; a jump race is left out", () => {
  const { index } = makeSyntheticRaces({ races: 3, weights: [1], fieldSize: 2 });
  index.raceSurface[2] = 3;
  index.finishPosition.set([1, 2, 2, 1, 1, 2]);
  index.winOdds.set([1.5, 3, 1.6, Number.NaN, 1, 1]);
  const races = selectTrainingRaces(index, { fromDay: 0, toDay: 1e6, maxRows: 100 });
  const skill = measureSkill(races, Float64Array.of(0.8, 0.2, 0.6, 0.4, 0.5, 0.5))!;
  expect(skill.races).toBe(2);
  expect(skill.logLoss).toBeCloseTo(-(Math.log(0.8) + Math.log(0.4)) / 2, 12);
  expect(skill.uniformLogLoss).toBeCloseTo(Math.log(2), 12);
  expect(skill.top1WinRate).toBe(0.5);
  // Only the first race has all odds: p = (2/3, 1/3), the winner at 2/3.
  expect(skill.marketPseudoR2).toBeCloseTo(1 - Math.log(1.5) / Math.log(2), 6);
});

test("an artifact is restored as it was written, and anything else is refused", async () => {
  const artifact = await train(makeSyntheticRaces({ races: 100, weights: [1] }));
  const bytes = serialiseArtifact(artifact);
  expect(parseArtifact(bytes)).toEqual(artifact);
  expect(openFor(parseArtifact(bytes), artifact.cutoffDay).predictor.columnIds).toEqual(["value.0", "sparse"]);
  const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  expect(() => parseArtifact(encode({ ...artifact, format: 3 }))).toThrow();
  expect(() => parseArtifact(encode({ ...artifact, learner: "oracle" }))).toThrow("oracle");
  expect(() => openFor({ ...artifact, parameters: {} }, artifact.cutoffDay)).toThrow();
  expect(() => parseArtifact(encode({ ...artifact, extra: 1 }))).toThrow();
});
