import { expect, test } from "vitest";
import { boostedTrees } from "#app/domain/learning/boosted-trees.ts";
import { conditionalLogit } from "#app/domain/learning/conditional-logit.ts";
import type { Learner, Watch } from "#app/domain/learning/learner.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { type Refit, refitFor } from "#app/domain/learning/refits.ts";
import { selectTrainingRaces, type TrainingRaces } from "#app/domain/learning/training-races.ts";
import { listTestedRaces, type Walk, type WalkTask, walkForward } from "#app/domain/learning/walk-forward.ts";
import { planWalk } from "#app/domain/learning/walk-plan.ts";
import { addDays } from "#app/domain/racing/japan-time.ts";
import { kernelModule } from "./support/tree-tasks.ts";
import { FIRST_DAY, makeSyntheticRaces, type SyntheticRaces } from "./synthetic-races.ts";

const quiet: Watch = {
  pace: createPace(async () => {}),
  report: async () => {},
  saveCheckpoint: async () => {},
  isPauseDue: () => false,
};

const chooseAll = ({ index }: SyntheticRaces): TrainingRaces =>
  selectTrainingRaces(index, { fromDay: 0, toDay: 1e6, maxRows: Infinity });

function taskOf(synthetic: SyntheticRaces, overrides: Partial<WalkTask> = {}): WalkTask {
  const races = chooseAll(synthetic);
  return {
    learner: conditionalLogit,
    index: synthetic.index,
    races,
    periods: planWalk(races.raceDay),
    columns: synthetic.columns,
    readColumn: synthetic.readColumn,
    kernel: kernelModule,
    checkpoint: null,
    ...overrides,
  };
}

async function walk(task: WalkTask, watch = quiet): Promise<Walk> {
  const result = await walkForward(task, watch);
  if (result.kind !== "walked") throw new Error(result.kind);
  return result.walk;
}

const text = (walked: Walk) => JSON.stringify({ ...walked, outputs: Array.from(walked.outputs) });

/** `perDay[i]` races on day i. */
const daysOf = (...perDay: number[]) => Int32Array.from(perDay.flatMap((races, day) => Array<number>(races).fill(day)));
const starts = (raceDay: Int32Array) => planWalk(raceDay).map(({ firstRace }) => firstRace);

/** f is the code of "value.0" plus the number of races learnt from; what it was shown is written down. */
function createSpy(): { learner: Learner; seen: { days: number[]; lastSourceRow: number; codes: number[] }[] } {
  const seen: { days: number[]; lastSourceRow: number; codes: number[] }[] = [];
  const learner: Learner = {
    name: "spy",
    async fit({ races, heldBackFrom, columns, readColumn }) {
      const codes: number[] = [];
      for (const { id } of columns) {
        const column = await readColumn(id);
        codes.push(column.length);
        column.fill(0); // a learner may overwrite them
      }
      seen.push({ days: [...races.raceDay], lastSourceRow: races.sourceRow.at(-1) ?? -1, codes });
      const heldBackOutputs = new Float64Array(races.rowCount - races.raceStart[heldBackFrom]!);
      return { kind: "fitted", parameters: { races: races.raceCount }, heldBackOutputs };
    },
    openPredictor(parameters) {
      const { races } = parameters as { races: number };
      return {
        columnIds: ["value.0"],
        predict: ({ codes }) => Float64Array.from(codes.get("value.0") ?? [], (code) => code + races),
      };
    },
  };
  return { learner, seen };
}

test("a fifth of the races is only learnt from, the others are four test periods", () => {
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

test("with too little history there are fewer periods, at last only the last tenth of the days", () => {
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

test("many races on few days give only the periods that the days allow", () => {
  expect(starts(daysOf(1000))).toEqual([]);
  // A past of one day has nothing to hold back.
  expect(starts(daysOf(500, 500))).toEqual([]);
  // A third of 720 is in the third day, two thirds are in the fourth.
  expect(starts(daysOf(60, 60, 300, 300))).toEqual([120, 420]);
});

test("a refit sees earlier days only, of the races and of the columns", async () => {
  const synthetic = makeSyntheticRaces({ races: 600, weights: [1] });
  const task = taskOf(synthetic);
  const { learner, seen } = createSpy();
  const { refits } = await walk({ ...task, learner });
  expect(seen).toHaveLength(4);
  for (const [period, { days, lastSourceRow, codes }] of seen.entries()) {
    const { firstRace } = task.periods[period]!;
    const testDay = task.races.raceDay[firstRace]!;
    expect(days.length).toBe(firstRace);
    expect(Math.max(...days)).toBeLessThan(testDay);
    expect(lastSourceRow).toBe(firstRace * 8 - 1);
    expect(codes).toEqual(task.columns.map(() => firstRace * 8));
  }
  // Four races a day.
  expect(refits).toEqual([
    { cutoffDay: addDays(FIRST_DAY, 30), learntTo: addDays(FIRST_DAY, 29), races: 120, parameters: { races: 120 } },
    { cutoffDay: addDays(FIRST_DAY, 60), learntTo: addDays(FIRST_DAY, 59), races: 240, parameters: { races: 240 } },
    { cutoffDay: addDays(FIRST_DAY, 90), learntTo: addDays(FIRST_DAY, 89), races: 360, parameters: { races: 360 } },
    { cutoffDay: addDays(FIRST_DAY, 120), learntTo: addDays(FIRST_DAY, 119), races: 480, parameters: { races: 480 } },
  ]);
});

test("other results and values from a period on change neither its refit nor an earlier prediction", async () => {
  const synthetic = makeSyntheticRaces({ races: 600, weights: [1, 0.5] });
  const other = makeSyntheticRaces({ races: 600, weights: [1, 0.5] });
  const firstRow = 360 * 8;
  other.index.finishPosition.set(
    makeSyntheticRaces({ races: 600, weights: [2], seed: 9 }).index.finishPosition.subarray(firstRow),
    firstRow,
  );
  for (const codes of other.codes.values()) codes.subarray(firstRow).reverse();
  const one = await walk(taskOf(synthetic));
  const two = await walk(taskOf(other));
  expect(two.refits.slice(0, 3)).toEqual(one.refits.slice(0, 3));
  expect(two.refits[3]).not.toEqual(one.refits[3]);
  expect(two.outputs.subarray(0, firstRow)).toEqual(one.outputs.subarray(0, firstRow));
});

test("every race tested is predicted once, by its period's refit, with its runners as they were", async () => {
  const synthetic = makeSyntheticRaces({ races: 602, weights: [1] });
  const { index, codes } = synthetic;
  index.raceHasResult[0] = 0; // left out: no result
  index.raceHasResult[300] = 0;
  index.isStarter[8 * 601 + 2] = 0;
  index.finishPosition[8 * 601 + 2] = 0;
  for (let runner = 0; runner < 8; runner++) if (runner !== 2) index.finishPosition[8 * 601 + runner] = runner + 1;
  const task = taskOf(synthetic, { learner: createSpy().learner });
  const walked = await walk(task);
  const tested = [...listTestedRaces(index, task.races, walked)];
  // 600 races are left. A fifth of them ends inside the 31st day, which begins the first period: with race 120.
  const expected = Array.from({ length: 602 }, (_, race) => race).filter((race) => race >= 120 && race !== 300);
  expect(tested.map(({ raceId }) => raceId)).toEqual(expected.map((race) => `r${race}`));
  for (const { raceId, day, runners } of tested) {
    const race = Number(raceId.slice(1));
    expect(day).toBe(addDays(FIRST_DAY, Math.floor(race / 4)));
    expect(runners.map(({ horseNum }) => horseNum)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const rows = Array.from(codes.get("value.0")!.subarray(race * 8, race * 8 + 8));
    const { races } = refitFor(walked.refits, day)!;
    expect(runners.map(({ output }) => output)).toEqual(rows.map((code) => code + races));
  }
  expect(tested.at(-1)!.runners.map(({ isStarter }) => isStarter)).toEqual([
    true,
    true,
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(tested.at(-1)!.runners.map(({ finishPosition }) => finishPosition)).toEqual([1, 2, 0, 4, 5, 6, 7, 8]);
});

test("temperature and sigma are those of all races tested", async () => {
  const synthetic = makeSyntheticRaces({ races: 4000, weights: [1] });
  const tooSure: Learner = {
    ...createSpy().learner,
    openPredictor: () => ({
      columnIds: ["value.0"],
      predict: ({ codes }) => Float64Array.from(codes.get("value.0") ?? [], (code) => (2.5 * (code - 1000)) / 100),
    }),
  };
  const { temperature, sigma, outputs, firstRace } = await walk(taskOf(synthetic, { learner: tooSure }));
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

test("what is learnt shows in races that were not learnt from", async () => {
  const task = taskOf(makeSyntheticRaces({ races: 1000, weights: [1] }));
  const walked = await walk(task);
  expect(walked.temperature).toBeGreaterThan(0.8);
  expect(walked.temperature).toBeLessThan(1.25);
  const tested = [...listTestedRaces(task.index as SyntheticRaces["index"], task.races, walked)];
  const isWon = ({ runners }: (typeof tested)[number]) =>
    runners.reduce((best, runner) => (runner.output > best.output ? runner : best)).finishPosition === 1;
  // One in eight by chance.
  expect(tested.filter(isWon).length / tested.length).toBeGreaterThan(0.3);
});

test.each([
  { learner: conditionalLogit, checkpoints: 1 },
  { learner: boostedTrees, checkpoints: 4 },
])(
  "a walk that is broken off again and again ends with the same bytes: $learner.name",
  async ({ learner, checkpoints }) => {
    const task = taskOf(makeSyntheticRaces({ races: 500, weights: [1, 0.5] }), { learner });
    const undisturbed = text(await walk(task));
    let checkpoint: unknown = null;
    let asked = 0;
    let calls = 1;
    for (; calls < 200; calls++) {
      const watch: Watch = {
        ...quiet,
        saveCheckpoint: async (state) => {
          checkpoint = JSON.parse(JSON.stringify(state));
        },
        isPauseDue: () => ++asked % checkpoints === 0,
      };
      const result = await walkForward({ ...task, checkpoint }, watch);
      if (result.kind === "paused") continue;
      expect(text(result.walk)).toBe(undisturbed);
      break;
    }
    expect(calls).toBeGreaterThan(8);
    expect(calls).toBeLessThan(200);
  },
);

test("a call after the last refit learns nothing more", async () => {
  const synthetic = makeSyntheticRaces({ races: 500, weights: [1] });
  const first = createSpy();
  let checkpoint: unknown = null;
  const saveCheckpoint = async (state: unknown) => {
    checkpoint = state;
  };
  const walked = await walk(taskOf(synthetic, { learner: first.learner }), { ...quiet, saveCheckpoint });
  const second = createSpy();
  expect(text(await walk(taskOf(synthetic, { learner: second.learner, checkpoint })))).toBe(text(walked));
  expect(second.seen).toEqual([]);
});

test("the checkpoint of another walk is not gone on from", async () => {
  let checkpoint: unknown = null;
  const saveCheckpoint = async (state: unknown) => {
    checkpoint = state;
  };
  await walk(taskOf(makeSyntheticRaces({ races: 600, weights: [1] })), { ...quiet, saveCheckpoint });
  const task = taskOf(makeSyntheticRaces({ races: 500, weights: [1] }));
  expect(text(await walk({ ...task, checkpoint }))).toBe(text(await walk(task)));
  expect(text(await walk({ ...task, checkpoint: { walk: 1 } }))).toBe(text(await walk(task)));
});

test("the share of work done only grows, up to one, and the event loop gets its turns", async () => {
  const shares: number[] = [0];
  let breaths = 0;
  const pace = createPace(async () => {
    breaths++;
  }, 100_000);
  const report = async (share: number) => {
    shares.push(share);
  };
  const task = taskOf(makeSyntheticRaces({ races: 500, weights: [1, 0.5] }));
  const walked = await walk(task, { ...quiet, pace, report });
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
  expect(breaths).toBeGreaterThan(100);
  expect(text(walked)).toBe(text(await walk(task)));
});

test("columns are read in order, from the first in every pass", async () => {
  const synthetic = makeSyntheticRaces({ races: 500, weights: [1, 0.5] });
  const read: string[] = [];
  await walk(
    taskOf(synthetic, {
      readColumn(columnId) {
        read.push(columnId);
        return synthetic.readColumn(columnId);
      },
    }),
  );
  const ids = synthetic.columns.map(({ id }) => id);
  // One pass for each refit, and one for each period's predictions.
  expect(read).toEqual(Array.from({ length: 8 }, () => ids).flat());
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
  // Learnt from a day on which its test period has already begun: not to be used on that day.
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
