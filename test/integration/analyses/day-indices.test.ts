import { expect, test } from "vitest";
import { exportIndices, exportTargetIndex } from "#app/services/analyses/days.server.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";

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
