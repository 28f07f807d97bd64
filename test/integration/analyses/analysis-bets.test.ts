import { expect, test } from "vitest";
import { payouts, races } from "#app/db/schema/racing.server.ts";
import type { RunnerStatus } from "#app/domain/racing/race.ts";
import * as analyses from "#app/services/analyses/analyses.server.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
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
    cancel: async () => {
      await database.db.update(races).set({ status: "cancelled" });
    },
    setSurface: async (surface: "turf" | "jump") => {
      await database.db.update(races).set({ surface });
    },
    setStatus: async (horseNum: number, status: RunnerStatus) => {
      await sql(database.d1)`update runners set status = ${status} where horse_num = ${horseNum}
        and race_id = 'r1'`.run();
    },
    removeRunner: async (horseNum: number) => {
      await database.d1.prepare("delete from runners where horse_num = ?1").bind(horseNum).run();
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

test("an excluded pick and one no longer on the card are refunded; one that did not finish is not", async () => {
  await using world = await startWithIndex();
  await world.setStatus(1, "excluded");
  await world.removeRunner(2);
  await world.setStatus(8, "did_not_finish");
  await world.pay(["win", "3", 300], ["place", "3", 110], ["quinella", "3-9", 800]);
  // Quinella without 1 and 2: 3-8, 3-4, 8-4.
  expect(await world.bets()).toEqual({
    win: { stakeYen: 200, payoutYen: 300, hits: 1 },
    place: { stakeYen: 100, payoutYen: 110, hits: 1 },
    quinella: { stakeYen: 300, payoutYen: 0, hits: 0 },
  });
});

test("a cancelled race has no bets, even if payouts are stored", async () => {
  await using world = await startWithIndex();
  await world.pay(["win", "3", 320], ["place", "3", 130], ["quinella", "3-8", 960]);
  expect(await world.bets()).not.toBeNull();
  await world.cancel();
  expect(await world.bets()).toBeNull();
});

test("no bets count on a jump race, on a race the model was trained on, or before an index exists", async () => {
  await using jump = await startWithIndex();
  await jump.setSurface("jump");
  await jump.pay(["win", "3", 300]);
  expect(await jump.bets()).toBeNull();
  await using learnt = await startWithIndex({ isLearntFrom: true });
  await learnt.pay(["win", "3", 300]);
  expect(await learnt.bets()).toBeNull();
  await using running = await startWithIndex({ status: 1 });
  await running.pay(["win", "3", 300]);
  expect(await running.bets()).toBeNull();
  await using otherRows = await startWithIndex();
  await otherRows.pay(["trio", "1-2-3", 300]);
  expect(await otherRows.bets()).toBeNull();
});
