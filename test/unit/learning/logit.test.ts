import { expect, test } from "vitest";
import { fitLogit, type LogitTask } from "#app/domain/learning/logit/fit-logit.ts";
import { meanLoss } from "#app/domain/learning/logit/fit-weights.ts";
import { type LogitKernel, openLogitKernel } from "#app/domain/learning/logit/kernel.ts";
import { type LogitMatrix, readLogitMatrix } from "#app/domain/learning/logit/matrix.ts";
import { createLogitScores } from "#app/domain/learning/logit/scores.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { raceLogLoss } from "#app/domain/learning/race-likelihood.ts";
import { selectTrainingRaces, type TrainingRaces } from "#app/domain/learning/training-races.ts";
import { createRandom } from "#app/domain/racing/random.ts";
import { kernelModule } from "#test/unit/support/kernel-module.ts";
import { createReference } from "#test/unit/support/reference/logit.ts";
import { quiet } from "#test/unit/support/synthetic-training.ts";
import { makeSyntheticRaces, type SyntheticRaces } from "./synthetic-races.ts";

const pace = createPace(async () => {});

function selectAll({ index }: SyntheticRaces): TrainingRaces {
  return selectTrainingRaces(index, { fromDay: 0, toDay: 1e6, maxRows: 1e9 });
}

type OpenKernel = (memory: WebAssembly.Memory) => LogitKernel;

const openKernel: OpenKernel = (memory) => openLogitKernel(kernelModule, memory);

function read(
  synthetic: SyntheticRaces,
  options: { openKernel?: OpenKernel; maxCells?: number } = {},
): Promise<LogitMatrix> {
  const { columns, readColumn } = synthetic;
  const races = selectAll(synthetic);
  const scaleRaceEnd = Math.floor(races.raceCount / 5);
  return readLogitMatrix({ races, scaleRaceEnd, columns, readColumn, openKernel, ...options }, quiet);
}

test("the kernel and the plain loops give the same bytes", async () => {
  const random = createRandom(5);
  const races = [5, 1, 14, 18, 2, 255, 7];
  const declaredStart = [0];
  for (const size of races) declaredStart.push(declaredStart.at(-1)! + size);
  const declared = declaredStart.at(-1)!;
  const isStarter = Uint8Array.from({ length: declared }, (_, row) =>
    declaredStart.includes(row) ? 1 : +(random() < 0.9),
  );
  const raceStart = declaredStart.map((row) => isStarter.subarray(0, row).reduce((sum, flag) => sum + flag, 0));
  const codes = Uint16Array.from({ length: declared }, (_, row) =>
    row >= 5 && row < 6 ? 0xffff : random() < 0.2 ? 0xffff : Math.floor(random() * 0xffff),
  );
  const tileBytes = 16 * 320;
  const place = { result: 0, raceStart: 1024, declaredStart: 2048, isStarter: 3072, isWinner: 4096, codes: 8192 };
  const scratch = { weights: 16_384, gradient: 17_408, partial: 20_480, outputs: 28_672, line: 32_768, mean: 33_792 };
  const tiles = 65_536;
  const matrix = 131_072;
  const run = (open: OpenKernel) => {
    const memory = new WebAssembly.Memory({ initial: 4 });
    const kernel = open(memory);
    new Uint32Array(memory.buffer, place.raceStart).set(raceStart);
    new Uint32Array(memory.buffer, place.declaredStart).set(declaredStart);
    new Uint8Array(memory.buffer, place.isStarter).set(isStarter);
    // The first starter wins, in every third race in a dead heat with the last one.
    const isWinner = new Uint8Array(memory.buffer, place.isWinner, declared);
    for (const [race, row] of raceStart.slice(0, -1).entries()) {
      isWinner[row] = 1;
      if (race % 3 === 0) isWinner[raceStart[race + 1]! - 1] = 1;
    }
    new Uint16Array(memory.buffer, place.codes).set(codes);
    const draw = createRandom(9);
    new Int8Array(memory.buffer, tiles, 2 * tileBytes).forEach((_, i, cells) => {
      cells[i] = Math.floor(draw() * 249) - 124;
    });
    const numbers: number[] = [];
    const note = () => numbers.push(...new Float64Array(memory.buffer, place.result, 3));
    kernel.measureCodes(place.codes, place.declaredStart, races.length, place.result);
    note();
    kernel.writeValues(place.codes, place.declaredStart, races.length, place.isStarter, 31 / 9000, tiles + 3);
    kernel.writeMissing(place.codes, declared, place.isStarter, 31, tiles + tileBytes + 5);
    numbers.push(kernel.areSame(tiles + 3, tiles + 3, raceStart.at(-1)!), kernel.areSame(tiles + 3, tiles + 4, 9));
    new Float32Array(memory.buffer, scratch.weights, 32).forEach((_, i, weights) => {
      weights[i] = (draw() - 0.5) / 20;
    });
    const evaluate = (gradient: number) =>
      kernel.evaluate(
        tiles,
        tileBytes,
        2,
        place.raceStart,
        place.isWinner,
        1,
        races.length,
        scratch.weights,
        gradient,
        scratch.partial,
        scratch.outputs,
        place.result,
      );
    evaluate(0);
    note();
    evaluate(scratch.gradient);
    note();
    kernel.addCovariances(tiles, tileBytes, 2, place.raceStart, 0, 5, scratch.line, scratch.mean, matrix);
    return {
      numbers,
      cells: [...new Int8Array(memory.buffer, tiles, 2 * tileBytes)],
      gradient: [...new Float32Array(memory.buffer, scratch.gradient, 32)],
      covariances: [...new Float32Array(memory.buffer, matrix, 32 * 32)],
    };
  };
  const plain = run(createReference);
  expect(run(openKernel)).toEqual(plain);
  expect(plain.gradient.every((value) => Number.isFinite(value) && value !== 0)).toBe(true);
});

test("the loss is that of the races, and its gradient agrees with finite differences", async () => {
  const synthetic = makeSyntheticRaces({ races: 300, weights: [1, -0.5, 0] });
  synthetic.index.isStarter[11] = 0;
  const races = selectAll(synthetic);
  const matrix = await read(synthetic);
  const weights = Float64Array.of(0.7, -0.2, 0.1, 0.05, -0.4);
  const gradient = new Float64Array(weights.length);
  const loss = await meanLoss(matrix, weights, 0, races.raceCount, pace, gradient);

  const outputs = new Float64Array(races.rowCount);
  const values = matrix.columns.flatMap((kept, i) =>
    kept.kind === "value" ? [{ column: kept.column.id, offset: 0, step: 1, sd: kept.sd, weight: weights[i]! }] : [],
  );
  const scores = createLogitScores({ values, missing: [{ column: "sparse", weight: weights.at(-1)! }] });
  for (const id of scores.columnIds) {
    scores.add(id, await synthetic.readColumn(id), races.raceStart, 0, races.raceCount, outputs);
  }
  // Cells have 31 steps per standard deviation; scoring is not rounded.
  expect(loss).toBeCloseTo(raceLogLoss(races, 0, races.raceCount, outputs), 3);
  const h = 1e-2;
  for (let i = 0; i < weights.length; i++) {
    const lossAt = (weight: number) => meanLoss(matrix, weights.with(i, weight), 0, races.raceCount, pace);
    const slope = ((await lossAt(weights[i]! + h)) - (await lossAt(weights[i]! - h))) / (2 * h);
    expect(gradient[i]).toBeCloseTo(slope, 4);
  }
});

const WHOLE: LogitTask = { raceEnd: 6000, heldBackFrom: 5400, start: null };

test("a fit recovers the weights that the races were drawn with", async () => {
  const matrix = await read(makeSyntheticRaces({ races: 6000, weights: [1, -0.5, 0], missingWeight: -0.8 }));
  const { values, missing } = await fitLogit(matrix, WHOLE, quiet);
  const weightOf = Object.fromEntries(values.map(({ column, weight }) => [column, weight]));
  expect(weightOf["value.0"]).toBeCloseTo(0.94, 1); // within-race sd of eight is √(7/8) of the sd drawn with
  expect(weightOf["value.1"]).toBeCloseTo(-0.47, 1);
  expect(weightOf["value.2"]).toBeCloseTo(0, 1);
  expect(missing).toHaveLength(1);
  // The ridge shrinks an unscaled indicator (sd 0.44) more than a standardised value.
  expect(missing[0]?.weight).toBeGreaterThan(-0.9);
  expect(missing[0]?.weight).toBeLessThan(-0.6);
  expect(weightOf).not.toHaveProperty("race"); // equal for a whole race: dropped
});

test("a fit ends when no gain is left, wherever it starts", async () => {
  const matrix = await read(makeSyntheticRaces({ races: 6000, weights: [1, -0.5, 0], missingWeight: -0.8 }));
  const cold = await fitLogit(matrix, WHOLE, quiet);
  const half = await fitLogit(matrix, { raceEnd: 3000, heldBackFrom: 2700, start: null }, quiet);
  const warm = await fitLogit(matrix, { ...WHOLE, start: { ...half, ridge: cold.ridge } }, quiet);
  expect(half).not.toEqual(cold);
  expect(warm.ridge).toBe(cold.ridge);
  for (const [i, { weight }] of warm.values.entries()) expect(weight).toBeCloseTo(cold.values[i]!.weight, 3);
});

test("a fit uses no later races, and its scale no tested ones", async () => {
  const synthetic = makeSyntheticRaces({ races: 500, weights: [1, 0.5] });
  const task = { raceEnd: 250, heldBackFrom: 220, start: null };
  const before = await fitLogit(await read(synthetic), task, quiet);
  for (const codes of synthetic.codes.values()) codes.fill(3, 250 * 8);
  synthetic.index.finishPosition.fill(1, 250 * 8);
  expect(await fitLogit(await read(synthetic), task, quiet)).toEqual(before);
});

test("with the plain loops a fit ends with the same bytes, and however it is sliced", async () => {
  const synthetic = makeSyntheticRaces({ races: 300, weights: [1, 0.5] });
  const task = { raceEnd: 300, heldBackFrom: 270, start: null };
  const fitted = await fitLogit(await read(synthetic), task, quiet);
  expect(await fitLogit(await read(synthetic, { openKernel: createReference }), task, quiet)).toEqual(fitted);
  let breaths = 0;
  const sliced = createPace(async () => {
    breaths++;
  }, 2000);
  expect(await fitLogit(await read(synthetic), task, { ...quiet, pace: sliced })).toEqual(fitted);
  expect(breaths).toBeGreaterThan(5);
});

test("columns that are missing together share one indicator", async () => {
  const synthetic = makeSyntheticRaces({ races: 200, weights: [1] });
  const codes = synthetic.codes.get("sparse")!.map((code) => (code === 0xffff ? code : (code * 7) % 100));
  synthetic.columns.push({ id: "twin", offset: 0, step: 1 });
  synthetic.codes.set("twin", codes);
  const { columns } = await read(synthetic);
  expect(columns.filter(({ kind }) => kind === "value")).toHaveLength(3);
  expect(columns.filter(({ kind }) => kind === "missing")).toEqual([{ kind: "missing", column: "sparse" }]);
});

test("of two equal columns, the one held ten times as much has a tenth of the weight", async () => {
  const synthetic = makeSyntheticRaces({ races: 1000, weights: [1] });
  synthetic.columns.push({ id: "twin", offset: 0, step: 1, hold: 10 });
  synthetic.codes.set("twin", synthetic.codes.get("value.0")!.slice());
  const task = { raceEnd: 1000, heldBackFrom: 900, start: null };
  const { values } = await fitLogit(await read(synthetic), task, quiet);
  const [weight = 0, twin = 0] = ["value.0", "twin"].map((id) => values.find(({ column }) => column === id)?.weight);
  expect(weight + twin).toBeCloseTo(0.94, 0);
  expect(weight / twin).toBeCloseTo(10, 1);
});

test("beyond the limit of cells, whole races evenly spread are kept", async () => {
  const synthetic = makeSyntheticRaces({ races: 1000, weights: [1, 0.5] });
  const matrix = await read(synthetic, { maxCells: 4 * 8 * 300 });
  expect(matrix.raceCount).toBe(300);
  expect(matrix.rowsBefore(300)).toBe(2400);
  for (const raceEnd of [0, 100, 450, 1000]) expect(matrix.countBefore(raceEnd)).toBeCloseTo(raceEnd * 0.3, -1);
  const { values } = await fitLogit(matrix, { raceEnd: 1000, heldBackFrom: 900, start: null }, quiet);
  expect(values[0]?.weight).toBeCloseTo(0.94, 0);
});

test("scores are centred in their race, scaled, clipped at four, and 0 where missing", () => {
  const scoreOf = (sd: number) => {
    const values = [{ column: "a", offset: 0, step: 1, sd, weight: 2 }];
    const outputs = new Float64Array(4);
    const codes = Uint16Array.of(10, 20, 0xffff, 30);
    createLogitScores({ values, missing: [] }).add("a", codes, Uint32Array.of(0, 4), 0, 1, outputs);
    return [...outputs];
  };
  expect(scoreOf(2)).toEqual([-8, 0, 0, 8]);
  expect(scoreOf(10)).toEqual([-2, 0, 0, 2]);
});
