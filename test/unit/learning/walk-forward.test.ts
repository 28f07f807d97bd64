import { expect, test } from "vitest";
import { startersOf } from "#app/domain/evaluation/race-skill.ts";
import { type Refit, refitFor } from "#app/domain/learning/artifact.ts";
import { boostedTrees } from "#app/domain/learning/boosted-trees.ts";
import { fitTemperature } from "#app/domain/learning/calibration/temperature.ts";
import { conditionalLogit } from "#app/domain/learning/conditional-logit.ts";
import type { Learner } from "#app/domain/learning/learner.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { gatherCodes, type TrainingRaces } from "#app/domain/learning/training-races.ts";
import { planWalk } from "#app/domain/learning/walk-plan.ts";
import { addDays, dayOfNumber } from "#app/domain/racing/japan-time.ts";
import { type TrainingTask, trainArtifact } from "#app/domain/training/train-artifact.ts";
import { kernelModule } from "#test/unit/support/kernel-module.ts";
import { createTraining, quiet } from "#test/unit/support/synthetic-training.ts";
import { FIRST_DAY, makeSyntheticRaces, type SyntheticRaces } from "./synthetic-races.ts";

const { taskOf } = createTraining({ learner: conditionalLogit, kernel: kernelModule });

async function train(synthetic: SyntheticRaces, overrides: Partial<TrainingTask> = {}, watch = quiet) {
  const result = await trainArtifact(taskOf(synthetic, overrides), watch);
  if (result.kind !== "trained") throw new Error(result.kind);
  return result;
}

const text = ({ artifact, walk }: Awaited<ReturnType<typeof train>>) =>
  JSON.stringify([artifact, { ...walk, outputs: Array.from(walk.outputs) }]);

/** `perDay[i]` races on day i. */
const daysOf = (...perDay: number[]) => Int32Array.from(perDay.flatMap((races, day) => Array<number>(races).fill(day)));
const starts = (raceDay: Int32Array) => planWalk(raceDay).map(({ firstRace }) => firstRace);

/** A learner without learning: f is `f` of the code of "value.0" and the number of the period. */
function createSpy(f: (code: number, period: number) => number): Learner {
  return {
    ...conditionalLogit,
    async learn({ races, periods, readColumn }) {
      const codes = gatherCodes(await readColumn("value.0"), races, races.raceCount);
      const outputs = new Float64Array(races.rowCount);
      for (const [period, { firstRace, endRace }] of periods.entries())
        for (let row = races.raceStart[firstRace]!; row < races.raceStart[endRace]!; row++)
          outputs[row] = f(codes[row]!, period);
      return { kind: "learnt", parameters: {}, refits: periods.map((_, period) => ({ period })), outputs };
    },
  };
}

test("a fifth of the races is only trained on, the others are four test periods", () => {
  // 250 days of four races. The first past is of 50 days, the last 5 of which are held back.
  expect(planWalk(daysOf(...Array<number>(250).fill(4)))).toEqual([
    { firstRace: 200, endRace: 400, heldBackFrom: 180 },
    { firstRace: 400, endRace: 600, heldBackFrom: 360 },
    { firstRace: 600, endRace: 800, heldBackFrom: 540 },
    { firstRace: 800, endRace: 1000, heldBackFrom: 720 },
  ]);
});

test("no race day is split between periods", () => {
  // 143 days of seven races: a fifth is 200 races, 28 days and 4 races.
  expect(starts(daysOf(...Array<number>(143).fill(7)))).toEqual([196, 399, 595, 798]);
});

test("with too little history there are fewer periods, in the end only the last tenth of the days", () => {
  const racesOfFourADay = (races: number) => Int32Array.from({ length: races }, (_, race) => Math.floor(race / 4));
  expect(starts(racesOfFourADay(500))).toEqual([100, 200, 300, 400]);
  expect(starts(racesOfFourADay(499))).toEqual([124, 248, 372]);
  expect(starts(racesOfFourADay(399))).toEqual([132, 264]);
  expect(starts(racesOfFourADay(200))).toEqual([100]);
  // 50 days, then 10.
  expect(planWalk(racesOfFourADay(199))).toEqual([{ firstRace: 180, endRace: 199, heldBackFrom: 160 }]);
  expect(planWalk(racesOfFourADay(40))).toEqual([{ firstRace: 36, endRace: 40, heldBackFrom: 32 }]);
  expect(starts(racesOfFourADay(39))).toEqual([]);
  expect(starts(new Int32Array(0))).toEqual([]);
});

test("many races on few days give only as many periods as the days allow", () => {
  expect(starts(daysOf(1000))).toEqual([]);
  // A past of one day cannot hold anything back.
  expect(starts(daysOf(500, 500))).toEqual([]);
  // The first day alone could not hold anything back.
  expect(starts(daysOf(60, 60, 300, 300))).toEqual([420]);
});

test("a refit is stored with the days it has seen", async () => {
  const { walk } = await train(makeSyntheticRaces({ races: 600, weights: [1] }), {
    learner: createSpy((code) => code),
  });
  // Four races a day.
  expect(walk.refits).toEqual([
    { cutoffDay: addDays(FIRST_DAY, 30), learntTo: addDays(FIRST_DAY, 29), races: 120, parameters: { period: 0 } },
    { cutoffDay: addDays(FIRST_DAY, 60), learntTo: addDays(FIRST_DAY, 59), races: 240, parameters: { period: 1 } },
    { cutoffDay: addDays(FIRST_DAY, 90), learntTo: addDays(FIRST_DAY, 89), races: 360, parameters: { period: 2 } },
    { cutoffDay: addDays(FIRST_DAY, 120), learntTo: addDays(FIRST_DAY, 119), races: 480, parameters: { period: 3 } },
  ]);
});

test.each([conditionalLogit, boostedTrees])(
  "changing results and values from a period on changes neither its refit nor an earlier prediction: $name",
  async (learner) => {
    const synthetic = makeSyntheticRaces({ races: 600, weights: [1, 0.5] });
    const other = makeSyntheticRaces({ races: 600, weights: [1, 0.5] });
    const firstRow = 360 * 8;
    other.index.finishPosition.set(
      makeSyntheticRaces({ races: 600, weights: [2], seed: 9 }).index.finishPosition.subarray(firstRow),
      firstRow,
    );
    for (const codes of other.codes.values()) codes.subarray(firstRow).reverse();
    const { walk: one } = await train(synthetic, { learner });
    const { walk: two } = await train(other, { learner });
    expect(two.refits.slice(0, 3)).toEqual(one.refits.slice(0, 3));
    expect(two.refits[3]).not.toEqual(one.refits[3]);
    expect(two.outputs.subarray(0, firstRow)).toEqual(one.outputs.subarray(0, firstRow));
    expect(two.outputs.subarray(firstRow)).not.toEqual(one.outputs.subarray(firstRow));
  },
);

/** The rows of a race. */
const rowsOf = ({ raceStart }: TrainingRaces, race: number) => [raceStart[race]!, raceStart[race + 1]!] as const;

test("every tested race is predicted once, by its period's refit, with its runners at the time", async () => {
  const synthetic = makeSyntheticRaces({ races: 602, weights: [1] });
  const { index, codes } = synthetic;
  index.raceHasResult[0] = 0; // left out: no result
  index.raceHasResult[300] = 0;
  const learner = createSpy((code, period) => code + 10_000 * period);
  const { races, walk } = await train(synthetic, { learner });
  const tested = Array.from(races.sourceRace.subarray(walk.firstRace));
  // 600 races are left. A fifth of them ends inside the 31st day, which begins the first period: with race 120.
  const expected = Array.from({ length: 602 }, (_, race) => race).filter((race) => race >= 120 && race !== 300);
  expect(tested).toEqual(expected);
  for (const [position, source] of tested.entries()) {
    const race = walk.firstRace + position;
    const day = dayOfNumber(races.raceDay[race]!);
    expect(day).toBe(addDays(FIRST_DAY, Math.floor(source / 4)));
    const rows = rowsOf(races, race);
    expect(startersOf(races, race, walk.outputs).map(({ horseNum }) => horseNum)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const own = Array.from(codes.get("value.0")!.subarray(source * 8, source * 8 + 8));
    const { period } = refitFor(walk.refits, day)!.parameters as { period: number };
    expect([...walk.outputs.subarray(...rows)]).toEqual(own.map((code) => code + 10_000 * period));
  }
  expect(walk.outputs.subarray(0, races.raceStart[walk.firstRace]!).every((output) => output === 0)).toBe(true);
});

test("temperature and sigma are those of the races tested", async () => {
  const synthetic = makeSyntheticRaces({ races: 4000, weights: [1] });
  const learner = createSpy((code) => (2.5 * (code - 1000)) / 100);
  const { temperature, sigma, outputs, firstRace } = (await train(synthetic, { learner })).walk;
  expect(temperature).toBeGreaterThan(2.3);
  expect(temperature).toBeLessThan(2.7);
  expect(firstRace).toBe(800);
  let squares = 0;
  for (let race = 800; race < 4000; race++) {
    const runners = Array.from(outputs.subarray(race * 8, race * 8 + 8));
    const mean = runners.reduce((sum, output) => sum + output, 0) / 8;
    squares += runners.reduce((sum, output) => sum + (output - mean) ** 2, 0);
  }
  expect(sigma).toBeCloseTo(Math.sqrt(squares / (3200 * 8)), 7);
});

test("later periods decide the temperature most: the final fit resembles their refits", async () => {
  const synthetic = makeSyntheticRaces({ races: 4000, weights: [1] });
  const temperatureBy = async (sure: (period: number) => boolean) => {
    const learner = createSpy((code, period) => ((sure(period) ? 3 : 1) * (code - 1000)) / 100);
    const { races, walk } = await train(synthetic, { learner });
    return { weighted: walk.temperature, equal: fitTemperature(races, walk.firstRace, walk.outputs) };
  };
  const early = await temperatureBy((period) => period === 0);
  expect(early.weighted).toBeGreaterThan(1);
  expect(early.weighted).toBeLessThan(early.equal - 0.1);
  const late = await temperatureBy((period) => period === 3);
  expect(late.weighted).toBeGreaterThan(late.equal + 0.1);
});

test("skill found in training shows in races that were not trained on", async () => {
  const synthetic = makeSyntheticRaces({ races: 1000, weights: [1] });
  const { races, walk } = await train(synthetic);
  expect(walk.temperature).toBeGreaterThan(0.8);
  expect(walk.temperature).toBeLessThan(1.25);
  let won = 0;
  for (let race = walk.firstRace; race < races.raceCount; race++) {
    const [start, end] = rowsOf(races, race);
    const outputs = Array.from(walk.outputs.subarray(start, end));
    won += races.isWinner[start + outputs.indexOf(Math.max(...outputs))]!;
  }
  // One in eight by chance.
  expect(won / (races.raceCount - walk.firstRace)).toBeGreaterThan(0.3);
});

test("a call after the last checkpoint trains nothing more, and predicts the same", async () => {
  const synthetic = makeSyntheticRaces({ races: 500, weights: [1, 0.5] });
  let checkpoint: unknown = null;
  let saves = 0;
  const saveCheckpoint = async (state: unknown) => {
    checkpoint = JSON.parse(JSON.stringify(state));
    saves++;
  };
  const watch = { ...quiet, saveCheckpoint };
  const trained = await train(synthetic, { learner: boostedTrees }, watch);
  saves = 0;
  expect(text(await train(synthetic, { learner: boostedTrees, checkpoint }, watch))).toBe(text(trained));
  expect(saves).toBe(0);
});

test("the checkpoint of another training is ignored", async () => {
  let checkpoint: unknown = null;
  const saveCheckpoint = async (state: unknown) => {
    checkpoint = state;
  };
  await train(makeSyntheticRaces({ races: 600, weights: [1] }), {}, { ...quiet, saveCheckpoint });
  const synthetic = makeSyntheticRaces({ races: 500, weights: [1] });
  const alone = text(await train(synthetic));
  expect(text(await train(synthetic, { checkpoint }))).toBe(alone);
  expect(text(await train(synthetic, { checkpoint: { walk: 1 } }))).toBe(alone);
});

test.each([
  { learner: conditionalLogit, state: { columns: 1, trials: [{ ridge: 3, loss: 2, weights: [9] }], last: [9] } },
  { learner: boostedTrees, state: { logit: null, trial: "AAAA", grown: "AAAA" } },
])("the checkpoint of an older release is ignored: $learner.name", async ({ learner, state }) => {
  const synthetic = makeSyntheticRaces({ races: 200, weights: [1] });
  let saved: unknown = null;
  const saveCheckpoint = async (checkpoint: unknown) => {
    saved = checkpoint;
  };
  const alone = text(await train(synthetic, { learner }, { ...quiet, saveCheckpoint }));
  expect(saved).toMatchObject({ run: expect.any(String) });
  const old = { ...(saved as object), state };
  expect(text(await train(synthetic, { learner, checkpoint: old }))).toBe(alone);
});

test("a training yields to the event loop", async () => {
  let breaths = 0;
  const pace = createPace(async () => {
    breaths++;
  }, 100_000);
  const synthetic = makeSyntheticRaces({ races: 500, weights: [1, 0.5] });
  expect(text(await train(synthetic, { learner: boostedTrees }, { ...quiet, pace }))).toBe(
    text(await train(synthetic, { learner: boostedTrees })),
  );
  expect(breaths).toBeGreaterThan(100);
});

test.each([
  { learner: conditionalLogit, passes: 2 },
  // One for the logit's matrix; one for a trial, four refits and the last fit.
  { learner: boostedTrees, passes: 7 },
])("columns are read in order, from the first in every pass: $learner.name", async ({ learner, passes }) => {
  const synthetic = makeSyntheticRaces({ races: 500, weights: [1, 0.5] });
  const read: string[] = [];
  await train(synthetic, {
    learner,
    readColumn(columnId) {
      read.push(columnId);
      return synthetic.readColumn(columnId);
    },
  });
  const ids = synthetic.columns.map(({ id }) => id);
  expect(read).toEqual(Array.from({ length: passes }, () => ids).flat());
});

test("a past race is scored by the newest refit that has not seen its day", () => {
  const refitOf = (cutoffDay: string, learntTo: string): Refit => ({
    cutoffDay,
    learntTo,
    races: 100,
    parameters: null,
  });
  const one = refitOf("2021-01-10", "2021-01-03");
  const two = refitOf("2021-07-10", "2021-07-04");
  // Trained on a day within its test period: not to be used on that day.
  const three = refitOf("2022-01-08", "2022-01-09");
  const refits = [two, one, three];
  expect(refitFor(refits, "2020-12-31")).toBeNull();
  expect(refitFor(refits, "2021-01-03")).toBeNull();
  expect(refitFor(refits, "2021-01-09")).toBeNull();
  expect(refitFor(refits, "2021-01-10")).toBe(one);
  expect(refitFor(refits, "2021-07-09")).toBe(one);
  expect(refitFor(refits, "2021-07-10")).toBe(two);
  expect(refitFor(refits, "2022-01-08")).toBe(two);
  expect(refitFor(refits, "2022-01-09")).toBe(two);
  expect(refitFor(refits, "2022-01-10")).toBe(three);
  expect(refitFor([], "2022-01-10")).toBeNull();
});
