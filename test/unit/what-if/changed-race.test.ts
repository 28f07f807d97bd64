import fc from "fast-check";
import { expect, test } from "vitest";
import { allColumns } from "#app/domain/features/catalogue.ts";
import type { SourceRace, SourceRunner } from "#app/domain/features/history.ts";
import { sortRaces } from "#app/domain/features/history-builder.ts";
import type { RaceFeatures, VenueScope } from "#app/domain/features/matrix.ts";
import type { Predictor } from "#app/domain/learning/learner.ts";
import { GOINGS, isStarter } from "#app/domain/racing/race.ts";
import { scoreRace } from "#app/domain/scoring/score-race.ts";
import { agreesWith, changeRace, JOCKEY_COLUMNS, type KnownStart } from "#app/domain/what-if/changed-race.ts";
import { compareConditions } from "#app/domain/what-if/compare-conditions.ts";
import { type Conditions, type Entry, NO_CONDITIONS, placesOf } from "#app/domain/what-if/conditions.ts";
import { makePredictor } from "#test/unit/support/explainable-model.ts";
import { racesArbitrary } from "#test/unit/support/features/feature-arbitraries.ts";
import { buildRows } from "#test/unit/support/features/feature-rows.ts";

/** By venue type, as growing trees takes a second. */
const predictors = new Map<number, Predictor>();
function predictorOf(venueType: number): Predictor {
  const known = predictors.get(venueType) ?? makePredictor(allColumns(venueType).map(({ id }) => id));
  predictors.set(venueType, known);
  return known;
}

const RUNS = { numRuns: 120 };
const KINDS: [venueType: number, scope: VenueScope][] = [
  [1, "all"],
  [2, "all"],
  [2, "own"],
  [3, "own"],
];

/** Choices as numbers, so that every run finds a race, horses and riders to apply them to. */
const picks = fc.record({
  race: fc.nat(),
  going: fc.option(fc.constantFrom(...GOINGS)),
  out: fc.array(fc.nat(), { maxLength: 3 }),
  horses: fc.array(
    fc.record({
      horse: fc.nat(),
      jockey: fc.option(fc.nat()),
      kg: fc.option(fc.integer({ min: 80, max: 150 }).map((halves) => halves / 2)),
      gate: fc.option(fc.nat()),
    }),
    { maxLength: 4 },
  ),
});
type Picks = typeof picks extends fc.Arbitrary<infer Value> ? Value : never;

function entryOf({ horseNum, bracketNum, jockeyId, carriedWeightKg, status, horseId }: SourceRunner): Entry {
  return { horseNum, bracketNum, horseName: horseId, jockeyId, jockeyName: jockeyId, carriedWeightKg, status };
}

/** The rows of a race as they are stored. */
function readRace(races: readonly SourceRace[], race: SourceRace, scope: VenueScope): RaceFeatures {
  const rows = buildRows(races, race.venueType, scope);
  const horseNums = race.runners.map(({ horseNum }) => horseNum);
  const codes = horseNums.map((horseNum) => rows.codes(race.raceId, horseNum));
  const columns = allColumns(race.venueType);
  return {
    raceId: race.raceId,
    horseNums,
    isStarter: race.runners.map(({ status }) => isStarter(status)),
    codes: new Map(columns.map(({ id }, column) => [id, Uint16Array.from(codes, (row) => row[column] ?? -1)])),
  };
}

/** Each horse's starts before the race's day, by its number. */
function startsOf(races: readonly SourceRace[], race: SourceRace): Map<number, KnownStart[]> {
  const hasRun = ({ status }: SourceRunner) => isStarter(status) && status !== "entered";
  const starts = new Map<number, KnownStart[]>();
  for (const past of sortRaces(races)) {
    if (past.date >= race.date || past.status !== "result") continue;
    for (const runner of past.runners.filter(hasRun)) {
      const horse = race.runners.find(({ horseId }) => horseId === runner.horseId);
      if (horse === undefined) continue;
      const { status, finishPosition, jockeyId } = runner;
      const start = {
        going: past.going,
        status,
        finishPosition,
        jockeyId,
        starters: past.runners.filter(hasRun).length,
      };
      starts.set(horse.horseNum, [...(starts.get(horse.horseNum) ?? []), start]);
    }
  }
  return starts;
}

/** Riders of the race's day and venue type, with the codes in the row of their first mount. */
function ridersOf(races: readonly SourceRace[], { date, venueType }: SourceRace, scope: VenueScope) {
  const rows = buildRows(races, venueType, scope);
  const columns = allColumns(venueType).map(({ id }) => id as string);
  const codes = new Map<string, number[]>();
  for (const race of races.filter((other) => other.date === date && other.venueType === venueType)) {
    for (const { jockeyId, horseNum } of race.runners) {
      if (jockeyId === null || codes.has(jockeyId)) continue;
      const row = rows.codes(race.raceId, horseNum);
      codes.set(
        jockeyId,
        JOCKEY_COLUMNS.map((id) => row[columns.indexOf(id)] ?? -1),
      );
    }
  }
  return codes;
}

/** The conditions of some picks: what the form would let through. */
function conditionsOf(race: SourceRace, riders: readonly string[], { going, out, horses }: Picks): Conditions {
  const { runners } = race;
  const at = (pick: number) => runners[pick % runners.length];
  const gates = new Set<number>();
  const changed = new Map<number, Conditions["horses"][number]>();
  for (const { horse, jockey, kg, gate } of horses) {
    const runner = at(horse);
    if (runner === undefined || changed.has(runner.horseNum)) continue;
    const jockeyId = jockey === null ? undefined : riders[jockey % riders.length];
    const place = gate === null ? null : (at(gate)?.horseNum ?? null);
    const isFree = place !== null && place !== runner.horseNum && !gates.has(place);
    if (isFree) gates.add(place);
    changed.set(runner.horseNum, {
      horseNum: runner.horseNum,
      jockey:
        jockeyId === undefined
          ? null
          : { jockeyId, name: jockeyId, venue: "", raceId: "", horseNum: 0, inputsVersion: 0 },
      carriedWeightKg: runner.carriedWeightKg === null ? null : kg,
      gate: isFree ? place : null,
    });
  }
  const left = new Set(out.flatMap((pick) => at(pick)?.horseNum ?? []));
  return {
    going,
    out: left.size === runners.length ? [] : [...left].sort((one, other) => one - other),
    horses: [...changed.values()].sort((one, other) => one.horseNum - other.horseNum),
  };
}

/** The race with its card changed in earnest. */
function changeCard(race: SourceRace, conditions: Conditions): SourceRace {
  const places = placesOf(race.runners, conditions);
  const bracketOf = new Map(race.runners.map(({ horseNum, bracketNum }) => [horseNum, bracketNum]));
  const runners = race.runners.map((runner): SourceRunner => {
    const { horseNum } = runner;
    const place = places.get(horseNum) ?? 0;
    const changed = conditions.horses.find((horse) => horse.horseNum === horseNum);
    return {
      ...runner,
      horseNum: place,
      bracketNum: bracketOf.get(place) ?? null,
      jockeyId: changed?.jockey?.jockeyId ?? runner.jockeyId,
      carriedWeightKg: changed?.carriedWeightKg ?? runner.carriedWeightKg,
      status: conditions.out.includes(horseNum) ? "scratched" : runner.status,
    };
  });
  return {
    ...race,
    going: conditions.going ?? race.going,
    runners: runners.sort((one, other) => one.horseNum - other.horseNum),
  };
}

/** A race with conditions, its rows, and its rows with the card changed in earnest and all features built anew. */
function prepare(races: readonly SourceRace[], picked: Picks, [venueType, scope]: (typeof KINDS)[number]) {
  const own = races.filter((race) => race.venueType === venueType);
  const race = own[picked.race % own.length];
  if (race === undefined) return null;
  const riders = ridersOf(races, race, scope);
  const conditions = conditionsOf(race, [...riders.keys()], picked);
  const entries = race.runners.map(entryOf);
  const before = readRace(races, race, scope);
  const starts = startsOf(races, race);
  const after = changeRace(before, { entries, conditions }, { starts, jockeyCodes: riders });
  const real = changeCard(race, conditions);
  const anew = readRace(
    races.map((other) => (other === race ? real : other)),
    real,
    scope,
  );
  return { race, conditions, entries, before, starts, after, real, anew };
}

test("rows under any conditions are, code by code, those of features rebuilt from a card with these conditions", () => {
  let changes = 0;
  fc.assert(
    fc.property(racesArbitrary, picks, fc.constantFrom(...KINDS), (races, picked, kind) => {
      const found = prepare(races, picked, kind);
      if (found === null) return;
      const { before, after, anew, race, entries, starts } = found;
      expect(after.race).toEqual(anew);
      expect(agreesWith(before, { going: race.going, entries }, starts)).toBe(true);
      if ([...anew.codes].some(([id, codes]) => codes.join() !== before.codes.get(id)?.join())) changes += 1;
    }),
    RUNS,
  );
  expect(changes).toBeGreaterThan(40);
});

test("indexes and chances are to the last bit those of scoring again, and the parts sum to the change of the index", {
  tags: "full",
}, () => {
  const artifact = {
    temperature: 1.3,
    sigma: 0.7,
    orderExponents: { second: 0.81, third: 0.65 },
    choice: { static: ["騎手" as const, "斤量" as const, "枠番" as const, "天気" as const], average: {} },
  };
  fc.assert(
    fc.property(racesArbitrary, picks, fc.constantFrom(...KINDS), (races, picked, kind) => {
      const found = prepare(races, picked, kind);
      if (found === null) return;
      const { conditions, entries, before, after, real, anew } = found;
      const predictor = predictorOf(kind[0]);
      const horses = compareConditions({
        ...{ artifact: { ...artifact, venueType: kind[0] }, predictor, isLearntFrom: false, entries, conditions },
        ...{ before, after },
      });
      const score = (rows: RaceFeatures, runners: readonly SourceRunner[]) =>
        scoreRace({ artifact, predictor, isLearntFrom: false, race: rows, runners: runners.map(entryOf) });
      const places = placesOf(entries, conditions);
      const now = score(before, found.race.runners);
      const then = score(anew, real.runners);
      for (const { horseNum, before: own, after: other, parts } of horses) {
        expect(now.find((one) => one.horseNum === horseNum)).toMatchObject(own);
        expect(then.find((one) => one.horseNum === places.get(horseNum))).toMatchObject(other);
        const moved = parts.reduce((sum, { contribution }) => sum + contribution, 0);
        expect(moved).toBeCloseTo(other.index - own.index, 9);
      }
      expect(horses.map(({ horseNum }) => horseNum).sort()).toEqual(entries.map(({ horseNum }) => horseNum).sort());
    }),
    { numRuns: 60 },
  );
});

test("nothing changed is the race itself", () => {
  fc.assert(
    fc.property(racesArbitrary, fc.constantFrom(...KINDS), (races, [venueType, scope]) => {
      const race = races.find((one) => one.venueType === venueType);
      if (race === undefined) return;
      const before = readRace(races, race, scope);
      const sources = { starts: new Map(), jockeyCodes: new Map() };
      const entries = race.runners.map(entryOf);
      expect(changeRace(before, { entries, conditions: NO_CONDITIONS }, sources).race).toEqual(before);
    }),
    { numRuns: 30 },
  );
});

test("starts that the rows were not built from are noticed", () => {
  const run = (raceId: string, date: string, winner: number, fields: Partial<SourceRace>): SourceRace => ({
    ...{ raceId, date, venue: "東京", venueType: 1, surface: "turf", distanceM: 1600, weather: "fine", going: "firm" },
    status: "result",
    runners: ["h1", "h2"].map((horseId, index) => ({
      ...{ horseNum: index + 1, horseId, bracketNum: index + 1, sex: "male", age: 4, carriedWeightKg: 56 },
      ...{
        jockeyId: `j${index}`,
        trainerId: null,
        status: "finished",
        finishPosition: index === winner ? 1 : 2,
        marginS: null,
        ...{ timeS: null, last600mS: null },
      },
      ...{ cornerPositions: null, winOdds: null, bodyWeightKg: null, bodyWeightChangeKg: null, prizeYen: null },
      ...{ sireName: null, damSireName: null, trouble: null },
    })),
    ...fields,
  });
  const past = [run("r1", "2024-06-01", 0, { going: "soft" }), run("r2", "2024-06-08", 1, {})];
  const race = run("r3", "2024-06-15", 0, { status: "scheduled" });
  const rows = readRace([...past, race], race, "all");
  const entries = race.runners.map(entryOf);
  const starts = startsOf([...past, race], race);
  expect(agreesWith(rows, { going: "firm", entries }, starts)).toBe(true);
  expect(agreesWith(rows, { going: "soft", entries }, starts)).toBe(false);
  expect(agreesWith(rows, { going: "firm", entries: entries.slice(1) }, starts)).toBe(false);
  const [first, ...others] = entries;
  const changed = first === undefined ? [] : [{ ...first, jockeyId: "j9" }, ...others];
  expect(agreesWith(rows, { going: "firm", entries: changed }, starts)).toBe(false);
  expect(agreesWith(rows, { going: "firm", entries }, startsOf([past[1] ?? race, race], race))).toBe(false);
});
