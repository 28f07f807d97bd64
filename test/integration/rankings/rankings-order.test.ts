import { expect, test } from "vitest";
import { jobs } from "#app/db/schema/operations.server.ts";
import type { RankingOrder } from "#app/services/rankings/rankings-build.server.ts";
import {
  addRaceDay,
  addRanked,
  build,
  createRankingSite,
  type RankingSite,
  settle,
  WEEKEND,
  WEEKEND_DUE,
} from "#test/integration/support/rankings/ranking-site.ts";
import { createAdmin } from "#workers/web/admin/index.ts";

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

async function createSite() {
  const site = await createRankingSite(WEEKEND_DUE + 3600);
  for (const date of WEEKEND) await addRaceDay(site, date);
  await addRanked(site, { id: 1 });
  await settle(site, { modelId: 1, date: WEEKEND[0]!, winYen: 100 });
  return site;
}

test("the operator orders the newest rankings due by an instant; twice is one job, and completion is reported", async () => {
  await using site = await createSite();
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
  expect(counted).toMatchObject({ status: 200, body: { participants: 1, built_at: site.deps.now() } });
  await build(site, { order: payload });
  expect((await call(site, "GET", weekend)).body.build_id).not.toBe(counted.body.build_id);
});

test("an order for a period never due, not settled, in the future or malformed is refused", async () => {
  await using site = await createSite();
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
