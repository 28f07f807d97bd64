import fc from "fast-check";
import { expect, test } from "vitest";
import { allColumns } from "#app/domain/features/catalogue.ts";
import { SOURCE_RUNNER_FIELDS, type SourceRace } from "#app/domain/features/history.ts";
import { RACE_INPUT_FIELDS, RUNNER_INPUT_FIELDS, WEIGHT_INPUT_FIELDS } from "#app/domain/features/race-inputs.ts";
import { outcomeFields, racesArbitrary } from "#test/unit/support/features/feature-arbitraries.ts";
import { buildRows } from "#test/unit/support/features/feature-rows.ts";

const RUNS = { numRuns: 60 };

/** Ids of the columns in which a row of a race differs between two sources. */
function changedColumns(
  before: readonly SourceRace[],
  after: readonly SourceRace[],
  { raceId, venueType, runners }: SourceRace,
) {
  const [old, renewed] = [buildRows(before, venueType, "all"), buildRows(after, venueType, "all")];
  return allColumns(venueType).flatMap(({ id }, column) =>
    runners.some(({ horseNum }) => old.codes(raceId, horseNum)[column] !== renewed.codes(raceId, horseNum)[column])
      ? [id]
      : [],
  );
}

test("every field of a runner that the features read is an input of its own race, or known only afterwards", () => {
  const [outcome] = fc.sample(outcomeFields, 1);
  const known = [...RUNNER_INPUT_FIELDS, ...WEIGHT_INPUT_FIELDS, "horseNum", ...Object.keys(outcome ?? {})];
  expect([...known].sort()).toEqual([...SOURCE_RUNNER_FIELDS].sort());
  // All fields of a race except its id, and its status, which is known afterwards.
  const race: Record<keyof Omit<SourceRace, "raceId" | "status" | "runners">, true> = {
    ...{ date: true, venue: true, venueType: true, surface: true, distanceM: true, weather: true, going: true },
    ...{ name: true, raceClass: true },
  };
  expect([...RACE_INPUT_FIELDS].sort()).toEqual(Object.keys(race).sort());
});

test("body weights change columns of the weight only", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(
      racesArbitrary,
      fc.nat(),
      fc.array(fc.integer({ min: 380, max: 560 }), { minLength: 8, maxLength: 8 }),
      (races, pick, weights) => {
        const race = races.filter(({ venueType }) => venueType < 4)[pick % races.length];
        if (race === undefined) return;
        const weighed = {
          ...race,
          runners: race.runners.map((runner, index) => ({
            ...runner,
            bodyWeightKg: weights[index] ?? null,
            bodyWeightChangeKg: index,
          })),
        };
        const after = races.map((other) => (other === race ? weighed : other));
        for (const id of changedColumns(races, after, race)) seen.add(id.replace(/\.[^.]*$/, ""));
      },
    ),
    RUNS,
  );
  expect([...seen].sort()).toEqual(["static.body_weight", "static.body_weight_change"]);
});
