import fc from "fast-check";
import { expect, test } from "vitest";
import { formTickets } from "#app/domain/betting/formation.ts";
import { BET_TYPES, VenueType } from "#app/domain/racing/race.ts";
import { bracketOf } from "#scripts/sample/entries.ts";
import { quoteOf, settlePools } from "#scripts/sample/market/long-odds.ts";
import {
  type Pools,
  payoutYen,
  placesSoldFor,
  popularityOf,
  takeoutOf,
  winOddsOf,
} from "#scripts/sample/market/market.ts";

/** Brackets of a field, first horse number to last, as one string. */
const brackets = (declared: number): string =>
  Array.from({ length: declared }, (_, index) => bracketOf(index + 1, declared)).join("");

const POOLS: Pools = {
  win: new Map([
    [1, 50_000],
    [2, 30_000],
    [3, 20_000],
  ]),
  place: new Map([
    [1, 40_000],
    [2, 40_000],
    [3, 20_000],
  ]),
  quinella: (a, b) => (a === 2 ? 10_000 : b === 2 ? 60_000 : 30_000),
  quinellaTotal: 100_000,
  placesSold: 2,
  takeout: takeoutOf(VenueType.central),
};

/** Rows of the bets whose stakes the pools have. */
const settle = (pools: Pools, finishers: [number, number][]): string[] =>
  settlePools("R", pools, finishers, new Map())
    .filter(({ betType }) => BET_TYPES.some((known) => known === betType))
    .map((row) => `${row.betType} ${row.combination} ${row.payoutYen}`);

test("brackets follow Japan's table", () => {
  expect(brackets(5)).toBe("12345");
  expect(brackets(8)).toBe("12345678");
  expect(brackets(9)).toBe("123456788");
  expect(brackets(12)).toBe("123455667788");
  expect(brackets(16)).toBe("1122334455667788");
  expect(brackets(17)).toBe("11223344556677888");
  expect(brackets(18)).toBe("112233445566777888");
});

test("there is no bracket for a number outside the field or a field above 18", () => {
  expect(() => bracketOf(9, 8)).toThrow(RangeError);
  expect(() => bracketOf(0, 8)).toThrow(RangeError);
  expect(() => bracketOf(1, 19)).toThrow(RangeError);
});

test("places sold depend on the runners when sales opened", () => {
  expect([4, 5, 7, 8, 18].map(placesSoldFor)).toEqual([0, 2, 2, 3, 3]);
});

test("a payout is the pool after the takeout over the winner's stake, rounded down to 10 yen and at least 110", () => {
  // 100,000 × 0.8 / 30,000 = 2.666… → 260 yen.
  expect(payoutYen(30_000, { losingStakeYen: 70_000, winners: 1, takeout: 0.2 })).toBe(260);
  expect(payoutYen(95_000, { losingStakeYen: 5_000, winners: 1, takeout: 0.2 })).toBe(110);
});

test("win odds have one decimal and popularity follows the money", () => {
  expect([...winOddsOf(POOLS)]).toEqual([
    [1, 1.6],
    [2, 2.6],
    [3, 4],
  ]);
  expect([...popularityOf(POOLS)]).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ]);
});

test("a plain result pays one win row, the places sold and one pair", () => {
  // Place: losing 20,000 / 2 winners: (40,000 + 10,000) / 40,000 × 0.8 = 1.0 → 110 at least.
  // Quinella 1-2: 100,000 × 0.775 / 60,000 = 1.29 → 120.
  const rows = ["win 2 260", "place 1 110", "place 2 110", "quinella 1-2 120"];
  expect(
    settle(POOLS, [
      [2, 1],
      [1, 2],
      [3, 3],
    ]),
  ).toEqual(rows);
});

test("a regional course pays by its organiser's takeout", () => {
  // Quinella 2-3: 100,000 × 0.775 and × 0.75 / 10,000.
  const paid = [VenueType.central, VenueType.nankan].map((venueType) =>
    settle({ ...POOLS, takeout: takeoutOf(venueType) }, [
      [2, 1],
      [3, 2],
      [1, 3],
    ]).at(-1),
  );
  expect(paid).toEqual(["quinella 2-3 770", "quinella 2-3 750"]);
  const long = (venueType: VenueType) => {
    const { bracket, wide, exacta, trio, trifecta } = takeoutOf(venueType);
    return [bracket, wide, exacta, trio, trifecta];
  };
  expect(long(VenueType.central)).toEqual([0.225, 0.225, 0.25, 0.25, 0.275]);
  expect(long(VenueType.otherRegional)).toEqual([0.25, 0.25, 0.25, 0.275, 0.275]);
  expect(long(VenueType.monbetsu)).toEqual([0.25, 0.2, 0.25, 0.3, 0.3]);
});

test("one combination of each long kind is hit, three of a wide, and odds are the chance less the takeout", () => {
  const horses = Array.from({ length: 10 }, (_, at) => at + 1);
  const brackets = new Map(horses.map((horse) => [horse, bracketOf(horse, 10)]));
  const strengths = new Map(horses.map((horse) => [horse, horse / 55]));
  const takeout = takeoutOf(VenueType.central);
  const pairs = horses.flatMap((one, at) => horses.slice(at + 1).map((other) => [one, other]));
  const ofBrackets = new Map(
    pairs.map((pair) => pair.map((horse) => brackets.get(horse) ?? 0)).map((of) => [`${of}`, of]),
  );
  for (const kind of ["bracket", "wide", "exacta", "trio", "trifecta"] as const) {
    const all = kind === "bracket" ? [...ofBrackets.values()] : formTickets(kind, { axis: [], legs: horses });
    const quotes = all.flatMap((numbers) => quoteOf(kind, numbers, { strengths, brackets, takeout }) ?? []);
    expect(quotes).toHaveLength(all.length);
    expect(
      quotes.reduce((sum, { chance }) => sum + chance, 0),
      kind,
    ).toBeCloseTo(kind === "wide" ? 3 : 1, 9);
    const [{ chance, range }] = quotes as [(typeof quotes)[0]];
    expect(range[1]).toBeCloseTo(((kind === "wide" ? 1.12 : 1) * (1 - takeout[kind])) / chance, 0);
  }
});

test("a dead heat for first pays two win rows and one pair", () => {
  // Win: losing 20,000 / 2: 60,000 / 50,000 × 0.8 = 0.96 → 110; 40,000 / 30,000 × 0.8 = 1.06 → 110 at least.
  const rows = ["win 1 110", "win 2 110", "place 1 110", "place 2 110", "quinella 1-2 120"];
  expect(
    settle(POOLS, [
      [1, 1],
      [2, 1],
      [3, 3],
    ]),
  ).toEqual(rows);
});

test("a dead heat for second adds a place row and a pair", () => {
  const combinations = settle(POOLS, [
    [3, 1],
    [1, 2],
    [2, 2],
  ]).map((row) => row.replace(/ \d+$/, ""));
  expect(combinations).toEqual(["win 3", "place 1", "place 2", "place 3", "quinella 1-3", "quinella 2-3"]);
});

test("three winners make three pairs", () => {
  const rows = settle(POOLS, [
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
  expect(rows.filter((row) => row.startsWith("quinella")).map((row) => row.split(" ")[1])).toEqual([
    "1-2",
    "1-3",
    "2-3",
  ]);
});

test("without place sales there are no place rows", () => {
  expect(settle({ ...POOLS, placesSold: 0 }, [[1, 1]]).filter((row) => row.startsWith("place"))).toEqual([]);
});

test("payouts are steps of 10 yen and never exceed the pool after the takeout, except for the minimum", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 0, max: 1e6 }), (own, others) => {
      const paid = payoutYen(own * 100, { losingStakeYen: others * 100, winners: 1, takeout: 0.2 });
      expect(paid % 10).toBe(0);
      if (paid > 110) expect(paid * own).toBeLessThanOrEqual((own + others) * 80 + 1e-3 * own);
    }),
  );
});
