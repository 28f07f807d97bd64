import assert from "node:assert/strict";
import { deriveRace } from "#app/domain/jv-data/derive-race.ts";
import {
  joinRecord,
  NO_RECORDS,
  packRecords,
  type RecordSet,
  unpackRecords,
} from "#app/domain/jv-data/join-records.ts";
import { parseOdds } from "#app/domain/jv-data/odds/odds-snapshot.ts";
import { identifyRecord } from "#app/domain/jv-data/record-identity.ts";
import { createRecordReader } from "#app/domain/jv-data/record-reader.ts";
import { createDice, damage } from "#test/unit/imports/support/mutations.ts";
import { badColumns } from "#test/unit/imports/support/stored-cells.ts";
import {
  av,
  cc,
  concat,
  hr,
  jc,
  nu,
  o1,
  oldUm,
  placePay,
  quinellaPay,
  RACE_ID,
  ra,
  result,
  se,
  tc,
  um,
  we,
  wh,
  winPay,
} from "./records.ts";

/** A race with everything that is read of it. */
export const DAY_RECORDS = [
  ra({ stage: "7" }),
  se({ stage: "7" }, ...result(1, "2315", "-001")),
  se({ stage: "7", horse: 2 }, ...result(2, "2327", "+012")),
  hr({}, winPay(1, "01", 190), placePay(1, "01", 110), quinellaPay(1, "0102", 450)),
  wh({}, ["486+004"]),
  av({}, "02"),
  jc({}, "01", "武　豊"),
  tc({}, "1550"),
  cc({}, "1600", "24"),
  we({}, "1", "111"),
  um(),
  oldUm(),
  nu(),
  o1({}, [["003401", "0012001801"]]),
];

/** Everything that a door does with bytes. @returns whether a line was refused, and whether a race was made */
export function takeAll(bytes: Uint8Array): { isRefused: boolean; isMade: boolean } {
  const reader = createRecordReader();
  const blocks = [reader.push(bytes), reader.end()];
  let isRefused = false;
  for (const { line, field, reason } of blocks.flatMap(({ problems }) => problems)) {
    assert(line >= 1 && field !== "" && reason !== "");
    isRefused = true;
  }
  const sets = new Map<string, RecordSet>();
  for (const { bytes: one } of blocks.flatMap(({ records }) => records)) {
    const found = identifyRecord(one);
    if (found.outcome === "refused") {
      assert(found.problems.length > 0 && found.problems.every(({ field, reason }) => field !== "" && reason !== ""));
      isRefused = true;
    }
    if (found.outcome !== "identified") continue;
    const { record } = found;
    if (record.identity.scope === "odds") parseOdds(record);
    else sets.set(record.identity.id, joinRecord(sets.get(record.identity.id) ?? NO_RECORDS, record).set);
  }
  let isMade = false;
  for (const set of sets.values()) {
    const context = {
      raceId: RACE_ID,
      meeting: sets.get("20261122-05-00") ?? NO_RECORDS,
      horses: new Map(),
      today: "2026-11-22",
    };
    const made = deriveRace(set, context);
    assert.deepEqual(deriveRace(unpackRecords(packRecords(set)), context), made);
    if (made.kind === "refused") assert(made.problems.length > 0);
    if (made.kind !== "race") continue;
    isMade = true;
    for (const row of [made.race, ...made.runners, ...made.payouts]) assert.deepEqual(badColumns(asColumns(row)), []);
  }
  return { isRefused, isMade };
}

/** A row by the names of its columns. */
const asColumns = (row: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key.replace("600mS", "_600m_s").replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

export interface MutationCounts {
  refused: number;
  made: number;
}

/** Reads a race's records, one of which is damaged. @throws AssertionError with the seed of what fails */
export function checkMutatedRecords({ count, seed }: { count: number; seed: number }): MutationCounts {
  const counts = { refused: 0, made: 0 };
  for (let run = 0; run < count; run += 1) {
    const roll = createDice(seed + run);
    const index = roll(DAY_RECORDS.length);
    const damaged = DAY_RECORDS.map((record, at) => (at === index ? damage(record, roll) : record));
    try {
      const { isRefused, isMade } = takeAll(concat(...damaged));
      if (isRefused) counts.refused += 1;
      if (isMade) counts.made += 1;
    } catch (error) {
      throw new Error(`seed ${seed + run}: record ${index + 1}`, { cause: error });
    }
  }
  return counts;
}
