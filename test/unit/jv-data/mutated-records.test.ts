import fc from "fast-check";
import { expect, test } from "vitest";
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

const DAY = concat(
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
);

const mutation = fc.record({
  at: fc.nat(DAY.length - 1),
  kind: fc.constantFrom("flip", "cut", "insert", "digit"),
  byte: fc.nat(255),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

function mutate(bytes: Uint8Array, { at, kind, byte }: Mutation): Uint8Array {
  const place = Math.min(at, bytes.length);
  if (kind === "cut") return concat(bytes.subarray(0, place), bytes.subarray(place + 1 + (byte % 40)));
  if (kind === "insert") return concat(bytes.subarray(0, place), Uint8Array.of(byte), bytes.subarray(place));
  const changed = Uint8Array.from(bytes);
  changed[Math.min(place, changed.length - 1)] = kind === "digit" ? 0x30 + (byte % 10) : byte;
  return changed;
}

/** Everything that a door does with bytes. */
function takeAll(bytes: Uint8Array): void {
  const reader = createRecordReader();
  const blocks = [reader.push(bytes), reader.end()];
  const sets = new Map<string, RecordSet>();
  for (const { bytes: one } of blocks.flatMap(({ records }) => records)) {
    const found = identifyRecord(one);
    if (found.outcome === "refused") expect(found.problems.length).toBeGreaterThan(0);
    if (found.outcome !== "identified") continue;
    const { record } = found;
    if (record.identity.scope === "odds") parseOdds(record);
    else sets.set(record.identity.id, joinRecord(sets.get(record.identity.id) ?? NO_RECORDS, record).set);
  }
  for (const set of sets.values()) {
    const context = {
      raceId: RACE_ID,
      meeting: sets.get("20261122-05-00") ?? NO_RECORDS,
      horses: new Map(),
      today: "2026-11-22",
    };
    expect(deriveRace(unpackRecords(packRecords(set)), context)).toEqual(deriveRace(set, context));
  }
}

test("mutated records are read, refused by name or skipped, and never throw", () => {
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 6 }), (mutations) => {
      takeAll(mutations.reduce(mutate, DAY));
    }),
    { numRuns: 500 },
  );
});

test("arbitrary bytes never throw", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), takeAll));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(identifyRecord(bytes).outcome).toBe("refused");
    }),
  );
});
