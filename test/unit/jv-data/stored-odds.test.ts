import fc from "fast-check";
import { expect, test } from "vitest";
import { keptOrders, MOST_KEPT } from "#app/domain/jv-data/odds/kept-odds.ts";
import type { OddsEntry, OddsPool } from "#app/domain/jv-data/odds/odds-pools.ts";
import { parseOdds, readOrder, storedOddsOf } from "#app/domain/jv-data/odds/odds-snapshot.ts";
import { packPools, unpackPools } from "#app/domain/jv-data/odds/packed-odds.ts";
import { readWinOdds } from "#app/domain/jv-data/odds/win-odds.ts";
import { mayFollow, TICKET_SIZES, type TicketKind } from "#app/domain/racing/ticket-kind.ts";
import { identified } from "./derivations.ts";
import { o1 } from "./records.ts";

/** Every combination of the horses, or of all brackets, as records list them. */
function combinationsOf(betType: TicketKind, horses: number): number[][] {
  const numbers = Array.from({ length: betType === "bracket" ? 8 : horses }, (_, index) => index + 1);
  let found: number[][] = [[]];
  for (let place = 0; place < TICKET_SIZES[betType]; place += 1) {
    found = found.flatMap((chosen) =>
      numbers.filter((number) => mayFollow(betType, chosen, number)).map((number) => [...chosen, number]),
    );
  }
  return found;
}

const tenths = fc.integer({ min: 1, max: 9_999_999 }).map((number) => number / 10);

function entryOf(betType: TicketKind, combination: string): fc.Arbitrary<OddsEntry | null> {
  const isRange = betType === "place" || betType === "wide";
  const popularity = betType === "win" ? fc.option(fc.integer({ min: 1, max: 28 })) : fc.constant(null);
  const sold = fc
    .record({ odds: tenths, highOdds: isRange ? tenths : fc.constant(null), popularity, isCapped: fc.boolean() })
    .map((rest) => ({ combination, state: "sold" as const, ...rest }));
  const unsold = fc
    .record({
      state: fc.constantFrom("no_votes" as const, "scratched_before_sale" as const, "scratched_after_sale" as const),
      popularity,
    })
    .map((rest) => ({ combination, odds: null, highOdds: null, isCapped: false, ...rest }));
  return fc.oneof({ weight: 8, arbitrary: sold }, unsold, fc.constant(null));
}

function poolOf(betType: TicketKind, horses: number): fc.Arbitrary<OddsPool> {
  const names = combinationsOf(betType, horses).map((combination) => combination.join("-"));
  return fc.tuple(...names.map((name) => entryOf(betType, name))).map((entries) => ({
    betType,
    sale: "sold",
    stakesYen: null,
    entries: entries.filter((entry) => entry !== null),
  }));
}

test("packed odds are read as they were, whatever combinations are missing", () => {
  const groups: TicketKind[][] = [
    ["win", "place", "bracket"],
    ["quinella"],
    ["wide"],
    ["exacta"],
    ["trio"],
    ["trifecta"],
  ];
  const pools = fc
    .tuple(fc.constantFrom(...groups), fc.integer({ min: 0, max: 9 }))
    .chain(([betTypes, horses]) => fc.tuple(...betTypes.map((betType) => poolOf(betType, horses))));
  fc.assert(
    fc.property(pools, (pools) => {
      const betTypes = pools.map(({ betType }) => betType);
      const read = unpackPools(packPools(pools), betTypes);
      expect(read).toEqual(pools.map(({ betType, entries }) => ({ betType, entries })));
    }),
    { numRuns: 200 },
  );
});

test("win odds with popularity and time, or that they are final; none of cancelled or unsold odds", () => {
  const horses = [
    ["003401", "001200180101"],
    ["------", "------------"],
    ["999902", "002000310202"],
  ] as const;
  expect(readWinOdds(storedOddsOf(identified(o1({ at: "11221432" }, horses))))).toEqual({
    isFinal: false,
    announcedAt: "2026-11-22T14:32",
    horses: [
      { horseNum: 1, odds: 3.4, popularity: 1, isCapped: false },
      { horseNum: 3, odds: 999.9, popularity: 2, isCapped: true },
    ],
  });
  const last = storedOddsOf(identified(o1({ stage: "4", at: "00000000" }, horses)));
  expect(readWinOdds(last)).toMatchObject({ isFinal: true, announcedAt: null });
  for (const none of [o1({ stage: "9", at: "00000000" }, horses), o1({ stage: "0" }, horses), o1({}, [])]) {
    expect(readWinOdds(storedOddsOf(identified(none)))).toBeNull();
  }
});

const START = { date: "2026-11-22", startTime: "15:40" };
const orderAt = (at: string, stage = "1"): string => storedOddsOf(identified(o1({ at, stage }, []))).order;
const timesOf = (orders: Iterable<string>) =>
  [...orders].map((order) => readOrder(order).announcedAt?.slice(11) ?? "end").sort();

test("kept are the last odds at 60, 30, 10, 5 and 1 minutes before the start, and the end", () => {
  const minutes = Array.from({ length: 120 }, (_, index) => 14 * 60 + index);
  const orders = minutes.map((minute) =>
    orderAt(`1122${String(Math.floor(minute / 60)).padStart(2, "0")}${String(minute % 60).padStart(2, "0")}`),
  );
  const end = [orderAt("00000000", "3"), orderAt("00000000", "4")];
  const kept = keptOrders([...orders, ...end], START);
  expect(timesOf(kept)).toEqual(["14:40", "15:10", "15:30", "15:35", "15:39", "end"]);
  expect(kept.size).toBe(MOST_KEPT);
  expect(kept).toContain(end[1]);
  // The last before the moment, if there were none at it; a deleted one does not count.
  const sparse = [orderAt("11221432"), orderAt("11221433"), orderAt("11221433", "0"), orderAt("11221531")];
  expect(timesOf(keptOrders(sparse, START))).toEqual(["14:32", "14:33", "15:31"]);
  // A race in the first hour of a day.
  const night = keptOrders([orderAt("11212340"), orderAt("11212341")], { date: "2026-11-22", startTime: "00:40" });
  expect(timesOf(night)).toEqual(["23:40", "23:41"]);
});

test("what is kept of odds does not depend on whether some were sorted out before others came", () => {
  const orders = (...stages: string[]) =>
    fc.array(
      fc
        .record({ minute: fc.integer({ min: 13 * 60, max: 15 * 60 + 45 }), stage: fc.constantFrom(...stages) })
        .map(({ minute, stage }) => {
          const time = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join("");
          return orderAt(stage === "4" || stage === "9" ? "00000000" : `1122${time}`, stage);
        }),
    );
  fc.assert(
    fc.property(orders("1", "1", "1", "0", "4", "9"), orders("1", "1", "4", "9"), (first, then) => {
      const whole = keptOrders([...new Set([...first, ...then])], START);
      const early = keptOrders([...new Set([...keptOrders([...new Set(first)], START), ...then])], START);
      expect([...early].sort()).toEqual([...whole].sort());
    }),
    { numRuns: 500 },
  );
});

test("a record's odds are stored by the id of its race's records", () => {
  const record = identified(o1({}, [["003401", "001200180101"]], [{ horses: "12", odds: "0034501" }]));
  const stored = storedOddsOf(record);
  expect(unpackPools(stored.odds, ["win", "place", "bracket"]).map(({ entries }) => entries)).toEqual(
    parseOdds(record).pools.map(({ betType, entries }) =>
      entries.map((entry) => ({ ...entry, popularity: betType === "win" ? entry.popularity : null })),
    ),
  );
});

test("of an identified record the same is stored as of its bytes alone, whatever its stage", () => {
  const horses: [string, string][] = [
    ["003401", "001200180101"],
    ["----  ", "--------  "],
  ];
  for (const stage of ["1", "2", "3", "4", "5", "9", "0"]) {
    const record = identified(o1({ stage }, horses));
    const { identity, bytes } = record;
    expect(storedOddsOf(record), stage).toEqual(storedOddsOf({ identity, bytes }));
    expect(record.odds === undefined, stage).toBe(stage === "0");
  }
});
