import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { ledgerDays, models } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { endFailedSettlement, type LedgerBatch, settleBets } from "#app/services/rankings/ledger.server.ts";
import { enqueueDueSettlements } from "#app/services/rankings/ledger-days.server.ts";
import { SYNTHETIC_IMPORT } from "#test/integration/support/imports/synthetic-features.ts";
import {
  buildUpTo,
  createLedgerSite,
  features,
  insertPlan,
  type LedgerSite,
  ledgerContext,
  RACE_DAY,
  readLedger,
} from "#test/integration/support/rankings/ledger-site.ts";
import { insertModel, insertUser } from "#test/integration/support/rows.ts";

const TOP = Number.MAX_SAFE_INTEGER;

async function listBatches({ database }: LedgerSite): Promise<LedgerBatch[]> {
  const rows = await database.db.select().from(jobs).where(eq(jobs.kind, "settle-bets"));
  return rows
    .filter(({ status }) => status === "queued")
    .map(({ payload }) => JSON.parse(payload) as LedgerBatch)
    .sort((a, b) => a.fromModelId - b.fromModelId);
}

async function runBatches(site: LedgerSite) {
  for (const payload of await listBatches(site)) {
    const context = ledgerContext(site);
    context.job.payload = payload;
    expect(await settleBets(context, features)).toEqual({ kind: "done" });
  }
  await site.database.db.update(jobs).set({ status: "done" });
}

test("a race day gets jobs once its features are built, once, on the queue behind users' work", async () => {
  await using site = await createLedgerSite();
  await enqueueDueSettlements(site.deps);
  await buildUpTo(site, SYNTHETIC_IMPORT - 1);
  await enqueueDueSettlements(site.deps);
  expect(await listBatches(site)).toEqual([]);
  await buildUpTo(site, SYNTHETIC_IMPORT);
  await Promise.all([enqueueDueSettlements(site.deps), enqueueDueSettlements(site.deps)]);
  expect(await listBatches(site)).toEqual([{ dates: [RACE_DAY], fromModelId: 0, toModelId: TOP }]);
  expect(new Set(site.deps.sent.map(({ queue }) => queue))).toEqual(new Set(["background"]));
  await runBatches(site);
  expect(await readLedger(site)).toHaveLength(6);
  await enqueueDueSettlements(site.deps);
  expect(await listBatches(site)).toEqual([]);
});

test("many models are batches of a hundred, which cover all ids", async () => {
  await using site = await createLedgerSite({ models: 250 });
  await buildUpTo(site, SYNTHETIC_IMPORT);
  await enqueueDueSettlements(site.deps);
  expect((await listBatches(site)).map(({ fromModelId, toModelId }) => [fromModelId, toModelId])).toEqual([
    [0, 100],
    [101, 200],
    [201, TOP],
  ]);
});

test("a correction, also of a day long past, creates new jobs while the old ones are open", async () => {
  await using site = await createLedgerSite();
  await buildUpTo(site, SYNTHETIC_IMPORT + 1);
  await enqueueDueSettlements(site.deps);
  site.deps.clock.now += 400 * 86_400;
  await enqueueDueSettlements(site.deps);
  expect(await listBatches(site)).toHaveLength(1);
  await site.database.db.update(races).set({ dataVersion: SYNTHETIC_IMPORT + 1 });
  await enqueueDueSettlements(site.deps);
  expect(await listBatches(site)).toHaveLength(2);
});

test("days before the rankings, and days without a payout, create no jobs", async () => {
  await using site = await createLedgerSite();
  await buildUpTo(site, SYNTHETIC_IMPORT);
  await site.database.db.update(races).set({ date: "2026-09-23" });
  await enqueueDueSettlements(site.deps);
  await site.database.db.update(races).set({ date: RACE_DAY });
  await site.database.d1.prepare("delete from payouts").run();
  await enqueueDueSettlements(site.deps);
  expect(await listBatches(site)).toEqual([]);
});

test("the model of a user who takes a plan after the race is settled by the next hour", async () => {
  await using site = await createLedgerSite();
  await buildUpTo(site, SYNTHETIC_IMPORT);
  const { database, artifactKey, deps } = site;
  await insertUser(database.db, { id: 2 });
  await insertModel(database.db, { id: 50, userId: 2, artifactKey, completedAt: deps.clock.now - 90_000 });
  await enqueueDueSettlements(deps);
  await runBatches(site);
  expect(await readLedger(site)).toHaveLength(6);
  await insertPlan(database, { userId: 2, plan: 2, effectiveAt: deps.clock.now + 60 });
  deps.clock.now += 3600;
  await enqueueDueSettlements(deps);
  expect(await listBatches(site)).toEqual([{ dates: [RACE_DAY], fromModelId: 50, toModelId: 50 }]);
  await runBatches(site);
  expect(await readLedger(site)).toHaveLength(8);
  await enqueueDueSettlements(deps);
  expect(await listBatches(site)).toEqual([]);
});

test("a job that failed for good makes its days due again", async () => {
  await using site = await createLedgerSite();
  await buildUpTo(site, SYNTHETIC_IMPORT);
  await enqueueDueSettlements(site.deps);
  const { db } = site.database;
  await db.update(jobs).set({ status: "failed" });
  await endFailedSettlement(site.deps, ledgerContext(site).job);
  expect(await db.select().from(ledgerDays)).toMatchObject([{ date: RACE_DAY, dataVersion: 0 }]);
  await enqueueDueSettlements(site.deps);
  expect(await listBatches(site)).toHaveLength(1);
});

test("without any ranked model a day is recorded and creates one job, which finds nothing", async () => {
  await using site = await createLedgerSite();
  await buildUpTo(site, SYNTHETIC_IMPORT);
  await site.database.db.update(models).set({ deletedAt: 1 });
  await enqueueDueSettlements(site.deps);
  await runBatches(site);
  expect(await readLedger(site)).toEqual([]);
  await enqueueDueSettlements(site.deps);
  expect(await listBatches(site)).toEqual([]);
});
