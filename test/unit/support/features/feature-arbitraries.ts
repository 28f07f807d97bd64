import fc from "fast-check";
import type { SourceRace, SourceRunner } from "#app/domain/features/history.ts";
import { addDays } from "#app/domain/racing/japan-time.ts";
import { GOINGS, RUNNER_STATUSES, SEXES, SURFACES, WEATHERS } from "#app/domain/racing/race.ts";

const FIRST_DAY = "2024-05-20";
/** Extends over the end of a half year. */
const DAYS = 90;
const HORSES = 8;

function maybe<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.option(value, { freq: 5 });
}

const corners = fc
  .array(fc.integer({ min: 1, max: 18 }), { minLength: 1, maxLength: 4 })
  .map((positions) => positions.join("-"));

/** Fields of a runner that are known only after its race. */
export const outcomeFields = fc.record({
  status: fc.constantFrom(...RUNNER_STATUSES.filter((status) => status !== "entered")),
  finishPosition: fc.integer({ min: 1, max: 18 }),
  timeS: maybe(fc.integer({ min: 550, max: 1200 }).map((tenths) => tenths / 10)),
  last600mS: maybe(fc.integer({ min: 320, max: 420 }).map((tenths) => tenths / 10)),
  marginS: maybe(fc.integer({ min: 0, max: 9000 }).map((ms) => ms / 1000)),
  cornerPositions: maybe(corners),
  winOdds: maybe(fc.integer({ min: 10, max: 9999 }).map((odds) => odds / 10)),
  prizeYen: maybe(fc.integer({ min: 0, max: 500_000_000 })),
  trouble: maybe(fc.boolean()),
});

const cardFields = fc.record({
  bracketNum: maybe(fc.integer({ min: 1, max: 8 })),
  sex: maybe(fc.constantFrom(...SEXES)),
  age: maybe(fc.integer({ min: 2, max: 10 })),
  carriedWeightKg: maybe(fc.integer({ min: 480, max: 620 }).map((weight) => weight / 10)),
  jockeyId: maybe(fc.constantFrom("j1", "j2", "j3")),
  trainerId: maybe(fc.constantFrom("t1", "t2")),
  bodyWeightKg: maybe(fc.integer({ min: 380, max: 560 })),
  bodyWeightChangeKg: maybe(fc.integer({ min: -20, max: 20 })),
  sireName: maybe(fc.constantFrom("s1", "s2")),
  damSireName: maybe(fc.constantFrom("s1", "s3")),
});

/** Horses of one race come from a shuffled list, so none runs twice in it. */
const field: fc.Arbitrary<SourceRunner[]> = fc
  .shuffledSubarray(
    Array.from({ length: HORSES }, (_, horse) => `h${horse}`),
    { minLength: 1 },
  )
  .chain((horses) =>
    fc.tuple(
      ...horses.map((horseId) =>
        fc.record({ card: cardFields, outcome: outcomeFields, horseId: fc.constant(horseId) }),
      ),
    ),
  )
  .map((runners) =>
    runners.map(({ card, outcome, horseId }, index) => ({
      horseNum: index + 1,
      horseId,
      ...card,
      ...outcome,
      status: outcome.status,
    })),
  );

const race: fc.Arbitrary<Omit<SourceRace, "raceId">> = fc.record({
  date: fc.integer({ min: 0, max: DAYS }).map((days) => addDays(FIRST_DAY, days)),
  venue: fc.constantFrom("東京", "中山", "大井"),
  venueType: fc.constantFrom(1, 1, 2, 3, 4),
  surface: maybe(fc.constantFrom(...SURFACES)),
  distanceM: maybe(fc.constantFrom(1000, 1200, 1600, 1800)),
  weather: maybe(fc.constantFrom(...WEATHERS)),
  going: maybe(fc.constantFrom(...GOINGS)),
  status: fc.constantFrom("result", "result", "result", "scheduled", "cancelled"),
  runners: field,
});

/** Races of few horses, names and days, so that careers overlap; ids are independent of the order of days. */
export const racesArbitrary: fc.Arbitrary<SourceRace[]> = fc
  .array(race, { minLength: 2, maxLength: 14 })
  .map((races) => races.map((fields, index) => ({ raceId: `r${(index * 7) % 15}`, ...fields })));
