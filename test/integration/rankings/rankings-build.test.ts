import { expect, test } from "vitest";
import { createRankingStore } from "#app/adapters/ranking-store.server.ts";
import { models, rankingBuilds, rankingEntries } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { enqueueDueRankings } from "#app/services/rankings/rankings-due.server.ts";
import { jobOf } from "#test/integration/support/job-context.ts";
import {
  ALL_KEYS,
  addPlan,
  addRaceDay,
  addRanked,
  build,
  countJobs,
  createRankingSite,
  createWeekend,
  japan,
  type RankingSite,
  readRates,
  readStanding,
  settle,
  WEEKEND,
  WEEKEND_DUE,
  WEEKEND_TUESDAY,
} from "#test/integration/support/rankings/ranking-site.ts";
import { insertModel } from "#test/integration/support/rows.ts";
import { withFault } from "#test/integration/support/workerd/faults.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

const DONE = { kind: "done" };

test("a due weekend is shown as counting, and switches at once when its ledger is complete", async () => {
  await using site = await createWeekend(WEEKEND_DUE - 1);
  await enqueueDueRankings(site.deps);
  expect(await countJobs(site)).toBe(0);

  site.deps.clock.now = WEEKEND_DUE;
  await site.database.d1.prepare("update ledger_days set data_version = 0 where date = ?").bind(WEEKEND[1]).run();
  await Promise.all([enqueueDueRankings(site.deps), enqueueDueRankings(site.deps)]);
  expect(await countJobs(site)).toBe(1);
  expect(await build(site)).toEqual(DONE);
  const period = { from: WEEKEND[0], to: WEEKEND[1] };
  const counting = await readStanding(site, "weekly");
  expect(counting).toMatchObject({ periodKey: WEEKEND[0], period, status: "counting", own: [] });
  expect(counting?.inFile).toEqual({ period, status: "counting", rank: [], baselines: [] });

  await site.database.d1.prepare("update ledger_days set data_version = 1").run();
  await site.database.db.insert(jobs).values({
    ...{ id: "open", kind: "settle-bets", queue: "background", subject: "s", status: "queued" },
    ...{ payload: JSON.stringify({ dates: [WEEKEND[0]], fromModelId: 0, toModelId: 9 }), runAfter: 0, createdAt: 0 },
  });
  await build(site);
  expect((await readStanding(site, "weekly"))?.status).toBe("counting");

  await site.database.db.update(jobs).set({ status: "done" });
  await build(site);
  const ready = await readStanding(site, "weekly");
  expect(ready).toMatchObject({ periodKey: WEEKEND[0], period, status: "ready" });
  expect(ready?.rank.map((entry) => [entry.id, entry.tan_return_rate, entry.tan_rank, entry.total_races])).toEqual([
    [1, 150, 1, 4],
    [2, 100, 2, 4],
    [3, 50, 3, 4],
  ]);
  expect(ready?.baselines.map(({ id, tan_races, tan_rank }) => [id, tan_races, tan_rank])).toEqual([
    [-1, 4, null],
    [-2, 4, null],
    [-3, 4, null],
  ]);
  const { rank, baselines } = ready!;
  expect(ready?.inFile).toEqual({ period, status: "ready", rank, baselines });
  expect(JSON.stringify(ready?.inFile)).not.toMatch(/user_id|example\.com/);
  await site.database.db.update(jobs).set({ status: "done" });
  await enqueueDueRankings(site.deps);
  expect(await countJobs(site)).toBe(1);
});

test("objects outside the manifest are deleted, and nothing is built twice", async () => {
  await using site = await createWeekend();
  await build(site);
  const before = await readStanding(site, "weekly");
  // Delivered twice, bets are unchanged: there is nothing to build again.
  await settle(site, { modelId: 1, date: WEEKEND[0]!, winYen: 300 });
  await build(site);
  expect(await readStanding(site, "weekly")).toEqual(before);
  await build(site, { order: { cadence: "weekly", periodKey: WEEKEND[0]! } });
  const forced = await readStanding(site, "weekly");
  expect(forced?.rank).toEqual(before?.rank);
  expect(forced?.buildId).not.toBe(before?.buildId);
  const { objects } = await site.database.store.list({ prefix: "rankings/" });
  // The manifest, rankings.json and one ranking.
  expect(objects).toHaveLength(3);
  expect(await site.database.db.select().from(rankingEntries)).toHaveLength(3);
  expect(await site.database.db.select().from(rankingBuilds)).toMatchObject([{ id: forced?.buildId, participants: 3 }]);
});

test("concurrent builds end alike, and the one that began last wins", async () => {
  await using site = await createWeekend();
  const order = { cadence: "weekly" as const, periodKey: WEEKEND[0]! };
  await Promise.all([build(site), build(site, { order }), build(site, { order }), build(site)]);
  const standing = await readStanding(site, "weekly");
  expect(await readRates(site, "weekly")).toEqual([
    [1, 150],
    [2, 100],
    [3, 50],
  ]);
  expect(standing?.own.map(({ entry }) => entry.id)).toEqual([1, 2, 3]);
  expect(standing?.buildId).toMatch(/0{11}4$/);
  expect(await site.database.db.select().from(rankingBuilds)).toMatchObject([{ id: standing?.buildId }]);
});

test("interrupted at any of its calls, a build never publishes half, and the next one does the rest", {
  tags: "full",
}, async () => {
  await using site = await createWeekend();
  await build(site);
  const { d1, db } = site.database;
  let standing = [150, 100, 50];
  for (let at = 1; ; at += 1) {
    // The rates are 10, 9 and 8 per cent of the round.
    const corrected = [10, 9, 8].map((share) => share * at);
    await d1.batch([
      d1.prepare("update settled_bets set win_payout_yen = 2 * ?1 * (11 - model_id)").bind(at),
      d1.prepare("update ledger_days set revision = revision + 1"),
    ]);
    const fault = { at, mode: "before" as const, calls: 0 };
    const outcome = await build({ deps: withFault(site.deps, fault) }).catch(String);
    const after = (await readStanding(site, "weekly"))!;
    expect([standing, corrected]).toContainEqual(after.rank.map(({ tan_return_rate }) => tan_return_rate));
    expect(after.inFile.rank).toEqual(after.rank);
    expect(after.own.map(({ entry }) => entry)).toEqual(after.rank);
    expect(await build(site)).toEqual(DONE);
    expect((await readRates(site, "weekly"))?.map(([, rate]) => rate)).toEqual(corrected);
    expect(await db.select().from(rankingEntries)).toHaveLength(3);
    standing = corrected;
    if (fault.calls < at) {
      expect(outcome).toEqual(DONE);
      break;
    }
  }
});

test("the plan of Tuesday 00:00 counts, to the second, and not that of the build", async () => {
  await using site = await createWeekend(WEEKEND_DUE + 86_400);
  // Up in the last second before, in that very second, and one later; down likewise.
  for (const [id, first, second, at] of [
    [11, 1, 3, WEEKEND_TUESDAY - 1],
    [12, 1, 3, WEEKEND_TUESDAY],
    [13, 1, 3, WEEKEND_TUESDAY + 1],
    [14, 3, 1, WEEKEND_TUESDAY - 1],
    [15, 3, 1, WEEKEND_TUESDAY],
    [16, 3, 1, WEEKEND_TUESDAY + 1],
    [17, 3, 103, WEEKEND_TUESDAY],
    [18, 3, 9, WEEKEND_TUESDAY],
  ] as const) {
    await addRanked(site, { id, plan: first });
    await addPlan(site, { userId: id, plan: second, at });
    await settle(site, { modelId: id, date: WEEKEND[0]!, winYen: 10 });
  }
  await build(site);
  const taken = (await readRates(site, "weekly"))?.map(([id]) => id);
  expect(taken?.sort()).toEqual([1, 11, 12, 16, 2, 3].sort());
});

test("a correction builds again, with the participants of that time, and so does a late bet", async () => {
  await using site = await createWeekend();
  await build(site);
  site.deps.clock.now += 5 * 86_400;
  // Meanwhile the owner's plan ended, another user's model was deleted, and one was renamed.
  await addPlan(site, { userId: 1, plan: 1, at: WEEKEND_DUE + 60 });
  await sql(site.database.d1)`update models set deleted_at = ${WEEKEND_DUE + 60} where id = 2`.run();
  await site.database.d1.prepare("update models set name = 'x@gmail.com' where id = 3").run();
  await site.database.db.update(races).set({ dataVersion: 2 });
  await settle(site, { modelId: 3, date: WEEKEND[0]!, winYen: 900, version: 2 });
  await build(site);
  expect((await readRates(site, "weekly"))?.[0]).toEqual([1, 150]);
  await site.database.d1.prepare("update ledger_days set data_version = 2").run();
  await enqueueDueRankings(site.deps);
  expect(await countJobs(site)).toBe(1);
  await build(site);
  expect(await readRates(site, "weekly")).toEqual([
    [3, 250],
    [1, 150],
    [2, 100],
  ]);
  expect((await readStanding(site, "weekly"))?.rank[0]?.model_name).toBe("******");

  await addRanked(site, { id: 4 });
  await settle(site, { modelId: 4, date: WEEKEND[1]!, winYen: 1000 });
  await build(site);
  expect((await readRates(site, "weekly"))?.[0]).toEqual([4, 500]);
});

test("a model deleted before the due time has no place, and one created after the Tuesday takes none", async () => {
  await using site = await createWeekend();
  await site.database.d1.prepare("update models set deleted_at = ? where id = 2").bind(WEEKEND_DUE).run();
  await sql(site.database.d1)`update models set created_at = ${WEEKEND_TUESDAY + 1} where id = 3`.run();
  // Complete on Saturday: its bets of Sunday count.
  await site.database.db.update(models).set({ completedAt: japan(`${WEEKEND[0]}T23:59:59`) });
  await build(site);
  const { rank } = (await readStanding(site, "weekly"))!;
  expect(rank.map(({ id, tan_races }) => [id, tan_races])).toEqual([[1, 2]]);
});

test("a month has its categories, includes a weekend over its end whole, and requires four race days", async () => {
  await using site = await createRankingSite(japan("2026-11-05T06:00:00"));
  // Saturday, 31 October and Sunday, 1 November are November's.
  const october = ["2026-10-03", "2026-10-04", "2026-10-10", "2026-10-11", "2026-10-17"];
  for (const date of [...october, "2026-10-31", "2026-11-01"]) await addRaceDay(site, date);
  await addRanked(site, { id: 1 });
  // Race days after their completion: four, and three.
  await addRanked(site, { id: 2, completedAt: japan("2026-10-03T12:00:00") });
  await addRanked(site, { id: 3, completedAt: japan("2026-10-04T00:00:00") });
  for (const id of [1, 2, 3]) {
    for (const date of october) await settle(site, { modelId: id, date, winYen: 200 + id });
    for (const date of ["2026-10-31", "2026-11-01"]) await settle(site, { modelId: id, date, winYen: 9000 });
  }
  await build(site);
  const { rank, period, status } = (await readStanding(site, "monthly"))!;
  expect({ status, period }).toEqual({ status: "ready", period: { from: "2026-10-03", to: "2026-10-17" } });
  expect(rank.map(({ id, tan_return_rate, tan_races }) => [id, tan_return_rate, tan_races])).toEqual([
    [2, 101, 8],
    [1, 100.5, 10],
  ]);
  for (const [key, races] of [
    ["monthlyGlass1216", 5],
    ["monthlyDirt17", 5],
    ["monthlyDirt1216", null],
  ] as const) {
    const category = (await readStanding(site, key))!;
    expect(category.status).toBe("ready");
    expect(category.rank.find(({ id }) => id === 1)?.tan_races ?? null).toBe(races);
  }
  // Weekends of October are rankings of their own; the last one is 31 October's.
  expect((await readStanding(site, "weekly"))?.period).toEqual({ from: "2026-10-31", to: "2026-11-01" });
  expect((await readStanding(site, "weekly", "2026-10-10"))?.status).toBe("ready");
});

test("after three weeks without a cron, each weekend is built with the plans of its own Tuesday", async () => {
  await using site = await createWeekend(WEEKEND_DUE);
  await build(site);
  for (const date of ["2026-11-21", "2026-11-28"]) {
    await addRaceDay(site, date);
    for (const modelId of [1, 2, 3]) await settle(site, { modelId, date, winYen: 100 * modelId });
  }
  await addPlan(site, { userId: 3, plan: 1, at: japan("2026-11-25T00:00:00") });
  site.deps.clock.now = japan("2026-12-03T09:00:00");
  await build(site);
  expect(await readRates(site, "weekly", "2026-11-21")).toEqual([
    [3, 150],
    [2, 100],
    [1, 50],
  ]);
  expect(await readRates(site, "weekly")).toEqual([
    [2, 100],
    [1, 50],
  ]);
  expect((await readRates(site, "weekly", WEEKEND[0]))?.[0]).toEqual([1, 150]);
});

test("without participants a ranking is ready and empty, also before the product's first plan", async () => {
  await using site = await createRankingSite(WEEKEND_DUE);
  for (const date of WEEKEND) await addRaceDay(site, date);
  await addPlanOnly(site);
  await build(site);
  expect(await readStanding(site, "weekly")).toMatchObject({ status: "ready", rank: [], own: [] });
  expect((await readStanding(site, "monthly"))?.status).toBeUndefined();
});

async function addPlanOnly(site: RankingSite) {
  await addRanked(site, { id: 1, plan: 1 });
  await sql(site.database.d1)`update plan_changes set effective_at = ${WEEKEND_DUE + 1}`.run();
}

test("all entries are stored, with ranks beyond the tenth, while the list ends there", async () => {
  await using site = await createWeekend();
  for (let id = 4; id <= 14; id += 1) {
    await addRanked(site, { id });
    await settle(site, { modelId: id, date: WEEKEND[0]!, winYen: 100 - id });
  }
  await insertModel(site.database.db, {
    id: 40,
    userId: 14,
    createdAt: WEEKEND_TUESDAY - 60,
    completedAt: null,
    status: 1,
  });
  await build(site);
  const { rank, own } = (await readStanding(site, "weekly"))!;
  expect(rank.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(own.find(({ userId }) => userId === 14)?.entry).toMatchObject({ id: 14, tan_rank: 14, user_name: "user 14" });
  expect(own).toHaveLength(14);
});

test("a build yields to users' work, but not for ever", async () => {
  await using site = await createWeekend();
  const isUserWorkWaiting = async () => true;
  expect(await build(site, { isUserWorkWaiting })).toEqual({ kind: "again", delaySeconds: 5 });
  expect((await readStanding(site, "weekly"))?.status).toBe("counting");
  const job = { ...jobOf("build-rankings"), checkpoint: { yields: 60 } };
  expect(await build(site, { isUserWorkWaiting, job })).toEqual(DONE);
  expect((await readStanding(site, "weekly"))?.status).toBe("ready");
});

test("the first manifest is written with the first due period, and names all seven rankings", async () => {
  await using site = await createRankingSite(WEEKEND_DUE);
  await build(site);
  const store = createRankingStore(site.database.store);
  expect(await store.readManifest()).toBeNull();
  await addRaceDay(site, WEEKEND[0]!);
  await build(site);
  const { manifest } = (await store.readManifest())!;
  expect(Object.keys(manifest.rankings)).toEqual(ALL_KEYS);
  expect(manifest.rankings.weekly).toMatchObject([{ periodKey: WEEKEND[0], from: WEEKEND[0], to: WEEKEND[0] }]);
});
