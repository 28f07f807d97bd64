import fc from "fast-check";
import { expect, test } from "vitest";
import { fitOrderExponents, type PlacedRaces } from "#app/domain/learning/calibration/fit-order-exponents.ts";
import { fitPlaceMap } from "#app/domain/learning/calibration/fit-place-map.ts";
import {
  countPaidPlaces,
  type OrderExponents,
  placeProbabilities,
  quinellaProbabilities,
  USUAL_EXPONENTS,
  visitOrders,
} from "#app/domain/learning/calibration/order-probabilities.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { createRandom } from "#app/domain/racing/random.ts";
import { expectClose } from "#test/unit/support/reference/expect-close.ts";

const PLAIN: OrderExponents = { second: 1, third: 1 };

const exponents = fc.record({
  second: fc.double({ min: 0.3, max: 1.3, noNaN: true }),
  third: fc.double({ min: 0.3, max: 1.3, noNaN: true }),
});

const mapped = fc.record({
  second: fc.double({ min: 0.3, max: 1.3, noNaN: true }),
  third: fc.double({ min: 0.3, max: 1.3, noNaN: true }),
  placeMap: fc.record({
    slope: fc.double({ min: 0.7, max: 1.2, noNaN: true }),
    bend: fc.double({ min: -0.07, max: 0.05, noNaN: true }),
  }),
});

/** Win probabilities of a field, some runners thousands of times likelier than others. */
function fields(smallest: number, largest: number): fc.Arbitrary<number[]> {
  return fc
    .array(fc.double({ min: -8, max: 0, noNaN: true }), { minLength: smallest, maxLength: largest })
    .map((logs) => normalise(logs.map(Math.exp)));
}

function normalise(weights: readonly number[]): number[] {
  const sum = total(weights);
  return weights.map((weight) => weight / sum);
}

function total(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

const quinellas = (wins: readonly number[], given: OrderExponents) =>
  quinellaProbabilities(wins, given).map(({ probability }) => probability);

/** Every order of the first three with its probability: the definition itself. */
function* listOrders(wins: readonly number[], { second, third }: OrderExponents): Generator<[number[], number]> {
  const runners = [...wins.keys()].filter((i) => wins[i]! > 0);
  function* extend(home: number[], probability: number): Generator<[number[], number]> {
    const left = runners.filter((i) => !home.includes(i));
    if (home.length === 3 || left.length === 0) {
      yield [home, probability];
      return;
    }
    const exponent = [1, second, third][home.length]!;
    const sum = total(left.map((i) => wins[i]! ** exponent));
    for (const i of left) yield* extend([...home, i], (probability * wins[i]! ** exponent) / sum);
  }
  yield* extend([], 1);
}

test("three runners by hand, plain Harville", () => {
  const wins = [1 / 2, 1 / 3, 1 / 6];
  // First of A: 1/2, behind B 1/3 · 3/4, behind C 1/6 · 3/5; and so on.
  expectClose(placeProbabilities(wins, 2, PLAIN), [17 / 20, 11 / 15, 5 / 12]);
  expectClose(placeProbabilities(wins, 3, PLAIN), [1, 1, 1]);
  expect(quinellaProbabilities(wins, PLAIN).map(({ a, b }) => [a, b])).toEqual([
    [0, 1],
    [0, 2],
    [1, 2],
  ]);
  expectClose(quinellas(wins, PLAIN), [7 / 12, 4 / 15, 3 / 20]);
});

test("exponents of 1 are Harville's formula", () => {
  fc.assert(
    fc.property(fields(3, 18), (wins) => {
      const harville = wins.map((own, i) => own + total(wins.map((p, j) => (i === j ? 0 : (p * own) / (1 - p)))));
      const found = placeProbabilities(wins, 2, PLAIN);
      for (const [i, value] of harville.entries()) expect(found[i]).toBeCloseTo(value, 9);
    }),
  );
});

test("places and pairs are the sums over all orders of up to six runners, including non-starters", () => {
  fc.assert(
    fc.property(fields(1, 6), fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), exponents, (all, out, given) => {
      const running = all.map((win, i) => (out[i] && i > 0 ? 0 : win));
      const wins = normalise(running);
      const top2 = wins.map(() => 0);
      const top3 = wins.map(() => 0);
      const pairs = new Map<string, number>();
      for (const [[first, second, third], probability] of listOrders(wins, given)) {
        for (const i of [first, second]) if (i !== undefined) top2[i]! += probability;
        for (const i of [first, second, third]) if (i !== undefined) top3[i]! += probability;
        if (first === undefined || second === undefined) continue;
        const key = [Math.min(first, second), Math.max(first, second)].join();
        pairs.set(key, (pairs.get(key) ?? 0) + probability);
      }
      expectClose(placeProbabilities(wins, 2, given), top2);
      expectClose(placeProbabilities(wins, 3, given), top3);
      for (const { a, b, probability } of quinellaProbabilities(wins, given)) {
        expect(Math.abs(probability - (pairs.get(`${a},${b}`) ?? 0))).toBeLessThan(1e-12);
      }
    }),
  );
});

test("places sum to their number, pairs to one; every pair occurs once", () => {
  fc.assert(
    fc.property(fields(3, 18), fc.oneof(exponents, mapped), (wins, given) => {
      expect(Math.abs(total(placeProbabilities(wins, 2, given)) - 2)).toBeLessThan(1e-11);
      expect(Math.abs(total(placeProbabilities(wins, 3, given)) - 3)).toBeLessThan(1e-11);
      const pairs = quinellas(wins, given);
      expect(pairs).toHaveLength((wins.length * (wins.length - 1)) / 2);
      expect(Math.abs(total(pairs) - 1)).toBeLessThan(1e-12);
    }),
  );
});

test("a likelier winner is likelier to be placed, and likelier in three places than in two", () => {
  fc.assert(
    fc.property(fields(3, 18), fc.oneof(exponents, mapped), (wins, given) => {
      const top2 = placeProbabilities(wins, 2, given);
      const top3 = placeProbabilities(wins, 3, given);
      for (let i = 0; i < wins.length; i++) {
        expect(top2[i]!).toBeGreaterThanOrEqual(wins[i]! - 1e-12);
        expect(top3[i]!).toBeGreaterThanOrEqual(top2[i]! - 1e-12);
        expect(top3[i]!).toBeLessThanOrEqual(1);
        for (let j = 0; j < wins.length; j++) {
          if (wins[i]! < wins[j]!) continue;
          expect(top2[i]!).toBeGreaterThanOrEqual(top2[j]! - 1e-12);
          expect(top3[i]!).toBeGreaterThanOrEqual(top3[j]! - 1e-12);
        }
      }
    }),
    { numRuns: 50 },
  );
});

test("non-starters change nothing for the others; probabilities near 1 and 0 stay finite", () => {
  const three = placeProbabilities([0.5, 0.3, 0.2], 2, USUAL_EXPONENTS);
  expectClose(placeProbabilities([0.5, 0, 0.3, 0.2, 0], 2, USUAL_EXPONENTS), [three[0]!, 0, three[1]!, three[2]!, 0]);
  expectClose(placeProbabilities([1, 0, 0], 3, USUAL_EXPONENTS), [1, 0, 0]);
  expectClose(placeProbabilities([0.7, 0.3], 3, USUAL_EXPONENTS), [1, 1]);
  expectClose(placeProbabilities([], 3, USUAL_EXPONENTS), []);
  expectClose(placeProbabilities([0, 0], 2, USUAL_EXPONENTS), [0, 0]);
  expect(quinellaProbabilities([1], USUAL_EXPONENTS)).toEqual([]);
  expectClose(quinellas([1, 0, 0], USUAL_EXPONENTS), [0, 0, 0]);
  const steep = [1, 1e-15, 1e-200, 5e-324];
  expect(total(placeProbabilities(steep, 3, { second: 1.3, third: 1.3 }))).toBeCloseTo(3, 12);
  expectClose(quinellas(steep, USUAL_EXPONENTS), [1, 0, 0, 0, 0, 0]);
});

test("with a map too, places and pairs are sums over the same orders, and non-starters change nothing", () => {
  fc.assert(
    fc.property(fields(4, 10), mapped, (wins, given) => {
      const top2 = wins.map(() => 0);
      const top3 = wins.map(() => 0);
      const first = wins.map(() => 0);
      const pairs = new Map<string, number>();
      visitOrders(wins, given, (order, probability) => {
        first[order.first]! += probability;
        for (const i of [order.first, order.second]) top2[i]! += probability;
        for (const i of [order.first, order.second, order.third!]) top3[i]! += probability;
        const key = [Math.min(order.first, order.second), Math.max(order.first, order.second)].join();
        pairs.set(key, (pairs.get(key) ?? 0) + probability);
      });
      const near = (found: ArrayLike<number>, wanted: ArrayLike<number>) => {
        for (let i = 0; i < wanted.length; i++) expect(Math.abs(found[i]! - wanted[i]!)).toBeLessThan(1e-10);
      };
      near(first, wins);
      near(placeProbabilities(wins, 2, given), top2);
      near(placeProbabilities(wins, 3, given), top3);
      for (const { a, b, probability } of quinellaProbabilities(wins, given))
        expect(Math.abs(probability - (pairs.get(`${a},${b}`) ?? 0))).toBeLessThan(1e-10);
      near(placeProbabilities([0, ...wins, 0], 3, given), [0, ...placeProbabilities(wins, 3, given), 0]);
    }),
    { numRuns: 50 },
  );
});

test("a map takes places from outsiders, and the identity changes nothing", () => {
  const wins = normalise([40, 20, 12, 8, 7, 5, 4, 2, 1, 1]);
  const plain = placeProbabilities(wins, 3, USUAL_EXPONENTS);
  const straight = placeProbabilities(wins, 3, { ...USUAL_EXPONENTS, placeMap: { slope: 1, bend: 0 } });
  for (const [i, chance] of plain.entries()) expect(straight[i]).toBeCloseTo(chance, 12);
  const bent = placeProbabilities(wins, 3, { ...USUAL_EXPONENTS, placeMap: { slope: 0.88, bend: -0.07 } });
  expect(bent[9]!).toBeLessThan(0.9 * plain[9]!);
  expect(bent[3]!).toBeGreaterThan(plain[3]!);
});

test("the map is found again in races drawn with it, and held near the identity without races", async () => {
  const truth = { second: 0.8, third: 0.7, placeMap: { slope: 0.85, bend: -0.08 } };
  const random = createRandom(5);
  const races = 3000;
  const size = 12;
  const place = new Uint8Array(races * size);
  const probabilities = new Float64Array(races * size);
  for (let race = 0; race < races; race++) {
    const wins = normalise(Array.from({ length: size }, () => Math.exp(2.4 * random())));
    probabilities.set(wins, race * size);
    let left = random();
    visitOrders(wins, truth, ({ first, second, third }, probability) => {
      if (left >= 0 && left < probability) {
        for (const [i, horse] of [first, second, third!].entries()) place[race * size + horse] = i + 1;
      }
      left -= probability;
    });
  }
  const drawn = {
    raceCount: races,
    raceStart: Uint32Array.from({ length: races + 1 }, (_, i) => i * size),
    isStarter: new Uint8Array(races * size).fill(1),
    place,
  };
  const pace = createPace(async () => {});
  const found = await fitPlaceMap(drawn, 0, probabilities, { second: 0.8, third: 0.7 }, pace);
  const winsOf = probabilities.subarray(0, size);
  const wanted = placeProbabilities(winsOf, 3, truth);
  const close = placeProbabilities(winsOf, 3, { ...truth, placeMap: found });
  for (const [i, chance] of wanted.entries()) expect(Math.abs(close[i]! - chance)).toBeLessThan(0.015);
  const none = { raceCount: 0, raceStart: Uint32Array.of(0), isStarter: new Uint8Array(0), place: new Uint8Array(0) };
  expect(await fitPlaceMap(none, 0, new Float64Array(0), USUAL_EXPONENTS, pace)).toEqual({ slope: 1, bend: 0 });
});

test("place bets pay three places from eight runners, two from five, and are not sold below", () => {
  expect([0, 2, 4, 5, 7, 8, 18].map(countPaidPlaces)).toEqual([0, 0, 0, 2, 2, 3, 3]);
});

test("eighteen runners take less than a fifth of a millisecond each", () => {
  const wins = normalise(Array.from({ length: 18 }, (_, i) => 1 / (i + 1)));
  const fastest = (work: () => unknown) => {
    let best = Infinity;
    for (let batch = 0; batch < 20; batch++) {
      const start = performance.now();
      for (let i = 0; i < 100; i++) work();
      best = Math.min(best, (performance.now() - start) / 100);
    }
    return best;
  };
  expect(fastest(() => placeProbabilities(wins, 3, USUAL_EXPONENTS))).toBeLessThan(0.2);
  expect(fastest(() => quinellaProbabilities(wins, USUAL_EXPONENTS))).toBeLessThan(0.2);
});

interface Field {
  wins: readonly number[];
  /** Official place of each runner, 0 none. */
  place: readonly number[];
}

function gather(list: readonly Field[]): { races: PlacedRaces; probabilities: Float64Array } {
  const ends = [0];
  for (const { wins } of list) ends.push(ends.at(-1)! + wins.length);
  return {
    races: {
      raceCount: list.length,
      raceStart: Uint32Array.from(ends),
      isStarter: Uint8Array.from(list.flatMap(({ wins }) => wins.map((win) => (win > 0 ? 1 : 0)))),
      place: Uint8Array.from(list.flatMap(({ place }) => place)),
    },
    probabilities: Float64Array.from(list.flatMap(({ wins }) => wins)),
  };
}

/** Races of four to fourteen runners whose first three are drawn one after another. */
function drawRaces(count: number, { second, third }: OrderExponents, spread = 1, seed = 11): Field[] {
  const random = createRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: count }, () => {
    const wins = normalise(Array.from({ length: 4 + Math.floor(11 * random()) }, () => Math.exp(spread * normal())));
    const place = wins.map(() => 0);
    for (const [position, exponent] of [1, second, third].entries()) {
      const weights = wins.map((win, i) => (place[i] === 0 ? win ** exponent : 0));
      let rest = random() * total(weights);
      const taken = weights.findIndex((weight) => {
        rest -= weight;
        return rest < 0;
      });
      place[taken] = position + 1;
    }
    return { wins, place };
  });
}

function fitTo(list: readonly Field[], from = 0): Promise<OrderExponents> {
  const { races, probabilities } = gather(list);
  return fitOrderExponents(
    races,
    from,
    probabilities,
    createPace(async () => {}),
  );
}

test("the fit recovers the exponents that races were drawn with", async () => {
  for (const drawn of [USUAL_EXPONENTS, PLAIN, { second: 0.6, third: 0.9 }]) {
    const found = await fitTo(drawRaces(10_000, drawn));
    // Three standard errors.
    expect(Math.abs(found.second - drawn.second)).toBeLessThan(0.045);
    expect(Math.abs(found.third - drawn.third)).toBeLessThan(0.05);
  }
});

test("the fit maximises the likelihood: computed by hand for two remaining runners", async () => {
  // A always wins; B, three times as likely to win as C, is second in 70 of 100: 3^e / (3^e + 1) = 0.7.
  const race = (...place: number[]): Field => ({ wins: [0.6, 0.3, 0.1, 0], place: [...place, 0] });
  const repeat = (count: number, one: Field) => Array.from({ length: count }, () => one);
  const seconds = [...repeat(600, race(1, 2, 3)), ...repeat(200, race(1, 3, 2)), ...repeat(200, race(1, 2, 2))];
  expect((await fitTo(seconds)).second).toBeCloseTo(Math.log(7 / 3) / Math.log(3), 6);
  // With one horse left the third place has no information.
  expect((await fitTo(seconds)).third).toBe(USUAL_EXPONENTS.third);

  // A dead heat for the win leaves no second; C, twice as likely to win as D, is third in 60 of 100: 2^e = 1.5.
  const deadHeat = (c: number, d: number): Field => ({ wins: [0.4, 0.3, 0.2, 0.1], place: [1, 1, c, d] });
  const thirds = [...repeat(1200, deadHeat(3, 0)), ...repeat(800, deadHeat(0, 3))];
  expect(await fitTo(thirds)).toEqual({ second: USUAL_EXPONENTS.second, third: expect.closeTo(Math.log2(1.5), 6) });
});

test("with too few or uninformative races the usual exponents stay; no fit exceeds its bounds", async () => {
  expect(await fitTo([])).toEqual(USUAL_EXPONENTS);
  expect(await fitTo(drawRaces(50, PLAIN))).toEqual(USUAL_EXPONENTS);
  expect(await fitTo(drawRaces(2000, PLAIN, 0))).toEqual(USUAL_EXPONENTS);
  expect(await fitTo(drawRaces(3000, { second: 0.05, third: 2.5 }))).toEqual({ second: 0.3, third: 1.3 });
});

test("only races from the given one on are used, and the same ones give the same exponents", async () => {
  const early = drawRaces(1000, { second: 0.3, third: 0.3 }, 1, 5);
  const late = drawRaces(1000, PLAIN, 1, 6);
  expect(await fitTo([...early, ...late], 1000)).toEqual(await fitTo(late));
  expect(await fitTo([...early, ...late])).not.toEqual(await fitTo(late));
});

test("visited orders are those of the definition, each once", () => {
  const withAbsent = fields(2, 6).map((wins) =>
    normalise(wins.map((win, i) => (i === 1 && wins.length > 3 ? 0 : win))),
  );
  fc.assert(
    fc.property(withAbsent, exponents, (wins, given) => {
      const found: [string, number][] = [];
      visitOrders(wins, given, ({ first, second, third }, probability) =>
        found.push([[first, second, third].filter((runner) => runner !== null).join(" "), probability]),
      );
      const wanted = [...listOrders(wins, given)].map(([home, probability]) => [home.join(" "), probability] as const);
      expect(found.map(([order]) => order)).toEqual(wanted.map(([order]) => order));
      expectClose(
        found.map(([, probability]) => probability),
        wanted.map(([, probability]) => probability),
      );
    }),
  );
});
