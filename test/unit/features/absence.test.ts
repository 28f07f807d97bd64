import { expect, test } from "vitest";
import { allColumns } from "#app/domain/features/catalogue.ts";
import type { SourceRace, SourceRunner } from "#app/domain/features/history.ts";
import { MISSING_CODE, type VenueScope } from "#app/domain/features/matrix.ts";
import type { VenueType } from "#app/domain/racing/race.ts";
import { createRandom } from "#app/domain/racing/random.ts";
import { makeCanaryRaces, shuffleResults } from "#test/unit/support/canaries/canary-races.ts";
import { buildRows } from "#test/unit/support/features/feature-rows.ts";

/**
 * Whether the absence of a value can tell how a career went on. A field of a runner comes with the race's card or its
 * result, whatever the horse does later, or with the horse's own record, which comes when the horse is entered again: that
 * it is absent says that it was not. No column may show the absence of a field of the last kind.
 */
const COMES_WITH: Record<keyof SourceRunner, "card" | "result" | "horse"> = {
  horseNum: "card",
  horseId: "card",
  bracketNum: "card",
  sex: "card",
  age: "card",
  carriedWeightKg: "card",
  jockeyId: "card",
  trainerId: "card",
  bodyWeightKg: "card",
  bodyWeightChangeKg: "card",
  status: "result",
  finishPosition: "result",
  timeS: "result",
  marginS: "result",
  last600mS: "result",
  cornerPositions: "result",
  prizeYen: "result",
  trouble: "result",
  winOdds: "result",
  sireName: "horse",
  damSireName: "horse",
};
const OF_HORSES = Object.entries(COMES_WITH).flatMap(([field, from]) => (from === "horse" ? [field] : []));

/** Careers of which each optional field is absent here and there. */
const RACES = thin(makeCanaryRaces({ races: 240, seed: 21, lasting: 0.5 }));
const DAYS = [...new Set(RACES.map(({ date }) => date))];
const DAY = DAYS[Math.floor(DAYS.length * 0.6)]!;
const KINDS: readonly [venueType: VenueType, scope: VenueScope][] = [
  [1, "all"],
  [2, "all"],
  [2, "own"],
];

function thin(races: readonly SourceRace[]): SourceRace[] {
  const random = createRandom(5);
  const always = ["horseNum", "horseId", "status", "finishPosition"];
  return races.map((race) => ({
    ...race,
    ...(random() < 0.1 ? { weather: null, going: null } : {}),
    runners: race.runners.map((runner) => {
      const entries = Object.entries(runner).map(([field, value]) => [
        field,
        !always.includes(field) && !OF_HORSES.includes(field) && random() < 0.15 ? null : value,
      ]);
      return Object.fromEntries(entries) as SourceRunner;
    }),
  }));
}

/** By column, which rows up to the day have no value. */
function absences(races: readonly SourceRace[], [venueType, scope]: (typeof KINDS)[number]): Map<string, string> {
  const typed = races.map((race) => ({ ...race, venueType, ...(venueType === 1 ? {} : { surface: "dirt" as const }) }));
  const rows = buildRows(typed, venueType, scope);
  const known = RACES.filter(({ date }) => date <= DAY).flatMap(({ raceId, runners }) =>
    runners.map(({ horseNum }) => rows.codes(raceId, horseNum)),
  );
  return new Map(
    allColumns(venueType).map(({ id }, at) => [
      id,
      known.map((codes) => (codes[at] === MISSING_CODE ? 1 : 0)).join(""),
    ]),
  );
}

const differing = (one: Map<string, string>, other: Map<string, string>) =>
  [...one.keys()].filter((id) => one.get(id) !== other.get(id));

/** Horses that run again after the day, and those of them that win then. */
const later = RACES.filter(({ date }) => date > DAY).flatMap(({ runners }) => runners);
const returning = new Set(later.map(({ horseId }) => horseId));
const winning = new Set(later.flatMap(({ horseId, finishPosition }) => (finishPosition === 1 ? [horseId] : [])));

function forget(
  races: readonly SourceRace[],
  fields: readonly string[],
  isKnown: (horseId: string) => boolean,
): SourceRace[] {
  const gone = Object.fromEntries(fields.map((field) => [field, null]));
  return races.map((race) => ({
    ...race,
    runners: race.runners.map((runner) => (isKnown(runner.horseId) ? runner : { ...runner, ...gone })),
  }));
}

test("every column but those that are never missing is missing somewhere here", () => {
  const [first] = KINDS;
  const never = [...absences(RACES, first!)].flatMap(([id, missing]) => (missing.includes("1") ? [] : [id]));
  expect(never.sort()).toEqual(
    [
      ...["basic.starts", "static.field.size"],
      ...["static.distance.m", "static.surface.is_dirt", "static.surface.is_jump", "static.surface.starts"],
      ...["rating.strength.total", "rating.strength.sd", "rating.strength.course_len", "rating.strength.venue"],
      ...["rating.strength.race_type", "rating.field.now"],
      ...["finish", "first", "placed", "starts", "won"].map((name) => `rating.class.${name}`),
      ...["starts_90", "starts_365", "since_break"].map((name) => `static.interval.${name}`),
      ...["sire_win", "sire_place", "sire_surface", "sire_distance", "dam_sire_place", "dam_sire_surface"].map(
        (name) => `static.pedigree.${name}`,
      ),
    ].sort(),
  );
});

test.each(KINDS)("what comes later changes no absence in any column of venue type %i, starts %s", (...kind) => {
  const now = absences(RACES, kind);
  const before = RACES.filter(({ date }) => date <= DAY);
  const cases = {
    "no later races": before,
    "other results later": [...before, ...shuffleResults(RACES.slice(before.length), 3)],
    "the records of horses that run again alone": forget(RACES, OF_HORSES, (horse) => returning.has(horse)),
    "the records of later winners alone": forget(RACES, OF_HORSES, (horse) => winning.has(horse)),
    "no records of horses": forget(RACES, OF_HORSES, () => false),
  };
  for (const [name, races] of Object.entries(cases)) expect(differing(now, absences(races, kind)), name).toEqual([]);
});

test("a field of a card that was only known of horses that go on would be found", () => {
  const kind = KINDS[0]!;
  const now = absences(RACES, kind);
  for (const [field, column] of [
    ["bodyWeightKg", "static.body_weight.kg"],
    ["trainerId", "basic.trainer_win"],
    ["age", "basic.age"],
  ] as const) {
    const known = forget(RACES, [field], (horse) => returning.has(horse));
    expect(differing(now, absences(known, kind)), field).toContain(column);
  }
});
