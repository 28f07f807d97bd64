// @module-tag full
import { asc, eq, inArray, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "#app/db/schema/accounts.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { recordEntries } from "#app/db/schema/own-records.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { sealLeaves } from "#app/db/schema/seal.server.ts";
import { ensureDemoModels } from "#app/demo/demo-models.server.ts";
import { continueDemoRecords } from "#app/demo/demo-records.server.ts";
import { ensureDemoUsers } from "#app/demo/demo-users.server.ts";
import { startOfRace } from "#app/domain/racing/race-start.ts";
import { readView } from "#app/services/own-records/own-records.server.ts";
import { createDemoSite, type DemoSite, deliverAll } from "#test/integration/support/demo-site.ts";

const SATURDAY = "2026-11-21T10:00:00+09:00";
const OWNERS = ["premium@demo.example", "unlimited@demo.example"];

/** Every model is trained, and races 7 and 8 start in the afternoon. */
async function createTrainedSite() {
  const site = await createDemoSite(SATURDAY);
  await ensureDemoUsers({ ...site.deps, passwords: { ...site.deps.passwords, hash: async () => "$argon2id$none" } });
  await ensureDemoModels(site.deps);
  await deliverAll(site);
  await site.database.db
    .update(races)
    .set({ startTime: "15:00" })
    .where(inArray(races.raceNum, [7, 8]));
  return site;
}

const step = (site: DemoSite) => continueDemoRecords(site.deps, site.features);

async function finish(site: DemoSite) {
  for (let steps = 0; steps < 30; steps++) {
    await step(site);
    await deliverAll(site);
  }
}

const listEntries = ({ database: { db } }: DemoSite) =>
  db
    .select({ entry: recordEntries, race: races, completedAt: analyses.completedAt, model: models, owner: users.email })
    .from(recordEntries)
    .innerJoin(analyses, eq(analyses.id, recordEntries.analysisId))
    .innerJoin(races, eq(races.raceId, recordEntries.raceId))
    .innerJoin(models, eq(models.id, recordEntries.modelId))
    .innerJoin(users, eq(users.id, recordEntries.userId))
    .where(like(models.formKey, "demo-model-%"))
    .orderBy(asc(recordEntries.analysisId));

test("the records are dated before each start and after the model, settled, counted, and without a seal", async () => {
  await using site = await createTrainedSite();
  await finish(site);
  const rows = await listEntries(site);
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map(({ owner }) => owner))).toEqual(new Set(OWNERS));
  for (const { entry, race, completedAt, model } of rows) {
    expect(entry.completedAt).toBe(startOfRace(race)! - 40 * 60);
    expect(completedAt).toBe(entry.completedAt);
    expect(entry.completedAt).toBeGreaterThan(model.completedAt!);
    expect(race.date >= model.cutoffDay!).toBe(true);
    expect(model.publishedAt).not.toBeNull();
    expect([entry.isLearntFrom, entry.hasSeal, entry.resultKind]).toEqual([false, false, "settled"]);
  }
  expect(await site.database.db.select().from(sealLeaves)).toEqual([]);
  for (const owner of OWNERS) {
    const own = rows.filter((row) => row.owner === owner);
    const user = { id: own[0]!.entry.userId, plan: 5 } as Parameters<typeof readView>[1]["user"];
    const filter = { month: null, venue: null, result: null, sort: "new", page: 1 } as const;
    const view = await readView(site.deps, { user, modelId: null, filter });
    expect(view?.figures.counts).toMatchObject({ counted: own.length, "after-start": 0, late: 0 });
    const dates = own.map(({ race }) => race.date).sort();
    expect(dates[0]! <= "2026-11-07").toBe(true);
    expect(dates.at(-1)).toBe("2026-11-15");
  }
});

test("concurrent steps and steps after an interruption add each record once; deleted and users' own ones stay", async () => {
  await using site = await createTrainedSite();
  const { db } = site.database;
  await Promise.all([step(site), step(site)]);
  // Killed between the scoring and the date.
  const [first] = await listEntries(site);
  const undated = { completedAt: site.deps.clock.now };
  await db.update(recordEntries).set(undated).where(eq(recordEntries.analysisId, first!.entry.analysisId));
  await db.update(analyses).set(undated).where(eq(analyses.id, first!.entry.analysisId));
  await finish(site);
  const rows = await listEntries(site);
  expect(rows.map(({ entry, race }) => entry.completedAt - startOfRace(race)!)).toEqual(rows.map(() => -40 * 60));
  expect(new Set(rows.map(({ entry }) => `${entry.modelId} ${entry.raceId}`)).size).toBe(rows.length);
  await db.update(analyses).set({ deletedAt: 1 }).where(eq(analyses.id, first!.entry.analysisId));
  await finish(site);
  expect(await listEntries(site)).toHaveLength(rows.length);
  // One of the user's own, after the start.
  const own = { createdAt: rows[1]!.entry.completedAt + 1, completedAt: site.deps.clock.now };
  await db.update(analyses).set(own).where(eq(analyses.id, rows[1]!.entry.analysisId));
  await step(site);
  const [kept] = await db.select().from(analyses).where(eq(analyses.id, rows[1]!.entry.analysisId));
  expect(kept).toMatchObject(own);
});
