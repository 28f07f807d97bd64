import { expect, test } from "vitest";
import { deriveRace } from "#app/domain/jv-data/derive-race.ts";
import { joinRecord, NO_RECORDS, type RecordSet } from "#app/domain/jv-data/join-records.ts";
import { identifyRecord } from "#app/domain/jv-data/record-identity.ts";
import { settleIndex } from "#app/domain/settlement/settle-index.ts";
import { hr, type Put, placePay, quinellaPay, RACE_ID, ra, result, se, winPay } from "./records.ts";

/** Six horses, the first three in order of their numbers; picks are 1, 2, 3, 4, 5. */
function settle(payoutPuts: readonly Put[], { withdrawn }: { withdrawn?: number } = {}) {
  const entries = [1, 2, 3, 4, 5, 6].map((horse) =>
    horse === withdrawn
      ? se({ horse, stage: "7" }, [332, "1"])
      : se({ horse, stage: "7" }, ...result(horse, "2315", "+001")),
  );
  const records = [ra({ stage: "7" }, [882, "06"]), ...entries, hr({}, ...payoutPuts)];
  const set = records.reduce<RecordSet>((joined, bytes) => {
    const found = identifyRecord(bytes);
    if (found.outcome !== "identified") throw new Error(JSON.stringify(found));
    return joinRecord(joined, found.record).set;
  }, NO_RECORDS);
  const derived = deriveRace(set, { raceId: RACE_ID, meeting: NO_RECORDS, horses: new Map(), today: "2026-11-22" });
  if (derived.kind !== "race") throw new Error(derived.kind);
  return settleIndex({
    scores: [1, 2, 3, 4, 5].map((horseNum) => ({ horseNum })),
    isLearntFrom: false,
    race: derived.race,
    runners: derived.runners,
    payouts: derived.payouts,
  });
}

const regular: Put[] = [
  winPay(1, "01", 190),
  placePay(1, "01", 110),
  placePay(2, "02", 130),
  quinellaPay(1, "0102", 450),
];

test("a regular race: two wins, one place and seven pairs are bought", () => {
  expect(settle(regular)).toEqual({
    win: { stakeYen: 200, payoutYen: 190, hits: 1 },
    place: { stakeYen: 100, payoutYen: 110, hits: 1 },
    quinella: { stakeYen: 700, payoutYen: 450, hits: 1 },
  });
});

test("a dead heat for the first place pays both wins", () => {
  expect(settle([...regular, winPay(2, "02", 240)])?.win).toEqual({ stakeYen: 200, payoutYen: 430, hits: 2 });
});

test("tickets with a withdrawn horse are refunded: a win and four of seven pairs", () => {
  // Pairs of picks 1 to 5 with 1 or 2 in them; four hold horse 1.
  const refunded = settle([winPay(1, "02", 190), placePay(1, "02", 110), quinellaPay(1, "0203", 450), [59, "1"]], {
    withdrawn: 1,
  });
  expect(refunded).toEqual({
    win: { stakeYen: 100, payoutYen: 190, hits: 1 },
    place: { stakeYen: 0, payoutYen: 0, hits: 0 },
    quinella: { stakeYen: 300, payoutYen: 450, hits: 1 },
  });
});

test("a pool without a winner returns 70 yen to each of seven pairs, which is no hit", () => {
  const special = settle([winPay(1, "01", 190), placePay(1, "01", 110), quinellaPay(1, "0000", 70), [44, "1"]]);
  expect(special?.quinella).toEqual({ stakeYen: 700, payoutYen: 490, hits: 0 });
});

test("a void bet type, and one that is not sold, were not bought", () => {
  const nothing = { stakeYen: 0, payoutYen: 0, hits: 0 };
  const isVoid = settle([winPay(1, "01", 190), placePay(1, "01", 110), quinellaPay(1, "0000", 100), [35, "1"]]);
  expect(isVoid?.quinella).toEqual(nothing);
  expect(settle([winPay(1, "01", 190), quinellaPay(1, "0102", 450)])?.place).toEqual(nothing);
});

test("refunds of brackets concern no bet of a model", () => {
  expect(settle([...regular, [87, "00000010"], [95, "00000010"]])).toEqual(settle(regular));
});
