import fc from "fast-check";
import { expect, test } from "vitest";
import { identifyRecord } from "#app/domain/jv-data/record-identity.ts";
import { fuzz, LONG_MS } from "#test/unit/support/fuzz.ts";
import { checkMutatedRecords, DAY_RECORDS, takeAll } from "./mutated-days.ts";
import { concat } from "./records.ts";

const DAY = concat(...DAY_RECORDS);

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

test("mutated records are read, refused by name or skipped, and never throw", () => {
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 6 }), (mutations) => {
      takeAll(mutations.reduce(mutate, DAY));
    }),
    { numRuns: 500 },
  );
});

test("arbitrary bytes never throw", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => void takeAll(bytes)));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(identifyRecord(bytes).outcome).toBe("refused");
    }),
  );
});

test(
  "a race of which one record is damaged is refused by line and field, or made of sound rows",
  () => {
    const { numRuns: count, seed } = fuzz({ quick: 1500, whole: 190_000 });
    const { refused, made } = checkMutatedRecords({ count, seed });
    expect(refused).toBeGreaterThan(count / 5);
    expect(made).toBeGreaterThan(count / 5);
  },
  LONG_MS,
);
