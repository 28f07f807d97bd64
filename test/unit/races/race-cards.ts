import type { Runner } from "#app/domain/racing/records.ts";
import type { RaceCard } from "#app/domain/views/race-card.ts";
import { NO_RACE_DETAILS, NO_RUNNER_DETAILS } from "#test/unit/support/racing-factories.ts";

/** A runner of race r1 of which only its number is known. */
export function runner(horseNum: number, values: Partial<Runner> = {}): Runner {
  return {
    ...{ raceId: "r1", horseNum, bracketNum: horseNum, horseId: `h${horseNum}`, horseName: `ウマ${horseNum}` },
    ...{ sex: null, age: null, carriedWeightKg: null, jockeyId: null, jockeyName: null },
    ...{ trainerId: null, trainerName: null, status: "entered", finishPosition: null, timeS: null, marginS: null },
    ...{ cornerPositions: null, last600mS: null, winOdds: null, popularity: null },
    ...{ bodyWeightKg: null, bodyWeightChangeKg: null, prizeYen: null, sireName: null, damSireName: null },
    ...NO_RUNNER_DETAILS,
    ...values,
  };
}

const RACE: RaceCard["race"] = {
  ...{ raceId: "r1", date: "2026-11-21", venue: "東京", venueType: 1, raceNum: 1, name: "特別", startTime: null },
  ...{ surface: null, distanceM: null, weather: null, going: null, status: "scheduled", meetingNum: null },
  ...{ meetingDay: null, grade: null, raceClass: null, runnerCount: 3, isAcquiredWeight: false, dataVersion: 1 },
  ...NO_RACE_DETAILS,
};

/** Its card, without runners unless given. */
export const card = (values: Partial<RaceCard>): RaceCard => ({
  ...{ race: RACE, runners: [], winMoves: [], pastRuns: [], neighbours: [], analyses: [], payouts: [], market: null },
  updatedAt: { weights: null, results: null },
  changes: [],
  ...{ why: [], own: { marks: [], notes: [] }, isBeforeStart: true, use: null },
  ...values,
});
