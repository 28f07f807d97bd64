import fc from "fast-check";
import { expect, test } from "vitest";
import { isCalendarDay } from "#app/domain/racing/japan-time.ts";
import { BET_TYPES, type RunnerStatus } from "#app/domain/racing/race.ts";
import { isRankedRace, settleRankedRace } from "#app/domain/rankings/ranked-races.ts";
import { SPECIAL_MEETINGS } from "#app/domain/rankings/special-meetings.ts";
import { SETTLEMENT_CASES, type SettlementCase } from "#test/unit/support/settlement-golden.ts";

const RACE = {
  venueType: 1,
  surface: "turf",
  status: "result",
  date: "2024-07-28",
  venue: "東京",
  raceNum: 11,
} as const;

function settle({ picks = [3, 8, 1, 2, 4], field = 12, outcomes = {}, payouts, race, isLearntFrom }: SettlementCase) {
  return settleRankedRace({
    race: { ...RACE, ...race },
    picks,
    isLearntFrom: isLearntFrom ?? false,
    runners: Array.from({ length: field }, (_, index) => {
      const status: RunnerStatus = outcomes[index + 1] ?? "finished";
      return { horseNum: index + 1, status };
    }),
    payouts: payouts
      .split(", ")
      .filter((row) => row !== "")
      .map((row) => {
        const [betType = "", combination = "", yen] = row.split(" ");
        return { betType, combination, payoutYen: Number(yen) };
      }),
  });
}

test.each(SETTLEMENT_CASES)("settled to the yen: $name", (golden) => {
  const settled = settle(golden);
  const rows =
    settled &&
    BET_TYPES.map((type) => `${type} ${settled[type].stakeYen} ${settled[type].payoutYen} ${settled[type].hits}`);
  expect(rows?.join(", ") ?? null).toEqual(golden.expected);
});

test("the order of payout rows changes nothing", () => {
  fc.assert(
    fc.property(fc.constantFrom(...SETTLEMENT_CASES), fc.infiniteStream(fc.nat()), (golden, keys) => {
      const rows = golden.payouts.split(", ").map((row) => ({ row, key: keys.next().value as number }));
      const shuffled = rows
        .sort((a, b) => a.key - b.key)
        .map(({ row }) => row)
        .join(", ");
      expect(settle({ ...golden, payouts: shuffled })).toEqual(settle(golden));
    }),
  );
});

test("the built-in list makes Niigata's days of 2024 special, and no other course's", () => {
  const counted = (venue: string, date: string) =>
    Array.from({ length: 12 }, (_, index) => index + 1).filter((raceNum) =>
      isRankedRace({ ...RACE, venue, date, raceNum }),
    );
  for (const date of ["2024-07-27", "2024-07-28", "2024-08-03", "2024-08-04"]) {
    expect(counted("新潟", date)).toEqual([6, 7, 12]);
    expect(counted("札幌", date)).toEqual([7, 8, 9, 10, 11, 12]);
  }
  expect(counted("新潟", "2024-08-10")).toEqual([7, 8, 9, 10, 11, 12]);
});

test("the special meetings are of calendar days, the first not after the last", () => {
  for (const { from, to } of SPECIAL_MEETINGS)
    expect([isCalendarDay(from), isCalendarDay(to), from <= to]).toEqual([true, true, true]);
});
