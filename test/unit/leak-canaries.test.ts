import fc from "fast-check";
import { expect, test } from "vitest";
import type { SourceRace, SourceRunner } from "#app/domain/features/history.ts";
import { MISSING_CODE } from "#app/domain/features/matrix.ts";
import { presetChoice } from "#app/domain/features/presets.ts";
import { boostedTrees } from "#app/domain/learning/boosted-trees.ts";
import { conditionalLogit } from "#app/domain/learning/conditional-logit.ts";
import { makeCanaryRaces, shuffleResults } from "./support/canary-races.ts";
import { buildFeatures, type Features, tryOut, walkFeatures } from "./support/canary-training.ts";
import { outcomeFields, racesArbitrary } from "./support/feature-arbitraries.ts";
import { readCatalogue } from "./support/feature-rows.ts";
import { findColumnsKnownAfterwards, type ReadRows } from "./support/known-afterwards.ts";

const LEARNERS = [conditionalLogit, boostedTrees];
/** The column through which the planted fact comes: what `trouble` was in the horse's last start. */
const PLANTED_COLUMN = "static.trouble.last";
const PLAIN_CHOICE = { static: ["斤量" as const], average: {} };
const PLANTED_CHOICE = { static: ["斤量" as const, "不利があったか" as const], average: {} };
const PRESET = presetChoice("default", 1);

/** Bound of what may look like skill, or like a gain of it, where there is none. */
const NOTHING = 0.003;
const MEASURED_RACES = 2500;
/** Some seconds on a quiet machine. */
const PATIENCE = { timeout: 240_000 };

/** Day from which on so many races are left to measure. */
function cutoffOf(races: readonly SourceRace[]): string {
  return races[races.length - MEASURED_RACES]!.date;
}

/** A fact that becomes known with the result and says who won. */
function plantResult(races: readonly SourceRace[]): SourceRace[] {
  return races.map((race) => ({
    ...race,
    runners: race.runners.map((runner) => ({ ...runner, trouble: runner.finishPosition === 1 })),
  }));
}

/** Strengths come from the card and last for one race, so that nothing of the past says anything. */
const plantedRaces = plantResult(makeCanaryRaces({ races: 6500, seed: 3, weight: 0.6 }));
const delayed = buildFeatures(plantedRaces);
const undelayed: Features = {
  index: delayed.index,
  codes: new Map([
    ...delayed.codes,
    [PLANTED_COLUMN, walkFeatures(plantedRaces, "before its rows").codes.get(PLANTED_COLUMN)!],
  ]),
};
const cutoffDay = cutoffOf(plantedRaces);

test("the plain walk of these tests builds what the product builds", () => {
  const races = makeCanaryRaces({ races: 300, seed: 2, lasting: 0.5 });
  const bytesOf = ({ codes }: Features) =>
    [...codes].map(([id, column]) => `${id} ${Buffer.from(Uint16Array.from(column).buffer).toString("base64")}`);
  expect(bytesOf(walkFeatures(races, "after its rows"))).toEqual(bytesOf(buildFeatures(races)));
  expect(bytesOf(walkFeatures(races, "before its rows"))).not.toEqual(bytesOf(buildFeatures(races)));
});

for (const learner of LEARNERS) {
  test(
    `${learner.name}: a planted column that knows the result gives no lift from the next race day on`,
    PATIENCE,
    async () => {
      const without = await tryOut(learner, delayed, { choice: PLAIN_CHOICE, cutoffDay });
      const planted = await tryOut(learner, delayed, { choice: PLANTED_CHOICE, cutoffDay });
      expect(without.skill.races).toBeGreaterThanOrEqual(MEASURED_RACES);
      expect(without.skill.pseudoR2).toBeGreaterThan(0.05);
      expect(Math.abs(planted.skill.pseudoR2 - without.skill.pseudoR2)).toBeLessThanOrEqual(NOTHING);
    },
  );

  test(
    `${learner.name}: on the same day it gives a lift that no honest model has, and the report says so`,
    PATIENCE,
    async () => {
      const { artifact, skill } = await tryOut(learner, undelayed, { choice: PLANTED_CHOICE, cutoffDay });
      expect(artifact.report.pseudoR2).toBeGreaterThan(0.9);
      expect(artifact.report.top1WinRate).toBeGreaterThan(0.99);
      // The odds know all that can be known before the start.
      expect(artifact.report.marketPseudoR2).toBeGreaterThan(0.05);
      expect(artifact.report.marketPseudoR2).toBeLessThan(0.2);
      expect(skill.pseudoR2).toBeGreaterThan(0.9);
    },
  );
}

type Planted = (runner: SourceRunner) => number | null;
const COPIED_COLUMNS: Record<string, Planted> = {
  "planted.trouble": ({ trouble }) => (trouble === null ? null : Number(trouble)),
  "planted.final_corner": ({ cornerPositions }) => Number(cornerPositions?.split("-").at(-1) ?? Number.NaN) || null,
  "planted.win_odds": ({ winOdds }) => winOdds,
};

/** The catalogue with columns copied from the same row's outcome. */
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

test("the walk through the catalogue finds columns copied from the race's own trouble, corners and odds, and no other", () => {
  const readRows = plantColumns(COPIED_COLUMNS);
  const found = fc
    .sample(fc.tuple(...walkArguments), { numRuns: 60, seed: 7 })
    .flatMap(([races, pick, outcomes]) =>
      findColumnsKnownAfterwards(readRows, races, races[pick % races.length]!, outcomes),
    );
  expect([...new Set(found)].sort()).toEqual(Object.keys(COPIED_COLUMNS).sort());
});

for (const [id, copy] of Object.entries(COPIED_COLUMNS)) {
  test(`the walk through the catalogue fails where ${id} alone is planted, and names it`, () => {
    const readRows = plantColumns({ [id]: copy });
    const walk = fc.property(...walkArguments, (races, pick, outcomes) => {
      expect(findColumnsKnownAfterwards(readRows, races, races[pick % races.length]!, outcomes)).toEqual([]);
    });
    const result = fc.check(walk, { numRuns: 60, seed: 7, endOnFailure: true });
    expect(result.failed).toBe(true);
    expect(String(result.errorInstance)).toContain(id);
  });
}

/** What a preset of 50 features has to do with results that are dealt out among each race's runners. */
async function trialsOfShuffledResults(seed: number) {
  const races = shuffleResults(makeCanaryRaces({ races: 8500, seed, lasting: 0.6, weight: 0.3 }), seed + 100);
  const features = buildFeatures(races);
  const measured: Record<string, number> = {};
  for (const learner of LEARNERS) {
    const { skill } = await tryOut(learner, features, { choice: PRESET, cutoffDay: cutoffOf(races) });
    expect(skill.races).toBeGreaterThanOrEqual(MEASURED_RACES);
    measured[learner.name] = skill.pseudoR2;
  }
  return measured;
}

for (const seed of [1, 2, 3, 4, 5]) {
  test(`shuffled results give no learner any skill (seed ${seed})`, PATIENCE, async () => {
    const measured = await trialsOfShuffledResults(seed);
    for (const learner of LEARNERS) {
      const pseudoR2 = measured[learner.name]!;
      expect(Math.abs(pseudoR2), `${learner.name}: ${pseudoR2}`).toBeLessThanOrEqual(NOTHING);
    }
  });
}

test(
  "the same races have skill to find before they are shuffled, and after where their day enters its own past",
  PATIENCE,
  async () => {
    const races = makeCanaryRaces({ races: 4000, seed: 1, lasting: 0.6, weight: 0.3 });
    const task = { choice: PRESET, cutoffDay: cutoffOf(races) };
    const honest = await tryOut(conditionalLogit, buildFeatures(races), task);
    expect(honest.skill.pseudoR2).toBeGreaterThan(0.03);
    const leaking = await tryOut(conditionalLogit, walkFeatures(shuffleResults(races, 101), "before its rows"), task);
    expect(leaking.skill.pseudoR2).toBeGreaterThan(0.5);
  },
);
