import * as z from "zod";
import { conditionalLogit, fitLogit, gatherCodes } from "./conditional-logit.ts";
import { createHeldBackRows, type HeldBackRows } from "./held-back-rows.ts";
import type { ExplainingLearner, ExplainingPredictor, LearnerInput, LearnerResult, Watch } from "./learner.ts";
import type { TrainingRaces } from "./training-races.ts";
import { fromBase64, openTrees, packTrees, toBase64, treesSchema } from "./tree-parameters.ts";
import { openKernel } from "./trees/kernel.ts";
import type { TreeRaces, TreeSettings } from "./trees/settings.ts";
import { trainTrees } from "./trees/train-trees.ts";
import type { Tree, TreeModel } from "./trees/tree.ts";
import { parseTrees, serialiseTrees } from "./trees/tree-bytes.ts";

/**
 * Shallow, slow trees on samples of races and features; half the weight on who is second. Walking forward through the
 * years 2019 to 2022 of Hong Kong, no change of one of these did better than another seed does.
 */
const SETTINGS: TreeSettings = {
  trees: 300,
  leaves: 8,
  learningRate: 0.03,
  minRowsPerLeaf: 200,
  l2: 1,
  raceShare: 0.7,
  rowsPerTree: 100_000,
  featureShare: 1 / 3,
  placeWeights: [1, 0.5, 0],
  seed: 1,
};

/**
 * The trees start from so much of the logit's f: on the races that it learnt from it looks better than it is, and trees
 * that start from all of it leave too much to it. Walking forward through the same years, 0.6 and 0.8 gained
 * 0.001 to 0.002 of pseudo-R² over 1, and 0 nothing.
 */
const LINEAR_SHARE = 0.7;
/** Any multiple of it, up to all of the trees, may be kept; 0 where the logit alone does best on the held-back dates. */
const TREE_STEP = 25;
/** A checkpoint after so many trees. */
const CHECKPOINT_TREES = 50;

/** Shares of the bar: the logit, the trees that their number is chosen by, the last trees. */
const LOGIT_SHARE = 0.4;
const TRIAL_SHARE = 0.3;

const parametersSchema = z.strictObject({
  logit: z.unknown(),
  /** f = linearShare × the logit's f + the trees'. */
  linearShare: z.number(),
  trees: treesSchema,
});

const checkpointSchema = z.strictObject({
  /** The logit's own. */
  logit: z.unknown(),
  /** The trees kept of the training that did not see the held-back dates, once it is done. */
  trial: z.string().nullable(),
  /** Trees of the training that is under way. */
  grown: z.string().nullable(),
});
type Checkpoint = z.infer<typeof checkpointSchema>;

/**
 * Boosted trees that start from the conditional logit's f: the linear part says what is monotone and additive, the
 * trees what is not. f is the sum of the trees and a share of the linear part.
 *
 * @param train the trainer; tests give the reference
 */
export function createBoostedTrees(train: typeof trainTrees = trainTrees): ExplainingLearner {
  return { name: "boosted-trees", fit: (input, watch) => learn(input, watch, train), openPredictor };
}

export const boostedTrees = createBoostedTrees();

async function learn(input: LearnerInput, watch: Watch, train: typeof trainTrees): Promise<LearnerResult> {
  const { races, heldBackFrom, columns } = input;
  const state = resume(input.checkpoint);
  const save = (changes: Partial<Checkpoint>) => watch.saveCheckpoint(Object.assign(state, changes));
  const logit = await fitLogit(
    { ...input, checkpoint: state.logit },
    {
      ...watch,
      report: (share) => watch.report(LOGIT_SHARE * share),
      saveCheckpoint: (checkpoint) => save({ logit: checkpoint }),
    },
  );
  if (logit.kind === "paused") return logit;
  const heldBackStart = logit.heldBackOutputs.map((output) => LINEAR_SHARE * output);

  const grow = (task: Pick<GrowTask, "settings" | "raceEnd" | "startScores" | "rows" | "from" | "to">) =>
    growTrees({ ...task, input, grown: state.grown, save: (grown) => save({ grown }) }, watch, train);
  if (state.trial === null) {
    const rows = createHeldBackRows(races, heldBackFrom, columns.length);
    const model = await grow({
      settings: SETTINGS,
      raceEnd: heldBackFrom,
      startScores: heldBackStart,
      rows,
      from: LOGIT_SHARE,
      to: LOGIT_SHARE + TRIAL_SHARE,
    });
    if (model === null) return { kind: "paused" };
    const treeCount = await chooseTreeCount(model, rows, heldBackStart.slice(), watch);
    await save({ trial: pack({ ...model, trees: model.trees.slice(0, treeCount) }), grown: null });
    if (watch.isPauseDue()) return { kind: "paused" };
  }

  const trial = parseTrees(fromBase64(state.trial ?? ""));
  const rows = createHeldBackRows(races, heldBackFrom, columns.length);
  const model = await grow({
    settings: { ...SETTINGS, trees: trial.trees.length },
    raceEnd: races.raceCount,
    startScores: logit.outputs.map((output) => LINEAR_SHARE * output),
    rows,
    from: LOGIT_SHARE + TRIAL_SHARE,
    to: 1,
  });
  if (model === null) return { kind: "paused" };
  await rows.addTrees(trial, heldBackStart, watch.pace);
  const columnIds = columns.map(({ id }) => id);
  const parameters: z.infer<typeof parametersSchema> = {
    logit: logit.parameters,
    linearShare: LINEAR_SHARE,
    trees: packTrees(model, columnIds),
  };
  const firstHeldBackRow = races.raceStart[heldBackFrom]!;
  return { kind: "fitted", parameters, heldBackOutputs: heldBackStart.slice(firstHeldBackRow) };
}

interface GrowTask {
  input: LearnerInput;
  settings: TreeSettings;
  /** The trees see the races [0, raceEnd). */
  raceEnd: number;
  /** Per row of the races. */
  startScores: Float64Array;
  /** Gets the codes of the held-back rows on the way. */
  rows: HeldBackRows;
  /** Ends of this training on the bar. */
  from: number;
  to: number;
  /** Trees of an earlier call, packed. */
  grown: string | null;
  save(grown: string): Promise<void>;
}

/** Null where the call is to pause. */
async function growTrees(task: GrowTask, watch: Watch, train: typeof trainTrees): Promise<TreeModel | null> {
  const { input, settings, raceEnd, startScores, rows, from, to, grown } = task;
  const { races, columns, readColumn, kernel } = input;
  if (kernel === null) throw new Error("boosted trees are trained with a kernel only");
  const { starters, treeRaces } = selectStarters(races, raceEnd);
  const trees: Tree[] = grown === null ? [] : parseTrees(fromBase64(grown)).trees;
  let isCheckpointDue = false;
  let isPaused = false;
  const model = await train(
    {
      kernel: openKernel(kernel),
      races: treeRaces,
      featureCount: columns.length,
      async readFeature(feature) {
        const codes = gatherCodes(await readColumn(columns[feature]!.id), races.sourceRow);
        rows.keep(feature, codes);
        return Uint16Array.from(starters, (row) => codes[row]!);
      },
      startScores: Float64Array.from(starters, (row) => startScores[row]!),
      settings,
      grown: trees.slice(),
    },
    {
      pace: watch.pace,
      // The tree that is reported is told to goOn afterwards, and is not among the saved ones: it is grown again.
      async report(share) {
        await watch.report(from + (to - from) * share);
        if (!isCheckpointDue) return;
        isCheckpointDue = false;
        const edges = columns.map(() => new Uint16Array(0));
        await task.save(pack({ edges, rowCount: starters.length, trees }));
        isPaused = watch.isPauseDue();
      },
      goOn(tree, treeCount) {
        trees.push(tree);
        isCheckpointDue = treeCount % CHECKPOINT_TREES === 0;
        return !isPaused;
      },
    },
  );
  return isPaused ? null : model;
}

/** The rows of the starters of the races [0, raceEnd), and those races as trees learn them. */
function selectStarters(races: TrainingRaces, raceEnd: number): { starters: Uint32Array; treeRaces: TreeRaces } {
  const rowEnd = races.raceStart[raceEnd]!;
  const starters = new Uint32Array(races.isStarter.subarray(0, rowEnd).reduce((sum, flag) => sum + flag, 0));
  const raceStart = new Uint32Array(raceEnd + 1);
  let count = 0;
  for (let race = 0; race < raceEnd; race++) {
    for (let row = races.raceStart[race]!; row < races.raceStart[race + 1]!; row++) {
      if (races.isStarter[row] === 1) starters[count++] = row;
    }
    raceStart[race + 1] = count;
  }
  return { starters, treeRaces: { raceStart, place: Uint8Array.from(starters, (row) => races.place[row]!) } };
}

/** The number of trees with the least loss on the held-back races; 0 where the logit alone is best. */
async function chooseTreeCount(
  model: TreeModel,
  rows: HeldBackRows,
  outputs: Float64Array,
  watch: Watch,
): Promise<number> {
  let best = { loss: rows.lossOf(outputs), treeCount: 0 };
  await rows.addTrees(model, outputs, watch.pace, (treeCount) => {
    if (treeCount % TREE_STEP !== 0) return;
    const loss = rows.lossOf(outputs);
    if (loss < best.loss) best = { loss, treeCount };
  });
  return best.treeCount;
}

function pack(model: TreeModel): string {
  return toBase64(serialiseTrees(model));
}

function resume(checkpoint: unknown): Checkpoint {
  const parsed = checkpointSchema.safeParse(checkpoint);
  return parsed.success ? parsed.data : { logit: null, trial: null, grown: null };
}

function openPredictor(parameters: unknown): ExplainingPredictor {
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
