import fc from "fast-check";
import { expect, test } from "vitest";
import { MISSING_CODE } from "#app/domain/features/matrix.ts";
import { binOf, binsOfCodes, fitEdges } from "#app/domain/learning/trees/bins.ts";
import { sampleCapacity, sampleFeatures, sampleRaces } from "#app/domain/learning/trees/sampling.ts";

test("few values have a bin each, with edges half-way", () => {
  expect([...fitEdges(Uint16Array.of(10, 20, 20, 40, MISSING_CODE))]).toEqual([15, 30, MISSING_CODE - 1]);
  expect([...fitEdges(Uint16Array.of(7, 7))]).toEqual([MISSING_CODE - 1]);
  expect([...fitEdges(Uint16Array.of(MISSING_CODE))]).toEqual([]);
});

test("many values are divided into equal parts, a frequent one has a bin of its own", () => {
  const even = fitEdges(Uint16Array.from({ length: 6300 }, (_, i) => i));
  expect(even.length).toBe(63);
  expect(even[0]).toBe(99);
  expect(even[61]).toBe(6199);
  const codes = Uint16Array.from({ length: 2000 }, (_, i) => (i < 1000 ? 500 : i - 1000));
  const edges = fitEdges(codes);
  const bins = binsOfCodes(edges);
  expect(codes.filter((code) => bins[code] === bins[500]).every((code) => code === 500)).toBe(true);
});

test("bins preserve the order of codes; at most 63 of them, none empty", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.integer({ min: 0, max: MISSING_CODE }), fc.integer({ min: 0, max: 90 })), {
        minLength: 1,
        maxLength: 800,
      }),
      (list) => {
        const codes = Uint16Array.from(list);
        const edges = fitEdges(codes);
        const bins = binsOfCodes(edges);
        expect(edges.length).toBeLessThanOrEqual(63);
        const used = new Set<number>();
        const sorted = codes.filter((code) => code !== MISSING_CODE).sort();
        for (const [i, code] of sorted.entries()) {
          used.add(bins[code]!);
          expect(bins[code]).toBe(binOf(edges, code));
          if (i > 0) expect(bins[code]).toBeGreaterThanOrEqual(bins[sorted[i - 1]!]!);
        }
        expect(used.has(0)).toBe(false);
        expect(used.size).toBe(edges.length);
        expect(bins[MISSING_CODE]).toBe(0);
        expect(binOf(edges, MISSING_CODE)).toBe(0);
      },
    ),
  );
});

test("samples depend on seed and tree alone, and have the requested share", () => {
  const raceStart = Uint32Array.from({ length: 2001 }, (_, race) => race * 12);
  const capacity = sampleCapacity(raceStart, 0.5);
  const first = sampleRaces(raceStart, { seed: 1, tree: 0, share: 0.5, capacity });
  expect([...sampleRaces(raceStart, { seed: 1, tree: 0, share: 0.5, capacity })]).toEqual([...first]);
  expect([...sampleRaces(raceStart, { seed: 1, tree: 1, share: 0.5, capacity })]).not.toEqual([...first]);
  expect([...sampleRaces(raceStart, { seed: 2, tree: 0, share: 0.5, capacity })]).not.toEqual([...first]);
  expect(Math.abs(first.length - 1000)).toBeLessThan(100);
  expect(first.length * 12).toBeLessThan(capacity);
  expect(sampleRaces(raceStart, { seed: 1, tree: 0, share: 1, capacity: 24_000 }).length).toBe(2000);
  expect(sampleRaces(raceStart, { seed: 1, tree: 0, share: 1e-9, capacity: 100 }).length).toBe(1);

  const counts = new Uint32Array(50);
  for (let tree = 0; tree < 600; tree++) {
    const features = sampleFeatures(50, { seed: 3, tree, featureShare: 1 / 3 });
    expect(features.length).toBe(17);
    expect([...features]).toEqual([...new Set(features)].sort((one, other) => one - other));
    for (const feature of features) counts[feature]!++;
  }
  // 600 × 0.34 = 204 each, standard deviation 12.
  expect(Math.min(...counts)).toBeGreaterThan(140);
  expect(Math.max(...counts)).toBeLessThan(270);
});

test("features are drawn in proportion to their weights", () => {
  const featureWeights = Array.from({ length: 100 }, (_, feature) => (feature < 20 ? 1 : 0.25));
  let light = 0;
  let heavy = 0;
  for (let tree = 0; tree < 300; tree++) {
    const features = sampleFeatures(100, { seed: 3, tree, featureShare: 0.5, featureWeights });
    expect(features.length).toBe(20); // half of 20 + 80 / 4
    const ofHeavy = features.filter((feature) => feature < 20).length;
    heavy += ofHeavy;
    light += features.length - ofHeavy;
  }
  // 10 of each per tree, with a standard deviation of at most 3.
  expect(heavy / 300).toBeCloseTo(10, 0);
  expect(light / 300).toBeCloseTo(10, 0);
});
