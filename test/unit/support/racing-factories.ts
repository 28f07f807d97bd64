import type { SourceRace, SourceRunner } from "#app/domain/features/history.ts";
import type { AnalysisUses } from "#app/domain/plans/entitlements.ts";
import type { RaceDetails, Runner } from "#app/domain/racing/records.ts";
import type { Score } from "#app/domain/scoring/score.ts";

/** A central dirt race that was run, without runners. */
export function makeSourceRace(fields: Partial<SourceRace> & Pick<SourceRace, "raceId" | "date">): SourceRace {
  return {
    venue: "東京",
    venueType: 1,
    surface: "dirt",
    distanceM: 1600,
    weather: "fine",
    going: "firm",
    status: "result",
    runners: [],
    ...fields,
  };
}

/** A runner that finished, with nothing else known. */
export function makeSourceRunner(
  fields: Partial<SourceRunner> & Pick<SourceRunner, "horseNum" | "horseId">,
): SourceRunner {
  return {
    bracketNum: null,
    sex: null,
    age: null,
    carriedWeightKg: null,
    jockeyId: null,
    trainerId: null,
    status: "finished",
    finishPosition: null,
    timeS: null,
    marginS: null,
    last600mS: null,
    cornerPositions: null,
    winOdds: null,
    bodyWeightKg: null,
    bodyWeightChangeKg: null,
    prizeYen: null,
    sireName: null,
    damSireName: null,
    trouble: null,
    ...fields,
  };
}

/** A horse's index and chances; without any unless given. */
export const makeScore = (horseNum: number, given: Partial<Score> = {}): Score => ({
  ...{ horseNum, bracketNum: horseNum, horseName: `ウマ${horseNum}` },
  ...{ index: 0, probability: null, placeProbability: null },
  ...given,
});

export const NO_RACE_DETAILS: RaceDetails = {
  ...{ weightRule: null, entryMarks: null, courseWay: null, rail: null, pursesYen: null, lapsS: null },
};

/** Optional columns of a runner. */
export const NO_RUNNER_DETAILS = {
  ...{ trouble: null, damName: null, trainerBase: null, apprentice: null, blinkers: null, lengths: null },
} satisfies Partial<Runner>;

/** What a user has used who has not analysed anything, without the plan. */
export const NO_USES: Omit<AnalysisUses, "plan"> = {
  ...{ analysesToday: 0, analysesThisMonth: 0, freeAnalyses: 0, runningAnalyses: 0 },
  ownPerMonth: null,
};
