import { expect, test } from "vitest";
import { type Artifact, openFor, parseArtifact, serialiseArtifact } from "#app/domain/learning/artifact.ts";
import { boostedTrees, createBoostedTrees } from "#app/domain/learning/boosted-trees.ts";
import { conditionalLogit } from "#app/domain/learning/conditional-logit.ts";
import type { Learner, Watch } from "#app/domain/learning/learner.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { binsOfCodes, fitEdges } from "#app/domain/learning/trees/bins.ts";
import { SCORE_UNIT } from "#app/domain/learning/trees/settings.ts";
import { type TreeTask, trainTrees } from "#app/domain/learning/trees/train-trees.ts";
import { findLeaf, type TreeModel } from "#app/domain/learning/trees/tree.ts";
import { trainArtifact } from "#app/domain/training/train-artifact.ts";
import { kernelModule } from "#test/unit/support/kernel-module.ts";
import { trainReference } from "#test/unit/support/reference/trees.ts";
import { createTraining, quiet, textOf } from "#test/unit/support/synthetic-training.ts";
import { makeSyntheticRaces, type SyntheticRaces } from "./synthetic-races.ts";

const { taskOf, train } = createTraining({ learner: boostedTrees, kernel: kernelModule });

/** "value.0" has the opposite effect for every other runner, as indicated by "half": not expressible linearly. */
function makeBentRaces(races: number): SyntheticRaces {
  const bent = makeSyntheticRaces({ races, weights: [1, 0.5] });
  const codes = bent.codes.get("value.0")!;
  for (let row = 0; row < codes.length; row += 2) codes[row] = 2000 - codes[row]!;
  bent.codes.set(
    "half",
    Uint16Array.from(codes, (_, row) => row % 2),
  );
  bent.columns.push({ id: "half", offset: 0, step: 1 });
  return bent;
}

const columnsAskedFor = (artifact: Artifact) => (artifact.parameters as { trees: { columns: string[] } }).trees.columns;

test("trees find effects beyond the linear part, in addition to it", async () => {
  const races = makeBentRaces(1500);
  const trees = await train(races);
  const line = await train(races, { learner: conditionalLogit });
  expect(columnsAskedFor(trees)).toContain("half");
  expect(trees.report.pseudoR2).toBeGreaterThan(line.report.pseudoR2 + 0.02);
});

test("if all effects are linear, few trees are kept and little is lost", async () => {
  const races = makeSyntheticRaces({ races: 2000, weights: [1, -0.5] });
  const trees = await train(races);
  const line = await train(races, { learner: conditionalLogit });
  expect(trees.report.pseudoR2).toBeGreaterThan(line.report.pseudoR2 - 0.005);
});

test("random results give no skill, and hardly a tree", async () => {
  const races = makeSyntheticRaces({ races: 3000, weights: [1, -0.5, 0.3], shuffleResults: true });
  expect(Math.abs((await train(races)).report.pseudoR2)).toBeLessThan(0.02);
});

test("the kernel and the reference give the same artifact", async () => {
  const reference: typeof trainTrees = async ({ races, featureCount, readFeature, onBins, startScores, settings }) => {
    const features: Uint16Array[] = [];
    for (let feature = 0; feature < featureCount; feature++) {
      const codes = (await readFeature(feature)).slice();
      onBins?.(feature, binsOfCodes(fitEdges(codes)));
      features.push(codes);
    }
    return trainReference({ races, features, startScores, settings });
  };
  const learner: Learner = createBoostedTrees(reference);
  const races = makeBentRaces(300);
  const artifact = await train(races);
  expect(columnsAskedFor(artifact)).toContain("half");
  expect(textOf(await train(races, { learner }))).toBe(textOf(artifact));
});

test("the artifact's predictor returns the trainer's scores", async () => {
  const fits: { task: TreeTask; model: TreeModel; features: Uint16Array[] }[] = [];
  const spy: typeof trainTrees = async (task, watch) => {
    const features: Uint16Array[] = [];
    const readFeature = async (feature: number) => {
      features[feature] = await task.readFeature(feature);
      return features[feature].slice();
    };
    const model = await trainTrees({ ...task, readFeature }, watch);
    fits.push({ task, model, features });
    return model;
  };
  const races = makeBentRaces(2000);
  races.index.isStarter[3] = 0; // a scratched runner is scored like the others, but not trained on
  races.index.finishPosition[3] = 0;
  for (let row = 0; row < 8; row++) if (row !== 3) races.index.finishPosition[row] = row === 0 ? 1 : 2;
  const artifact = await train(races, { learner: createBoostedTrees(spy) });
  const { predictor } = openFor(parseArtifact(serialiseArtifact(artifact)), artifact.cutoffDay);
  const { task, model, features } = fits.at(-1)!;
  expect(task.races.raceStart[1]).toBe(7);
  for (const race of [0, 1, 1999]) {
    const [from, to] = [race * 8, race * 8 + 8];
    const codes = new Map([...races.codes].map(([id, column]) => [id, column.slice(from, to)]));
    const isStarter = Array.from(races.index.isStarter.subarray(from, to), (flag) => flag === 1);
    const outputs = predictor.predict({ raceId: "r", horseNums: [1, 2, 3, 4, 5, 6, 7, 8], isStarter, codes });
    const first = task.races.raceStart[race]!;
    const starters = outputs.filter((_, runner) => isStarter[runner]);
    expect(starters).toHaveLength(task.races.raceStart[race + 1]! - first);
    for (const [i, output] of starters.entries()) {
      const binAt = (feature: number) => {
        const code = features[feature]![first + i]!;
        return code === 0xffff ? 0 : model.edges[feature]!.findIndex((edge) => code <= edge) + 1;
      };
      let score = task.startScores![first + i]!;
      for (const tree of model.trees) score += tree.value[findLeaf(tree, binAt)]! * SCORE_UNIT;
      expect(output).toBeCloseTo(score, 7);
    }
  }
});

test("the same training gives the same bytes, however it is sliced", async () => {
  const races = makeBentRaces(300);
  let breaths = 0;
  const pace = createPace(async () => {
    breaths++;
  }, 20_000);
  const sliced = await train(races, {}, { ...quiet, pace });
  expect(breaths).toBeGreaterThan(100);
  expect(textOf(sliced)).toBe(textOf(await train(races)));
});

test("a training interrupted at every checkpoint ends with the same bytes", async () => {
  const races = makeBentRaces(600);
  let checkpoint: unknown = null;
  let calls = 0;
  for (; calls < 60; calls++) {
    const shares: number[] = [];
    const watch: Watch = {
      ...quiet,
      report: async (share) => {
        shares.push(share);
      },
      saveCheckpoint: async (state) => {
        checkpoint = JSON.parse(JSON.stringify(state));
      },
      isPauseDue: () => true,
    };
    const result = await trainArtifact(taskOf(races, { checkpoint }), watch);
    if (result.kind === "paused") continue;
    if (result.kind !== "trained") throw new Error(result.kind);
    expect(textOf(result.artifact)).toBe(textOf(await train(races)));
    // Every finished fit reports progress when it is repeated, so a deletion of the model is noticed.
    expect(shares.filter((share) => share > 0.25)).toHaveLength(6);
    break;
  }
  expect(calls).toBeGreaterThan(8);
  expect(calls).toBeLessThan(60);
});

test("progress only grows, up to one, in small steps", async () => {
  const shares: number[] = [0];
  const report = async (share: number) => {
    shares.push(share);
  };
  await train(makeBentRaces(300), {}, { ...quiet, report });
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares.at(-1)).toBeLessThanOrEqual(1);
  expect(shares.filter((share) => share > 0.4).length).toBeGreaterThan(250);
});

test("bytes that are not trees are refused", async () => {
  const artifact = await train(makeBentRaces(400));
  const parameters = artifact.parameters as { trees: object };
  const open = (altered: Artifact) => openFor(altered, altered.cutoffDay);
  const withTrees = (trees: object) => ({ ...artifact, parameters: { ...parameters, trees } });
  expect(() => open(withTrees({ ...parameters.trees, model: "AQAA" }))).toThrow();
  expect(() => open(withTrees({ ...parameters.trees, model: "?" }))).toThrow();
  expect(() => open(withTrees({ ...parameters.trees, columns: ["a", "b", "c", "d", "e", "f", "g"] }))).toThrow();
  expect(() => open({ ...artifact, parameters: {} })).toThrow();
});
