import { expect, test } from "vitest";
import { rows, second } from "./derivations.ts";
import { hr, type Put, placePay, quinellaPay, RACE_ID, ra, result, se, winPay } from "./records.ts";

test("payouts: dead heats have several rows, and pairs ascend", () => {
  const { payouts } = rows([
    ra({ stage: "7" }),
    se({ stage: "7" }, ...result(1, "2315", "+000")),
    se({ ...second, stage: "7" }, ...result(1, "2315", "+000")),
    hr(
      {},
      winPay(1, "01", 190),
      winPay(2, "02", 240),
      placePay(1, "01", 110),
      placePay(2, "02", 130),
      quinellaPay(1, "0201", 450),
      [207, "12000000600"],
    ),
  ]);
  expect(payouts).toEqual([
    { raceId: RACE_ID, betType: "win", combination: "1", payoutYen: 190 },
    { raceId: RACE_ID, betType: "win", combination: "2", payoutYen: 240 },
    { raceId: RACE_ID, betType: "place", combination: "1", payoutYen: 110 },
    { raceId: RACE_ID, betType: "place", combination: "2", payoutYen: 130 },
    { raceId: RACE_ID, betType: "quinella", combination: "1-2", payoutYen: 450 },
    { raceId: RACE_ID, betType: "bracket", combination: "1-2", payoutYen: 600 },
  ]);
});

test("all kinds of tickets have payouts: pairs and trios ascend, exacta and trifecta keep their order", () => {
  const { payouts } = rows([
    ra({ stage: "7" }),
    se({ stage: "7" }, ...result(2, "2316", "+001")),
    se({ ...second, stage: "7" }, ...result(1, "2315", "-001")),
    hr(
      {},
      // The bracket with itself.
      [207, "22000000600"],
      [294, "0201000000130"],
      [454, "0201000000700"],
      [470, "0102000000800"],
      [604, "020103000012340"],
      [550, "030201000000990"],
    ),
  ]);
  expect(payouts.map(({ betType, combination, payoutYen }) => `${betType} ${combination} ${payoutYen}`)).toEqual([
    "bracket 2-2 600",
    "wide 1-2 130",
    "exacta 2-1 700",
    "exacta 1-2 800",
    "trio 1-2-3 990",
    "trifecta 2-1-3 12340",
  ]);
});

const ROWS: readonly (readonly [kind: string, horses: number, positions: readonly number[]])[] = [
  ["win", 1, [103, 116, 129]],
  ["place", 1, [142, 155, 168, 181, 194]],
  ["quinella", 2, [246, 262, 278]],
  ["bracket", 2, [207, 220, 233]],
  ["wide", 2, [294, 310, 326, 342, 358, 374, 390]],
  ["exacta", 2, [454, 470, 486, 502, 518, 534]],
  ["trio", 3, [550, 568, 586]],
  ["trifecta", 3, [604, 623, 642, 661, 680, 699]],
];

test.each(ROWS)("%s has its rows at the bytes of the specification, up to the last", (kind, horses, positions) => {
  const digits = kind === "bracket" ? 1 : 2;
  const tickets = positions.map((_, row) =>
    [1, 2]
      .slice(0, horses - 1)
      .concat(row + 3)
      .map((horse) => String(horse).padStart(digits, "0")),
  );
  const puts = positions.map((position, row): Put => [position, `${tickets[row]?.join("")}0000012${row}0`]);
  const { payouts } = rows([ra({ stage: "7" }), se({ stage: "7" }, ...result(1, "2315", "-001")), hr({}, ...puts)]);
  expect(payouts.map(({ betType, combination, payoutYen }) => `${betType} ${combination} ${payoutYen}`)).toEqual(
    tickets.map((ticket, row) => `${kind} ${ticket.map(Number).join("-")} ${1200 + 10 * row}`),
  );
});

test("a pool without a winner has one row to nobody, a void bet has none", () => {
  const race = [ra({ stage: "7" }), se({ stage: "7" }, ...result(1, "2315", "-001")), se({ ...second, stage: "7" })];
  const special = hr({}, winPay(1, "01", 190), quinellaPay(1, "0000", 70), [44, "1"]);
  expect(rows([...race, special]).payouts.slice(1)).toEqual([
    { raceId: RACE_ID, betType: "quinella", combination: "0-0", payoutYen: 70 },
  ]);
  const nobody = hr({}, winPay(1, "00", 100), placePay(1, "00", 80), [32, "1"], [42, "1"]);
  expect(rows([...race, nobody]).payouts).toEqual([
    { raceId: RACE_ID, betType: "place", combination: "0", payoutYen: 80 },
  ]);
});

test("a horse whose tickets are refunded did not start", () => {
  const refund = hr({ stage: "1" }, winPay(1, "01", 190), [60, "1"]);
  expect(rows([ra(), se(), se(second), refund]).runners.map(({ status }) => status)).toEqual(["entered", "scratched"]);
});

test("a cancelled race has no results and pays nothing, whatever came before", () => {
  const { race, runners, payouts } = rows([
    ra({ stage: "9" }),
    se({ stage: "7" }, ...result(1, "2315", "-001")),
    se({ ...second, stage: "9" }, [332, "1"]),
    hr({ stage: "2" }, winPay(1, "01", 190)),
  ]);
  expect(race.status).toBe("cancelled");
  expect(runners.map(({ status, timeS }) => [status, timeS])).toEqual([
    ["no_result", null],
    ["scratched", null],
  ]);
  expect(payouts).toEqual([]);
});
