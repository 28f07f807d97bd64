import { isStarter } from "#app/domain/racing/race.ts";
import type { Payout, Runner } from "#app/domain/racing/records.ts";
import { type Board, combinations } from "./odds-board.ts";
import { HR } from "./race-forms.ts";
import { type Made, type RaceRows, startRaceRecord } from "./race-record.ts";
import type { RecordWriter } from "./record-writer.ts";

const POOLS = [
  { betType: "win", combination: "PayTansyo.Umaban", pay: "PayTansyo.Pay", rows: 3 },
  { betType: "place", combination: "PayFukusyo.Umaban", pay: "PayFukusyo.Pay", rows: 5 },
  { betType: "quinella", combination: "PayUmaren.Kumi", pay: "PayUmaren.Pay", rows: 3 },
] as const;
const FLAGS = 9;
const MOST_HORSES = 28;
const BRACKETS = 8;

/** The sample's rows have no such payouts; the last odds decide them. */
const LONG_POOLS = [
  { size: 2, combination: "PayWide.Kumi", pay: "PayWide.Pay", rows: 7, odds: "wideOf" },
  { size: 3, combination: "PaySanrenpuku.Kumi", pay: "PaySanrenpuku.Pay", rows: 3, odds: "trioOf" },
] as const;
const YEN_PER_TICKET = 100;
const YEN_STEP = 10;

/**
 * A race's payouts (HR), for the bets that the sample sells.
 * @param refunded horses withdrawn after bets on them were sold
 * @param board the last odds; null if the race was not run
 */
export function payoutRecord(
  { race, runners, payouts, refunded }: RaceRows & { payouts: readonly Payout[]; refunded: readonly number[] },
  made: Made,
  board: Board | null,
): Uint8Array {
  const record = startRaceRecord(HR, { race, ...made })
    .number("TorokuTosu", runners.length)
    .number("SyussoTosu", runners.filter(({ status }) => isStarter(status)).length);
  for (let index = 0; index < FLAGS; index += 1) {
    record
      .number("FuseirituFlag", 0, index)
      .number("TokubaraiFlag", 0, index)
      .number("HenkanFlag", refunded.length > 0 ? 1 : 0, index);
  }
  for (let horse = 1; horse <= MOST_HORSES; horse += 1) {
    record.number("HenkanUma", refunded.includes(horse) ? 1 : 0, horse - 1);
  }
  for (let index = 0; index < BRACKETS; index += 1)
    record.number("HenkanWaku", 0, index).number("HenkanDoWaku", 0, index);
  const popularity = new Map(runners.map(({ horseNum, popularity: rank }) => [horseNum, rank]));
  for (const { betType, combination, pay, rows } of POOLS) {
    const paid = payouts.filter((payout) => payout.betType === betType);
    if (paid.length > rows) throw new RangeError(`${race.raceId} has ${paid.length} ${betType} payouts`);
    paid.forEach((payout, row) => {
      const horses = payout.combination.split("-").map((horse) => horse.padStart(2, "0"));
      record.code(combination, horses.join(""), row).number(pay, payout.payoutYen, row);
      if (betType === "win") record.number("PayTansyo.Ninki", popularity.get(Number(payout.combination)) ?? 0, row);
    });
  }
  if (board !== null) writeLongPayouts(record, runners, board);
  return record.end();
}

function writeLongPayouts(
  record: RecordWriter<keyof typeof HR.places>,
  runners: readonly Runner[],
  board: Board,
): void {
  const firstThree = listFirstThree(runners);
  for (const { size, combination, pay, rows, odds } of LONG_POOLS) {
    const winners = firstThree.flatMap((horses) => combinations(horses, size));
    const names = new Map(
      winners.map((horses) => [horses.map((horse) => String(horse).padStart(2, "0")).join(""), horses]),
    );
    [...names].slice(0, rows).forEach(([name, horses], row) => {
      const [low, high] = board[odds](horses);
      const yen = Math.floor((((low + high) / 2) * YEN_PER_TICKET) / YEN_STEP) * YEN_STEP;
      record.code(combination, name, row).number(pay, yen, row);
    });
  }
}

/** The horses on the first three places, several times where they are shared: each time three, ascending. */
function listFirstThree(runners: readonly Runner[]): number[][] {
  const placed = runners.flatMap(({ horseNum, finishPosition }) =>
    finishPosition === null ? [] : [{ horseNum, finishPosition }],
  );
  const places = new Map(placed.map(({ horseNum, finishPosition }) => [horseNum, finishPosition]));
  return combinations(
    [...places.keys()].sort((one, other) => one - other),
    3,
  ).filter((horses) => {
    const last = Math.max(...horses.map((horse) => places.get(horse) ?? 0));
    return placed.every(({ horseNum, finishPosition }) => finishPosition >= last || horses.includes(horseNum));
  });
}
