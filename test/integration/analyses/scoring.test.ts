import { gunzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { getArtifact, packArtifact, putArtifact } from "#app/adapters/artifact-store.server.ts";
import { usage } from "#app/db/schema/accounts.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { type Artifact, openFor } from "#app/domain/learning/artifact.ts";
import { conditionalLogit } from "#app/domain/learning/conditional-logit.ts";
import { dayNumber, dayOfNumber } from "#app/domain/racing/japan-time.ts";
import type { AnalysisDetails } from "#app/domain/scoring/analysis-details.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import { scoreRace } from "#app/domain/scoring/score-race.ts";
import type { ScoredInputs } from "#app/domain/scoring/scored-inputs.ts";
import { readCard } from "#app/services/analyses/races.server.ts";
import { endFailedScoring, scoreAnalysis } from "#app/services/analyses/scoring.server.ts";
import { trainModel } from "#app/services/models/training.server.ts";
import { trainOnSynthetic } from "#test/integration/support/imports/synthetic-artifact.ts";
import { createSyntheticFeatures, SYNTHETIC_IMPORT } from "#test/integration/support/imports/synthetic-features.ts";
import { contextOf, jobOf } from "#test/integration/support/job-context.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser, insertUses } from "#test/integration/support/rows.ts";
import { SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";
import type { TestDatabase } from "#test/integration/support/workerd/test-database.ts";
import { kernelModule } from "#test/unit/support/kernel-module.ts";
import { NO_USES } from "#test/unit/support/racing-factories.ts";

const ANALYSIS = 3;
const features = createSyntheticFeatures({ races: 100 });
let artifact: Artifact;

beforeAll(async () => {
  artifact = await trainOnSynthetic(features);
});

/** An accepted analysis of race r99, whose card is among the synthetic features. */
async function setUp({ raceDate = "2026-11-21", dataVersion = SYNTHETIC_IMPORT } = {}) {
  const { database, deps } = await openTestDeps();
  const artifactKey = await putArtifact(database.store, await packArtifact(artifact));
  await insertUser(database.db, { id: 1 });
  await insertModel(database.db, { id: 1, artifactKey });
  await insertRace(database.db, { raceId: "r99", date: raceDate, dataVersion, runnerRows: 8 });
  await insertAnalysis(database.db, { id: ANALYSIS, raceId: "r99", status: 1 });
  await insertUses(database.db, { count: 1, firstSubject: ANALYSIS, kind: "analysis" });
  return { database, deps, job: jobOf("score-race", ANALYSIS) };
}

async function readAnalysis({ db }: TestDatabase) {
  const [analysis] = await db.select().from(analyses).where(eq(analyses.id, ANALYSIS));
  return analysis!;
}

function unzip({ zippedDetails }: typeof analyses.$inferSelect): AnalysisDetails {
  return JSON.parse(gunzipSync(zippedDetails!).toString()) as AnalysisDetails;
}

/** Probabilities of race r99, best index first. */
async function scoreBy(parameters: unknown): Promise<(number | null)[]> {
  const predictor = conditionalLogit.openPredictor(parameters);
  const manifest = (await features.readManifest())!;
  const place = { venueType: 1, date: "2026-11-21", raceId: "r99" };
  const race = (await features.readRace(manifest, place, "all", predictor.columnIds))!;
  const scores = scoreRace({ artifact, predictor, isLearntFrom: false, race, runners: [] });
  return scores.map(({ probability }) => probability);
}

test("an analysis gets an index and a probability per horse, with names from the card", async () => {
  const { database, deps, job } = await setUp();
  expect(await scoreAnalysis(contextOf(deps, job), features)).toEqual({ kind: "done" });
  const analysis = await readAnalysis(database);
  expect(analysis).toMatchObject({ status: 2, isLearntFrom: false, completedAt: SATURDAY_MORNING, progress: 1 });
  const scores = JSON.parse(analysis.scores!) as Score[];
  expect(scores.map(({ horseNum }) => horseNum).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(scores.map(({ index }) => index)).toEqual(scores.map(({ index }) => index).sort((a, b) => b - a));
  expect(scores.reduce((sum, { probability }) => sum + probability!, 0)).toBeCloseTo(1, 6);
  expect(scores.find(({ horseNum }) => horseNum === 4)).toMatchObject({ horseName: "ウマ4", bracketNum: 4 });
});

test("a past race is scored by the refit that has not seen it, with a probability", async () => {
  const [refit] = artifact.refits;
  const { database, deps, job } = await setUp({ raceDate: refit!.cutoffDay });
  await scoreAnalysis(contextOf(deps, job), features);
  const analysis = await readAnalysis(database);
  expect(analysis.isLearntFrom).toBe(false);
  const scores = JSON.parse(analysis.scores!) as Score[];
  expect(scores.reduce((sum, { probability }) => sum + probability!, 0)).toBeCloseTo(1, 6);
  const own = await scoreBy(refit!.parameters);
  const final = await scoreBy(artifact.parameters);
  expect(scores.map(({ probability }) => probability)).toEqual(own);
  expect(scores.map(({ probability }) => probability)).not.toEqual(final);
});

test("a race before every refit is marked as trained on, without probability, place or pair", async () => {
  const { database, deps, job } = await setUp({ raceDate: "2019-12-31" });
  await scoreAnalysis(contextOf(deps, job), features);
  const analysis = await readAnalysis(database);
  expect(analysis.isLearntFrom).toBe(true);
  for (const score of JSON.parse(analysis.scores!) as Score[]) {
    expect(score).toMatchObject({ probability: null, placeProbability: null });
  }
  expect(unzip(analysis)).toMatchObject({ quinella: [] });
});

test("each horse's reasons are stored with the index they sum to, and the most likely pairs", async () => {
  const { database, deps, job } = await setUp();
  await scoreAnalysis(contextOf(deps, job), features);
  const analysis = await readAnalysis(database);
  const scores = JSON.parse(analysis.scores!) as Score[];
  const { why, quinella, orderExponents } = unzip(analysis);
  expect(JSON.parse(analysis.orderExponents!)).toEqual(orderExponents);
  expect(scores.reduce((sum, { placeProbability }) => sum + placeProbability!, 0)).toBeCloseTo(3, 6);
  expect(quinella).toHaveLength(10);
  expect(why).toHaveLength(8);
  for (const { horseNum, index, up, down, rest, groups } of why) {
    expect(groups).toHaveLength(6);
    expect(groups!.reduce<number>((total, group) => total + (group ?? 0), 0)).toBeCloseTo(index, 9);
    expect(index).toBe(scores.find((score) => score.horseNum === horseNum)?.index);
    const sum = [...up, ...down, rest ?? { contribution: 0 }].reduce((total, line) => total + line.contribution, 0);
    expect(sum).toBeCloseTo(index, 9);
  }
});

test("an analysis delivered twice is computed once", async () => {
  const { database, deps, job } = await setUp();
  await Promise.all([
    scoreAnalysis(contextOf(deps, { ...job }), features),
    scoreAnalysis(contextOf(deps, { ...job }), features),
  ]);
  const first = await readAnalysis(database);
  deps.clock.now += 500;
  expect(await scoreAnalysis(contextOf(deps, { ...job }), features)).toEqual({ kind: "done" });
  expect(await readAnalysis(database)).toEqual(first);
});

test("an analysis waits for features that contain the race's latest data", async () => {
  const { database, deps, job } = await setUp({ dataVersion: SYNTHETIC_IMPORT + 1 });
  expect(await scoreAnalysis(contextOf(deps, job), features)).toEqual({ kind: "again", delaySeconds: 1 });
  // Neither for results and payouts, nor for weights that the model does not read.
  await database.db.update(races).set({ inputsVersion: SYNTHETIC_IMPORT, weightsVersion: SYNTHETIC_IMPORT + 1 });
  expect(await scoreAnalysis(contextOf(deps, job), features)).toEqual({ kind: "done" });
  expect((await readAnalysis(database)).status).toBe(2);
});

test("a model that reads weights waits for features that contain them", async () => {
  const { database, deps, job } = await setUp();
  await database.db.update(models).set({ isWeight: true });
  await database.db.update(races).set({ weightsVersion: SYNTHETIC_IMPORT + 1 });
  expect(await scoreAnalysis(contextOf(deps, job), features)).toEqual({ kind: "again", delaySeconds: 1 });
  expect((await readAnalysis(database)).status).toBe(1);
});

test("an analysis is stored with the card that it was scored on, and starts over if that changes meanwhile", async () => {
  const { database, deps, job } = await setUp();
  const changing = {
    ...features,
    // An import ends while the features are read.
    readRace: async (...task: Parameters<typeof features.readRace>) => {
      await database.db.update(races).set({ inputsVersion: SYNTHETIC_IMPORT + 1, going: "soft" });
      return features.readRace(...task);
    },
  };
  expect(await scoreAnalysis(contextOf(deps, job), changing)).toEqual({ kind: "again", delaySeconds: 1 });
  expect(await readAnalysis(database)).toMatchObject({ status: 1, scores: null, inputs: null });
  expect(await scoreAnalysis(contextOf(deps, job), features)).toEqual({ kind: "again", delaySeconds: 1 });
  const manifest = { ...(await features.readManifest())!, importId: SYNTHETIC_IMPORT + 1 };
  const newer = { ...features, readManifest: async () => manifest };
  expect(await scoreAnalysis(contextOf(deps, job), newer)).toEqual({ kind: "done" });
  // Accepted on version 1, it is the analysis of the version it was scored on.
  const analysis = await readAnalysis(database);
  expect(analysis).toMatchObject({ status: 2, raceInputsVersion: SYNTHETIC_IMPORT + 1 });
  const inputs = JSON.parse(analysis.inputs!) as ScoredInputs;
  expect(inputs.race).toMatchObject({ date: "2026-11-21", going: "soft" });
  expect(inputs.runners.map(([horseNum]) => horseNum)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test("of two analyses in progress that end on the same card, the first keeps its version", async () => {
  const { database, deps, job } = await setUp();
  await insertAnalysis(database.db, { id: 9, raceId: "r99", status: 1, raceInputsVersion: SYNTHETIC_IMPORT });
  expect(await scoreAnalysis(contextOf(deps, job), features)).toEqual({ kind: "done" });
  expect(await readAnalysis(database)).toMatchObject({ status: 2, raceInputsVersion: 1 });
  expect(await scoreAnalysis(contextOf(deps, { ...job, subject: "9" }), features)).toEqual({ kind: "done" });
  const rows = await database.db
    .select({ version: analyses.raceInputsVersion, status: analyses.status })
    .from(analyses);
  expect(rows).toEqual([
    { version: 1, status: 2 },
    { version: SYNTHETIC_IMPORT, status: 2 },
  ]);
});

test("an analysis of a race that was cancelled meanwhile fails, and its use is returned once", async () => {
  const { database, deps, job } = await setUp();
  await database.db.update(races).set({ status: "cancelled" });
  expect(await scoreAnalysis(contextOf(deps, job), features)).toEqual({
    kind: "failed",
    reason: "the race is cancelled",
  });
  // The import that cancelled it has returned the use before.
  await database.db.update(usage).set({ returnedAt: 7 });
  await endFailedScoring(deps, job);
  expect((await readAnalysis(database)).status).toBe(3);
  expect((await database.db.select().from(usage)).map(({ returnedAt }) => returnedAt)).toEqual([7]);
});

test("if features never arrive the analysis fails, and its use is returned once", async () => {
  const { database, deps, job } = await setUp({ dataVersion: SYNTHETIC_IMPORT + 1 });
  let outcome = await scoreAnalysis(contextOf(deps, job), features);
  for (let wait = 0; wait < 10 && outcome.kind === "again"; wait++) {
    outcome = await scoreAnalysis(contextOf(deps, job), features);
  }
  expect(outcome.kind).toBe("failed");
  await endFailedScoring(deps, job);
  deps.clock.now += 100;
  await endFailedScoring(deps, job);
  expect((await readAnalysis(database)).status).toBe(3);
  const [use] = await database.db.select().from(usage);
  expect(use?.returnedAt).toBe(SATURDAY_MORNING);
});

test("a deleted analysis is not computed", async () => {
  const { database, deps, job } = await setUp();
  await database.db.update(analyses).set({ deletedAt: 1 }).where(eq(analyses.id, ANALYSIS));
  expect(await scoreAnalysis(contextOf(deps, job), features)).toEqual({ kind: "done" });
  expect(await readAnalysis(database)).toMatchObject({ status: 1, scores: null });
});

test("an altered or missing artifact is an internal error", async () => {
  const { database, deps, job } = await setUp();
  const [object] = (await database.store.list({ prefix: "artifacts/" })).objects;
  await database.store.put(object!.key, "{}");
  await expect(scoreAnalysis(contextOf(deps, job), features)).rejects.toThrow("is altered");
  await database.store.delete(object!.key);
  await expect(scoreAnalysis(contextOf(deps, job), features)).rejects.toThrow("is missing");
});

test("an analysis keeps the indexes of earlier starts, each by the refit that had not seen it, and the card has them", async () => {
  const { database, deps, job } = await setUp();
  await database.db.update(models).set({ status: 1, artifactKey: null, completedAt: null });
  const training = jobOf("train-model", 1, { learner: "conditional-logit" });
  const trainingDeps = { ...deps, kernel: kernelModule };
  expect(await trainModel(contextOf(trainingDeps, training), features)).toEqual({ kind: "done" });
  const [model] = await database.db.select().from(models);
  const trained = await getArtifact(database.store, model!.artifactKey!);
  // The first race was only learnt from.
  const [firstDay, day] = [dayOfNumber(18_262), trained.refits.at(-1)!.cutoffDay];
  const manifest = (await features.readManifest())!;
  const { raceIds, raceDay } = await features.readRowIndex(manifest, 1);
  const seenLast = raceIds[raceDay.indexOf(dayNumber(day))]!;
  for (const [raceId, date] of [
    [raceIds[0]!, firstDay],
    [seenLast, day],
    ["not learnt", "2026-11-14"],
    ["analysed", "2026-11-15"],
  ] as const)
    await insertRace(database.db, { raceId, date, status: "result", runnerRows: 2 });
  await database.d1.prepare("update runners set status = 'finished', finish_position = 1 where race_id <> 'r99'").run();
  const scoresOf = (index: number) => JSON.stringify([{ horseNum: 2, index }]);
  for (const [id, isLearntFrom] of [
    [50, false],
    [51, true],
  ] as const)
    await insertAnalysis(database.db, {
      id,
      raceId: "analysed",
      raceInputsVersion: id,
      scores: scoresOf(id / 100),
      isLearntFrom,
    });
  await insertModel(database.db, { id: 2 });
  await insertAnalysis(database.db, { id: 52, modelId: 2, raceId: "analysed", scores: scoresOf(9) });
  // Another number than in the analysed race.
  await database.d1.prepare("update runners set horse_id = 'h8' where race_id <> 'r99' and horse_num = 2").run();

  await scoreAnalysis(contextOf(deps, job), features);
  const { predictor } = openFor(trained, day);
  const race = (await features.readRace(
    manifest,
    { venueType: 1, date: day, raceId: seenLast },
    "all",
    predictor.columnIds,
  ))!;
  const unseen = scoreRace({ artifact: trained, predictor, isLearntFrom: false, race, runners: [] });
  const indexOf = (horseNum: number) => unseen.find((score) => score.horseNum === horseNum)!.index;
  const past = unzip(await readAnalysis(database)).why.flatMap((each) =>
    each.past ? [[each.horseNum, each.past]] : [],
  );
  const latest = [[dayNumber("2026-11-15"), 0.5]];
  expect(past).toEqual([
    [1, [[dayNumber(day), indexOf(1)]]],
    [8, [...latest, [dayNumber(day), indexOf(2)]]],
  ]);
  const card = await readCard(deps, {
    user: { ...NO_USES, id: 1, plan: 1, defaultModelId: null, isPausing: false },
    raceId: "r99",
  });
  expect(card?.why.flatMap((each) => (each.past ? [[each.horseNum, each.past]] : []))).toEqual(past);
});
