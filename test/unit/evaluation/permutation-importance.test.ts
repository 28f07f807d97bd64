import { expect, test } from "vitest";
import { createImportanceMeter, type UnseenRace } from "#app/domain/evaluation/permutation-importance.ts";
import type { RaceFeatures } from "#app/domain/features/matrix.ts";
import { boostedTrees } from "#app/domain/learning/boosted-trees.ts";
import { winProbabilities } from "#app/domain/learning/calibration/probabilities.ts";
import { conditionalLogit } from "#app/domain/learning/conditional-logit.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { packTrees } from "#app/domain/learning/tree-parameters.ts";
import { SCORE_UNIT } from "#app/domain/learning/trees/settings.ts";
import { flattenTree, type GrownNode } from "#app/domain/learning/trees/tree.ts";
import { makeSyntheticRaces, type SyntheticRaces } from "#test/unit/learning/synthetic-races.ts";

const pace = createPace(async () => {});

function logitOf(weights: Record<string, number>) {
  return conditionalLogit.openPredictor({
    ridge: 0.1,
    values: Object.entries(weights).map(([column, weight]) => ({ column, offset: 0, step: 1, sd: 100, weight })),
    missing: [],
  });
}

const single = (...columns: string[]) => new Map(columns.map((column) => [column, [column]]));

function listRaces({ index, codes }: SyntheticRaces): UnseenRace[] {
  return Array.from({ length: index.raceCount }, (_, race) => {
    const from = index.raceStart[race]!;
    const to = index.raceStart[race + 1]!;
    return {
      day: index.raceDay[race]!,
      isWinner: Array.from(index.finishPosition.subarray(from, to), (position) => position === 1),
      features: {
        raceId: index.raceIds[race]!,
        horseNums: [...index.horseNum.subarray(from, to)],
        isStarter: Array.from({ length: to - from }, () => true),
        codes: new Map([...codes].map(([id, column]) => [id, column.subarray(from, to)])),
      },
    };
  });
}

test("features that carry the model have a measurable importance, features without information do not", async () => {
  const races = listRaces(makeSyntheticRaces({ races: 1200, weights: [1, 0.4, 0] }));
  const meter = createImportanceMeter(single("value.0", "value.1", "value.2", "race", "unread"));
  const predictor = logitOf({ "value.0": 1, "value.1": 0.4, "value.2": 0.05, race: 1 });
  await meter.add({ races, predictor, temperature: 1 }, pace);
  const [first, second, ...others] = await meter.summarise(pace);
  expect(first).toMatchObject({ feature: "value.0", isMeasurable: true });
  expect(second).toMatchObject({ feature: "value.1", isMeasurable: true });
  expect(first!.loss).toBeGreaterThan(3 * second!.loss);
  for (const { low, loss, high } of [first!, second!]) {
    expect(low).toBeLessThan(loss);
    expect(high).toBeGreaterThan(loss);
  }
  expect(others.map(({ feature }) => feature).sort()).toEqual(["race", "unread", "value.2"]);
  for (const { feature, loss, isMeasurable } of others) {
    expect(isMeasurable).toBe(false);
    expect(Math.abs(loss)).toBeLessThan(feature === "value.2" ? 0.01 : 1e-12);
  }
});

test("the loss of a race of two is computed by hand", async () => {
  // f = ±1; shuffled, the two keep their values or swap them. The winner is the better one.
  const features: RaceFeatures = {
    raceId: "r",
    horseNums: [1, 2],
    isStarter: [true, true],
    codes: new Map([["value", Uint16Array.of(200, 0)]]),
  };
  const meter = createImportanceMeter(single("value"), { repeats: 400 });
  await meter.add(
    { races: [{ features, day: 1, isWinner: [1, 0] }], predictor: logitOf({ value: 1 }), temperature: 2 },
    pace,
  );
  const kept = Math.log(1 + Math.exp(-1));
  const swapped = Math.log(1 + Math.exp(1));
  const [importance] = await meter.summarise(pace);
  // Half of four hundred, give or take four standard deviations.
  expect(Math.abs(importance!.loss - (swapped - kept) / 2)).toBeLessThan(4 * 0.025 * (swapped - kept));
});

test("shuffling a feature the model relies on costs more than its whole gain over chance", async () => {
  const races = listRaces(makeSyntheticRaces({ races: 400, weights: [2] }));
  const predictor = logitOf({ "value.0": 2 });
  const meter = createImportanceMeter(single("value.0"));
  await meter.add({ races, predictor, temperature: 1 }, pace);
  const losses = races.map(({ features, isWinner }) => {
    const probabilities = winProbabilities(predictor.predict(features), features.isStarter, 1);
    return -Math.log(probabilities[Array.from(isWinner).indexOf(true)]!);
  });
  const gained = Math.log(8) - losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
  expect(gained).toBeGreaterThan(0.5);
  const [importance] = await meter.summarise(pace);
  expect(importance!.low).toBeGreaterThan(gained);
});

test("the columns of one feature are shuffled together", async () => {
  // The two columns cancel each other out: apart they would not.
  const races = listRaces(makeSyntheticRaces({ races: 40, weights: [0] })).map(({ features, ...race }) => {
    const codes = features.codes.get("value.0")!;
    return {
      ...race,
      features: {
        ...features,
        codes: new Map([
          ["one", codes],
          ["other", codes],
        ]),
      },
    };
  });
  const predictor = logitOf({ one: 1, other: -1 });
  const measure = async (features: Map<string, string[]>) => {
    const meter = createImportanceMeter(features);
    await meter.add({ races, predictor, temperature: 1 }, pace);
    return meter.summarise(pace);
  };
  const [together] = await measure(new Map([["both", ["one", "other"]]]));
  expect(Math.abs(together!.loss)).toBeLessThan(1e-12);
  const [apart] = await measure(single("one", "other"));
  expect(apart!.loss).toBeGreaterThan(0.01);
});

test("columns that are constant within a race are shuffled among the races", async () => {
  // The race's code says which way "value.0" works.
  const side = (value: number): GrownNode => ({ split: null, value: value / SCORE_UNIT, cover: 50 });
  const byValue = (low: number, high: number): GrownNode => ({
    value: 0,
    cover: 100,
    split: { feature: 1, bin: 1, missingLeft: true, left: side(low), right: side(high) },
  });
  const tree = flattenTree({
    value: 0,
    cover: 200,
    split: { feature: 0, bin: 1, missingLeft: true, left: byValue(0, 2), right: byValue(2, 0) },
  });
  const edges = [Uint16Array.of(0, 65_534), Uint16Array.of(1000, 65_534)];
  const predictor = boostedTrees.openPredictor({
    logit: { ridge: 1, values: [], missing: [] },
    linearShare: 1,
    trees: packTrees({ edges, rowCount: 200, trees: [tree] }, ["way", "value.0"]),
  });
  const races = listRaces(makeSyntheticRaces({ races: 400, weights: [2] })).map((race, position) => {
    const codes = race.features.codes.get("value.0")!;
    const isReversed = position % 2 === 1;
    const turned = codes.map((code) => (isReversed ? 2000 - code : code));
    const way = new Uint16Array(codes.length).fill(isReversed ? 1 : 0);
    return {
      ...race,
      features: {
        ...race.features,
        codes: new Map([
          ["way", way],
          ["value.0", turned],
        ]),
      },
    };
  });
  const meter = createImportanceMeter(single("way", "value.0"));
  await meter.add({ races, predictor, temperature: 1 }, pace);
  for (const { isMeasurable, loss } of await meter.summarise(pace)) {
    expect(isMeasurable).toBe(true);
    expect(loss).toBeGreaterThan(0.1);
  }
});

test("equal races give equal figures, whatever their periods and slices", async () => {
  const races = listRaces(makeSyntheticRaces({ races: 120, weights: [1, 0.4] }));
  const predictor = logitOf({ "value.0": 1, "value.1": 0.4 });
  let breaths = 0;
  const slow = createPace(async () => {
    breaths++;
  }, 1000);
  const measure = async (pieces: UnseenRace[][], given = pace) => {
    const meter = createImportanceMeter(single("value.0", "value.1"));
    for (const piece of pieces) await meter.add({ races: piece, predictor, temperature: 1 }, given);
    return meter.summarise(pace);
  };
  const pieces = [races.slice(0, 60), races.slice(60)];
  const expected = await measure(pieces);
  expect(await measure([...pieces].reverse())).toEqual(expected);
  expect(await measure(pieces, slow)).toEqual(expected);
  expect(breaths).toBe(120);
});

test("without a race nothing is measured, and a missing column is named", async () => {
  const meter = createImportanceMeter(single("value"));
  expect(await meter.summarise(pace)).toEqual([{ feature: "value", loss: 0, low: 0, high: 0, isMeasurable: false }]);
  const [race] = listRaces(makeSyntheticRaces({ races: 1, weights: [1] }));
  const period = { races: [race!], predictor: logitOf({ value: 1 }), temperature: 1 };
  await expect(meter.add(period, pace)).rejects.toThrow("value");
});
