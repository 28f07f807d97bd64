import { asc } from "drizzle-orm";
import { expect, test } from "vitest";
import { analyses, analysisTombstones, models, settledBets } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import { ensureDemoModels } from "#app/demo/demo-models.server.ts";
import { ensureDemoUsers } from "#app/demo/demo-users.server.ts";
import { restartSample } from "#app/demo/sample-restart.server.ts";
import { find, share } from "#app/services/analyses/sharing.server.ts";
import { createDemoSite } from "#test/integration/support/demo-site.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";

const OWNER = 9001;
const [OWN_MODEL, OF_SAMPLE, OF_REAL] = [9001, 9001, 9002];

/**
 * A local start with waiting demo models, one of them with a bet, and a user with a model, two analyses and a share.
 */
async function createUsedSite() {
  const site = await createDemoSite("2026-11-21T10:00:00+09:00");
  const { db } = site.database;
  await ensureDemoUsers({ ...site.deps, passwords: { ...site.deps.passwords, hash: async () => "$argon2id$none" } });
  await ensureDemoModels(site.deps);
  await insertUser(db, { id: OWNER, plan: 3 });
  await insertModel(db, { id: OWN_MODEL, userId: OWNER });
  const [sampleRace] = await db.select().from(races).orderBy(asc(races.raceId)).limit(1);
  if (sampleRace === undefined) throw new Error("the demo site has no race");
  await insertRace(db, { raceId: "real", source: "real", venue: "福島", runnerRows: 3 });
  await site.database.store.put("rankings/manifest.json", JSON.stringify({ rankings: {} }));
  const [demoModel] = await db.select().from(models).orderBy(asc(models.id)).limit(1);
  if (demoModel === undefined) throw new Error("the demo site has no model");
  await db.insert(settledBets).values({
    ...{ modelId: demoModel.id, raceId: sampleRace.raceId, date: sampleRace.date, raceDataVersion: 1, settledAt: 1 },
    ...{ winStakeYen: 200, winPayoutYen: 0, placeStakeYen: 200, placePayoutYen: 0 },
    ...{ quinellaStakeYen: 500, quinellaPayoutYen: 0 },
  });
  const own = { userId: OWNER, modelId: OWN_MODEL };
  await insertAnalysis(db, { id: OF_SAMPLE, ...own, raceId: sampleRace.raceId });
  await insertAnalysis(db, { id: OF_REAL, ...own, raceId: "real" });
  const gone = {
    ...own,
    raceInputsVersion: 1,
    modelName: "m",
    venueType: 1,
    raceInfo: "{}",
    picks: "[]",
    isLearntFrom: false,
  };
  const times = { createdAt: 1, completedAt: 1, deletedAt: 1 };
  for (const [analysisId, raceId] of [
    [OF_SAMPLE + 10, sampleRace.raceId],
    [OF_REAL + 10, "real"],
  ] as const) {
    await db.insert(analysisTombstones).values({ analysisId, raceId, ...gone, ...times });
  }
  const user = { id: OWNER, plan: 3 };
  const shared = await share(site.deps, { user, analysisId: OF_SAMPLE });
  return { site, shared };
}

test("an older sample is removed with everything based on it alone; users' own models and real races stay", async () => {
  const { site, shared } = await createUsedSite();
  const { db } = site.database;
  const shareId = shared.kind === "shared" ? shared.shareId : "";
  expect(await find(site.deps, { shareId })).not.toBeNull();
  expect((await db.select().from(settledBets)).length).toBeGreaterThan(0);
  const before = await db.select().from(races);

  const production = { ...site.deps, config: { ...site.deps.config, environment: "production" as const } };
  expect(await restartSample(production)).toBeNull();
  expect(await db.select().from(races)).toEqual(before);

  expect(await restartSample(site.deps)).toEqual({ races: before.length - 1 });
  expect((await db.select().from(races)).map(({ raceId }) => raceId)).toEqual(["real"]);
  expect(new Set((await db.select().from(runners)).map(({ raceId }) => raceId))).toEqual(new Set(["real"]));
  expect((await db.select().from(models)).map(({ id }) => id)).toEqual([OWN_MODEL]);
  expect((await db.select().from(analyses)).map(({ id }) => id)).toEqual([OF_REAL]);
  const tombstones = await db.select().from(analysisTombstones);
  expect(tombstones.map(({ analysisId }) => analysisId)).toEqual([OF_REAL + 10]);
  expect(await db.select().from(settledBets)).toEqual([]);
  expect(await find(site.deps, { shareId })).toBeNull();
  expect(await db.select().from(jobs)).toEqual([]);
  expect(await site.database.store.get("rankings/manifest.json")).toBeNull();
});

test("removed twice, also concurrently, a sample is removed once, and demo models can be created again", async () => {
  const { site } = await createUsedSite();
  const answers = await Promise.all([restartSample(site.deps), restartSample(site.deps)]);
  expect(answers.filter((answer) => answer?.races === 0)).toHaveLength(1);
  expect(await restartSample(site.deps)).toEqual({ races: 0 });
  expect(await ensureDemoModels(site.deps)).toBe(0);
});
