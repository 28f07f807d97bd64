import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getArtifact } from "#app/adapters/artifact-store.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import { usage } from "#app/db/schema/accounts.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { unpackModelDetails } from "#app/domain/evaluation/model-details.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import { scoreAnalysis } from "#app/services/analyses/scoring.server.ts";
import { endFailedTraining, trainModel } from "#app/services/models/training.server.ts";
import { createSyntheticFeatures, SYNTHETIC_IMPORT } from "#test/integration/support/imports/synthetic-features.ts";
import { contextOf, jobOf } from "#test/integration/support/job-context.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser, insertUses } from "#test/integration/support/rows.ts";
import { SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";
import { intercept } from "#test/integration/support/workerd/intercept.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import type { TestDatabase } from "#test/integration/support/workerd/test-database.ts";
import { kernelModule } from "#test/unit/support/kernel-module.ts";

const MODEL = 7;

async function setUp(learner = "conditional-logit") {
  const { database, deps } = await openTestDeps({ kernel: kernelModule });
  await insertUser(database.db, { id: 1 });
  await insertModel(database.db, { id: MODEL, status: 1 });
  await insertUses(database.db, { count: 1, firstSubject: MODEL, kind: "model" });
  return { database, deps, job: jobOf("train-model", MODEL, { learner }) };
}

async function readModel({ db }: TestDatabase) {
  const [model] = await db.select().from(models).where(eq(models.id, MODEL));
  return model!;
}

async function listArtifacts({ store }: TestDatabase): Promise<string[]> {
  return (await store.list({ prefix: "artifacts/" })).objects.map(({ key }) => key);
}

test("a training ends with an artifact, a report and a complete model", async () => {
  const { database, deps, job } = await setUp();
  expect(await trainModel(contextOf(deps, job), createSyntheticFeatures({ races: 300 }))).toEqual({ kind: "done" });
  const model = await readModel(database);
  expect(model).toMatchObject({ status: 2, progress: 1, cutoffDay: "2026-11-21", completedAt: SATURDAY_MORNING });
  const artifact = await getArtifact(database.store, model.artifactKey!);
  expect(artifact).toMatchObject({ cutoffDay: "2026-11-21", data: { version: "v1", importId: 5 }, venueType: 1 });
  expect(JSON.parse(model.report!)).toEqual(artifact.report);
  expect(artifact.report.races).toBe(200); // all but the first period, of a hundred races
});

test("a training stores the full report of its walk, and the importance of its features", async () => {
  const { database, deps, job } = await setUp();
  await insertRace(database.db, { raceId: "r299", date: "2020-03-18", venue: "東京" });
  await sql(database.d1)`insert into payouts (race_id, bet_type, combination, payout_yen)
    values ('r299', 'win', '1', 900)`.run();
  await trainModel(contextOf(deps, job), createSyntheticFeatures({ races: 300 }));
  const model = await readModel(database);
  const artifact = await getArtifact(database.store, model.artifactKey!);
  const { report, importance, importanceRaces } = unpackModelDetails(JSON.parse(model.details!));
  // The same races as in the summary, in full.
  expect(report.skill).toMatchObject({ races: artifact.report.races, from: artifact.report.from });
  expect(report.skill.pseudoR2).toBeCloseTo(artifact.report.pseudoR2, 4);
  expect(report.skill.top.winRate).toBeCloseTo(artifact.report.top1WinRate, 4);
  expect(report.returns.model.win.races).toBe(1);
  expect(report.returns.model.place.races).toBe(0);
  // Measured, though no horse of the one race whose bets were sold has odds of value.
  expect(report.value).toMatchObject({ races: 0, bets: 0, returnRate: null });
  expect(importanceRaces).toBe(artifact.report.races);
  expect(importance.map(({ feature }) => feature)).toContain("基本情報");
  expect(importance[0]!.isMeasurable).toBe(true);
});

test("with too few race days for a bootstrap, no importance is measured", async () => {
  const { database, deps, job } = await setUp();
  // Twenty days, of which two are tested.
  await trainModel(contextOf(deps, job), createSyntheticFeatures({ races: 80 }));
  const { report, importance, importanceRaces } = unpackModelDetails(JSON.parse((await readModel(database)).details!));
  expect(report.skill).toMatchObject({ races: 8, days: 2 });
  expect({ importance, importanceRaces }).toEqual({ importance: [], importanceRaces: 0 });
});

test("deleting a model during its report ends the work, without a report", async () => {
  const { database, deps, job } = await setUp();
  const context = contextOf(deps, job);
  const features = createSyntheticFeatures({ races: 300 });
  let isReporting = false;
  const watched = intercept(database.d1, (_name, [text], call) => {
    isReporting ||= String(text).includes("json_group_array");
    return call();
  });
  const yieldAndRenewLease = async () => {
    if (isReporting) await database.db.update(models).set({ deletedAt: deps.now() }).where(eq(models.id, MODEL));
  };
  expect(
    await trainModel({ ...context, deps: { ...deps, db: openDatabase(watched) }, yieldAndRenewLease }, features),
  ).toEqual({
    kind: "done",
  });
  expect(isReporting).toBe(true);
  expect(await readModel(database)).toMatchObject({ status: 1, artifactKey: null, details: null });
});

test("two concurrent deliveries make one artifact and complete the model once", async () => {
  const { database, deps, job } = await setUp();
  const features = createSyntheticFeatures({ races: 200 });
  const outcomes = await Promise.all([
    trainModel(contextOf(deps, { ...job }), features),
    trainModel(contextOf(deps, { ...job }), features),
  ]);
  expect(outcomes).toEqual([{ kind: "done" }, { kind: "done" }]);
  const artifacts = await listArtifacts(database);
  expect(artifacts).toHaveLength(1);
  deps.clock.now += 1000;
  expect(await trainModel(contextOf(deps, { ...job }), features)).toEqual({ kind: "done" });
  expect(await readModel(database)).toMatchObject({ completedAt: SATURDAY_MORNING, artifactKey: artifacts[0] });
});

test("a training killed half-way resumes from its checkpoint and ends with the same bytes", async () => {
  const undisturbed = await setUp();
  const features = createSyntheticFeatures({ races: 300 });
  await trainModel(contextOf(undisturbed.deps, undisturbed.job), features);

  const { database, deps, job } = await setUp();
  for (let kill = 1; kill <= 2; kill++) {
    let saved = 0;
    const killed = contextOf(deps, job, {
      async saveCheckpoint(checkpoint) {
        job.checkpoint = JSON.parse(JSON.stringify(checkpoint));
        saved += 1;
        if (saved === kill) throw new Error("killed");
      },
    });
    await expect(trainModel(killed, features)).rejects.toThrow("killed");
    deps.clock.now += 86_400; // over midnight: the cut-off stays
  }
  expect((await readModel(database)).progress).toBeGreaterThan(0.1);
  expect(await trainModel(contextOf(deps, job), features)).toEqual({ kind: "done" });
  expect((await readModel(database)).cutoffDay).toBe("2026-11-21");
  expect(await listArtifacts(database)).toEqual(await listArtifacts(undisturbed.database));
});

test("the training of a deleted model stops and leaves nothing", async () => {
  const { database, deps, job } = await setUp();
  const features = createSyntheticFeatures({ races: 200 });
  const deleting: typeof features = {
    ...features,
    async readRowIndex(manifest, venueType) {
      await database.db.update(models).set({ deletedAt: deps.now() }).where(eq(models.id, MODEL));
      return features.readRowIndex(manifest, venueType);
    },
  };
  expect(await trainModel(contextOf(deps, job), deleting)).toEqual({ kind: "done" });
  expect(await listArtifacts(database)).toEqual([]);
  expect(await readModel(database)).toMatchObject({ status: 1, artifactKey: null });
});

test("with too few races a training fails, and the creation is returned once", async () => {
  const { database, deps, job } = await setUp();
  const features = createSyntheticFeatures({ races: 20 });
  let outcome = await trainModel(contextOf(deps, job), features);
  for (let wait = 0; wait < 10 && outcome.kind === "again"; wait++) {
    outcome = await trainModel(contextOf(deps, job), features);
  }
  expect(outcome).toEqual({ kind: "failed", reason: "too-few-races" });
  await endFailedTraining(deps, job);
  deps.clock.now += 100;
  await endFailedTraining(deps, job);
  expect((await readModel(database)).status).toBe(3);
  const [use] = await database.db.select().from(usage);
  expect(use?.returnedAt).toBe(SATURDAY_MORNING);
});

test.each(["conditional-logit", "boosted-trees"])("without the kernel a training with %s throws", async (learner) => {
  const { database, deps, job } = await setUp();
  const context = contextOf({ ...deps, kernel: undefined }, { ...job, payload: { learner } });
  await expect(trainModel(context, createSyntheticFeatures({ races: 100 }))).rejects.toThrow("kernel");
  expect(await listArtifacts(database)).toEqual([]);
  expect((await readModel(database)).status).toBe(1);
});

test("a failure after completion returns nothing", async () => {
  const { database, deps, job } = await setUp();
  await trainModel(contextOf(deps, job), createSyntheticFeatures({ races: 100 }));
  await endFailedTraining(deps, job);
  expect((await readModel(database)).status).toBe(2);
  const [use] = await database.db.select().from(usage);
  expect(use?.returnedAt).toBeNull();
});

test("a training waits while the features are being built", async () => {
  const { database, deps, job } = await setUp();
  await database.db.insert(jobs).values({
    id: "build",
    kind: "build-features",
    queue: "ingest",
    subject: "all",
    status: "queued",
    runAfter: 0,
    createdAt: 0,
  });
  const features = createSyntheticFeatures({ races: 100, manifest: null });
  for (let wait = 0; wait < 20; wait++) {
    const waiting = await trainModel(contextOf(deps, job), features);
    expect(waiting).toMatchObject({ kind: "again", delaySeconds: 30 });
    expect(waiting.kind === "again" && (await waiting.hasCome?.())).toBe(false);
  }
  await database.db.update(jobs).set({ status: "done" });
  const built = createSyntheticFeatures({ races: 100 });
  expect(await trainModel(contextOf(deps, job), built)).toEqual({ kind: "done" });
  expect((await readModel(database)).status).toBe(2);
});

const ANALYSIS = 3;

test("a training of boosted trees ends with a complete model, which scores a race without the kernel", async () => {
  const { database, deps, job } = await setUp("boosted-trees");
  const features = createSyntheticFeatures({ races: 300 });
  let passes = -1;
  const openColumns: typeof features.openColumns = (...asked) => {
    passes += 1;
    return features.openColumns(...asked);
  };
  expect(await trainModel(contextOf(deps, job), { ...features, openColumns })).toEqual({ kind: "done" });
  // Each costs its reads of the store: the linear fits, four walked fits and the last one of trees, tests of fits, the report.
  expect(passes).toBeLessThanOrEqual(8);
  const model = await readModel(database);
  expect(model).toMatchObject({ status: 2, progress: 1 });
  const artifact = await getArtifact(database.store, model.artifactKey!);
  expect(artifact.learner).toBe("boosted-trees");

  await insertRace(database.db, { raceId: "r99", date: "2026-11-21", dataVersion: SYNTHETIC_IMPORT, runnerRows: 8 });
  await insertAnalysis(database.db, { id: ANALYSIS, raceId: "r99", status: 1, modelId: MODEL });
  const scoring = jobOf("score-race", ANALYSIS);
  const web = { ...deps, kernel: undefined };
  expect(await scoreAnalysis(contextOf(web, scoring), features)).toEqual({ kind: "done" });
  const [analysis] = await database.db.select().from(analyses).where(eq(analyses.id, ANALYSIS));
  const scores: Score[] = JSON.parse(analysis!.scores!);
  expect(scores).toHaveLength(8);
  expect(scores.reduce((sum, { probability }) => sum + probability!, 0)).toBeCloseTo(1, 8);
});

test("boosted trees killed at every checkpoint resume from it and end with the same bytes", async () => {
  const undisturbed = await setUp("boosted-trees");
  const features = createSyntheticFeatures({ races: 300 });
  await trainModel(contextOf(undisturbed.deps, undisturbed.job), features);

  const { database, deps, job } = await setUp("boosted-trees");
  let kills = 0;
  const killed = contextOf(deps, job, {
    async saveCheckpoint(checkpoint) {
      job.checkpoint = JSON.parse(JSON.stringify(checkpoint));
      kills++;
      throw new Error("killed");
    },
  });
  for (;;) {
    const outcome = await trainModel(killed, features).catch((error: Error) => error.message);
    if (outcome !== "killed") break;
  }
  expect(kills).toBeGreaterThan(6);
  expect((await readModel(database)).artifactKey).toBe((await readModel(undisturbed.database)).artifactKey);
});

test("boosted trees stop in the middle if their model is deleted", async () => {
  const { database, deps, job } = await setUp("boosted-trees");
  let saves = 0;
  const context = contextOf(deps, job, {
    async saveCheckpoint() {
      // After the logit's checkpoints, before the last trees.
      if (++saves === 8) await database.db.update(models).set({ deletedAt: deps.now() }).where(eq(models.id, MODEL));
    },
  });
  expect(await trainModel(context, createSyntheticFeatures({ races: 300 }))).toEqual({ kind: "done" });
  expect(await readModel(database)).toMatchObject({ status: 1, artifactKey: null });
  expect((await readModel(database)).progress).toBeLessThan(0.9);
});
