import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { CURRENT_MANIFEST_KEY } from "#app/adapters/feature-store.server.ts";
import { createRankingStore } from "#app/adapters/ranking-store.server.ts";
import { rankingEntries } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { payouts, races } from "#app/db/schema/racing.server.ts";
import { CATALOGUE_VERSION } from "#app/domain/features/catalogue.ts";
import { restoreCopy } from "#app/services/copies/restore-copy.server.ts";
import type { ClaimedJob } from "#app/services/jobs/job-context.server.ts";
import { settleBets } from "#app/services/rankings/ledger.server.ts";
import { enqueueDueSettlements } from "#app/services/rankings/ledger-days.server.ts";
import { returnDay } from "#app/services/rankings/moved-bets.server.ts";
import { buildRankings, type RankingOrder } from "#app/services/rankings/rankings-build.server.ts";
import { enqueueDueRankings } from "#app/services/rankings/rankings-due.server.ts";
import { countPlannedRange } from "#app/services/rankings/rankings-ranges.server.ts";
import { copyAll, copyJob, DAY } from "#test/integration/support/copies/copied-site.ts";
import { SYNTHETIC_IMPORT } from "#test/integration/support/imports/synthetic-features.ts";
import { contextOf } from "#test/integration/support/job-context.ts";
import {
  createLedgerSite,
  features,
  type LedgerSite,
  ledgerContext,
  RACE_DAY,
  readLedger,
} from "#test/integration/support/rankings/ledger-site.ts";
import { moveAll, openSettlement, readBets, readRows } from "#test/integration/support/rankings/moved-ledger.ts";
import {
  addRanked,
  build,
  createWeekend,
  japan,
  type RankingSite,
  readStanding,
  settle,
  WEEKEND,
} from "#test/integration/support/rankings/ranking-site.ts";
import { SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";
import { createTestDatabase } from "#test/integration/support/workerd/test-database.ts";
import { copyDatabaseHandler } from "#workers/jobs/copies/copy-database.ts";

const [SATURDAY, SUNDAY] = WEEKEND as [string, string];
const ORDER: RankingOrder = { cadence: "weekly", periodKey: SATURDAY };

/** What is published of the weekend, and everybody's entries, without what tells one build from another. */
async function readBytes({ deps, database }: RankingSite) {
  const store = createRankingStore(deps.store);
  const periods = (await store.readManifest())!.manifest.rankings.weekly;
  const period = periods.find(({ periodKey }) => periodKey === SATURDAY)!;
  const { buildId, builtAt: _, ...ranking } = (await store.readRanking(period.objectKey!))!;
  const rows = await database.db.select().from(rankingEntries).orderBy(rankingEntries.modelId);
  const entries = rows.filter((row) => row.buildId === buildId).map(({ entry, userId }) => `${userId} ${entry}`);
  return { bytes: JSON.stringify({ ranking, entries }), buildId };
}

/** Builds the weekend by jobs that count two participants each. */
async function buildSplit({ deps, database }: RankingSite): Promise<void> {
  const jobOf = (fields: Pick<ClaimedJob, "id" | "kind" | "subject" | "payload">): ClaimedJob => ({
    ...{ ...fields, checkpoint: null, attempts: 1 },
  });
  const job = jobOf({ id: "job", kind: "build-rankings", subject: "all", payload: ORDER });
  while ((await buildRankings(contextOf(deps, job), { modelsPerRange: 2 })).kind !== "done") {
    const open = and(eq(jobs.kind, "count-rankings"), eq(jobs.status, "queued"));
    for (const { id, subject, payload } of await database.db.select().from(jobs).where(open)) {
      const range = jobOf({ id, kind: "count-rankings", subject, payload: JSON.parse(payload) });
      await countPlannedRange(contextOf(deps, range));
      await database.db.update(jobs).set({ status: "done" }).where(eq(jobs.id, id));
    }
  }
}

test("a ranking built again over moved and unmoved days, or moved ones only, has the same bytes", async () => {
  await using site = await createWeekend(japan("2027-12-15T12:00:00"));
  for (let id = 4; id <= 12; id += 1) {
    await addRanked(site, { id });
    for (const date of WEEKEND) await settle(site, { modelId: id, date, winYen: (id % 4) * 150 });
  }
  const { d1 } = site.database;
  await d1.prepare("update settled_bets set win_stake_yen = 0, win_payout_yen = 0 where model_id = 5").run();
  await d1.prepare("update settled_bets set race_data_version = 2 where model_id = 7").run();
  await build(site, { order: ORDER });
  const first = await readBytes(site);
  expect(first.bytes).toContain('"luck":{"total"');

  for (const [now, moved, left] of [
    ["2027-12-15T12:00:00", 0, 24],
    ["2027-12-16T12:00:00", 0, 0],
  ] as const) {
    site.deps.clock.now = japan(now);
    await moveAll(site.deps);
    expect([await readRows(site.database, SATURDAY), await readRows(site.database, SUNDAY)]).toMatchObject([
      { length: moved },
      { length: left },
    ]);
    for (const again of [() => build(site, { order: ORDER }), () => buildSplit(site)]) {
      const before = await readBytes(site);
      await again();
      const after = await readBytes(site);
      expect(after.buildId).not.toBe(before.buildId);
      expect(after.bytes).toBe(first.bytes);
    }
  }
});

/** Features of an import are built, then the jobs that follow run, each until it is over. */
async function follow(site: LedgerSite, importId: number) {
  const { database, deps } = site;
  const manifest = { version: "v", importId, catalogueVersion: CATALOGUE_VERSION, venueTypes: {} };
  await database.store.put(CURRENT_MANIFEST_KEY, JSON.stringify(manifest));
  await enqueueDueSettlements(deps);
  const newer = { ...features, readManifest: async () => ({ ...(await features.readManifest())!, importId }) };
  const outcomes: string[] = [];
  for (const { id, kind, payload } of await database.db.select().from(jobs).where(eq(jobs.status, "queued"))) {
    if (kind !== "settle-bets") continue;
    const context = ledgerContext(site);
    context.job.payload = JSON.parse(payload);
    for (;;) {
      const { kind: outcome } = await settleBets(context, newer);
      outcomes.push(outcome);
      if (outcome === "done") break;
    }
    await database.db.update(jobs).set({ status: "done" }).where(eq(jobs.id, id));
  }
  await enqueueDueRankings(deps);
  await build(site);
  await database.db.update(jobs).set({ status: "done" });
  return outcomes;
}

const readWinRate = async (site: LedgerSite) =>
  (await readStanding(site, "weekly"))?.rank.find(({ id }) => id === 1)?.tan_return_rate;

test("a correction of a moved day settles it in D1 again, ranks it again, and allows it to move again", async () => {
  await using site = await createLedgerSite({ models: 1 });
  const { database, deps } = site;
  deps.clock.now = japan("2026-11-25T06:00:00");
  await follow(site, SYNTHETIC_IMPORT);
  expect(await readWinRate(site)).toBe(200);
  const settled = await readLedger(site);

  deps.clock.now = japan("2027-12-30T06:00:00");
  await moveAll(deps);
  expect(await readLedger(site)).toEqual([]);
  await database.db
    .update(payouts)
    .set({ payoutYen: 500 })
    .where(and(eq(payouts.raceId, "r97"), eq(payouts.betType, "win")));
  await database.db
    .update(races)
    .set({ dataVersion: SYNTHETIC_IMPORT + 1 })
    .where(eq(races.raceId, "r97"));
  expect(await follow(site, SYNTHETIC_IMPORT + 1)).toEqual(["again", "done"]);
  const corrected = await readLedger(site);
  expect(corrected.map(({ picks }) => picks)).toEqual(settled.map(({ picks }) => picks));
  expect(corrected.map(({ winPayoutYen }) => winPayoutYen)).toEqual([1000, 400]);
  expect(await readWinRate(site)).toBe(350);

  await moveAll(deps);
  expect(await readRows(database, RACE_DAY)).toEqual([]);
  expect(await follow(site, SYNTHETIC_IMPORT + 1)).toEqual([]);
  expect(await readWinRate(site)).toBe(350);
});

test("a database restored from a copy reads the bets of moved days, also of one that was corrected since", async () => {
  await using site = await createWeekend(japan("2027-12-15T12:00:00"));
  await using restored = await createTestDatabase();
  const { database } = site;
  const deps = { ...site.deps, machineNow: () => SATURDAY_MORNING };
  await moveAll(deps);
  const bets = await readBets(deps, SATURDAY);
  const job = copyJob();
  // One that gave up is begun anew, as days may have moved since.
  await copyDatabaseHandler.onFailed(deps, job, "gave up");
  expect((await database.store.list({ prefix: "copies/" })).objects).toEqual([]);
  expect(await copyAll(deps, { job })).toEqual({ kind: "done" });
  await copyDatabaseHandler.onFailed(deps, job, "after its end");

  await openSettlement(database, SATURDAY, true);
  while ((await returnDay(deps, SATURDAY, async () => {})) !== "here");
  await settle(site, { modelId: 1, date: SATURDAY, winYen: 900, version: 2 });
  await openSettlement(database, SATURDAY, false);
  await moveAll({ ...deps, machineNow: () => Math.floor(Date.now() / 1000) + 99 * 86_400 });
  expect(await readBets(deps, SATURDAY)).not.toEqual(bets);

  const { store } = database;
  const { leftOut, lost } = await restoreCopy({ copies: store, store, db: restored.db }, { day: DAY });
  expect({ leftOut, lost }).toEqual({ leftOut: [], lost: [] });
  expect(await readBets({ ...deps, db: restored.db }, SATURDAY)).toEqual(bets);
});
