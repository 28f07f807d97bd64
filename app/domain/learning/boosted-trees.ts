import * as z from "zod";
import type { Column } from "#app/domain/features/matrix.ts";
import { conditionalLogit } from "./conditional-logit.ts";
import type { Learner, LearnerInput, LearnerResult, Predictor, Watch } from "./learner.ts";
import { createLinearPass } from "./linear-pass.ts";
import { type LogitParameters, logitParametersSchema } from "./logit/scores.ts";
import { fitLogits } from "./logit-fits.ts";
import { openTrees } from "./open-trees.ts";
import { createTestedRaces } from "./tested-races.ts";
import type { TrainingRaces } from "./training-races.ts";
import { chooseTreeCount, lossCurveSchema, measureCurve } from "./tree-count.ts";
import { fromBase64, packTrees, type TreeParameters, toBase64, treesSchema } from "./tree-parameters.ts";
import { binsOfCodes } from "./trees/bins.ts";
import { openKernel, type TreeKernel } from "./trees/kernel.ts";
import { createLayout, planMemory } from "./trees/memory-plan.ts";
import type { TreeRaces, TreeSettings } from "./trees/settings.ts";
import { trainTrees } from "./trees/train-trees.ts";
import type { Tree } from "./trees/tree.ts";
import { parseTrees, serialiseTrees } from "./trees/tree-bytes.ts";
import { listFits, planTrial, type TestPeriod } from "./walk-plan.ts";

/**
 * Shallow trees with a low learning rate, on samples of races and features; second place has half the weight of the
 * win, third place a quarter. No other single change gained more than a change of the seed (trees/README.md).
 */
export const TREE_SETTINGS: TreeSettings = {
  trees: 225,
  leaves: 8,
  learningRate: 0.04,
  minRowsPerLeaf: 200,
  l2: 1,
  raceShare: 0.7,
  rowsPerTree: 40_000,
  featureShare: 1 / 3,
  placeWeights: [1, 0.5, 0.25],
  seed: 1,
};

/** The trees start from this share of the logit's f, which looks better on its own training races than it is. */
const LINEAR_SHARE = 0.7;
/** Up to this number, held columns (`Column.hold`) are drawn like others; beyond it they share their chances. */
const MOST_HELD = 45;
const CHECKPOINT_TREES = 50;

const LOGIT_SHARE = 0.25;
/** Share of one tree fit's progress spent on growing; the rest is evaluation on the test period. */
const GROWING_SHARE = 0.9;

const parametersSchema = z.strictObject({
  logit: logitParametersSchema,
  /** f = linearShare × f of the logit + sum of the trees. */
  linearShare: z.number(),
  trees: treesSchema,
});
type Parameters = z.infer<typeof parametersSchema>;

const checkpointSchema = z.strictObject({
  logits: z.unknown(),
  fits: z.array(z.strictObject({ trees: treesSchema, curve: lossCurveSchema })),
  /** Trees of the current fit so far, in base64. */
  grown: z.string().nullable(),
});
type Checkpoint = z.infer<typeof checkpointSchema>;

/**
 * Trees on top of the conditional logit: it captures monotone, additive effects, the trees the rest. Tests pass the
 * reference trainer, the evaluation command other settings.
 */
export function createBoostedTrees(train: typeof trainTrees = trainTrees, settings = TREE_SETTINGS): Learner {
  return {
    name: "boosted-trees",
    version: 4,
    seed: settings.seed,
    learn: (input, watch) => learn(input, watch, train, settings),
    openPredictor,
  };
}

export const boostedTrees = createBoostedTrees();

/**
 * Grows each refit's trees once, to the full number, and measures them on its test period. The number that a refit
 * keeps is chosen from the losses of earlier refits; for the first refit, from a trial on its own past.
 */
async function learn(
  input: LearnerInput,
  watch: Watch,
  train: typeof trainTrees,
  ofAll: TreeSettings,
): Promise<LearnerResult> {
  const { races, periods, columns, kernel: module } = input;
  const refits = listFits(races.raceDay, periods);
  const ranges = [planTrial(races.raceDay, refits[0]!), ...refits];
  const parsed = checkpointSchema.safeParse(input.checkpoint);
  const state: Checkpoint = parsed.success ? parsed.data : { logits: null, fits: [], grown: null };
  const save = (changes: Partial<Checkpoint>) => watch.saveCheckpoint(Object.assign(state, changes));

  const logits = await fitLogits({ ...input, checkpoint: state.logits }, ranges, {
    ...watch,
    report: (share) => watch.report(LOGIT_SHARE * share),
    saveCheckpoint: (fitted) => save({ logits: fitted }),
  });
  if (logits === null) return { kind: "paused" };

  const parametersOf = (at: number, trees: TreeParameters): Parameters => ({
    logit: logits[at]!,
    linearShare: LINEAR_SHARE,
    trees,
  });
  const outputs = new Float64Array(races.rowCount);
  const linear = new Float64Array(races.rowCount);
  const treeRaces = toTreeRaces(races);
  const rowsOf = ({ firstRace }: TestPeriod) => races.raceStart[firstRace]!;
  const allRows = ranges.reduce((sum, range) => sum + rowsOf(range), 0);
  const kernel = openKernel(module);
  const settings: TreeSettings = { ...ofAll, featureWeights: weighColumns(columns) };
  let place = LOGIT_SHARE;
  for (const [at, range] of ranges.entries()) {
    const isPeriod = at > 0 && at < ranges.length - 1;
    const testedRows = outputs.subarray(rowsOf(range), races.raceStart[range.endRace]!);
    const from = place;
    place += ((1 - LOGIT_SHARE) * rowsOf(range)) / allRows;
    const done = state.fits[at];
    if (done !== undefined) {
      if (isPeriod)
        testedRows.set(await predictTested({ input, range, kernel, linear }, parametersOf(at, done.trees), watch.pace));
      await watch.report(place);
      continue;
    }
    const chosen = at === 0 ? 0 : chooseTreeCount(state.fits.map(({ curve }) => curve));
    const grown = await growTrees(
      {
        ...{ input, range, kernel, linear, treeRaces },
        logit: logits[at]!,
        // The final fit has no test period and grows only the trees that are kept.
        settings: { ...settings, trees: at === ranges.length - 1 ? chosen : ofAll.trees },
        grown: state.grown,
        save: (trees) => save({ grown: trees }),
      },
      { ...watch, report: (share) => watch.report(from + (place - from) * GROWING_SHARE * share) },
      train,
    );
    if (grown === null) return { kind: "paused" };
    const { model, tested, start } = grown;
    const tried = { trees: model.trees, start };
    const curve = await measureCurve(tested, tried, watch.pace, (treeCount, readOutputs) => {
      if (isPeriod && treeCount === chosen) testedRows.set(readOutputs());
    });
    const trees = packTrees(
      { ...model, trees: model.trees.slice(0, chosen) },
      columns.map(({ id }) => id),
    );
    await save({ fits: [...state.fits, { trees, curve }], grown: null });
    await watch.report(place);
    if (watch.isPauseDue()) return { kind: "paused" };
  }
  const [, ...kept] = state.fits.map(({ trees }, at) => parametersOf(at, trees));
  return { kind: "learnt", parameters: kept.at(-1), refits: kept.slice(0, -1), outputs };
}

/** Averages of the same starts would otherwise crowd out the others and fit chance patterns. */
function weighColumns(columns: readonly Column[]): number[] {
  const held = columns.filter(({ hold = 1 }) => hold > 1).length;
  return columns.map(({ hold = 1 }) => (hold > 1 ? Math.min(1, MOST_HELD / held) : 1));
}

interface FitTask {
  input: LearnerInput;
  range: TestPeriod;
  kernel: TreeKernel;
  /** Memory for f of the logit, per row of the races; shared by all fits, as there is no room for garbage. */
  linear: Float64Array;
}

interface GrowTask extends FitTask {
  /** Starters only. */
  treeRaces: TreeRaces;
  logit: LogitParameters;
  settings: TreeSettings;
  grown: string | null;
  save(grown: string): Promise<void>;
}

/** Reads every column once, then grows the trees. Null if the call has to pause. */
async function growTrees(task: GrowTask, watch: Watch, train: typeof trainTrees) {
  const { input, range, kernel, linear, logit, settings, grown } = task;
  const { races, columns } = input;
  const { firstRace: raceEnd, endRace: testEnd } = range;
  const raceStart = task.treeRaces.raceStart.subarray(0, raceEnd + 1);
  const starterCount = raceStart[raceEnd]!;
  const treeRaces = { raceStart, place: task.treeRaces.place.subarray(0, starterCount) };
  const firstTested = races.raceStart[raceEnd]!;
  /** f before the first tree, per row of the test period. */
  const start = linear.subarray(firstTested, races.raceStart[testEnd]!);
  const pass = createLinearPass(input, [{ from: 0, to: testEnd, logit }], linear.fill(0), watch.pace);
  const { bytes } = planMemory(treeRaces.raceStart, columns.length, settings);
  const testRange = { from: raceEnd, to: testEnd, featureCount: columns.length };
  const tested = createTestedRaces(races, testRange, kernel, createLayout(bytes));
  const trees: Tree[] = grown === null ? [] : parseTrees(fromBase64(grown)).trees;
  let testedCodes: Uint16Array = new Uint16Array(0);
  let isCheckpointDue = false;
  let isPaused = false;
  const model = await train(
    {
      kernel,
      races: treeRaces,
      featureCount: columns.length,
      async readFeature(feature) {
        const codes = await pass.read(columns[feature]!.id);
        testedCodes = codes.subarray(firstTested);
        if (feature === columns.length - 1) {
          // f is complete now. Before the test period the starters' scores take its place.
          for (let row = 0; row < linear.length; row++) linear[row]! *= LINEAR_SHARE;
          moveStarters(linear, races, firstTested);
        }
        moveStarters(codes, races, firstTested);
        return codes.subarray(0, starterCount);
      },
      onBins: (feature, bins) => tested.bin(feature, testedCodes, bins),
      startScores: linear.subarray(0, starterCount),
      settings,
      grown: trees.slice(),
    },
    {
      pace: watch.pace,
      // report() runs before goOn() adds the current tree, so a resumed call grows it again.
      async report(share) {
        await watch.report(share);
        if (!isCheckpointDue) return;
        isCheckpointDue = false;
        const edges = columns.map(() => new Uint16Array(0));
        await task.save(toBase64(serialiseTrees({ edges, rowCount: starterCount, trees })));
        isPaused = watch.isPauseDue();
      },
      goOn(tree, treeCount) {
        trees.push(tree);
        isCheckpointDue = treeCount % CHECKPOINT_TREES === 0;
        return !isPaused;
      },
    },
  );
  if (isPaused) return null;
  return { model, tested, start };
}

function toTreeRaces(races: TrainingRaces): TreeRaces {
  const raceStart = new Uint32Array(races.raceCount + 1);
  for (let race = 0; race < races.raceCount; race++) {
    raceStart[race + 1] = raceStart[race]!;
    for (let row = races.raceStart[race]!; row < races.raceStart[race + 1]!; row++)
      raceStart[race + 1]! += races.isStarter[row]!;
  }
  const place = races.place.slice();
  moveStarters(place, races, races.rowCount);
  return { raceStart, place };
}

/** Moves the values of the starters among the first rows to the front. */
function moveStarters(values: Uint8Array | Uint16Array | Float64Array, { isStarter }: TrainingRaces, rowEnd: number) {
  let at = 0;
  for (let row = 0; row < rowEnd; row++) if (isStarter[row] === 1) values[at++] = values[row]!;
}

/** Recomputes f of a finished fit's test period, with the same values as the earlier call. */
async function predictTested(
  { input, range: { firstRace: raceEnd, endRace: testEnd }, kernel, linear }: FitTask,
  { logit, linearShare, trees: packed }: Parameters,
  pace: Watch["pace"],
): Promise<Float64Array> {
  const { edges, trees } = parseTrees(fromBase64(packed.model));
  const positions = new Map(packed.columns.map((column, feature) => [column, feature]));
  const firstTested = input.races.raceStart[raceEnd]!;
  const start = linear.subarray(firstTested, input.races.raceStart[testEnd]!);
  const pass = createLinearPass(input, [{ from: raceEnd, to: testEnd, logit }], linear.fill(0), pace);
  const tested = createTestedRaces(input.races, { from: raceEnd, to: testEnd, featureCount: edges.length }, kernel);
  for (const { id } of input.columns) {
    const codes = await pass.read(id);
    const feature = positions.get(id);
    if (feature !== undefined) tested.bin(feature, codes.subarray(firstTested), binsOfCodes(edges[feature]!));
  }
  for (let i = 0; i < start.length; i++) start[i]! *= linearShare;
  let outputs = start;
  await tested.addTrees(trees, start, pace, async (treeCount, readOutputs) => {
    if (treeCount === trees.length) outputs = readOutputs();
  });
  return outputs;
}

function openPredictor(parameters: unknown): Predictor {
  const { logit, linearShare, trees } = parametersSchema.parse(parameters);
  const linear = conditionalLogit.openPredictor(logit);
  const opened = openTrees(trees);
  const columnIds = [...new Set([...linear.columnIds, ...trees.columns])];
  const join = (line: Float64Array, added: Float64Array) =>
    line.map((output, runner) => linearShare * output + added[runner]!);
  return {
    columnIds,
    predict: (race) => join(linear.predict(race), opened.score(race)),
    explain(race) {
      const nothing = () => new Float64Array(race.horseNums.length);
      const line = linear.explain(race);
      const added = opened.explain(race);
      const ofTrees = new Map(trees.columns.map((column, position) => [column, added[position]!]));
      return new Map(
        columnIds.map((column) => [column, join(line.get(column) ?? nothing(), ofTrees.get(column) ?? nothing())]),
      );
    },
    vary(race) {
      const varyLine = linear.vary(race);
      const varyTrees = opened.vary(race);
      return (changes) => join(varyLine(changes), varyTrees(changes));
    },
  };
}
