import type { SourceRace, SourceRunner } from "#app/domain/features/history.ts";
import type { AnalysisUses } from "#app/domain/plans/entitlements.ts";
import type { RaceDetails, Runner } from "#app/domain/racing/records.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import type { SharedAnalysis } from "#app/domain/scoring/shared-analysis.ts";
import type { DetailedRace } from "#app/domain/views/analyses.ts";

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

/** A runner of race r1 that is entered, with nothing else known. */
export const makeRunner = (horseNum: number, given: Partial<Runner> = {}): Runner => ({
  ...makeSourceRunner({ horseNum, horseId: `h${horseNum}`, bracketNum: horseNum, status: "entered" }),
  ...{ raceId: "r1", horseName: `ウマ${horseNum}`, jockeyName: null, trainerName: null },
  ...{ timeS: null, last600mS: null, popularity: null, damSireName: null, sireName: null },
  ...NO_RUNNER_DETAILS,
  ...given,
});

/** A coming race of Saturday, 21 November 2026 at Tokyo, of which nothing else is known. */
export const makeRace = (given: Partial<DetailedRace> = {}): DetailedRace => ({
  ...{ raceId: "r1", date: "2026-11-21", venue: "東京", venueType: 1, raceNum: 1, name: "特別", startTime: null },
  ...{ surface: null, distanceM: null, weather: null, going: null, status: "scheduled", meetingNum: null },
  ...{ meetingDay: null, grade: null, raceClass: null, runnerCount: 10, isAcquiredWeight: false, dataVersion: 1 },
  ...NO_RACE_DETAILS,
  ...given,
});

/** A shared analysis, without horses. */
export const makeShared = (given: Partial<SharedAnalysis> = {}): SharedAnalysis => ({
  ...{ analysisId: 1, shareId: "a", createdAt: 1, sharedAt: 2, modelName: "m", userName: "u", imageKey: "0" },
  race: {
    ...{ raceNum: 11, name: "特別", title: "東京", date: "2026-11-21", venueType: 1 },
    ...{ startTime: null, surface: null, distanceM: null },
  },
  isLearntFrom: false,
  horses: [],
  ...given,
});
