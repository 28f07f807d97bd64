import fc from "fast-check";
import { expect, test } from "vitest";
import { type Formation, formTickets, usualFormation } from "#app/domain/betting/formation.ts";
import { combinationOf, isSold } from "#app/domain/betting/ticket-kinds.ts";
import { isOrderedKind, TICKET_KINDS, TICKET_SIZES, type TicketKind } from "#app/domain/racing/ticket-kind.ts";

const UNORDERED = TICKET_KINDS.filter((kind) => !isOrderedKind(kind));

const names = (kind: TicketKind, formation: Formation, doubles: number[] = []) =>
  formTickets(kind, formation, doubles).map((ticket) => combinationOf(kind, ticket));

test("pairs are an axis horse with a leg, a box every pair of legs", () => {
  expect(names("wide", { axis: [1], legs: [12, 3, 5] })).toEqual(["1-12", "1-3", "1-5"]);
  expect(names("quinella", { axis: [1, 12], legs: [12, 3, 1] })).toEqual(["1-12", "1-3", "3-12"]);
  expect(names("quinella", { axis: [], legs: [9, 2, 5] })).toEqual(["2-9", "5-9", "2-5"]);
  expect(names("wide", { axis: [7], legs: [7] })).toEqual([]);
});

test("a trio is the axis with two legs, two axis horses with a leg, or three legs", () => {
  expect(names("trio", { axis: [1], legs: [12, 3, 5, 9] })).toEqual([
    "1-3-12",
    "1-5-12",
    "1-9-12",
    "1-3-5",
    "1-3-9",
    "1-5-9",
  ]);
  expect(names("trio", { axis: [8, 2], legs: [2, 5, 1] })).toEqual(["2-5-8", "1-2-8"]);
  expect(names("trio", { axis: [], legs: [4, 1, 3] })).toEqual(["1-3-4"]);
  expect(names("trio", { axis: [4], legs: [1] })).toEqual([]);
  expect(() => formTickets("trio", { axis: [1, 2, 3], legs: [4] })).toThrow(RangeError);
});

test("an exacta has the axis first, マルチ both orders, a box every order", () => {
  expect(names("exacta", { axis: [3], legs: [5, 1] })).toEqual(["3-5", "3-1"]);
  expect(names("exacta", { axis: [3], legs: [5, 1], isMulti: true })).toEqual(["3-5", "5-3", "3-1", "1-3"]);
  expect(names("exacta", { axis: [], legs: [2, 1] })).toEqual(["2-1", "1-2"]);
});

test("a trifecta has one axis first, two first and second, マルチ every order, and a formation its columns", () => {
  expect(names("trifecta", { axis: [4], legs: [2, 9] })).toEqual(["4-2-9", "4-9-2"]);
  expect(names("trifecta", { axis: [4, 2], legs: [9, 1, 2] })).toEqual(["4-2-9", "4-2-1"]);
  expect(names("trifecta", { axis: [4, 2], legs: [9], isMulti: true })).toHaveLength(6);
  expect(names("trifecta", { axis: [4], legs: [2, 9, 7], isMulti: true })).toHaveLength(18);
  expect(names("trifecta", { axis: [], legs: [1, 2, 3, 4] })).toHaveLength(24);
  expect(names("trifecta", { axis: [1, 2], legs: [2, 3], thirds: [3, 4] })).toEqual([
    ...["1-2-3", "1-2-4", "1-3-4"],
    ...["2-3-4"],
  ]);
  // The example of the sketch: 11 – 7・14 – 7・9・14・15.
  expect(names("trio", { axis: [11], legs: [7, 14], thirds: [7, 9, 14, 15] })).toEqual([
    ...["7-9-11", "7-11-14", "7-11-15", "9-11-14", "11-14-15"],
  ]);
});

test("a bracket with itself needs two starters", () => {
  expect(names("bracket", { axis: [3], legs: [3, 8] }, [3])).toEqual(["3-3", "3-8"]);
  expect(names("bracket", { axis: [3], legs: [3, 8] })).toEqual(["3-8"]);
});

test("one horse is a ticket of its own, chosen twice or not", () => {
  expect(names("win", { axis: [5], legs: [] })).toEqual(["5"]);
  expect(names("place", { axis: [5, 5], legs: [2, 5] })).toEqual(["5", "2"]);
});

test("a formation has the tickets that its definition has, each once", () => {
  const horses = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 9 });
  fc.assert(
    fc.property(fc.constantFrom(...UNORDERED), horses, horses, (kind, axis, legs) => {
      const size = TICKET_SIZES[kind];
      const formation = { axis: size === 3 ? axis.slice(0, 2) : axis, legs };
      const found = names(kind, formation);
      expect(found.toSorted()).toEqual(
        allSets(size)
          .filter((set) => isOf(set, size, formation))
          .map((ticket) => combinationOf(kind, ticket))
          .sort(),
      );
    }),
  );
});

/** Whether a formation has a ticket, by whether its horses can be told apart as axis and legs. */
function isOf(ticket: readonly number[], size: number, { axis, legs }: Formation): boolean {
  const areLegs = (horses: readonly number[]) => horses.every((horse) => legs.includes(horse));
  if (size === 1) return axis.includes(ticket[0]!) || legs.includes(ticket[0]!);
  if (axis.length === 0) return areLegs(ticket);
  if (size === 2) return ticket.some((horse, place) => axis.includes(horse) && areLegs(ticket.toSpliced(place, 1)));
  return axis.every((horse) => ticket.includes(horse)) && areLegs(ticket.filter((horse) => !axis.includes(horse)));
}

/** Every set of so many of nine horses, by the bits of a number. */
function allSets(size: number): number[][] {
  const sets = Array.from({ length: 2 ** 9 }, (_, bits) =>
    [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((horse) => bits & (2 ** (horse - 1))),
  );
  return sets.filter((set) => set.length === size);
}

test("kinds are compared by the best horse with as many others as there are", () => {
  const picks = [1, 12, 3, 5, 9, 6, 4, 2];
  expect(usualFormation("win", picks)).toEqual({ axis: [1], legs: [] });
  expect(usualFormation("quinella", picks)).toEqual({ axis: [1], legs: [12, 3, 5, 9] });
  expect(usualFormation("wide", picks)).toEqual({ axis: [1], legs: [12, 3, 5, 9, 6, 4] });
  expect(formTickets("trio", usualFormation("trio", picks))).toHaveLength(6);
  expect(usualFormation("trio", [4, 2])).toEqual({ axis: [4], legs: [2] });
  expect(usualFormation("win", [])).toEqual({ axis: [], legs: [] });
});

test("what is sold depends on the declared runners", () => {
  const sold = (runnerCount: number) => TICKET_KINDS.filter((kind) => isSold(kind, runnerCount));
  expect(sold(1)).toEqual([]);
  expect(sold(2)).toEqual(["win"]);
  expect(sold(3)).toEqual(["win", "quinella", "exacta"]);
  expect(sold(4)).toEqual(["win", "quinella", "wide", "exacta", "trio", "trifecta"]);
  expect(sold(5)).toEqual(["win", "place", "quinella", "wide", "exacta", "trio", "trifecta"]);
  expect(sold(9)).toEqual([...TICKET_KINDS]);
});
