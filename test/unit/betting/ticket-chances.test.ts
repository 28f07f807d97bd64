import fc from "fast-check";
import { expect, test } from "vitest";
import { formTickets } from "#app/domain/betting/formation.ts";
import { ticketChances } from "#app/domain/betting/ticket-chances.ts";
import { numbersOf } from "#app/domain/betting/ticket-kinds.ts";
import {
  type OrderExponents,
  placeProbabilities,
  quinellaProbabilities,
} from "#app/domain/learning/calibration/order-probabilities.ts";
import { isOrderedKind, TICKET_KINDS, type TicketKind } from "#app/domain/racing/ticket-kind.ts";
import { expectClose } from "#test/unit/support/reference/expect-close.ts";

const PLAIN: OrderExponents = { second: 1, third: 1 };
const HALF = {
  horses: [0.5, 0.25, 0.25].map((probability, i) => ({ horseNum: i + 1, bracketNum: i + 1, probability })),
};

/** Horses with numbers from 3 on, so that a number is never a position. */
const fieldOf = (weights: readonly number[]) => {
  const sum = weights.reduce((one, other) => one + other, 0);
  return weights.map((weight, i) => ({ horseNum: i + 3, bracketNum: 1 + (i >> 1), probability: weight / sum }));
};

const races = fc.record({
  weights: fc
    .array(fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constant(0)), { minLength: 4, maxLength: 7 })
    .filter((weights) => weights.filter((weight) => weight > 0).length > 2),
  orderExponents: fc.record({
    second: fc.double({ min: 0.3, max: 1.3, noNaN: true }),
    third: fc.double({ min: 0.3, max: 1.3, noNaN: true }),
  }),
  paidPlaces: fc.constantFrom(2 as const, 3 as const),
});

test("the chances of a field of three by hand", () => {
  const race = { ...HALF, orderExponents: PLAIN, paidPlaces: 2 as const };
  expect(ticketChances("win", [[1], [3]], race)).toEqual({ each: [0.5, 0.25], atLeastOne: 0.75 });
  // 1-2: 1/2 · 1/2 + 1/4 · 2/3; 2-3 twice 1/4 · 1/3.
  const quinella = ticketChances(
    "quinella",
    [
      [2, 1],
      [2, 3],
    ],
    race,
  );
  expect(quinella.each[0]).toBeCloseTo(5 / 12, 12);
  expect(quinella.each[1]).toBeCloseTo(1 / 6, 12);
  expect(quinella.atLeastOne).toBeCloseTo(7 / 12, 12);
  expect(ticketChances("place", [[2]], race).atLeastOne).toBeCloseTo(7 / 12, 12);
  expect(ticketChances("wide", [[1, 2]], race).atLeastOne).toBeCloseTo(1, 12);
  expect(ticketChances("trio", [[1, 2, 3]], race).atLeastOne).toBeCloseTo(1, 12);
});

test("a model's exponents flatten the places below the first", () => {
  const race = { ...HALF, orderExponents: { second: 0, third: 0 }, paidPlaces: 2 as const };
  // Behind any winner the others are as likely as each other.
  expect(ticketChances("quinella", [[2, 3]], race).atLeastOne).toBeCloseTo(1 / 4, 12);
  expect(ticketChances("quinella", [[1, 2]], race).atLeastOne).toBeCloseTo(3 / 8, 12);
});

test("several wide or place tickets are hit together, so the chance of any is not their sum", () => {
  const race = { horses: fieldOf([1, 1, 1, 1]), orderExponents: PLAIN, paidPlaces: 2 as const };
  // Each pair is among the three of four in half of the cases; 3-4 or 3-5 unless 3 is last, or 4 and 5 are not both in.
  const wide = ticketChances(
    "wide",
    [
      [3, 4],
      [3, 5],
    ],
    race,
  );
  expect(wide.each.map((chance) => chance.toFixed(9))).toEqual(["0.500000000", "0.500000000"]);
  expect(wide.atLeastOne).toBeCloseTo(3 / 4, 12);
  const place = ticketChances("place", [[3], [4]], race);
  expect(place.each[0]).toBeCloseTo(1 / 2, 12);
  expect(place.atLeastOne).toBeCloseTo(5 / 6, 12);
});

test("a ticket with a horse that is not in the race has no chance", () => {
  const race = { horses: fieldOf([3, 2, 1, 0]), orderExponents: PLAIN, paidPlaces: 3 as const };
  for (const tickets of [[[3, 9]], [[3, 6]]]) expect(ticketChances("quinella", tickets, race).atLeastOne).toBe(0);
  expect(ticketChances("win", [[9]], race)).toEqual({ each: [0], atLeastOne: 0 });
  expect(ticketChances("place", [[3]], { ...race, paidPlaces: 0 as never }).atLeastOne).toBe(0);
});

test("single chances are those of places and pairs everywhere else", () => {
  fc.assert(
    fc.property(races, ({ weights, orderExponents, paidPlaces }) => {
      const horses = fieldOf(weights);
      const wins = horses.map(({ probability }) => probability);
      const race = { horses, orderExponents, paidPlaces };
      const singles = horses.map(({ horseNum }) => [horseNum]);
      const placed = placeProbabilities(wins, paidPlaces, orderExponents);
      expectClose(ticketChances("place", singles, race).each, [...placed]);
      expectClose(ticketChances("win", singles, race).each, wins);
      const pairs = quinellaProbabilities(wins, orderExponents);
      const tickets = pairs.map(({ a, b }) => [a + 3, b + 3]);
      expectClose(
        ticketChances("quinella", tickets, race).each,
        pairs.map(({ probability }) => probability),
      );
    }),
  );
});

test("chances equal those of all orders of the field", () => {
  fc.assert(
    fc.property(races, fc.constantFrom(...TICKET_KINDS), fc.array(fc.nat(), { maxLength: 4 }), (drawn, kind, picks) => {
      const horses = fieldOf(drawn.weights);
      const race = { horses, orderExponents: drawn.orderExponents, paidPlaces: drawn.paidPlaces };
      const tickets = someTickets(kind, horses, picks);
      let atLeastOne = 0;
      const each = tickets.map(() => 0);
      for (const [home, probability] of wholeOrders(horses, drawn.orderExponents)) {
        const hits = tickets.map((ticket) => isHit(kind, ticket, home, drawn.paidPlaces));
        for (const [place, hit] of hits.entries()) each[place]! += hit ? probability : 0;
        atLeastOne += hits.includes(true) ? probability : 0;
      }
      const found = ticketChances(kind, tickets, race);
      expectClose(found.each, each);
      expectClose([found.atLeastOne], [atLeastOne]);
    }),
    { numRuns: 60 },
  );
});

test("chances are within 0 and 1, and no further ticket lowers that of any", () => {
  fc.assert(
    fc.property(races, fc.constantFrom(...TICKET_KINDS), fc.array(fc.nat(), { maxLength: 8 }), (drawn, kind, picks) => {
      const horses = fieldOf(drawn.weights);
      const race = { horses, orderExponents: drawn.orderExponents, paidPlaces: drawn.paidPlaces };
      const tickets = someTickets(kind, horses, picks);
      let before = 0;
      for (let count = 0; count <= tickets.length; count++) {
        const { each, atLeastOne } = ticketChances(kind, tickets.slice(0, count), race);
        for (const chance of [...each, atLeastOne]) expect(chance >= 0 && chance <= 1).toBe(true);
        expect(atLeastOne).toBeGreaterThanOrEqual(before - 1e-12);
        expect(atLeastOne).toBeGreaterThanOrEqual(Math.max(0, ...each) - 1e-12);
        before = atLeastOne;
      }
    }),
  );
});

/** Some of all tickets of a kind, each once. */
function someTickets(kind: TicketKind, horses: Horses, picks: readonly number[]): number[][] {
  const legs = numbersOf(kind, horses);
  const doubles = legs.map((leg) => [leg, leg]);
  const all = [...formTickets(kind, { axis: [], legs }), ...(kind === "bracket" ? doubles : [])];
  return [...new Set(picks.map((pick) => pick % all.length))].map((place) => all[place]!);
}

type Horses = ReturnType<typeof fieldOf>;

/** Every order of the whole field with its probability, from the definition. */
function* wholeOrders(horses: Horses, { second, third }: OrderExponents): Generator<[number[], number]> {
  const starters = horses.filter(({ probability }) => probability > 0);
  function* extend(home: readonly number[], probability: number): Generator<[number[], number]> {
    const left = starters.filter(({ horseNum }) => !home.includes(horseNum));
    if (left.length === 0) return yield [[...home], probability];
    // Whoever comes fourth or later makes no difference.
    const weights = left.map((horse) => horse.probability ** ([1, second, third][home.length] ?? 1));
    const sum = weights.reduce((one, other) => one + other, 0);
    for (const [place, horse] of left.entries())
      yield* extend([...home, horse.horseNum], (probability * weights[place]!) / sum);
  }
  yield* extend([], 1);
}

/** The rules of the bets. */
function isHit(kind: TicketKind, ticket: readonly number[], home: readonly number[], paidPlaces: number): boolean {
  if (isOrderedKind(kind)) return ticket.every((horse, place) => home[place] === horse);
  // As in `fieldOf`.
  const brackets = home.slice(0, 2).map((horse) => 1 + ((horse - 3) >> 1));
  if (kind === "bracket") return brackets.sort().join() === ticket.toSorted().join();
  const among = { win: 1, place: paidPlaces, quinella: 2, wide: 3, trio: 3 }[kind as "win"];
  return ticket.every((horse) => home.slice(0, among).includes(horse));
}

test("a model's place map holds for pairs and trios too, and leaves winning as it is", () => {
  const horses = fieldOf([40, 25, 15, 10, 6, 4]);
  const plain = { horses, orderExponents: PLAIN, paidPlaces: 3 as const };
  const mapped = { ...plain, orderExponents: { ...PLAIN, placeMap: { slope: 1.1, bend: -0.04 } } };
  const numbers = horses.map(({ horseNum }) => horseNum);
  const combine = (size: number, from = 0): number[][] =>
    size === 0
      ? [[]]
      : numbers.slice(from).flatMap((number, at) => combine(size - 1, from + at + 1).map((rest) => [number, ...rest]));
  const trios = combine(3);
  const won = ticketChances("win", combine(1), mapped).each;
  horses.forEach(({ probability }, at) => {
    expect(won[at]).toBeCloseTo(probability, 10);
  });
  for (const race of [plain, mapped]) {
    const trio = ticketChances("trio", trios, race);
    expect(trio.each.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 10);
    const place = ticketChances("place", combine(1), race).each;
    const wide = ticketChances("wide", combine(2), race).each;
    // Who is among the first three is in one of its trios, and so is every pair.
    const within = (ticket: readonly number[]) =>
      trios.reduce((sum, three, at) => sum + (ticket.every((n) => three.includes(n)) ? trio.each[at]! : 0), 0);
    numbers.forEach((number, at) => {
      expect(within([number])).toBeCloseTo(place[at]!, 10);
    });
    combine(2).forEach((pair, at) => {
      expect(within(pair)).toBeCloseTo(wide[at]!, 10);
    });
  }
  const [before, after] = [plain, mapped].map((race) => ticketChances("trio", trios, race).each);
  // The map takes places from outsiders: the likeliest trio gains, the least likely one loses.
  expect(after![0]).toBeGreaterThan(before![0]! * 1.01);
  expect(after!.at(-1)).toBeLessThan(before!.at(-1)! * 0.99);
});

test("all orders sum to 1, a trio is the sum of its orders, and 18 runners take at most 60 ms", () => {
  const horses = fieldOf(Array.from({ length: 18 }, (_, i) => (i === 4 ? 0 : 18 - i)));
  const race = { horses, orderExponents: { second: 0.81, third: 0.65 }, paidPlaces: 3 as const };
  const legs = horses.map(({ horseNum }) => horseNum);
  const orders = formTickets("trifecta", { axis: [], legs });
  expect(orders).toHaveLength(18 * 17 * 16);
  // The quickest of ten, as other tests run beside it.
  const times = Array.from({ length: 10 }, () => {
    const begun = performance.now();
    ticketChances("trifecta", orders, race);
    return performance.now() - begun;
  });
  expect(Math.min(...times)).toBeLessThan(60);
  const { each, atLeastOne } = ticketChances("trifecta", orders, race);
  expect(Math.abs(each.reduce((sum, chance) => sum + chance, 0) - 1)).toBeLessThan(1e-9);
  expect(atLeastOne).toBeCloseTo(1, 9);
  const trio = ticketChances("trio", [[3, 5, 9]], race).atLeastOne;
  const own = orders.reduce((sum, order, at) => sum + ([3, 5, 9].every((n) => order.includes(n)) ? each[at]! : 0), 0);
  expect(Math.abs(own - trio)).toBeLessThan(1e-9);
  // Runner 7 is withdrawn: none of its orders has a chance.
  expect(orders.every((order, at) => !order.includes(7) || each[at] === 0)).toBe(true);
  const pair = ticketChances("quinella", [[4, 3]], race).atLeastOne;
  expect(
    ticketChances(
      "exacta",
      [
        [4, 3],
        [3, 4],
      ],
      race,
    ).atLeastOne,
  ).toBeCloseTo(pair, 12);
});
