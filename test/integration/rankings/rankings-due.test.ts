import { expect, test } from "vitest";
import { deleteUser } from "#app/db/accounts/account-deletion.server.ts";
import { rankingEntries } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import type { RankingOrder } from "#app/services/rankings/rankings-build.server.ts";
import { enqueueDueRankings } from "#app/services/rankings/rankings-due.server.ts";
import {
  build,
  createWeekend,
  type RankingSite,
  raceIdOf,
  readStanding,
  WEEKEND,
  WEEKEND_DUE,
} from "#test/integration/support/rankings/ranking-site.ts";
import { handlers } from "#workers/jobs/handlers.ts";
import { createAdmin } from "#workers/web/admin/index.ts";

const statusOf = async (site: RankingSite) => (await readStanding(site, "weekly"))?.status;

async function listBuildJobs({ database }: RankingSite): Promise<string[]> {
  return (await database.db.select().from(jobs)).flatMap(({ kind, id }) => (kind === "build-rankings" ? [id] : []));
}

test("a weekend is not built before all its flat races 6 to 12 have a result or are cancelled", async () => {
  await using site = await createWeekend();
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
  await using site = await createWeekend();
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
  expect(entries.map((entry) => entry.buildId)).toEqual([buildId, buildId, buildId]);

  await deleteUser(site.database.db, { userId: 1, jobId: "erase", limitKeys: [], now: WEEKEND_DUE + 60 });
  await build(site);
  await enqueueDueRankings(site.deps);
  expect(await listBuildJobs(site)).toEqual([]);
});

test("when many settlements end, only the last checks what is due", async () => {
  await using site = await createWeekend();
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

async function call({ deps }: RankingSite, method: string, path: string, body?: unknown) {
  const response = await createAdmin().request(
    path,
    {
      method,
      headers: { authorization: `Bearer ${deps.config.adminToken}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
    { deps, requestId: "test" },
  );
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test("the operator orders the newest rankings due by an instant; twice is one job, and completion is reported", async () => {
  await using site = await createWeekend(WEEKEND_DUE + 3600);
  const weekend = `/admin/api/rankings/weekly/${WEEKEND[0]}`;
  expect((await call(site, "GET", weekend)).status).toBe(404);
  const order = { cadence: "weekly", at: "2026-11-18T06:00:00+09:00" };
  const ordered = { cadence: "weekly", period_key: WEEKEND[0], from: WEEKEND[0], to: WEEKEND[1], build_id: null };
  expect(await call(site, "POST", "/admin/api/rankings", order)).toEqual({ status: 202, body: ordered });
  expect(await call(site, "POST", "/admin/api/rankings", { cadence: "weekly" })).toEqual({
    status: 202,
    body: ordered,
  });
  const made = await site.database.db.select().from(jobs);
  expect(made.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([`build-rankings weekly:${WEEKEND[0]}`]);

  const payload = JSON.parse(made[0]!.payload) as RankingOrder;
  await build(site, { order: payload });
  const counted = await call(site, "GET", weekend);
  expect(counted).toMatchObject({ status: 200, body: { participants: 3, built_at: site.deps.now() } });
  await build(site, { order: payload });
  expect((await call(site, "GET", weekend)).body.build_id).not.toBe(counted.body.build_id);
});

test("an order for a period never due, not settled, in the future or malformed is refused", async () => {
  await using site = await createWeekend(WEEKEND_DUE + 3600);
  const order = async (body: unknown) => (await call(site, "POST", "/admin/api/rankings", body)).status;
  expect(await order({ cadence: "weekly", at: "2026-11-18T05:59:59+09:00" })).toBe(404);
  expect(await order({ cadence: "monthly" })).toBe(404);
  expect(await order({ cadence: "weekly", at: "2026-11-18T07:00:01+09:00" })).toBe(400);
  expect(await order({ cadence: "daily" })).toBe(400);
  expect(await order({ cadence: "weekly", at: "yesterday" })).toBe(400);
  await site.database.d1.prepare("update ledger_days set data_version = 0").run();
  expect(await order({ cadence: "weekly" })).toBe(409);
  expect(await site.database.db.select().from(jobs)).toEqual([]);
});
