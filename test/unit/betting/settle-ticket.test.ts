import { expect, test } from "vitest";
import type { TicketKind } from "#app/domain/racing/ticket-kind.ts";
import { readCombinations, settleTicket, type TicketRace } from "#app/domain/settlement/settle-ticket.ts";

/** Ten horses in eight brackets: 7 and 8 in 7, 9 and 10 in 8. */
function raceOf(payouts: string, { out = [] as number[], isCancelled = false } = {}): TicketRace {
  return {
    isCancelled,
    runners: Array.from({ length: 10 }, (_, index) => ({
      horseNum: index + 1,
      bracketNum: index < 6 ? index + 1 : index < 8 ? 7 : 8,
      status: out.includes(index + 1) ? ("scratched" as const) : ("finished" as const),
    })),
    payouts: payouts.split(", ").flatMap((row) => {
      const [betType = "", combination = "", yen = ""] = row.split(" ");
      return yen === "" ? [] : [{ betType, combination, payoutYen: Number(yen) }];
    }),
  };
}

/** Stake, payout, refund and hits of lines like "1-2=300". */
const settle = (kind: TicketKind, lines: string, race: TicketRace) => {
  const read = lines.split(" ").map((line) => {
    const [combination = "", yen = "100"] = line.split("=");
    return [combination, Number(yen)] as const;
  });
  const settled = settleTicket({ kind, lines: read }, race);
  return settled && [settled.stakeYen, settled.payoutYen, settled.refundYen, settled.hits];
};

const PLAIN = raceOf(
  "win 3 320, place 3 120, place 8 180, place 5 240, bracket 3-7 410, quinella 3-8 980, wide 3-8 370, wide 3-5 640, wide 5-8 1120, exacta 3-8 1650, trio 3-5-8 2980, trifecta 3-8-5 12340",
);

test("each kind pays its row for every 100 yen", () => {
  expect(settle("win", "3=500 8=200", PLAIN)).toEqual([700, 1600, 0, 1]);
  expect(settle("place", "5=300", PLAIN)).toEqual([300, 720, 0, 1]);
  expect(settle("bracket", "3-7", PLAIN)).toEqual([100, 410, 0, 1]);
  expect(settle("quinella", "3-8=200 3-5=200", PLAIN)).toEqual([400, 1960, 0, 1]);
  expect(settle("wide", "3-8 5-8", PLAIN)).toEqual([200, 1490, 0, 2]);
  expect(settle("exacta", "3-8 8-3", PLAIN)).toEqual([200, 1650, 0, 1]);
  expect(settle("trio", "3-5-8=400", PLAIN)).toEqual([400, 11_920, 0, 1]);
  expect(settle("trifecta", "3-8-5 3-5-8", PLAIN)).toEqual([200, 12_340, 0, 1]);
});

test("a dead heat for the first place pays both orders", () => {
  const heat = raceOf("win 1 150, win 2 170, exacta 1-2 700, exacta 2-1 800, trifecta 1-2-3 4000, trifecta 2-1-3 4100");
  expect(settle("win", "1 2 3", heat)).toEqual([300, 320, 0, 2]);
  expect(settle("exacta", "1-2 2-1=200", heat)).toEqual([300, 2300, 0, 2]);
  expect(settle("trifecta", "1-2-3 2-1-3", heat)).toEqual([200, 8100, 0, 2]);
});

test("lines with a horse that did not start are refunded, and count as bought", () => {
  const race = raceOf("win 3 320, quinella 3-8 980, trio 3-5-8 2980", { out: [2] });
  expect(settle("quinella", "2-3=300 3-8", race)).toEqual([400, 1280, 300, 1]);
  expect(settle("trio", "2-3-8", race)).toEqual([100, 100, 100, 0]);
});

test("a bracket pair is refunded without a starter in a bracket, or with one for a bracket with itself", () => {
  const rows = "win 3 320, bracket 3-7 410";
  // 8 is out: bracket 7 still has 7.
  expect(settle("bracket", "3-7 7-7", raceOf(rows, { out: [8] }))).toEqual([200, 510, 100, 1]);
  expect(settle("bracket", "1-7", raceOf(rows, { out: [1] }))).toEqual([100, 100, 100, 0]);
  expect(settle("bracket", "1-7", raceOf(rows, { out: [7, 8] }))).toEqual([100, 100, 100, 0]);
});

test("without the brackets of a race's horses a bracket pair is settled by its rows alone", () => {
  const race = raceOf("win 3 320, bracket 3-7 410");
  const runners = race.runners.map((runner) => ({ ...runner, bracketNum: null }));
  expect(settle("bracket", "3-7 1-2", { ...race, runners })).toEqual([200, 410, 0, 1]);
});

test("特払 pays every line of its kind below its stake and is no hit", () => {
  expect(settle("quinella", "1-2=300 3-8=200", raceOf("win 3 320, quinella 0-0 70"))).toEqual([500, 350, 0, 0]);
});

test("不成立 and a cancelled race refund everything; before the payouts nothing is settled", () => {
  expect(settle("trio", "1-2-3=300", raceOf("win 3 320, trio 0-0-0 0"))).toEqual([300, 300, 300, 0]);
  expect(settle("trio", "1-2-3=300", raceOf("win 3 320, wide 3-8 370"))).toEqual([300, 300, 300, 0]);
  // A file with win, place and quinella only says nothing about the others.
  expect(settle("trio", "1-2-3=300", raceOf("win 3 320, quinella 3-8 980"))).toBeNull();
  expect(settle("win", "1", raceOf("win 3 320", { isCancelled: true }))).toEqual([100, 100, 100, 0]);
  expect(settle("win", "1", raceOf(""))).toBeNull();
});

test("typed combinations are read as people write them, and a fault names its line", () => {
  const read = (kind: TicketKind, text: string, size = 2) => readCombinations(kind, text, { size, most: 3 });
  expect(read("quinella", "２-１、3-1\n 10-4")).toEqual(["1-2", "1-3", "4-10"]);
  expect(read("exacta", "2→1 1→2")).toEqual(["2-1", "1-2"]);
  expect(read("bracket", "3-3,8-1")).toEqual(["3-3", "1-8"]);
  expect(read("win", " ", 1)).toEqual({ fault: "none", line: 1 });
  expect(read("quinella", "1-2 3")).toEqual({ fault: "size", line: 2 });
  expect(read("quinella", "1-2 3-x")).toEqual({ fault: "size", line: 2 });
  expect(read("quinella", "1-2 3-3")).toEqual({ fault: "repeated", line: 2 });
  expect(read("quinella", "1-2 2-1")).toEqual({ fault: "repeated", line: 2 });
  expect(read("quinella", "1-2 1-3 1-4 1-5")).toEqual({ fault: "too-many", line: 4 });
});
