import { expect, test } from "vitest";
import { payouts } from "#app/db/schema/racing.server.ts";
import * as analyses from "#app/services/analyses/analyses.server.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { makeScore } from "#test/unit/support/racing-factories.ts";

const PRO = { id: 1, plan: 4 };

/** A card of ten, and the analysis 1 whose index puts 3, 8, 1, 2, 4 first. */
async function startWithIndex(values: { isLearntFrom?: boolean; status?: number } = {}) {
  const { database, deps } = await openTestDeps();
  await insertUser(database.db, PRO);
  await insertModel(database.db, { id: 1 });
  await insertRace(database.db, { raceId: "r1", runnerRows: 10 });
  const scores = [3, 8, 1, 2, 4, 5, 6, 7, 9, 10].map((horseNum, place) =>
    makeScore(horseNum, { bracketNum: Math.min(8, horseNum), index: 2 - place / 2, probability: 0.1 }),
  );
  await insertAnalysis(database.db, { id: 1, scores: values.status === 1 ? null : JSON.stringify(scores), ...values });
  return {
    ...database,
    pay: async (...rows: [betType: string, combination: string, payoutYen: number][]) => {
      await database.db
        .insert(payouts)
        .values(rows.map(([betType, combination, payoutYen]) => ({ raceId: "r1", betType, combination, payoutYen })));
    },
    bets: async () => (await analyses.find(deps, { user: PRO, analysisId: 1 }))?.bets,
  };
}

test("an index's bets are its first two to win, its first to place and seven quinellas, paid by the official rows", async () => {
  await using world = await startWithIndex();
  expect(await world.bets()).toBeNull();
  await world.pay(
    ["win", "8", 540],
    ["place", "8", 180],
    ["place", "6", 210],
    ["place", "3", 130],
    ["quinella", "3-8", 960],
    ["trio", "3-6-8", 4000],
  );
  // Win 3 and 8: one hit at 540. Place 3: 130. Quinella 3-8 is one of the seven.
  expect(await world.bets()).toEqual({
    win: { stakeYen: 200, payoutYen: 540, hits: 1 },
    place: { stakeYen: 100, payoutYen: 130, hits: 1 },
    quinella: { stakeYen: 700, payoutYen: 960, hits: 1 },
  });
});

test("no bets count on a jump race, on one that was cancelled or trained on, or before an index exists", async () => {
  for (const [change, analysis] of [
    ["update races set surface = 'jump'", {}],
    ["update races set status = 'cancelled'", {}],
    [null, { isLearntFrom: true }],
    [null, { status: 1 }],
  ] as const) {
    await using world = await startWithIndex(analysis);
    if (change !== null) await world.d1.prepare(change).run();
    await world.pay(["win", "3", 300]);
    expect([change, analysis, await world.bets()]).toEqual([change, analysis, null]);
  }
  await using otherRows = await startWithIndex();
  await otherRows.pay(["trio", "1-2-3", 300]);
  expect(await otherRows.bets()).toBeNull();
});
