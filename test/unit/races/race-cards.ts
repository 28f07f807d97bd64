import type { RaceCard } from "#app/domain/views/race-card.ts";
import { makeRace } from "#test/unit/support/racing-factories.ts";

/** The card of race r1, without runners unless given. */
export const card = (values: Partial<RaceCard>): RaceCard => ({
  ...{
    race: makeRace({ runnerCount: 3 }),
    runners: [],
    winMoves: [],
    pastRuns: [],
    neighbours: [],
    analyses: [],
    payouts: [],
    market: null,
  },
  updatedAt: { weights: null, results: null },
  changes: [],
  ...{ why: [], own: { marks: [], notes: [] }, isBeforeStart: true, use: null },
  ...values,
});
