import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type AskedHorse,
  type ConditionReason,
  type DayJockey,
  type Entry,
  placesOf,
  resolveConditions,
} from "#app/domain/what-if/conditions.ts";
import { readAskedConditions } from "#app/forms/analyses/what-if.server.ts";

const entries: Entry[] = [1, 2, 3, 4, 5].map((horseNum) => ({
  ...{ horseNum, bracketNum: horseNum, horseName: `ウマ${horseNum}`, jockeyId: `j${horseNum}`, jockeyName: null },
  carriedWeightKg: horseNum === 4 ? null : 56,
  status: horseNum === 5 ? "scratched" : "entered",
}));
const riding = (jockeyId: string): DayJockey => ({
  ...{ jockeyId, name: jockeyId, venue: "東京", raceId: "r9", horseNum: 1, inputsVersion: 1 },
});
const card = { going: "firm" as const, entries, jockeys: ["j1", "j2", "j9"].map(riding) };
const resolve = (query: string) => resolveConditions(card, readAskedConditions(new URLSearchParams(query)));
const NOTHING = { jockey: null, carriedWeightKg: null, gate: null };

test("requested changes are read horse by horse, later ones over earlier ones", () => {
  const { conditions, refusals } = resolve(
    "going=soft&out=3&out=1&out=5&horse=2&kg=57.5&horse=1&jockey=j9&gate=4&horse=2&gate=3&kg=58&horse=&jockey=&kg=&gate=",
  );
  expect(refusals).toEqual([]);
  expect(conditions).toEqual({
    going: "soft",
    // The fifth does not start anyway.
    out: [1, 3],
    horses: [
      { ...NOTHING, horseNum: 1, jockey: riding("j9"), gate: 4 },
      { ...NOTHING, horseNum: 2, carriedWeightKg: 58, gate: 3 },
    ],
  });
});

test("what is as on the card is no change; a change taken back leaves none", () => {
  for (const query of [
    "",
    "going=firm",
    "horse=1&jockey=j1&kg=56&gate=1",
    "horse=1&kg=60&horse=1&kg=56.0",
    "horse=2&gate=3&horse=2&gate=2",
    "horse=3&jockey=j3",
  ]) {
    expect([query, resolve(query)]).toEqual([
      query,
      { conditions: { going: null, out: [], horses: [] }, refusals: [] },
    ]);
  }
});

test("of a single horse the fields may stand in any order, and weights may be typed as people do", () => {
  const horse = { ...NOTHING, horseNum: 2, carriedWeightKg: 57.5, gate: 3 };
  expect(resolve("gate=3&kg=57.5&horse=2").conditions.horses).toEqual([horse]);
  for (const kg of ["５７．５", "57.5kg", " 57.5 kg"]) {
    expect(resolve(`horse=2&gate=3&kg=${encodeURIComponent(kg)}`).conditions.horses).toEqual([horse]);
  }
});

test("what cannot be is refused with its reason, and the rest stands", () => {
  const cases: [query: string, reason: ConditionReason, group: number | null][] = [
    ["going=wet", "going", null],
    ["out=9", "out-unknown", null],
    ["out=x", "out-unknown", null],
    ["out=1&out=2&out=3&out=4", "out-all", null],
    ["gate=2", "horse-missing", 0],
    ["horse=9&gate=2", "horse-unknown", 0],
    ["horse=x&gate=2", "horse-unknown", 0],
    ["horse=5&kg=57", "horse-withdrawn", 0],
    ["horse=1&jockey=j7", "jockey-unknown", 0],
    ["horse=1&kg=39.5", "kg", 0],
    ["horse=1&kg=75.5", "kg", 0],
    ["horse=1&kg=57.3", "kg", 0],
    ["horse=1&kg=abc", "kg", 0],
    ["horse=4&kg=57", "kg-not-announced", 0],
    ["horse=1&gate=6", "gate-unknown", 0],
    ["horse=1&gate=0", "gate-unknown", 0],
    ["horse=2&gate=3&horse=1&gate=3", "gate-taken", 1],
  ];
  for (const [query, reason, group] of cases) {
    expect([query, resolve(query).refusals]).toEqual([query, [{ reason, group }]]);
    const beside = resolve(`${query}&horse=&horse=3&kg=60`);
    expect([query, beside.refusals.map((refusal) => refusal.reason)]).toEqual([query, [reason]]);
    expect(beside.conditions.horses).toContainEqual({ ...NOTHING, horseNum: 3, carriedWeightKg: 60 });
  }
});

test("however horses are sent to places, every place has one horse, and each ends where it was sent", () => {
  const group: fc.Arbitrary<AskedHorse> = fc.record({
    horse: fc.constantFrom("1", "2", "3", "4"),
    jockey: fc.constant(""),
    kg: fc.constant(""),
    gate: fc.constantFrom("1", "2", "3", "4", "5"),
  });
  fc.assert(
    fc.property(fc.array(group, { maxLength: 6 }), (horses) => {
      const { conditions } = resolveConditions(card, { going: "", out: [], horses });
      const places = placesOf(entries, conditions);
      expect([...places.values()].sort()).toEqual([1, 2, 3, 4, 5]);
      for (const { horseNum, gate } of conditions.horses) expect(places.get(horseNum)).toBe(gate);
    }),
  );
});

test("whatever an address holds, nothing throws, and the conditions are such that they read the same again", () => {
  const word = fc.constantFrom("1", "2", "5", "99", "", "x", "57.5", "j9", "soft", "-1", "1e3", "%00");
  const name = fc.constantFrom("going", "out", "horse", "jockey", "kg", "gate", "model", "__proto__");
  fc.assert(
    fc.property(fc.array(fc.tuple(name, word), { maxLength: 30 }), (pairs) => {
      const query = new URLSearchParams(pairs);
      const { conditions } = resolveConditions(card, readAskedConditions(query));
      expect(conditions.out.length).toBeLessThan(4);
      expect(new Set(conditions.horses.map(({ horseNum }) => horseNum)).size).toBe(conditions.horses.length);
    }),
  );
});
