import fc from "fast-check";
import { expect, test } from "vitest";
import { settleIndex } from "#app/domain/settlement/settle-index.ts";
import { settleRace } from "#app/domain/settlement/settle-race.ts";
import { buildTickets } from "#app/domain/settlement/tickets.ts";
import { fuzz, LONG_MS } from "#test/unit/support/fuzz.ts";

/** Bets settled in the plainest way and by none of the product's code: each ticket is looked up in the payouts by itself. */

interface PayoutRow {
  betType: string;
  combination: string;
  payoutYen: number;
}

interface RaceFacts {
  isCounted: boolean;
  starters: ReadonlySet<number>;
  payouts: readonly PayoutRow[];
}

const STAKE_YEN = 100;
type BetType = "win" | "place" | "quinella";

function settleNaively(betType: BetType, picks: readonly number[], race: RaceFacts) {
  const settled = { stakeYen: 0, payoutYen: 0, hits: 0 };
  const pool = race.payouts.filter((payout) => payout.betType === betType && payout.payoutYen > 0);
  if (!race.isCounted || pool.length === 0) return settled;
  for (const horses of ticketsOf(betType, picks)) {
    if (!horses.every((horse) => race.starters.has(horse))) continue;
    settled.stakeYen += STAKE_YEN;
    const ascending = horses.toSorted((one, other) => one - other).join("-");
    const special = pool.find((payout) => payout.payoutYen < STAKE_YEN);
    const paid = special ?? pool.find((payout) => payout.combination === ascending);
    if (paid === undefined) continue;
    settled.payoutYen += paid.payoutYen;
    if (paid.payoutYen >= STAKE_YEN) settled.hits += 1;
  }
  return settled;
}

/** Win on the first two, place on the first, quinella on the first and on the second with the others of five. */
function ticketsOf(betType: BetType, picks: readonly number[]): number[][] {
  if (betType === "win") return picks.slice(0, 2).map((horse) => [horse]);
  if (betType === "place") return picks.slice(0, 1).map((horse) => [horse]);
  const pairs = picks
    .slice(0, 5)
    .flatMap((one, place) => picks.slice(place + 1, 5).map((other) => [one, other] as const));
  return pairs.filter(([one]) => picks.indexOf(one) < 2).map((pair) => [...pair]);
}

const pay = (betType: string, combination: string, payoutYen: number) => ({ betType, combination, payoutYen });

test("the seven quinellas contain the first or the second of the first five picks", () => {
  const tickets = buildTickets([9, 3, 12, 1, 5, 7]);
  expect(tickets.map(({ betType, horses }) => `${betType} ${horses.join("-")}`)).toEqual([
    "win 9",
    "win 3",
    "place 9",
    "quinella 3-9",
    "quinella 9-12",
    "quinella 1-9",
    "quinella 5-9",
    "quinella 3-12",
    "quinella 1-3",
    "quinella 3-5",
  ]);
});

test("with fewer runners the existing combinations are bought", () => {
  const quinellas = (picks: number[]) => buildTickets(picks).filter(({ betType }) => betType === "quinella").length;
  expect([5, 4, 3, 2, 1].map((size) => quinellas([1, 2, 3, 4, 5].slice(0, size)))).toEqual([7, 5, 3, 1, 0]);
  expect(buildTickets([4]).map(({ betType }) => betType)).toEqual(["win", "place"]);
});

test("a ticket that repeats a horse is refused", () => {
  expect(() => settleRace([{ betType: "quinella", horses: [3, 3] }], [pay("quinella", "3-4", 500)])).toThrow(
    RangeError,
  );
});

test("a losing ticket never raises the payout", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 18 }), { minLength: 3, maxLength: 18 }), (picks) => {
      const payouts = [pay("win", String(picks[0]), 250)];
      const one = settleRace([{ betType: "win", horses: [picks[0]!] }], payouts).win;
      const both = settleRace(buildTickets(picks), payouts).win;
      expect(both.payoutYen).toBe(one.payoutYen);
      expect(both.stakeYen).toBe(one.stakeYen + 100);
    }),
  );
});

const horse = fc.integer({ min: 1, max: 8 });
const payouts = fc.uniqueArray(
  fc.oneof(
    fc.record({
      betType: fc.constantFrom("win", "place", "bracket"),
      combination: horse.map(String),
      payoutYen: fc.oneof(fc.constant(0), fc.integer({ min: 70, max: 99 }), fc.integer({ min: 100, max: 2000 })),
    }),
    fc.record({
      betType: fc.constant("quinella"),
      combination: fc
        .uniqueArray(horse, { minLength: 2, maxLength: 2 })
        .map((pair) => pair.sort((one, other) => one - other).join("-")),
      payoutYen: fc.oneof(fc.constant(0), fc.integer({ min: 70, max: 99 }), fc.integer({ min: 100, max: 90_000 })),
    }),
  ),
  { maxLength: 12, selector: ({ betType, combination }) => `${betType} ${combination}` },
);

test(
  "any race is settled as by looking up each ticket by itself",
  () => {
    const race = fc.record({
      picks: fc.uniqueArray(horse, { maxLength: 8 }),
      statuses: fc.array(fc.constantFrom("finished", "scratched", "excluded", "stopped", "disqualified", "entered"), {
        ...{ minLength: 8, maxLength: 8 },
      }),
      payouts,
      surface: fc.constantFrom("turf", "dirt", "jump", null),
      status: fc.constantFrom("result", "scheduled", "cancelled"),
      isLearntFrom: fc.boolean(),
    });
    fc.assert(
      fc.property(race, ({ picks, statuses, payouts: rows, surface, status, isLearntFrom }) => {
        // Two rows below the stake are never in one pool.
        fc.pre(
          ["win", "place", "quinella"].every(
            (type) => rows.filter((row) => row.betType === type && row.payoutYen > 0 && row.payoutYen < 100).length < 2,
          ),
        );
        const runners = statuses.map((of, index) => ({ horseNum: index + 1, status: of as "finished" }));
        const settled = settleIndex({
          ...{ scores: picks.map((horseNum) => ({ horseNum })), isLearntFrom, runners, payouts: rows },
          race: { surface: surface as "turf", status: status as "result" },
        });
        const facts = {
          isCounted: !isLearntFrom && surface !== "jump" && status !== "cancelled",
          starters: new Set(
            runners.filter((one) => !["scratched", "excluded"].includes(one.status)).map(({ horseNum }) => horseNum),
          ),
          payouts: rows,
        };
        for (const betType of ["win", "place", "quinella"] as const) {
          const nothing = { stakeYen: 0, payoutYen: 0, hits: 0 };
          expect(settled?.[betType] ?? nothing).toEqual(settleNaively(betType, picks, facts));
        }
      }),
      fuzz({ quick: 4000, whole: 100_000 }),
    );
  },
  LONG_MS,
);
