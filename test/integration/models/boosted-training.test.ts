import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getArtifact } from "#app/adapters/artifact-store.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import { scoreAnalysis } from "#app/services/analyses/scoring.server.ts";
import { trainModel } from "#app/services/models/training.server.ts";
import { createSyntheticFeatures, SYNTHETIC_IMPORT } from "#test/integration/support/imports/synthetic-features.ts";
import { contextOf, jobOf } from "#test/integration/support/job-context.ts";
import { insertAnalysis, insertModel, insertRace, insertUser, insertUses } from "#test/integration/support/rows.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { createTestDatabase } from "#test/integration/support/workerd/test-database.ts";
import { kernelModule } from "#test/unit/support/kernel-module.ts";

const MODEL = 7;
const ANALYSIS = 3;

async function setUp() {
  const database = await createTestDatabase();
  await insertUser(database.db, { id: 1 });
  await insertModel(database.db, { id: MODEL, status: 1 });
  await insertUses(database.db, { count: 1, firstSubject: MODEL, kind: "model" });
  const deps = createTestDeps(database, { kernel: kernelModule });
  const job = jobOf("train-model", MODEL, { learner: "boosted-trees" });
  const readModel = async () => (await database.db.select().from(models).where(eq(models.id, MODEL)))[0]!;
  return { database, deps, job, readModel };
}

test("a training of boosted trees ends with a complete model, which scores a race without the kernel", async () => {
  const { database, deps, job, readModel } = await setUp();
  const features = createSyntheticFeatures({ races: 300 });
  let passes = -1;
  const openColumns: typeof features.openColumns = (...asked) => {
    passes += 1;
    return features.openColumns(...asked);
  };
  expect(await trainModel(contextOf(deps, job), { ...features, openColumns })).toEqual({ kind: "done" });
  // Each costs its reads of the store: the linear fits, four walked fits and the last one of trees, tests of fits, the report.
  expect(passes).toBeLessThanOrEqual(8);
  const model = await readModel();
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
  const undisturbed = await setUp();
  const features = createSyntheticFeatures({ races: 300 });
  await trainModel(contextOf(undisturbed.deps, undisturbed.job), features);

  const { deps, job, readModel } = await setUp();
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
  expect((await readModel()).artifactKey).toBe((await undisturbed.readModel()).artifactKey);
});

test("boosted trees stop in the middle if their model is deleted", async () => {
  const { database, deps, job, readModel } = await setUp();
  let saves = 0;
  const context = contextOf(deps, job, {
    async saveCheckpoint() {
      // After the logit's checkpoints, before the last trees.
      if (++saves === 8) await database.db.update(models).set({ deletedAt: deps.now() }).where(eq(models.id, MODEL));
    },
  });
  expect(await trainModel(context, createSyntheticFeatures({ races: 300 }))).toEqual({ kind: "done" });
  expect(await readModel()).toMatchObject({ status: 1, artifactKey: null });
  expect((await readModel()).progress).toBeLessThan(0.9);
});
