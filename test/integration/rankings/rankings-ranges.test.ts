import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createRankingStore } from "#app/adapters/ranking-store.server.ts";
import { rankingEntries } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob } from "#app/services/jobs/job-context.server.ts";
import { buildRankings, type RankingOrder } from "#app/services/rankings/rankings-build.server.ts";
import { countPlannedRange } from "#app/services/rankings/rankings-ranges.server.ts";
import { contextOf } from "#test/integration/support/job-context.ts";
import {
  addRanked,
  build,
  createWeekend,
  type RankingSite,
  readRates,
  settle,
  WEEKEND,
} from "#test/integration/support/rankings/ranking-site.ts";
import { type Fault, withFault } from "#test/integration/support/workerd/faults.ts";

const DONE = { kind: "done" };
const ORDER: RankingOrder = { cadence: "weekly", periodKey: WEEKEND[0]! };
const RANGES = "rankings/ranges/";

/** Runs the build once, with two participants a range. */
function buildSplit(deps: Deps, order: RankingOrder = {}) {
  const job: ClaimedJob = {
    ...{ id: "job", kind: "build-rankings", subject: "all", payload: order, checkpoint: null, attempts: 1 },
  };
  return buildRankings(contextOf(deps, job), { modelsPerRange: 2 });
}

/** Delivers the jobs that count ranges, each so often. */
async function countRanges(site: RankingSite, deps: Deps = site.deps, times = 1) {
  const { db } = site.database;
  const open = and(eq(jobs.kind, "count-rankings"), eq(jobs.status, "queued"));
  for (const { id, kind, subject, payload } of await db.select().from(jobs).where(open)) {
    const job = (): ClaimedJob => ({
      ...{ id, subject, kind: "count-rankings", payload: JSON.parse(payload), checkpoint: null, attempts: 1 },
    });
    expect(kind).toBe("count-rankings");
    const runs = Array.from({ length: times }, () => countPlannedRange(contextOf(deps, job())));
    expect(await Promise.all(runs)).toEqual(Array(times).fill(DONE));
    await db.update(jobs).set({ status: "done" }).where(eq(jobs.id, id));
  }
}

async function finish(site: RankingSite, order?: RankingOrder) {
  for (let turn = 0; turn < 4; turn += 1) {
    if ((await buildSplit(site.deps, order)).kind === "done") return;
    await countRanges(site);
  }
  throw new Error("the build does not end");
}

/** What is published of the weekend, and everybody's entries, without what tells one build from another. */
async function readBytes({ deps, database }: RankingSite) {
  const store = createRankingStore(deps.store);
  const period = (await store.readManifest())!.manifest.rankings.weekly[0]!;
  const { buildId, builtAt: _, ...ranking } = (await store.readRanking(period.objectKey!))!;
  const rows = await database.db.select().from(rankingEntries).orderBy(rankingEntries.modelId);
  const entries = rows.filter((row) => row.buildId === buildId).map(({ entry, userId }) => `${userId} ${entry}`);
  return JSON.stringify({ ranking, entries });
}

async function listRanges({ database }: RankingSite) {
  return (await database.store.list({ prefix: RANGES })).objects.map(({ key }) => key);
}

/** Twelve participants, so that luck is drawn, with bets that differ, one of them refunded altogether. */
async function createCrowdedWeekend() {
  const site = await createWeekend();
  for (let id = 4; id <= 12; id += 1) {
    await addRanked(site, { id });
    for (const date of WEEKEND) await settle(site, { modelId: id, date, winYen: (id % 4) * 150 });
  }
  await site.database.d1
    .prepare(
      "update settled_bets set win_stake_yen = 0, win_payout_yen = 0 where model_id in (5, 6) and (model_id = 6 or date = ?)",
    )
    .bind(WEEKEND[0])
    .run();
  return site;
}

test("ranges counted by jobs of their own give the bytes of one count, also when everything is delivered twice at once", async () => {
  await using site = await createCrowdedWeekend();
  await build(site);
  const counted = await readBytes(site);
  expect(counted).toContain('"luck":{"total"');

  expect(await buildSplit(site.deps, ORDER)).toEqual({ kind: "again", delaySeconds: 5 });
  expect(await Promise.all([buildSplit(site.deps, ORDER), buildSplit(site.deps, ORDER)])).toMatchObject([
    { kind: "again" },
    { kind: "again" },
  ]);
  await countRanges(site, site.deps, 2);
  expect(await listRanges(site)).toHaveLength(7);
  expect(await buildSplit(site.deps, ORDER)).toEqual(DONE);
  expect(await readBytes(site)).toBe(counted);
  expect(await listRanges(site)).toEqual([]);
});

test("counts of a state that a correction has overtaken are not merged", async () => {
  await using site = await createWeekend();
  await buildSplit(site.deps);
  await countRanges(site);
  await settle(site, { modelId: 1, date: WEEKEND[0]!, winYen: 100, version: 2 });
  expect(await buildSplit(site.deps)).toMatchObject({ kind: "again" });
  await countRanges(site);
  expect(await buildSplit(site.deps)).toEqual(DONE);
  const late = await readBytes(site);
  await build(site, { order: ORDER });
  expect(await readBytes(site)).toBe(late);
  expect(await readRates(site, "weekly")).toEqual([
    [1, 100],
    [2, 100],
    [3, 50],
  ]);
});

test("a correction while a range is counted leaves no count behind", async () => {
  await using site = await createWeekend();
  await buildSplit(site.deps);
  const fault: Fault = { at: 0, mode: "before", calls: 0 };
  // After the plan, the counts that are there and what is due have been read.
  fault.pause = async () => {
    if (fault.calls === 4) await settle(site, { modelId: 1, date: WEEKEND[0]!, winYen: 100, version: 2 });
  };
  await countRanges(site, withFault(site.deps, fault));
  expect(await listRanges(site)).toEqual([expect.stringMatching(/plan\.json$/)]);
  await finish(site);
  expect((await readRates(site, "weekly"))?.[0]).toEqual([1, 100]);
});

test("cut off anywhere, a split build publishes nothing by half, and what follows ends like one count", async () => {
  await using site = await createWeekend();
  const { d1 } = site.database;
  await build(site);
  let standing = [150, 100, 50];
  for (let at = 1; ; at += 4) {
    const corrected = [10, 9, 8].map((share) => share * at);
    await d1.batch([
      d1.prepare("update settled_bets set win_payout_yen = 2 * ?1 * (11 - model_id)").bind(at),
      d1.prepare("update ledger_days set revision = revision + 1"),
    ]);
    const fault: Fault = { at, mode: at % 8 === 1 ? "before" : "after", calls: 0 };
    const deps = withFault(site.deps, fault);
    await buildSplit(deps).catch(String);
    await countRanges(site, deps).catch(String);
    await buildSplit(deps).catch(String);
    const after = (await readRates(site, "weekly"))?.map(([, rate]) => rate);
    expect([standing, corrected]).toContainEqual(after);
    await finish(site);
    expect((await readRates(site, "weekly"))?.map(([, rate]) => rate)).toEqual(corrected);
    standing = corrected;
    if (fault.calls < at) break;
  }
}, 240_000);
