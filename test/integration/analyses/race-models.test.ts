import { expect, test } from "vitest";
import type { Database } from "#app/db/database.server.ts";
import * as races from "#app/services/analyses/race-models.server.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { makeScore } from "#test/unit/support/racing-factories.ts";

const USER = { id: 1, plan: 5, defaultModelId: null };

const scoresOf = (best: number) =>
  JSON.stringify(
    [best, ...[1, 2, 3].filter((horseNum) => horseNum !== best)].map((horseNum, place) =>
      makeScore(horseNum, { index: 1 - place, probability: [0.5, 0.3, 0.2][place] ?? null }),
    ),
  );

async function insertTwoUsers(db: Database) {
  for (const id of [1, 2]) await insertUser(db, { id, plan: 5 });
  await insertRace(db, { raceId: "r1", runnerRows: 3, runnerCount: 3, weighedCount: 0 });
}

test("the reader's models come with their newest finished analysis, the best by its report first, and nobody else's", async () => {
  const { db, deps } = await openTestDeps();
  await insertTwoUsers(db);
  const report = (pseudoR2: number) =>
    JSON.stringify({ races: 9, from: "", to: "", pseudoR2, marketPseudoR2: 0.25, top1WinRate: 0.2 });
  await insertModel(db, { id: 1, report: report(0.1) });
  await insertModel(db, {
    id: 2,
    report: report(0.2),
    details: JSON.stringify({ report: { value: [2841, 1490, 0.789, 0.736, 0.845, 0.794] } }),
  });
  await insertModel(db, { id: 3, isWeight: true });
  await insertModel(db, { id: 4, venueType: 2 });
  await insertModel(db, { id: 5, status: 3 });
  await insertModel(db, { id: 6, deletedAt: 1 });
  await insertModel(db, { id: 7, userId: 2, report: report(0.9) });
  await insertAnalysis(db, { id: 1, modelId: 1, scores: scoresOf(1) });
  await insertAnalysis(db, { id: 2, modelId: 1, scores: scoresOf(2), raceInputsVersion: 2 });
  await insertAnalysis(db, { id: 3, modelId: 2, status: 1 });
  await insertAnalysis(db, { id: 4, modelId: 6, scores: scoresOf(1) });
  await insertAnalysis(db, { id: 5, modelId: 7, userId: 2, scores: scoresOf(3) });
  const view = await races.readModels(deps, { user: USER, raceId: "r1" });
  expect(
    view?.models.map(({ modelId, analysis, isRunning, refusal }) => [
      modelId,
      analysis && [analysis.analysisId, analysis.scores[0]?.horseNum],
      isRunning,
      refusal,
    ]),
  ).toEqual([
    [2, null, true, null],
    [1, [2, 2], false, null],
    [4, null, false, "model-of-other-venue"],
    [3, null, false, "weight-not-announced"],
  ]);
  expect(view?.models[0]?.value).toEqual({
    ...{ bets: 2841, races: 1490, returnRate: 0.789, low: 0.736, high: 0.845 },
    favouriteReturnRate: 0.794,
  });
  expect(view?.models[1]?.value).toBeNull();
  // The other user sees only their own models.
  const other = await races.readModels(deps, {
    user: { id: 2, plan: 5, defaultModelId: null },
    raceId: "r1",
  });
  expect(other?.models.map(({ modelId, analysis }) => [modelId, analysis?.analysisId])).toEqual([[7, 5]]);
});

test("chances go to the horses that are left, and marks stay", async () => {
  const { db, d1, deps } = await openTestDeps();
  await insertTwoUsers(db);
  await insertModel(db, { id: 1 });
  await insertAnalysis(db, { id: 1, scores: scoresOf(2) });
  await d1.prepare("update runners set status = 'scratched' where horse_num = 2").run();
  const view = await races.readModels(deps, { user: USER, raceId: "r1" });
  expect(view?.models[0]?.analysis?.scores.map(({ horseNum, probability }) => [horseNum, probability])).toEqual([
    [2, 0],
    [1, 0.6],
    [3, 0.4],
  ]);
});

test("a race whose horses are all withdrawn refuses every model", async () => {
  const { db, d1, deps } = await openTestDeps();
  await insertTwoUsers(db);
  await insertModel(db, { id: 1 });
  const refusals = async () =>
    (await races.readModels(deps, { user: USER, raceId: "r1" }))?.models.map(({ refusal }) => refusal);
  await d1.prepare("update runners set status = 'scratched' where horse_num < 3").run();
  expect(await refusals()).toEqual([null]);
  await d1.prepare("update runners set status = 'excluded' where horse_num = 3").run();
  expect(await refusals()).toEqual(["race-without-starters"]);
});

test("a cancelled race refuses every model, and a race that is unknown, hidden or in the future is nobody's", async () => {
  const { deps, db } = await openTestDeps();
  await insertUser(db, { id: 1, plan: 5 });
  await insertModel(db, { id: 1 });
  await insertRace(db, { raceId: "off", status: "cancelled" });
  await insertRace(db, { raceId: "hidden", raceNum: 2, hidden: true });
  await insertRace(db, { raceId: "later", date: "2026-11-28" });
  expect((await races.readModels(deps, { user: USER, raceId: "off" }))?.models).toMatchObject([
    { refusal: "race-cancelled" },
  ]);
  for (const raceId of ["unknown", "hidden", "later"])
    expect(await races.readModels(deps, { user: USER, raceId })).toBeNull();
});
