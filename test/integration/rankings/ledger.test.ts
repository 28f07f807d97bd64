import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { ledgerDays, models, settledBets } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { payouts, races, runners } from "#app/db/schema/racing.server.ts";
import { startOfJapanDay } from "#app/domain/racing/japan-time.ts";
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

const DONE = { kind: "done" };

test("a model's bets on ranked races are settled to the yen, with their horses", async () => {
  await using site = await createLedgerSite({ models: 1 });
  expect(await settleBets(ledgerContext(site), features)).toEqual(DONE);
  const rows = await readLedger(site);
  expect(rows.map(({ raceId }) => raceId)).toEqual(["r97", "r98"]);
  expect(rows[0]).toMatchObject({ modelId: 1, date: RACE_DAY, raceDataVersion: SYNTHETIC_IMPORT });
  expect(rows[0]).toMatchObject({ winStakeYen: 200, winPayoutYen: 400, winHits: 2 });
  expect(rows[0]).toMatchObject({ placeStakeYen: 100, placePayoutYen: 110, placeHits: 1 });
  expect(rows[0]).toMatchObject({ quinellaStakeYen: 700, quinellaPayoutYen: 7000, quinellaHits: 7 });
  expect(JSON.parse(rows[0]!.picks)).toHaveLength(5);
});

test("delivered twice, also concurrently, bets are stored once and never written again", async () => {
  await using site = await createLedgerSite();
  await Promise.all([settleBets(ledgerContext(site), features), settleBets(ledgerContext(site), features)]);
  const first = await readLedger(site);
  expect(first).toHaveLength(6);
  site.deps.clock.now += 500;
  expect(await settleBets(ledgerContext(site), features)).toEqual(DONE);
  expect(await readLedger(site)).toEqual(first);
});

test("a correction of payouts settles the stored picks again, without the model", async () => {
  await using site = await createLedgerSite({ models: 1 });
  await settleBets(ledgerContext(site), features);
  const { db, store } = site.database;
  const before = (await readLedger(site))[0]!;
  await db
    .update(payouts)
    .set({ payoutYen: 350 })
    .where(and(eq(payouts.raceId, "r97"), eq(payouts.betType, "win")));
  await db
    .update(races)
    .set({ dataVersion: SYNTHETIC_IMPORT + 1 })
    .where(eq(races.raceId, "r97"));
  await store.delete(site.artifactKey);
  const manifest = { ...(await features.readManifest())!, importId: SYNTHETIC_IMPORT + 1 };
  const newer = { ...features, readManifest: async () => manifest };
  expect(await settleBets(ledgerContext(site), newer)).toEqual(DONE);
  const [after, other] = await readLedger(site);
  expect(after).toMatchObject({ winPayoutYen: 700, raceDataVersion: SYNTHETIC_IMPORT + 1, picks: before.picks });
  expect(after?.quinellaPayoutYen).toBe(before.quinellaPayoutYen);
  expect(other?.raceDataVersion).toBe(SYNTHETIC_IMPORT);
});

test("a scratched pick counts for neither stake nor payout, before settling and by a correction", async () => {
  await using site = await createLedgerSite({ models: 1 });
  await settleBets(ledgerContext(site), features);
  const { db } = site.database;
  const [before] = await readLedger(site);
  const best = (JSON.parse(before!.picks) as number[])[0]!;
  await db
    .update(runners)
    .set({ status: "scratched" })
    .where(and(eq(runners.raceId, "r97"), eq(runners.horseNum, best)));
  const refunded = { winStakeYen: 100, winPayoutYen: 200, placeStakeYen: 0, placeHits: 0, quinellaStakeYen: 300 };
  // As if nothing had been settled yet …
  await db.delete(settledBets);
  await settleBets(ledgerContext(site), features);
  expect((await readLedger(site))[0]).toMatchObject({ ...refunded, picks: before!.picks });
  // … and from the row of older data.
  await db.update(settledBets).set({ raceDataVersion: 1, winStakeYen: 200 });
  await settleBets(ledgerContext(site), features);
  expect((await readLedger(site))[0]).toMatchObject({ ...refunded, picks: before!.picks });
});

test("a race cancelled before or after settling has no bets", async () => {
  await using site = await createLedgerSite({ models: 1 });
  const { db } = site.database;
  await db.update(races).set({ status: "cancelled" }).where(eq(races.raceId, "r98"));
  await settleBets(ledgerContext(site), features);
  expect((await readLedger(site)).map(({ raceId }) => raceId)).toEqual(["r97"]);
  await db.update(races).set({ status: "cancelled" }).where(eq(races.raceId, "r97"));
  await db.update(settledBets).set({ raceDataVersion: 1 });
  await settleBets(ledgerContext(site), features);
  expect(await readLedger(site)).toMatchObject([
    { winStakeYen: 0, winPayoutYen: 0, placeStakeYen: 0, quinellaStakeYen: 0, quinellaHits: 0 },
  ]);
});

test("only models complete before the race day bet, of owners on plan 2 to 6 since the Tuesday before", async () => {
  await using site = await createLedgerSite({ models: 1 });
  const { database, artifactKey } = site;
  const { db } = database;
  const dayStart = startOfJapanDay(RACE_DAY);
  const tuesday = startOfJapanDay("2026-11-17");
  const completedAt = dayStart - 86_400;
  await insertModel(db, { id: 2, artifactKey, completedAt: dayStart });
  await insertModel(db, { id: 3, artifactKey, completedAt: dayStart - 1 });
  await insertModel(db, { id: 4, artifactKey, completedAt, deletedAt: dayStart });
  await insertModel(db, { id: 5, artifactKey, completedAt, cutoffDay: "2026-11-22" });
  const histories: [id: number, ...changes: [plan: number, effectiveAt: number][]][] = [
    [10, [3, tuesday - 9000], [1, tuesday]],
    [11, [3, tuesday - 9000], [1, tuesday + 1]],
    [12, [1, tuesday - 9000], [2, dayStart + 3600]],
    [13, [102, tuesday - 9000]],
    [14, [9, tuesday - 9000]],
    [15, [6, dayStart + 90 * 86_400]],
    [16, [2, tuesday - 9000], [1, tuesday - 8000], [4, tuesday + 5], [1, tuesday + 6]],
  ];
  for (const [userId, ...changes] of histories) {
    await insertUser(db, { id: userId });
    for (const [plan, effectiveAt] of changes) await insertPlan(database, { userId, plan, effectiveAt });
    await insertModel(db, { id: userId, userId, artifactKey, completedAt });
  }
  await settleBets(ledgerContext(site), features);
  expect([...new Set((await readLedger(site)).map(({ modelId }) => modelId))]).toEqual([1, 3, 11, 12, 16]);
});

test("if a run is killed mid-batch, the next one resumes after the settled models", async () => {
  await using site = await createLedgerSite({ models: 5 });
  let breaths = 0;
  const dying = async () => {
    breaths += 1;
    if (breaths === 3) throw new Error("killed");
  };
  await expect(settleBets(ledgerContext(site, { yieldAndRenewLease: dying }), features)).rejects.toThrow("killed");
  const first = await readLedger(site);
  expect(first.map(({ modelId }) => modelId)).toEqual([1, 1, 2, 2]);
  site.deps.clock.now += 60;
  breaths = 10;
  expect(await settleBets(ledgerContext(site, { yieldAndRenewLease: dying }), features)).toEqual(DONE);
  // Three models were left, and the others' rows are unchanged.
  expect(breaths).toBe(13);
  const all = await readLedger(site);
  expect(all).toHaveLength(10);
  expect(all.slice(0, 4)).toEqual(first);
});

test("a batch yields to users' work before each model, and resumes afterwards", async () => {
  await using site = await createLedgerSite();
  let asked = 0;
  const waiting = async () => ++asked > 2;
  const outcome = await settleBets(ledgerContext(site, { isUserWorkWaiting: waiting }), features);
  expect(outcome).toEqual({ kind: "again", delaySeconds: 5 });
  expect(await readLedger(site)).toHaveLength(2);
  expect(await settleBets(ledgerContext(site), features)).toEqual(DONE);
  expect(await readLedger(site)).toHaveLength(6);
});

test("a batch that has yielded for an hour is settled although users' work never ends", async () => {
  await using site = await createLedgerSite({ models: 1 });
  const context = ledgerContext(site, { isUserWorkWaiting: async () => true });
  for (let seconds = 0; seconds < 3600; seconds += 5) {
    expect(await settleBets(context, features)).toEqual({ kind: "again", delaySeconds: 5 });
  }
  expect(await settleBets(context, features)).toEqual(DONE);
  expect(await readLedger(site)).toHaveLength(2);
});

test("bets wait for features that contain the day's data", async () => {
  await using site = await createLedgerSite({ models: 1 });
  const without = { ...features, readManifest: async () => null };
  expect(await settleBets(ledgerContext(site), without)).toEqual({ kind: "again", delaySeconds: 1 });
  await site.database.db.update(races).set({ dataVersion: SYNTHETIC_IMPORT + 1 });
  expect(await settleBets(ledgerContext(site), features)).toEqual({ kind: "again", delaySeconds: 1 });
  expect(await readLedger(site)).toEqual([]);
  await site.database.db.update(races).set({ dataVersion: SYNTHETIC_IMPORT });
  expect(await settleBets(ledgerContext(site), features)).toEqual(DONE);
  expect(await readLedger(site)).toHaveLength(2);
});

test("an unreadable artifact does not affect the other models of the batch", async () => {
  await using site = await createLedgerSite();
  await site.database.db.update(models).set({ artifactKey: "artifacts/gone.json" }).where(eq(models.id, 2));
  expect(await settleBets(ledgerContext(site), features)).toEqual(DONE);
  expect([...new Set((await readLedger(site)).map(({ modelId }) => modelId))]).toEqual([1, 3]);
});

test("bets of deleted models and users stay, without names, and are corrected like others", async () => {
  await using site = await createLedgerSite({ models: 1 });
  await settleBets(ledgerContext(site), features);
  const { db } = site.database;
  await db.update(models).set({ deletedAt: site.deps.clock.now });
  await db.update(settledBets).set({ raceDataVersion: 1, winPayoutYen: 0 });
  await settleBets(ledgerContext(site), features);
  const rows = await readLedger(site);
  expect(rows.map(({ winPayoutYen }) => winPayoutYen)).toEqual([400, 400]);
  expect(Object.keys(rows[0]!).filter((column) => /name|user|mail/i.test(column))).toEqual([]);
});

test("a day's features are read once for all models of a batch", async () => {
  await using site = await createLedgerSite({ models: 6 });
  let reads = 0;
  const counting = {
    ...features,
    readDay: (...task: Parameters<typeof features.readDay>) => {
      reads += 1;
      return features.readDay(...task);
    },
  };
  await settleBets(ledgerContext(site), counting);
  expect(await readLedger(site)).toHaveLength(12);
  expect(reads).toBe(1);
});
