import { expect, test } from "vitest";
import { deleteUser } from "#app/db/accounts/account-deletion.server.ts";
import { rankingEntries } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { enqueueDueRankings } from "#app/services/rankings/rankings-due.server.ts";
import {
  addRaceDay,
  addRanked,
  build,
  createRankingSite,
  type RankingSite,
  raceIdOf,
  readStanding,
  settle,
  WEEKEND,
  WEEKEND_DUE,
} from "#test/integration/support/rankings/ranking-site.ts";
import { handlers } from "#workers/jobs/handlers.ts";

/** A due weekend whose bets are settled, with one model. */
async function createSite(): Promise<RankingSite> {
  const site = await createRankingSite(WEEKEND_DUE);
  for (const date of WEEKEND) await addRaceDay(site, date);
  await addRanked(site, { id: 1 });
  for (const date of WEEKEND) await settle(site, { modelId: 1, date, winYen: 200 });
  return site;
}

const statusOf = async (site: RankingSite) => (await readStanding(site, "weekly"))?.status;

async function listBuildJobs({ database }: RankingSite): Promise<string[]> {
  return (await database.db.select().from(jobs)).flatMap(({ kind, id }) => (kind === "build-rankings" ? [id] : []));
}

test("a weekend is not built before all its flat races 6 to 12 have a result or are cancelled", async () => {
  await using site = await createSite();
  const { d1 } = site.database;
  const last = raceIdOf(WEEKEND[1]!, 1);
  const set = (fields: string) => d1.prepare(`update races set ${fields} where race_id = ?`).bind(last).run();
  await set("status = 'scheduled'");
  await build(site);
  expect(await statusOf(site)).toBe("counting");
  await set("surface = 'jump'");
  await build(site);
  expect(await statusOf(site)).toBe("ready");
  // A published ranking is not withdrawn if a result is missing after all: it is built again once that is in.
  await set("surface = 'dirt', data_version = 2");
  await d1.prepare("update ledger_days set data_version = 2").run();
  await build(site);
  const { buildId } = (await readStanding(site, "weekly"))!;
  expect(await statusOf(site)).toBe("ready");
  await set("status = 'cancelled'");
  await build(site);
  expect((await readStanding(site, "weekly"))?.buildId).not.toBe(buildId);
});

test("a build overtaken by another leaves no entries for which a deleted user would be searched for ever", async () => {
  await using site = await createSite();
  const order = { cadence: "weekly" as const, periodKey: WEEKEND[0]! };
  let overtaking: Promise<unknown> | undefined;
  await build(site, {
    order,
    yieldAndRenewLease: async () => {
      overtaking ??= build(site, { order });
      await overtaking;
    },
  });
  const { buildId } = (await readStanding(site, "weekly"))!;
  expect(buildId).toMatch(/2$/);
  const entries = await site.database.db.select().from(rankingEntries);
  expect(entries.map((entry) => entry.buildId)).toEqual([buildId]);

  await deleteUser(site.database.db, { userId: 1, jobId: "erase", limitKeys: [], now: WEEKEND_DUE + 60 });
  await build(site);
  await enqueueDueRankings(site.deps);
  expect(await listBuildJobs(site)).toEqual([]);
});

test("when many settlements end, only the last checks what is due", async () => {
  await using site = await createSite();
  const { db } = site.database;
  const open = { kind: "settle-bets", queue: "background", status: "running", leaseOwner: "o", leaseUntil: 9 } as const;
  const payload = JSON.stringify({ dates: ["2026-09-05"], fromModelId: 0, toModelId: 9 });
  await db.insert(jobs).values({ ...open, payload, id: "other", subject: "other", runAfter: 0, createdAt: 0 });
  await handlers["settle-bets"].onDone?.(site.deps);
  expect(await listBuildJobs(site)).toEqual([]);
  await db.update(jobs).set({ status: "done", leaseOwner: null, leaseUntil: null });
  await Promise.all([handlers["settle-bets"].onDone?.(site.deps), handlers["settle-bets"].onDone?.(site.deps)]);
  expect(await listBuildJobs(site)).toHaveLength(1);
});
