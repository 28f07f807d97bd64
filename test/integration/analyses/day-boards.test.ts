import { expect, test } from "vitest";
import {
  confirm as confirmDay,
  exportIndices,
  exportTargetIndex,
  readBoard,
  readPlan,
  stop as stopDay,
} from "#app/services/analyses/days.server.ts";
import * as models from "#app/services/models/models.server.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import { makeScore, NO_USES } from "#test/unit/support/racing-factories.ts";

const TODAY = "2026-11-21";

/** User 1 with models 1 and 2, user 2 with model 3, and four races of today at two courses. */
async function startBoard() {
  const { database, deps } = await openTestDeps();
  const user = { id: 1, plan: 5, defaultModelId: null as number | null, ...NO_USES };
  for (const id of [1, 2]) await insertUser(database.db, { id, plan: 5 });
  for (const id of [1, 2, 3]) await insertModel(database.db, { id, userId: id === 3 ? 2 : 1 });
  for (const [place, venue] of ["東京", "東京", "京都", "京都"].entries()) {
    const race = { raceId: `r${place + 1}`, venue, raceNum: (place % 2) + 1, startTime: `1${place}:30` };
    await insertRace(database.db, { ...race, runnerRows: 3 });
  }
  const score = (horseNum: number, index: number, probability: number) => makeScore(horseNum, { index, probability });
  const scores = JSON.stringify([score(2, 1.2, 0.5), score(1, 0.8, 0.3), score(3, -2, 0.2)]);
  const settle = async (raceId: string, order: readonly number[]) => {
    await database.d1.batch([
      database.d1.prepare("update races set status = 'result' where race_id = ?").bind(raceId),
      ...order.map(
        (horseNum, place) =>
          sql(database.d1)`update runners set status = 'finished', finish_position = ${place + 1},
            win_odds = ${horseNum * 1.5} where race_id = ${raceId} and horse_num = ${horseNum}`,
      ),
      sql(database.d1)`insert into payouts (race_id, bet_type, combination, payout_yen)
        values (${raceId}, 'win', ${String(order[0])}, 350)`,
    ]);
  };
  const board = async (modelId: number | null, as = user) => await readBoard(deps, { user: as, date: TODAY, modelId });
  return { ...database, deps, user, scores, settle, board };
}

test("a board shows the requested model, else the default one among those with analyses of the day, else of all", async () => {
  await using world = await startBoard();
  expect(await world.board(null)).toMatchObject({
    kind: "board",
    model: { modelId: 2, canAnalyse: true },
    askedAt: null,
  });
  await insertAnalysis(world.db, { id: 50, modelId: 1, raceId: "r1", scores: world.scores });
  expect(await world.board(null)).toMatchObject({ model: { modelId: 1 }, others: [] });
  expect(await world.board(2)).toMatchObject({ model: { modelId: 2 }, others: [{ modelId: 1, name: "model 1" }] });
});

test("another user's model has no board, and analyses of others are on none", async () => {
  await using world = await startBoard();
  await insertAnalysis(world.db, { id: 50, userId: 2, modelId: 3, raceId: "r1", scores: world.scores });
  expect(await world.board(3)).toEqual({ kind: "refused", reason: "not-found" });
  expect(await world.board(99)).toEqual({ kind: "refused", reason: "not-found" });
  const own = await world.board(null);
  expect(own.kind === "board" && own.rows.every(({ index }) => index === null)).toBe(true);
  expect(await stopDay(world.deps, { user: world.user, date: TODAY, modelId: 3 })).toMatchObject({ kind: "refused" });
});

test("rows hold marks and results, the sums those of before the start, beside the favourite", async () => {
  await using world = await startBoard();
  await insertAnalysis(world.db, { id: 50, raceId: "r1", scores: world.scores, completedAt: SATURDAY_MORNING });
  await insertAnalysis(world.db, { id: 51, raceId: "r2", scores: world.scores, completedAt: SATURDAY_MORNING + 7200 });
  await world.settle("r1", [2, 1, 3]);
  await world.settle("r2", [2, 1, 3]);
  const board = await world.board(1);
  if (board.kind !== "board") throw new Error(board.reason);
  expect(board.rows.map(({ race, gap }) => [race.raceId, gap])).toEqual([
    ["r1", null],
    ["r2", null],
    ["r3", "to-count"],
    ["r4", "to-count"],
  ]);
  expect(board.rows[0]?.index).toMatchObject({ probability: 0.5, isAfterStart: false });
  expect(board.rows[0]?.result).toMatchObject({ position: 1, winYen: 350 });
  expect(board.rows[1]?.index?.isAfterStart).toBe(true);
  expect(board.returns).toMatchObject({
    races: 1,
    model: { bets: { win: { stakeYen: 100, payoutYen: 350 } } },
    favourite: { bets: { win: { stakeYen: 100, payoutYen: 0 } } },
  });
  expect(board.leftOut).toEqual({ afterStart: 1, others: 0 });
});

test("the board of a confirmation counts what is made, and says that it was stopped", async () => {
  await using world = await startBoard();
  const { user, deps } = world;
  const form = { user, date: TODAY, modelId: 1, venues: ["東京", "京都"], only: null, stated: 4, formKey: "form" };
  expect(await confirmDay(deps, form)).toEqual({ kind: "accepted" });
  await sql(world.d1)`update analyses set status = 2, scores = ${world.scores}, completed_at = 1
    where race_id = 'r1'`.run();
  expect(await world.board(1)).toMatchObject({
    progress: { races: 4, done: 1, awaitingWeights: 0, askedAt: SATURDAY_MORNING },
    isStopped: false,
  });
  await stopDay(deps, { user, date: TODAY, modelId: 1 });
  const stopped = await world.board(1);
  expect(stopped).toMatchObject({ progress: null, isStopped: true });
  expect(stopped.kind === "board" && stopped.rows.map(({ gap }) => gap)).toEqual([
    null,
    "to-count",
    "to-count",
    "to-count",
  ]);
});

test("a deleted model keeps its board, from which no more analyses can be requested", async () => {
  await using world = await startBoard();
  await insertAnalysis(world.db, { id: 50, raceId: "r1", scores: world.scores });
  await models.remove(world.deps, { user: world.user, modelId: 1 });
  expect(await world.board(1)).toMatchObject({ model: { name: "model 1", isKept: false, canAnalyse: false } });
});

test("the plan states each race's part, what is left, and only models of the day's venues", async () => {
  await using world = await startBoard();
  await insertModel(world.db, { id: 4, venueType: 2 });
  await insertAnalysis(world.db, { id: 50, raceId: "r1", scores: world.scores });
  await insertAnalysis(world.db, { id: 51, raceId: "r2", raceInputsVersion: 0, scores: world.scores });
  const user = { ...world.user, analysesToday: 57 };
  const plan = await readPlan(world.deps, { user, date: TODAY, modelId: 1 });
  if (plan.kind !== "plan") throw new Error(plan.reason);
  expect(plan.models.map(({ modelId }) => modelId)).toEqual([2, 1]);
  expect(plan.races.map(({ race, state, isStarted }) => [race.raceId, state, isStarted])).toEqual([
    ["r1", "analysed", false],
    ["r2", "to-count", false],
    ["r3", "to-count", false],
    ["r4", "to-count", false],
  ]);
  expect(plan.left).toMatchObject({ left: 3, by: "per-day" });
  expect(await readPlan(world.deps, { user, date: TODAY, modelId: 3 })).toMatchObject({ model: { modelId: 2 } });
  expect(await readPlan(world.deps, { user, date: "2026-11-22", modelId: 1 })).toEqual({
    kind: "refused",
    reason: "future",
  });
  expect(await readPlan(world.deps, { user, date: "2026-11-20", modelId: 1 })).toMatchObject({
    model: null,
    hasRaces: false,
  });
});

const scores = (horseName: string) =>
  JSON.stringify([{ horseNum: 1, bracketNum: 1, horseName, index: 1, probability: 1, placeProbability: null }]);

test("a day's indices are the user's own, finished and kept, of each model and race the newest, by race", async () => {
  const { deps, db } = await openTestDeps();
  for (const id of [1, 2]) await insertUser(db, { id, plan: 4 });
  for (const id of [1, 2]) await insertModel(db, { id });
  await insertModel(db, { id: 3, userId: 2 });
  for (const [raceId, raceNum, date] of [
    ["r2", 2, "2026-11-21"],
    ["r1", 1, "2026-11-21"],
    ["other", 1, "2026-11-14"],
  ] as const)
    await insertRace(db, { raceId, raceNum, date, runnerRows: 1, meetingNum: 5, meetingDay: 5 });
  await insertAnalysis(db, { id: 1, raceId: "r2", scores: scores("二の一") });
  await insertAnalysis(db, { id: 2, raceId: "r1", scores: scores("古い"), raceInputsVersion: 1 });
  await insertAnalysis(db, { id: 3, raceId: "r1", scores: scores("一の一"), raceInputsVersion: 2 });
  await insertAnalysis(db, { id: 4, raceId: "r1", modelId: 2, modelName: "model 2", scores: scores("一の二") });
  await insertAnalysis(db, { id: 5, raceId: "r2", modelId: 2, deletedAt: 1, scores: scores("けした") });
  await insertAnalysis(db, { id: 6, raceId: "other", scores: scores("べつの日") });
  await insertAnalysis(db, { id: 7, raceId: "r1", modelId: 3, userId: 2, scores: scores("ひみつ") });
  const csv = (user: number, date = "2026-11-21") => exportIndices(deps, { user: { id: user, plan: 4 }, date });
  const horses = async (user: number) => (await csv(user))?.match(/一の一|一の二|二の一|古い|けした|べつの日|ひみつ/g);
  expect(await horses(1)).toEqual(["一の一", "一の二", "二の一"]);
  expect(await horses(2)).toEqual(["ひみつ"]);
  expect((await csv(1, "2026-11-20"))?.split("\r\n")).toHaveLength(1);
  expect(await csv(1, "2099-01-01")).toBeNull();
  const target = (user: number, modelId: number, date = "2026-11-21") =>
    exportTargetIndex(deps, { user: { id: user, plan: 4 }, date, modelId });
  expect(await target(1, 1)).toBe("202611210505050101,110.0,1\r\n202611210505050201,110.0,1\r\n");
  expect(await target(1, 2)).toBe("202611210505050101,110.0,1\r\n");
  expect([await target(1, 3), await target(2, 1), await target(1, 1, "2099-01-01")]).toEqual([null, null, null]);
});
