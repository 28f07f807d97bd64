import fc from "fast-check";
import { expect, test } from "vitest";
import { BET_TYPES, type RunnerStatus } from "#app/domain/racing/race.ts";
import { isRankedRace, settleRankedRace } from "#app/domain/rankings/ranked-races.ts";
import { parseSpecialMeetings, SPECIAL_MEETINGS } from "#app/domain/rankings/special-meetings.ts";
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
    specialMeetings: SPECIAL_MEETINGS,
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

test("an operator's list makes another meeting special, and only there", () => {
  const parsed = parseSpecialMeetings([{ venue: "中京", from: "2026-07-25", to: "2026-08-30" }]);
  if (parsed.kind === "refused") throw new Error(parsed.problems.join());
  const counted = (venue: string, date: string) =>
    Array.from({ length: 12 }, (_, index) => index + 1).filter((raceNum) =>
      isRankedRace({ ...RACE, venue, date, raceNum }, parsed.meetings),
    );
  expect(counted("中京", "2026-07-25")).toEqual([6, 7, 12]);
  expect(counted("中京", "2026-08-30")).toEqual([6, 7, 12]);
  expect(counted("中京", "2026-07-24")).toEqual([7, 8, 9, 10, 11, 12]);
  expect(counted("中京", "2026-08-31")).toEqual([7, 8, 9, 10, 11, 12]);
  expect(counted("新潟", "2026-07-25")).toEqual([7, 8, 9, 10, 11, 12]);
});

test("the built-in list makes Niigata's days of 2024 special, and no other course's", () => {
  const counted = (venue: string, date: string) =>
    Array.from({ length: 12 }, (_, index) => index + 1).filter((raceNum) =>
      isRankedRace({ ...RACE, venue, date, raceNum }, SPECIAL_MEETINGS),
    );
  for (const date of ["2024-07-27", "2024-07-28", "2024-08-03", "2024-08-04"]) {
    expect(counted("新潟", date)).toEqual([6, 7, 12]);
    expect(counted("札幌", date)).toEqual([7, 8, 9, 10, 11, 12]);
  }
  expect(counted("新潟", "2024-08-10")).toEqual([7, 8, 9, 10, 11, 12]);
});

test("an invalid list of special meetings is refused as a whole, with each invalid entry named", () => {
  expect(parseSpecialMeetings({})).toEqual({ kind: "refused", problems: ["the list is no array"] });
  const parsed = parseSpecialMeetings([
    { venue: "新潟", from: "2024-07-27", to: "2024-07-28" },
    { venue: " ", from: "2024-07-27", to: "2024-07-28" },
    { venue: "新潟", from: "2024-02-31", to: "2024-07-28" },
    { venue: "新潟", from: "2024-07-28", to: "2024-07-27" },
    null,
  ]);
  expect(parsed).toEqual({
    kind: "refused",
    problems: [
      "entry 2: venue is missing",
      "entry 3: from and to are days YYYY-MM-DD",
      "entry 4: from is after to",
      "entry 5: venue is missing",
    ],
  });
});
