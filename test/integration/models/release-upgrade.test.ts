import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import {
  CURRENT_MANIFEST_KEY,
  createFeatureStore,
  MANIFEST_PREFIX,
  SEGMENT_PREFIX,
} from "#app/adapters/feature-store.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { CATALOGUE_VERSION } from "#app/domain/features/catalogue.ts";
import { USUAL_EXPONENTS } from "#app/domain/learning/calibration/order-probabilities.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import { find as findAnalysis } from "#app/services/analyses/analyses.server.ts";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";
import { isFeatureBuildDue } from "#app/services/models/feature-builds.server.ts";
import { find as findModel } from "#app/services/models/models.server.ts";
import {
  CHOICE,
  insertAnalysis,
  insertModel,
  insertUser,
  insertUses,
} from "#test/integration/support/billing/plan-factories.ts";
import {
  insertImport,
  insertRaces,
  makeRaces,
  readCurrent,
} from "#test/integration/support/imports/feature-build-site.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { createTestDatabase, type TestDatabase } from "#test/integration/support/workerd/test-database.ts";
import { kernelModule } from "#test/unit/support/kernel-module.ts";
import { consumeJobs } from "#workers/jobs/consume-jobs.ts";
import { handlers } from "#workers/jobs/handlers.ts";

const USER = { id: 1, plan: 1 };
const OLD_MODEL = 6;
const NEW_MODEL = 7;
const ANALYSIS = 3;
/** A central one, the first of the last four races below, which have not been run. */
const RACE = "r004";

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => {});
});

/** The first release's objects in the store: one per segment and scope, the row index as JSON, no refits. */
async function storeFirstRelease({ store }: TestDatabase): Promise<string> {
  const segment = {
    ...{ name: "2024-1", rowCount: 2, raceCount: 1, firstDay: "2024-04-06", lastDay: "2024-04-06", sourceHash: "s" },
    indexKey: `${SEGMENT_PREFIX}index`,
    codesKeys: { all: `${SEGMENT_PREFIX}codes` },
  };
  const { name: _, sourceHash: _s, indexKey: _i, codesKeys: _c, ...summary } = segment;
  const manifest = {
    ...{ version: "first", importId: 1, visibilityVersion: 0, catalogueVersion: 1, previousVersion: "none" },
    venueTypes: { "1": { ...summary, segments: [segment] } },
  };
  await store.put(segment.indexKey, JSON.stringify({ raceIds: ["r"], raceDay: [19_819], raceSize: [2] }));
  await store.put(segment.codesKeys.all, new Uint16Array(2));
  await store.put(`${MANIFEST_PREFIX}first.json`, JSON.stringify(manifest));
  await store.put(CURRENT_MANIFEST_KEY, JSON.stringify(manifest));

  const column = { offset: 0, step: 0.0005, sd: 300 };
  const artifact = {
    ...{
      format: 2,
      learnerVersion: 1,
      seed: null,
      orderExponents: USUAL_EXPONENTS,
      refits: [],
      learner: "conditional-logit",
      venueType: 1,
      scope: "all",
      choice: CHOICE,
    },
    ...{ cutoffDay: "2024-06-01", data: { version: "first", importId: 1 }, learnt: { races: 50, rows: 260 } },
    ...{ temperature: 1, sigma: 0.8 },
    report: {
      ...{ races: 8, from: "2024-05-01", to: "2024-05-31" },
      ...{ pseudoR2: 0.1, marketPseudoR2: 0.2, top1WinRate: 0.3 },
    },
    parameters: {
      ridge: 0.1,
      values: [
        { column: "static.jockey.win", ...column, weight: 0.5 },
        { column: "static.post.bracket", offset: 0, step: 1, sd: 2, weight: -0.4 },
      ],
      missing: [{ column: "static.jockey.is_same", weight: 0.1 }],
    },
  };
  const bytes = new TextEncoder().encode(JSON.stringify(artifact));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const key = `artifacts/${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}.json`;
  await store.put(key, bytes);
  return key;
}

async function setUp(races: number) {
  const database = await createTestDatabase();
  await insertRaces(database, makeRaces(races));
  await insertImport(database);
  const artifactKey = await storeFirstRelease(database);
  await insertUser(database.db, { id: USER.id });
  const report = JSON.stringify({ races: 8, pseudoR2: 0.1 });
  await insertModel(database.db, { id: OLD_MODEL, artifactKey, report, cutoffDay: "2024-06-01" });
  await insertModel(database.db, { id: NEW_MODEL, status: 1, cutoffDay: "2026-11-20", progress: 0.4 });
  await insertAnalysis(database.db, { id: ANALYSIS, status: 1, modelId: OLD_MODEL, raceId: RACE });
  await insertUses(database.db, { count: 1, firstSubject: NEW_MODEL, kind: "model" });
  await insertUses(database.db, { count: 1, firstSubject: ANALYSIS, kind: "analysis" });
  // A training that the first release left half done, according to its row.
  const trial = { ridge: 3, loss: 1.5, weights: [0.1, 0.2] };
  const checkpoint = {
    run: JSON.stringify(["conditional-logit", "first", "2026-11-20"]),
    learner: { columns: 2, trials: [trial], last: null },
  };
  const open = { status: "queued", runAfter: 0, createdAt: 0 } as const;
  await database.db.insert(jobs).values([
    {
      ...{ ...open, id: "train", kind: "train-model", queue: "train", subject: String(NEW_MODEL) },
      ...{ payload: JSON.stringify({ learner: "conditional-logit" }), checkpoint: JSON.stringify(checkpoint) },
    },
    { ...open, id: "score", kind: "score-race", queue: "score", subject: String(ANALYSIS) },
  ]);
  const deps = createTestDeps(database, { kernel: kernelModule });
  return { database, deps };
}

/** Without yielding, as there is no event loop to share here. */
const breathless = Object.fromEntries(
  Object.entries(handlers).map(([kind, handler]): [string, JobHandler] => [
    kind,
    { ...handler, run: (context) => handler.run({ ...context, yieldAndRenewLease: async () => {} }) },
  ]),
) as typeof handlers;

/** Delivers sent messages in order, each when it is due, until none are left. @returns kinds of the jobs that ran */
async function deliverAll({ database, deps }: Awaited<ReturnType<typeof setUp>>): Promise<string[]> {
  const ran: string[] = [];
  const lock = { isLocked: false };
  for (let delivered = 0; deps.sent.length > 0 && delivered < 60; delivered++) {
    const { queue, message, delaySeconds } = deps.sent.shift()!;
    deps.clock.now += delaySeconds;
    if (message.type === "run-job") {
      const [row] = await database.db.select({ kind: jobs.kind }).from(jobs).where(eq(jobs.id, message.jobId));
      ran.push(row!.kind);
    }
    const body = { id: "message", timestamp: new Date(0), body: message, attempts: 1, ack() {}, retry() {} };
    await consumeJobs(deps, breathless, lock, { queue: `keiba-ai-${queue}`, messages: [body as Message] });
  }
  return ran;
}

test("after a new release, work waits for new features instead of the old release's, and enqueues their build", async () => {
  const site = await setUp(200);
  const { database, deps } = site;
  await using _ = database;
  expect(await isFeatureBuildDue(deps)).toBe(true);
  // Nothing reads the old ones meanwhile; pages show what there is.
  expect(await createFeatureStore(deps.store).readManifest()).toBeNull();
  expect(await findAnalysis(deps, { user: USER, analysisId: ANALYSIS })).toMatchObject({ status: 1 });
  expect(await findModel(deps, { user: USER, modelId: OLD_MODEL })).toMatchObject({
    ...{ status: 2, report: { races: 8 } },
    // From before details were kept, so by an earlier catalogue.
    isOfOlderCatalogue: true,
  });
  // The sweep's message for waiting rows; the hourly one may be an hour away.
  deps.sent.push(
    { queue: "train", message: { version: 1, type: "run-job", jobId: "train" }, delaySeconds: 0 },
    { queue: "score", message: { version: 1, type: "run-job", jobId: "score" }, delaySeconds: 0 },
  );
  const ran = await deliverAll(site);
  expect(ran.slice(0, 2)).toEqual(["train-model", "score-race"]);
  expect(ran.filter((kind) => kind === "build-features")).toHaveLength(1);

  expect(await readCurrent(database)).toMatchObject({ catalogueVersion: CATALOGUE_VERSION, previousVersion: "first" });
  expect(await isFeatureBuildDue(deps)).toBe(false);
  const open = await database.db.select({ kind: jobs.kind, status: jobs.status }).from(jobs);
  expect(open.filter(({ status }) => status !== "done")).toEqual([]);
  const [trained] = await database.db.select().from(models).where(eq(models.id, NEW_MODEL));
  expect(trained).toMatchObject({ status: 2, progress: 1, cutoffDay: "2026-11-20" });
  expect(await findModel(deps, { user: USER, modelId: NEW_MODEL })).toMatchObject({
    details: { importanceRaces: expect.any(Number) },
    isOfOlderCatalogue: false,
  });

  // The old model still works: it scores, and is shown as before.
  const [analysis] = await database.db.select().from(analyses).where(eq(analyses.id, ANALYSIS));
  expect(analysis).toMatchObject({ status: 2, isLearntFrom: false });
  const scores: Score[] = JSON.parse(analysis!.scores!);
  expect(scores.length).toBeGreaterThanOrEqual(4);
  expect(scores.reduce((sum, { probability }) => sum + probability!, 0)).toBeCloseTo(1, 9);
  // Posts, if nothing else, distinguish its horses.
  expect(new Set(scores.map(({ index }) => index)).size).toBe(scores.length);

  const shown = await findAnalysis(deps, { user: USER, analysisId: ANALYSIS });
  expect(shown).toMatchObject({ analysisId: ANALYSIS, details: { why: expect.any(Array) } });
  const model = await findModel(deps, { user: USER, modelId: OLD_MODEL });
  expect(model).toMatchObject({ report: { races: 8, pseudoR2: 0.1 }, details: null });
});

test("if builds fail repeatedly, work that waits for them fails in the end", async () => {
  const site = await setUp(10);
  const { database, deps } = site;
  await using _ = database;
  vi.spyOn(console, "error").mockImplementation(() => {});
  // No segment can be stored.
  const failing = new Proxy(database.store, {
    get(store, key) {
      const value: unknown = Reflect.get(store, key);
      if (key === "put") return () => Promise.reject(new Error("the store is full"));
      return typeof value === "function" ? value.bind(store) : value;
    },
  });
  deps.store = failing;
  deps.sent.push({ queue: "train", message: { version: 1, type: "run-job", jobId: "train" }, delaySeconds: 0 });
  for (let round = 0; round < 10 && deps.sent.length > 0; round++) await deliverAll(site);
  const [model] = await database.db.select().from(models).where(eq(models.id, NEW_MODEL));
  expect(model).toMatchObject({ status: 3 });
  expect(deps.sent).toEqual([]);
});
