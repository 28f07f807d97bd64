// @module-tag full
import fc from "fast-check";
import { expect, test } from "vitest";
import { BASE_COLUMNS } from "#app/domain/features/catalogue.ts";
import { type FeatureChoice, RACE_CUSTOMIZES } from "#app/domain/features/choice.ts";
import type { SourceRace, SourceRunner } from "#app/domain/features/history.ts";
import { MISSING_CODE } from "#app/domain/features/matrix.ts";
import { presetChoice } from "#app/domain/features/presets.ts";
import { RATING_COLUMNS } from "#app/domain/features/ratings/rating-columns.ts";
import { boostedTrees } from "#app/domain/learning/boosted-trees.ts";
import { conditionalLogit } from "#app/domain/learning/conditional-logit.ts";
import { makeCanaryRaces, shuffleResults } from "#test/unit/support/canaries/canary-races.ts";
import { tryOut, walkCodes } from "#test/unit/support/canaries/canary-training.ts";
import { outcomeFields, racesArbitrary } from "#test/unit/support/features/feature-arbitraries.ts";
import { readCatalogue } from "#test/unit/support/features/feature-rows.ts";
import { findColumnsKnownAfterwards, type ReadRows } from "#test/unit/support/known-afterwards.ts";
import { buildFeatures, type Features } from "#test/unit/support/market/features.ts";

const LEARNERS = [conditionalLogit, boostedTrees];
/** The column that reveals the planted fact: the value of `trouble` at the horse's last start. */
const PLANTED_COLUMN = "static.trouble.last";
const PLANTED_FEATURE = "不利があったか" as const;
const PLAIN_CHOICE = { static: ["斤量" as const], average: {} };
const PLANTED_CHOICE = { static: ["斤量" as const, PLANTED_FEATURE], average: {} };
const PRESET = presetChoice("default", 1);

/** Bound of apparent skill, or of a gain of it, where there is none. */
const NOTHING = 0.003;
/**
 * Number of races, of which 2000 are trained on. Measured are 1600 of those by the walk, and all later ones by the
 * final fit.
 */
const RACES = 3000;
const LATER_RACES = 1000;
const MEASURED_RACES = 2500;

/** The day from which the races to be measured start. */
function cutoffOf(races: readonly SourceRace[]): string {
  return races[races.length - LATER_RACES]!.date;
}

/** A fact that becomes known with the result and reveals the winner. */
function plantResult(races: readonly SourceRace[]): SourceRace[] {
  return races.map((race) => ({
    ...race,
    runners: race.runners.map((runner) => ({ ...runner, trouble: runner.finishPosition === 1 })),
  }));
}

/** Strengths come from the card and last for one race, so that the past contains no information. */
const plantedRaces = plantResult(makeCanaryRaces({ races: RACES, seed: 3, weight: 0.6 }));
const delayed = buildFeatures(plantedRaces);
const undelayed: Features = {
  index: delayed.index,
  codes: new Map([...delayed.codes, [PLANTED_COLUMN, walkCodes(plantedRaces, "before its rows").get(PLANTED_COLUMN)!]]),
};
const cutoffDay = cutoffOf(plantedRaces);

test("the plain computation of these tests builds the same features as the product", () => {
  const races = makeCanaryRaces({ races: 300, seed: 2, lasting: 0.5 });
  const bytesOf = (codes: Features["codes"]) =>
    [...codes].map(([id, column]) => `${id} ${Buffer.from(Uint16Array.from(column).buffer).toString("base64")}`);
  const built = bytesOf(buildFeatures(races).codes);
  expect(bytesOf(walkCodes(races, "after its rows"))).toEqual(built);
  expect(bytesOf(walkCodes(races, "before its rows"))).not.toEqual(built);
});

for (const learner of LEARNERS) {
  test(`${learner.name}: a planted column that knows the result gives no lift from the next race day on`, async () => {
    const without = await tryOut(learner, delayed, { choice: PLAIN_CHOICE, cutoffDay });
    const planted = await tryOut(learner, delayed, { choice: PLANTED_CHOICE, cutoffDay });
    expect(without.races).toBeGreaterThanOrEqual(MEASURED_RACES);
    expect(without.pseudoR2).toBeGreaterThan(0.05);
    expect(Math.abs(planted.pseudoR2 - without.pseudoR2)).toBeLessThanOrEqual(NOTHING);
    const { importance } = await planted.details();
    expect(importance[0]).toMatchObject({ feature: "斤量", isMeasurable: true });
    expect(importance.find(({ feature }) => feature === PLANTED_FEATURE)).toMatchObject({ isMeasurable: false });
  });

  test(`${learner.name}: on the same day it gives a lift that no honest model has, and the report shows it`, async () => {
    const trial = await tryOut(learner, undelayed, { choice: PLANTED_CHOICE, cutoffDay });
    const { report, importance } = await trial.details();
    const { pseudoR2, pseudoR2Interval, marketPseudoR2, top } = report.skill;
    expect(pseudoR2).toBeGreaterThan(0.9);
    expect(pseudoR2Interval.low).toBeGreaterThan(0.9);
    expect(top.winRate).toBeGreaterThan(0.99);
    // The odds know everything knowable before the start.
    expect(marketPseudoR2).toBeGreaterThan(0.05);
    expect(marketPseudoR2).toBeLessThan(0.2);
    // And it names the responsible feature.
    expect(importance[0]).toMatchObject({ feature: PLANTED_FEATURE, isMeasurable: true });
    expect(importance[0]!.low).toBeGreaterThan(10 * Math.max(0, importance[1]!.high));
    expect(trial.artifact.report.pseudoR2).toBeCloseTo(pseudoR2, 5);
    expect(trial.later.pseudoR2).toBeGreaterThan(0.9);
  });
}

type Planted = (runner: SourceRunner) => number | null;
const COPIED_COLUMNS: Record<string, Planted> = {
  "planted.trouble": ({ trouble }) => (trouble === null ? null : Number(trouble)),
  "planted.final_corner": ({ cornerPositions }) => Number(cornerPositions?.split("-").at(-1) ?? Number.NaN) || null,
  "planted.win_odds": ({ winOdds }) => winOdds,
};

/** The catalogue with columns copied from the same row's result. */
function plantColumns(columns: Record<string, Planted>): ReadRows {
  return (races, venueType, scope) => {
    const rows = readCatalogue(races, venueType, scope);
    return {
      columnIds: [...rows.columnIds, ...Object.keys(columns)],
      codes(raceId, horseNum) {
        const runner = races
          .find((race) => race.raceId === raceId)
          ?.runners.find((candidate) => candidate.horseNum === horseNum);
        if (runner === undefined) throw new Error(`no runner ${raceId} ${horseNum}`);
        const copied = Object.values(columns).map((copy) => copy(runner) ?? MISSING_CODE);
        return [...Array.from(rows.codes(raceId, horseNum)), ...copied];
      },
    };
  };
}

const walkArguments = [racesArbitrary, fc.nat(), fc.array(outcomeFields, { minLength: 8, maxLength: 8 })] as const;

test("a search through the catalogue finds columns copied from the race's own trouble, corners and odds, and no others", () => {
  const readRows = plantColumns(COPIED_COLUMNS);
  const found = fc
    .sample(fc.tuple(...walkArguments), { numRuns: 60, seed: 7 })
    .flatMap(([races, pick, outcomes]) =>
      findColumnsKnownAfterwards(readRows, races, races[pick % races.length]!, outcomes),
    );
  expect([...new Set(found)].sort()).toEqual(Object.keys(COPIED_COLUMNS).sort());
});

for (const [id, copy] of Object.entries(COPIED_COLUMNS)) {
  test(`a search through the catalogue fails if ${id} alone is planted, and names it`, () => {
    const readRows = plantColumns({ [id]: copy });
    const walk = fc.property(...walkArguments, (races, pick, outcomes) => {
      expect(findColumnsKnownAfterwards(readRows, races, races[pick % races.length]!, outcomes)).toEqual([]);
    });
    const result = fc.check(walk, { numRuns: 60, seed: 7, endOnFailure: true });
    expect(result.failed).toBe(true);
    expect(String(result.errorInstance)).toContain(id);
  });
}

const PEDIGREE_CHOICE = { static: ["斤量" as const, "血統" as const], average: {} };

/** Races in which one and the same sire is known of those horses alone that win at some time. */
function knowWinnersOnly(races: readonly SourceRace[], { isLosersSire = false } = {}): SourceRace[] {
  const winners = new Set(
    races.flatMap(({ runners }) => runners.flatMap((each) => (each.finishPosition === 1 ? [each.horseId] : []))),
  );
  return races.map((race) => ({
    ...race,
    runners: race.runners.map((runner, place) => {
      const isKnown = winners.has(runner.horseId) || (isLosersSire && place !== 0);
      return { ...runner, sireName: isKnown ? "only" : null, damSireName: isKnown ? "only" : null };
    }),
  }));
}

/** As if what is not known were a value of its own. */
function tellAbsence({ index, codes }: Features, races: readonly SourceRace[]): Features {
  const sires = new Map(races.map(({ raceId, runners }) => [raceId, runners]));
  const isKnown = index.raceIds.flatMap((raceId) => sires.get(raceId)!.map(({ sireName }) => sireName !== null));
  const told = [...codes].map(([id, column]): [string, Uint16Array] => [
    id,
    id.startsWith("static.pedigree.") ? column.map((code, row) => (isKnown[row] ? code : MISSING_CODE)) : column,
  ]);
  return { index, codes: new Map(told) };
}

const lastingRaces = makeCanaryRaces({ races: RACES, seed: 4, lasting: 0.6, weight: 0.3 });

/** Built when the first test asks: several tests read them. */
const lastingFeatures = lazily(() => buildFeatures(lastingRaces));

/** What each learner makes of these races by a choice without anything planted: the same in every test. */
const soundTrials = new Map<string, ReturnType<typeof tryOut>>();
function trySound(learner: (typeof LEARNERS)[number], choice: FeatureChoice): ReturnType<typeof tryOut> {
  const key = `${learner.name} ${JSON.stringify(choice)}`;
  const known = soundTrials.get(key);
  if (known !== undefined) return known;
  const trial = tryOut(learner, lastingFeatures(), { choice, cutoffDay: cutoffOf(lastingRaces) });
  soundTrials.set(key, trial);
  return trial;
}

for (const [name, races] of [
  ["few", knowWinnersOnly(lastingRaces)],
  ["nearly all", knowWinnersOnly(lastingRaces, { isLosersSire: true })],
] as const) {
  test(`of pedigree that is known of ${name} horses, for how they will do, a model learns nothing`, async () => {
    const features = buildFeatures(races);
    const cutoffDay = cutoffOf(races);
    for (const learner of LEARNERS) {
      const without = await trySound(learner, PLAIN_CHOICE);
      const constant = await tryOut(learner, features, { choice: PEDIGREE_CHOICE, cutoffDay });
      expect(Math.abs(constant.pseudoR2 - without.pseudoR2), learner.name).toBeLessThanOrEqual(NOTHING);
      const told = await tryOut(learner, tellAbsence(features, races), { choice: PEDIGREE_CHOICE, cutoffDay });
      expect(told.pseudoR2, learner.name).toBeGreaterThan(without.pseudoR2 + NOTHING);
    }
  });
}

/** Choices that ratings come with, and which columns are to say nothing in it. */
const RATED_CHOICES = [
  {
    name: "着差",
    choice: { static: ["斤量" as const], average: { margin: { race_customize: [...RACE_CUSTOMIZES], race_num: [] } } },
    isHidden: (id: string) => /^(rating\.(?!class|gain|style)|average\.margin\.)/.test(id),
    gain: 0.02,
  },
  {
    name: "騎手",
    choice: { static: ["斤量" as const, "騎手" as const], average: {} },
    isHidden: (id: string) => id.startsWith("static.jockey."),
    gain: 0.005,
  },
  {
    name: "獲得賞金 and corners",
    choice: {
      static: ["斤量" as const],
      average: Object.fromEntries(
        (["prize", "first_to_rank", "first_corner"] as const).map((kind) => [
          kind,
          { race_customize: [], race_num: [] },
        ]),
      ),
    },
    isHidden: (id: string) => /^(rating\.(class|gain|style)|average\.(prize|first))/.test(id),
    gain: 0.01,
  },
  {
    name: "枠番 and 出走間隔",
    choice: { static: ["斤量" as const, "枠番" as const, "出走間隔" as const], average: {} },
    isHidden: (id: string) => /^static\.(post|interval)\./.test(id),
    // Nothing of these lasts in the generated races.
    gain: null,
  },
];

for (const { name, choice, isHidden, gain } of RATED_CHOICES) {
  test(`ratings of ${name} whose known values are one constant give no skill, and their true values do`, async () => {
    const features = lastingFeatures();
    const cutoffDay = cutoffOf(lastingRaces);
    const constant = [...features.codes].map(([id, column]): [string, Uint16Array] => [
      id,
      isHidden(id) ? column.map((code) => (code === MISSING_CODE ? code : 1)) : column,
    ]);
    for (const learner of LEARNERS) {
      const without = await trySound(learner, PLAIN_CHOICE);
      const flat = await tryOut(learner, { index: features.index, codes: new Map(constant) }, { choice, cutoffDay });
      expect(Math.abs(flat.pseudoR2 - without.pseudoR2), learner.name).toBeLessThanOrEqual(NOTHING);
      if (gain === null) continue;
      const known = await trySound(learner, choice);
      expect(known.pseudoR2, learner.name).toBeGreaterThan(without.pseudoR2 + gain);
    }
  });
}

/** Codes of a column that is 2 for winners and 1 for others: a day late at the horse's next start, or in the race itself. */
function tellWinners(
  races: readonly SourceRace[],
  column: Uint16Array,
  { isDelayed }: { isDelayed: boolean },
): Uint16Array {
  const lastOf = new Map<string, number>();
  let row = 0;
  const told = column.slice();
  for (const { runners } of races) {
    for (const { horseId, finishPosition } of runners) {
      const own = finishPosition === 1 ? 2 : 1;
      told[row++] = isDelayed ? (lastOf.get(horseId) ?? MISSING_CODE) : own;
      lastOf.set(horseId, own);
    }
  }
  return told;
}

/** Columns of basic information are in every choice. */
const PLANTED_CHOICES = [...RATED_CHOICES, { choice: PLAIN_CHOICE, isHidden: (id: string) => id.startsWith("basic.") }];
const withoutPlanted = PLANTED_CHOICES.map(({ choice }) =>
  // Trained once, when the first of the tests asks.
  lazily(() => tryOut(conditionalLogit, delayed, { choice, cutoffDay })),
);

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const NEWER =
  /^(static\.jockey\.(rating|hindsight|form)|static\.post\.slope|static\.interval\.(starts|since).*|basic\.(trainer_form|female_season))$/;

test.each([...RATING_COLUMNS, ...BASE_COLUMNS.filter(({ id }) => NEWER.test(id))].map(({ id }) => id))(
  "%s that knows the winner gives away the race, and nothing a day later where strength does not last",
  async (id) => {
    const at = PLANTED_CHOICES.findIndex(({ isHidden }) => isHidden(id));
    const { choice } = PLANTED_CHOICES[at]!;
    const plant = (isDelayed: boolean): Features => ({
      index: delayed.index,
      codes: new Map([...delayed.codes, [id, tellWinners(plantedRaces, delayed.codes.get(id)!, { isDelayed })]]),
    });
    const learner = conditionalLogit;
    const without = await withoutPlanted[at]!();
    const late = await tryOut(learner, plant(true), { choice, cutoffDay });
    expect(Math.abs(late.pseudoR2 - without.pseudoR2)).toBeLessThanOrEqual(NOTHING);
    const early = await tryOut(learner, plant(false), { choice, cutoffDay });
    expect(early.pseudoR2).toBeGreaterThan(0.9);
  },
);

test("a model of 枠番 alone learns nothing: basic information does not hold what a user has to choose", async () => {
  for (const learner of LEARNERS) {
    const basic = await trySound(learner, { static: [], average: {} });
    const post = await trySound(learner, { static: ["枠番"], average: {} });
    expect(post.pseudoR2 - basic.pseudoR2, learner.name).toBeLessThan(0.002);
    const rated = await trySound(learner, RATED_CHOICES[0]!.choice);
    expect(rated.pseudoR2 - basic.pseudoR2, learner.name).toBeGreaterThan(0.02);
  }
});

/** Results shuffled among each race's runners, whose skill was persistent. */
const shuffledRaces = (seed: number) =>
  shuffleResults(makeCanaryRaces({ races: RACES, seed, lasting: 0.6, weight: 0.3 }), seed + 100);

for (const seed of [1, 2, 3, 4, 5]) {
  test(`shuffled results give no learner any skill (seed ${seed})`, async () => {
    const races = shuffledRaces(seed);
    const features = buildFeatures(races);
    for (const learner of LEARNERS) {
      const trial = await tryOut(learner, features, { choice: PRESET, cutoffDay: cutoffOf(races) });
      expect(trial.races).toBeGreaterThanOrEqual(MEASURED_RACES);
      expect(Math.abs(trial.pseudoR2), `${learner.name}: ${trial.pseudoR2}`).toBeLessThanOrEqual(NOTHING);
    }
  });
}

test("the same races give skill before they are shuffled, and after if their day enters its own past", async () => {
  const races = makeCanaryRaces({ races: RACES, seed: 1, lasting: 0.6, weight: 0.3 });
  const honest = await tryOut(conditionalLogit, buildFeatures(races), { choice: PRESET, cutoffDay: cutoffOf(races) });
  expect(honest.pseudoR2).toBeGreaterThan(0.03);
  const shuffled = shuffledRaces(1);
  const leaking = { index: buildFeatures(shuffled).index, codes: walkCodes(shuffled, "before its rows") };
  const { pseudoR2, artifact } = await tryOut(conditionalLogit, leaking, {
    choice: PRESET,
    cutoffDay: cutoffOf(races),
  });
  expect(pseudoR2).toBeGreaterThan(0.5);
  expect(artifact.report.pseudoR2).toBeGreaterThan(0.5);
});
