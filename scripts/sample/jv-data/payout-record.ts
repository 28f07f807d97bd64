import { isStarter } from "#app/domain/racing/race.ts";
import type { Payout } from "#app/domain/racing/records.ts";
import { HR } from "./race-forms.ts";
import { type Made, type RaceRows, startRaceRecord } from "./race-record.ts";

const POOLS = [
  { betType: "win", combination: "PayTansyo.Umaban", pay: "PayTansyo.Pay", rows: 3 },
  { betType: "place", combination: "PayFukusyo.Umaban", pay: "PayFukusyo.Pay", rows: 5 },
  { betType: "bracket", combination: "PayWakuren.Umaban", pay: "PayWakuren.Pay", rows: 3 },
  { betType: "quinella", combination: "PayUmaren.Kumi", pay: "PayUmaren.Pay", rows: 3 },
  { betType: "wide", combination: "PayWide.Kumi", pay: "PayWide.Pay", rows: 7 },
  { betType: "exacta", combination: "PayUmatan.Kumi", pay: "PayUmatan.Pay", rows: 6 },
  { betType: "trio", combination: "PaySanrenpuku.Kumi", pay: "PaySanrenpuku.Pay", rows: 3 },
  { betType: "trifecta", combination: "PaySanrentan.Kumi", pay: "PaySanrentan.Pay", rows: 6 },
] as const;
const FLAGS = 9;
const MOST_HORSES = 28;
const BRACKETS = 8;

/**
 * A race's payouts (HR), for the bets that the sample sells.
 * @param refunded horses withdrawn after bets on them were sold
 */
export function payoutRecord(
  { race, runners, payouts, refunded }: RaceRows & { payouts: readonly Payout[]; refunded: readonly number[] },
  made: Made,
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
      const digits = betType === "bracket" ? 1 : 2;
      const horses = payout.combination.split("-").map((horse) => horse.padStart(digits, "0"));
      record.code(combination, horses.join(""), row).number(pay, payout.payoutYen, row);
      if (betType === "win") record.number("PayTansyo.Ninki", popularity.get(Number(payout.combination)) ?? 0, row);
    });
  }
  return record.end();
}
