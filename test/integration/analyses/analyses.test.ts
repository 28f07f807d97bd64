import { expect, test } from "vitest";
import { zipDetails } from "#app/db/zipped-details.server.ts";
import { refused } from "#app/domain/refused.ts";
import type { AnalysisDetails } from "#app/domain/scoring/analysis-details.ts";
import { packInputs } from "#app/domain/scoring/scored-inputs.ts";
import * as analyses from "#app/services/analyses/analyses.server.ts";
import * as races from "#app/services/analyses/races.server.ts";
import * as models from "#app/services/models/models.server.ts";
import { outcomeOf } from "#test/integration/support/concurrent-calls.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser, insertUses } from "#test/integration/support/rows.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

const PRO = { id: 1, plan: 4 };
const OTHER = { id: 2, plan: 0 };

/** User 1 (PRO) with the complete model 1, user 2, and the race r1 of today. */
async function startWithRace() {
  const { database, deps } = await openTestDeps();
  await insertUser(database.db, PRO);
  await insertUser(database.db, OTHER);
  await insertModel(database.db, { id: 1 });
  await insertRace(database.db, { raceId: "r1", runnerRows: 3 });
  const request = (change: { user?: typeof PRO; modelId?: number; raceId?: string } = {}) =>
    analyses.request(deps, { user: PRO, modelId: 1, raceId: "r1", ...change });
  const counts = async () =>
    await sql(database.d1)`select (select count(*) from analyses) a, (select count(*)
      from usage) u, (select count(*) from jobs) j`.first();
  const finish = async (analysisId: number, status = 2) => {
    await sql(database.d1)`update analyses set status = ${status}, scores = '[]', completed_at = 1
      where id = ${analysisId}`.run();
    await sql(database.d1)`update jobs set status = 'done', finished_at = 1 where subject = ${`${analysisId}`}`.run();
  };
  return { ...database, deps, request, counts, finish };
}

test("an analysis of a race by another of its ids is one of that race", async () => {
  await using world = await startWithRace();
  await world.d1.prepare("insert into race_aliases values ('other-r1', 'r1')").run();
  expect(await world.request({ raceId: "other-r1" })).toEqual({ kind: "accepted", analysisId: 1 });
  expect(await world.request()).toEqual({ kind: "accepted", analysisId: 1 });
  expect(await world.d1.prepare("select race_id from analyses").all()).toMatchObject({ results: [{ race_id: "r1" }] });
  expect(await world.request({ raceId: "nowhere" })).toEqual(refused("race-not-found"));
});

test("an accepted analysis is a row, one use and one woken job, and stores the names of that time", async () => {
  await using world = await startWithRace();
  expect(await world.request()).toEqual({ kind: "accepted", analysisId: 1 });
  expect(await world.counts()).toEqual({ a: 1, u: 1, j: 1 });
  const job = await world.d1.prepare("select * from jobs").first<{ id: string }>();
  expect(job).toMatchObject({ kind: "score-race", queue: "score", subject: "1", status: "queued" });
  expect(world.deps.sent).toEqual([
    { queue: "score", message: { version: 1, type: "run-job", jobId: job?.id }, delaySeconds: 0 },
  ]);
  expect(await world.d1.prepare("select * from usage").first()).toMatchObject({
    kind: "analysis",
    subject_id: 1,
    day: "2026-11-21",
    under_free_limits: 0,
  });
  await models.rename(world.deps, { user: PRO, modelId: 1, name: "あたらしい" });
  expect(await analyses.list(world.deps, { user: PRO, offset: 0 })).toEqual([
    {
      analysisId: 1,
      modelId: 1,
      modelName: "model 1",
      venueType: 1,
      raceId: "r1",
      raceInfo: { raceNum: 1, name: "サンプル特別", title: "東京", date: "2026-11-21" },
      status: 1,
      progress: null,
      createdAt: world.deps.now(),
      completedAt: null,
      startTime: null,
      isOver: false,
      pick: null,
      scores: null,
    },
  ]);
});

test("a double click is one analysis; a finished one is returned until an input of the race changes", async () => {
  await using world = await startWithRace();
  await world.request();
  expect(await world.request()).toEqual({ kind: "accepted", analysisId: 1 });
  await world.finish(1);
  expect(await world.request()).toEqual({ kind: "complete", analysisId: 1 });
  expect(await world.counts()).toEqual({ a: 1, u: 1, j: 1 });
  expect(world.deps.sent.length).toBe(1);
  // Payouts, results, odds, and weights, which the model does not read.
  await world.d1.prepare("update races set data_version = 2, weights_version = 2").run();
  expect(await world.request()).toEqual({ kind: "complete", analysisId: 1 });
  expect(await world.counts()).toEqual({ a: 1, u: 1, j: 1 });
  await world.d1.prepare("update races set data_version = 3, inputs_version = 3").run();
  const renewed = await world.request();
  expect(renewed).toEqual({ kind: "accepted", analysisId: expect.any(Number) });
  expect(renewed).not.toMatchObject({ analysisId: 1 });
  expect(await world.counts()).toEqual({ a: 2, u: 2, j: 2 });
});

test("announced weights make a new analysis of a model that reads them, and of no other", async () => {
  await using world = await startWithRace();
  await insertModel(world.db, { id: 2, isWeight: true });
  for (const modelId of [1, 2]) await world.request({ modelId });
  await world.finish(1);
  await world.finish(2);
  await world.d1.prepare("update races set data_version = 2, weights_version = 2").run();
  expect(await world.request({ modelId: 1 })).toEqual({ kind: "complete", analysisId: 1 });
  expect(await world.request({ modelId: 2 })).toMatchObject({ kind: "accepted" });
  // Twice at once, and once more: one analysis and one use.
  await Promise.all([world.request({ modelId: 2 }), world.request({ modelId: 2 })]);
  expect(await world.counts()).toEqual({ a: 3, u: 3, j: 3 });
});

test("requested again from its page, an analysis counts only if an input has changed", async () => {
  await using world = await startWithRace();
  await world.request();
  await world.finish(1);
  const again = (analysisId: number, user = PRO) => analyses.requestAgain(world.deps, { user, analysisId });
  expect(await again(1)).toEqual({ kind: "complete", analysisId: 1 });
  expect([await again(1, OTHER), await again(99)]).toEqual([refused("not-found"), refused("not-found")]);
  await world.d1.prepare("update races set inputs_version = 2").run();
  const [one, two] = await Promise.all([again(1), again(1)]);
  expect(one).toEqual({ kind: "accepted", analysisId: expect.any(Number) });
  expect(two).toEqual(one);
  expect(await world.counts()).toEqual({ a: 2, u: 2, j: 2 });
  await world.d1.prepare("update races set status = 'cancelled'").run();
  expect(await again(1)).toEqual(refused("race-cancelled"));
});

test("the detail lists what has changed since, and offers a new analysis before the result only", async () => {
  await using world = await startWithRace();
  const found = () => analyses.find(world.deps, { user: PRO, analysisId: 1 });
  const { race, runners } = (await races.find(world.deps, { user: PRO, raceId: "r1" }))!;
  await insertAnalysis(world.db, { id: 1, inputs: JSON.stringify(packInputs(race, runners)) });
  expect(await found()).toMatchObject({ changes: [], canRequestAgain: false });
  await world.d1.prepare("update races set start_time = '15:50'").run();
  const start = { kind: "start-time", before: null, after: "15:50" };
  expect(await found()).toMatchObject({ changes: [start], canRequestAgain: false });
  await world.d1.prepare("update runners set status = 'scratched', body_weight_kg = 480 where horse_num = 2").run();
  const scratched = { kind: "withdrawn", horse: { horseNum: 2, horseName: "ウマ2" }, status: "scratched" };
  expect(await found()).toMatchObject({ changes: [start, scratched], canRequestAgain: true });
  await world.d1.prepare("update models set is_weight = 1").run();
  expect((await found())?.changes.map(({ kind }) => kind)).toEqual(["start-time", "body-weight", "withdrawn"]);
  await world.d1.prepare("update models set deleted_at = 1").run();
  expect(await found()).toMatchObject({ canRequestAgain: false });
  await world.d1.prepare("update models set deleted_at = null").run();
  await world.d1.prepare("update races set status = 'result'").run();
  expect(await found()).toMatchObject({ changes: [start, {}, scratched], canRequestAgain: false });
  await world.d1.prepare("update races set status = 'cancelled'").run();
  expect(await found()).toMatchObject({ changes: [], canRequestAgain: false });
  // Scored before the card was stored: nothing is known.
  await world.d1.prepare("update races set status = 'scheduled'").run();
  await world.d1.prepare("update analyses set inputs = null").run();
  expect(await found()).toMatchObject({ changes: [], canRequestAgain: false });
});

test("a finished analysis is returned even if the limit is reached", async () => {
  await using world = await startWithRace();
  await world.request();
  await world.finish(1);
  await insertUses(world.db, { count: 90 });
  expect(await world.request()).toEqual({ kind: "complete", analysisId: 1 });
});

test("a failed or deleted analysis does not prevent a new one, which counts", async () => {
  await using world = await startWithRace();
  await world.request();
  await world.finish(1, 3);
  expect(await world.request()).toEqual({ kind: "accepted", analysisId: 2 });
  await world.finish(2);
  expect(await analyses.remove(world.deps, { user: PRO, analysisId: 2 })).toEqual({ kind: "deleted" });
  expect(await world.request()).toEqual({ kind: "accepted", analysisId: 3 });
  expect(await world.counts()).toEqual({ a: 3, u: 3, j: 3 });
});

test("invalid requests are refused with their reason, in order, and count nothing", async () => {
  await using world = await startWithRace();
  const { db, request } = world;
  await insertRace(db, { raceId: "tomorrow", date: "2026-11-22" });
  await insertRace(db, { raceId: "hidden", raceNum: 2, hidden: true });
  await insertRace(db, { raceId: "empty", raceNum: 3, runnerCount: 0, weighedCount: 0 });
  await insertRace(db, { raceId: "cancelled", raceNum: 6, status: "cancelled", runnerCount: 0 });
  await insertRace(db, { raceId: "all-out", raceNum: 7, runnerRows: 2 });
  await world.d1.prepare("update runners set status = 'scratched' where race_id = 'all-out'").run();
  await insertRace(db, { raceId: "unweighed", raceNum: 4, weighedCount: 4 });
  await insertRace(db, { raceId: "nankan", raceNum: 5, venueType: 2 });
  await insertModel(db, { id: 2, isWeight: true });
  await insertModel(db, { id: 3, status: 1 });
  await insertModel(db, { id: 4, status: 3 });
  await insertModel(db, { id: 5, featureCount: 101 });
  await insertModel(db, { id: 6, deletedAt: 1 });
  await insertModel(db, { id: 7, userId: 2 });
  const reason = async (change: Parameters<typeof request>[0]) => outcomeOf(await request(change));
  expect(await reason({ raceId: "nowhere", modelId: 99 })).toBe("race-not-found");
  expect(await reason({ raceId: "tomorrow" })).toBe("race-not-found");
  expect(await reason({ raceId: "hidden" })).toBe("race-not-found");
  expect(await reason({ raceId: "cancelled", modelId: 99 })).toBe("race-cancelled");
  expect(await reason({ raceId: "empty", modelId: 99 })).toBe("race-without-runners");
  expect(await reason({ raceId: "all-out" })).toBe("race-without-starters");
  expect(await reason({ modelId: 99 })).toBe("model-not-found");
  expect(await reason({ modelId: 6 })).toBe("model-not-found");
  expect(await reason({ modelId: 7 })).toBe("model-not-found");
  expect(await reason({ modelId: 3 })).toBe("model-not-usable");
  expect(await reason({ modelId: 4 })).toBe("model-not-usable");
  expect(await reason({ modelId: 5 })).toBe("model-disabled");
  expect(await reason({ raceId: "nankan" })).toBe("model-of-other-venue");
  expect(await reason({ raceId: "unweighed", modelId: 2 })).toBe("weight-not-announced");
  expect(await world.counts()).toEqual({ a: 0, u: 0, j: 0 });
  expect(await reason({ raceId: "unweighed", modelId: 1 })).toBe("accepted");
  expect(await reason({ modelId: 2 })).toBe("accepted");
});

test("the list is newest first, in pages, without deleted ones, and with scores only on request", async () => {
  await using world = await startWithRace();
  for (let id = 1; id <= 35; id += 1) await insertAnalysis(world.db, { id, raceInputsVersion: id });
  await world.d1.prepare("update analyses set deleted_at = 1 where id = 34").run();
  const page = async (offset: number, limit?: number) =>
    (await analyses.list(world.deps, { user: PRO, offset, limit })).map(({ analysisId }) => analysisId);
  expect((await page(0, 30)).slice(0, 3)).toEqual([35, 33, 32]);
  expect(await page(30, 30)).toEqual([4, 3, 2, 1]);
  expect((await page(0)).length).toBe(34);
  expect(await page(31)).toEqual([3, 2, 1]);
  expect(await page(60, 30)).toEqual([]);
  const scored = await analyses.list(world.deps, { user: PRO, offset: 0, limit: 1, withScores: true });
  expect(scored[0]?.scores).toEqual([]);
});

test("the detail has the race and its runners in their current state, also if the race was hidden meanwhile", async () => {
  await using world = await startWithRace();
  const scores = [{ horseNum: 2, bracketNum: 2, horseName: "ウマ2", index: 1.25, probability: 0.4 }];
  const details = {
    why: [{ horseNum: 2, index: 1.25, up: [], down: [], rest: { features: 8, holdsBasics: true, contribution: 1.25 } }],
    quinella: [[1, 2, 0.3]],
  } satisfies AnalysisDetails;
  await insertAnalysis(world.db, {
    id: 1,
    scores: JSON.stringify(scores),
    zippedDetails: zipDetails(details),
    isLearntFrom: true,
    sharedAt: 7,
  });
  await world.d1.prepare("update races set hidden = 1").run();
  const detail = await analyses.find(world.deps, { user: PRO, analysisId: 1 });
  expect(detail).toMatchObject({
    analysisId: 1,
    modelName: "model 1",
    raceInfo: { raceNum: 1, name: "サンプル特別", title: "東京", date: "2026-11-21" },
    // Stored before there were place probabilities.
    scores: [{ ...scores[0], placeProbability: null }],
    details,
    isLearntFrom: true,
    sharedAt: 7,
    race: { raceId: "r1", venue: "東京", runnerCount: 10, isAcquiredWeight: true },
  });
  expect(detail?.runners.map(({ horseNum, horseName }) => [horseNum, horseName])).toEqual([
    [1, "ウマ1"],
    [2, "ウマ2"],
    [3, "ウマ3"],
  ]);
  expect(detail).toMatchObject({ isModelKept: true });
  await models.remove(world.deps, { user: PRO, modelId: 1 });
  expect(await analyses.find(world.deps, { user: PRO, analysisId: 1 })).toMatchObject({
    modelName: "model 1",
    isModelKept: false,
  });
});

test("a race before the model's cut-off was scored by a refit, unless the model was trained on it", async () => {
  await using world = await startWithRace();
  await insertAnalysis(world.db, { id: 1, isLearntFrom: false });
  const isByRefit = async () => (await analyses.find(world.deps, { user: PRO, analysisId: 1 }))?.isByRefit;
  const cutOff = (day: string | null) => world.d1.prepare("update models set cutoff_day = ?1").bind(day).run();
  await cutOff(null);
  expect(await isByRefit()).toBe(false);
  await cutOff("2026-11-21");
  expect(await isByRefit()).toBe(false);
  await cutOff("2026-11-22");
  expect(await isByRefit()).toBe(true);
  await world.d1.prepare("update analyses set is_learnt_from = 1").run();
  expect(await isByRefit()).toBe(false);
});

test("an analysis can be deleted only when finished, once, and is not found afterwards", async () => {
  await using world = await startWithRace();
  for (const [index, status] of [1, 2, 3].entries()) {
    await insertAnalysis(world.db, { id: index + 1, raceInputsVersion: index, status });
  }
  const remove = (analysisId: number) => analyses.remove(world.deps, { user: PRO, analysisId });
  expect([await remove(1), await remove(2), await remove(3), await remove(2), await remove(99)]).toEqual([
    refused("in-progress"),
    { kind: "deleted" },
    { kind: "deleted" },
    refused("not-found"),
    refused("not-found"),
  ]);
  expect(await analyses.find(world.deps, { user: PRO, analysisId: 2 })).toBeNull();
});

test("confirming ignores analyses in progress", async () => {
  await using world = await startWithRace();
  await insertAnalysis(world.db, { id: 1, status: 1 });
  await insertAnalysis(world.db, { id: 2, raceInputsVersion: 2 });
  await analyses.confirm(world.deps, { user: PRO, analysisId: 1 });
  await analyses.confirm(world.deps, { user: PRO, analysisId: 2 });
  const rows = await world.d1.prepare("select confirmed_at from analyses order by id").all();
  expect(rows.results).toEqual([{ confirmed_at: null }, { confirmed_at: world.deps.now() }]);
});
