import fc from "fast-check";
import { expect, test } from "vitest";
import { MISSING_CODE, type RaceFeatures } from "#app/domain/features/matrix.ts";
import { boostedTrees } from "#app/domain/learning/boosted-trees.ts";
import { conditionalLogit } from "#app/domain/learning/conditional-logit.ts";
import type { Predictor } from "#app/domain/learning/learner.ts";
import { packTrees } from "#app/domain/learning/tree-parameters.ts";
import { SCORE_UNIT } from "#app/domain/learning/trees/settings.ts";
import { flattenTree } from "#app/domain/learning/trees/tree.ts";
import { LINEAR_SHARE, makeLogit, makePredictor, makeRace, makeTrees } from "#test/unit/support/explainable-model.ts";
import { binRow } from "#test/unit/support/reference/predictions.ts";
import { shapley } from "#test/unit/support/shapley.ts";

const COLUMNS = ["a", "b", "c", "d", "e"];

/** The difference between `predict` and the sums of `explain`, per runner. */
function leftOver(predictor: Predictor, race: RaceFeatures): number[] {
  const columns = [...predictor.explain(race).values()];
  return Array.from(predictor.predict(race), (output, runner) =>
    columns.reduce((rest, added) => rest - added[runner]!, output),
  );
}

function expectClose(actual: Iterable<number>, expected: readonly number[]): void {
  const numbers = [...actual];
  expect(numbers).toHaveLength(expected.length);
  for (const [i, value] of expected.entries()) expect(numbers[i]).toBeCloseTo(value, 12);
}

test("a logit's contributions are computed by hand and complete", () => {
  const predictor = conditionalLogit.openPredictor({
    ridge: 0.1,
    values: [
      { column: "rank", offset: 0, step: 1, sd: 10, weight: -0.5 },
      { column: "prize", offset: 0, step: 1, sd: 100, weight: 1 },
    ],
    missing: [{ column: "rank", weight: 0.25 }],
  });
  const race = {
    raceId: "r",
    horseNums: [1, 2, 3],
    isStarter: [true, true, true],
    codes: new Map([
      ["rank", Uint16Array.of(10, 30, MISSING_CODE)],
      ["prize", Uint16Array.of(100, 400, 100)],
    ]),
  };
  // rank: known 10 and 30 around 20, one sd off; prize: around 200.
  const contributions = predictor.explain(race);
  expect([...contributions.keys()]).toEqual(["rank", "prize"]);
  expectClose(contributions.get("rank")!, [0.5, -0.5, 0.25]);
  expectClose(contributions.get("prize")!, [-1, 2, -1]);
  expectClose(leftOver(predictor, race), [0, 0, 0]);
});

test("the trees' contributions are Shapley values, added to 0.7 of the logit's", () => {
  const logit = makeLogit(COLUMNS);
  const { model, packed } = makeTrees(COLUMNS);
  const predictor = boostedTrees.openPredictor({ logit, linearShare: LINEAR_SHARE, trees: packed });
  const race = makeRace(COLUMNS, 3);
  const line = conditionalLogit.openPredictor(logit).explain(race);
  const contributions = predictor.explain(race);
  for (const runner of race.horseNums.keys()) {
    const bins = binRow(
      model,
      COLUMNS.map((column) => race.codes.get(column)![runner]!),
    );
    for (const [feature, value] of shapley(model.trees, bins, COLUMNS.length).entries()) {
      const column = COLUMNS[feature]!;
      const expected = LINEAR_SHARE * line.get(column)![runner]! + value;
      expect(contributions.get(column)![runner]).toBeCloseTo(expected, 10);
    }
  }
});

test("contributions sum to f up to a constant shared by all runners", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(500), fc.integer({ min: 1, max: 18 }), (count, seed, size) => {
      const columns = Array.from({ length: count }, (_, i) => `c${i}`);
      const predictor = makePredictor(columns, seed);
      const rest = leftOver(predictor, makeRace(columns, seed + 1, size));
      for (const value of rest) expect(value).toBeCloseTo(rest[0]!, 9);
    }),
    { numRuns: 25 },
  );
});

test("columns used only by the trees or only by the linear part are explained too", () => {
  const tree = flattenTree({
    value: 0,
    cover: 4,
    split: {
      feature: 0,
      bin: 1,
      missingLeft: true,
      left: { split: null, value: 1 / SCORE_UNIT, cover: 1 },
      right: { split: null, value: 5 / SCORE_UNIT, cover: 3 },
    },
  });
  const model = { edges: [Uint16Array.of(500, 65_534)], rowCount: 4, trees: [tree] };
  const predictor = boostedTrees.openPredictor({
    logit: makeLogit(["line"]),
    linearShare: 1,
    trees: packTrees(model, ["bent"]),
  });
  const race = {
    raceId: "r",
    horseNums: [1, 2],
    isStarter: [true, true],
    codes: new Map([
      ["line", Uint16Array.of(7, 7)],
      ["bent", Uint16Array.of(500, 501)],
    ]),
  };
  // Unknown, the mean is 4.
  const contributions = predictor.explain(race);
  expectClose(contributions.get("bent")!, [-3, 1]);
  expectClose(contributions.get("line")!, [0, 0]);
});

test("vary returns what predict returns for other codes", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.nat(500), fc.nat(4095), (count, seed, chosen) => {
      const columns = Array.from({ length: count }, (_, i) => `c${i}`);
      const race = makeRace(columns, seed, 7);
      const other = makeRace(columns, seed + 1, 7);
      const changed = columns.filter((_, i) => (chosen >> i) & 1);
      const changes = new Map(changed.map((column) => [column, other.codes.get(column)!]));
      const after = { ...race, codes: new Map([...race.codes, ...changes]) };
      for (const predictor of [
        makePredictor(columns, seed),
        conditionalLogit.openPredictor(makeLogit(columns, seed)),
      ]) {
        const vary = predictor.vary(race);
        const expected = predictor.predict(after);
        for (const [runner, output] of vary(changes).entries()) expect(output).toBeCloseTo(expected[runner]!, 10);
        // Neither a change nor a column that is never read has a lasting effect.
        const unchanged = vary(new Map([["unread", new Uint16Array(7)]]));
        expect(unchanged).toEqual(predictor.predict(race));
      }
    }),
    { numRuns: 25 },
  );
});
