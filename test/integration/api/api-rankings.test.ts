import { expect, test } from "vitest";
import { RANKING_PERIODS } from "#app/domain/rankings/periods.ts";
import type { WireEntry } from "#app/domain/rankings/rankings-file.ts";
import { createApiClient } from "#test/integration/support/api-client.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { giveEntries } from "#test/integration/support/rankings/own-entries.ts";
import { putReadyRankings, wireEntryOf } from "#test/integration/support/rankings/public-views.ts";
import {
  addRaceDay,
  addRanked,
  build,
  createRankingSite,
  settle,
  WEEKEND,
  WEEKEND_DUE,
} from "#test/integration/support/rankings/ranking-site.ts";
import { insertModel, insertUser } from "#test/integration/support/rows.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { createTestDatabase } from "#test/integration/support/workerd/test-database.ts";

const PAYING = { id: 1, plan: 4 };

/** Other users with an entry, who are not on plan 2–6 now. */
const NOT_PAYING = [
  { id: 2, plan: 1 },
  { id: 3, plan: 103 },
  { id: 4, plan: 0 },
  { id: 5, plan: 9 },
];

const NO_PLACE_BET = {
  fuku_rank: null,
  fuku_return_rate: null,
  fuku_hit_rate: null,
  fuku_races: 0,
  fuku_low: null,
  fuku_high: null,
};

/**
 * Totals of models 1–9 fall from rank 1 to 9, models 10 and 11 share rank 10. Model 20 is first by win and fifteenth by
 * total. Model 3 bet no place, so the others' ranks close up there.
 */
function listed(): WireEntry[] {
  const entries = Array.from({ length: 11 }, (_, index) => {
    const rank = Math.min(10, index + 1);
    const fuku = index === 2 ? NO_PLACE_BET : { fuku_rank: index < 2 ? rank : rank - 1 };
    return wireEntryOf(index + 1, rank, 150 - 5 * rank, { tan_rank: rank + 1, ...fuku });
  });
  const winner = wireEntryOf(20, 15, 60, { tan_rank: 1, tan_return_rate: 300.5, fuku_rank: 14, umaren_rank: 15 });
  return [...entries, winner];
}

/** A model of rank 12, beyond every list, without quinella bets. */
const BEYOND = wireEntryOf(12, 12, 80, {
  umaren_rank: null,
  umaren_return_rate: null,
  umaren_hit_rate: null,
  umaren_races: 0,
  umaren_low: null,
  umaren_high: null,
});

/** Current rankings: models 2 and 12 are the paying user's; 5, 6, 7 and 8 belong to users without a paid plan. */
async function startApi({ status = "ready" }: { status?: "ready" | "counting" } = {}) {
  const { database, deps } = await openTestDeps();
  const entries = listed();
  for (const user of [PAYING, ...NOT_PAYING]) await insertUser(database.db, user);
  for (const id of [2, 12]) await insertModel(database.db, { id });
  for (const [index, { id: userId }] of NOT_PAYING.entries()) await insertModel(database.db, { id: 5 + index, userId });
  await putReadyRankings(database.store, { entries });
  const give = (userId: number, own: WireEntry[]) =>
    giveEntries(database, { userId, rankingKey: "monthly", entries: own });
  await give(PAYING.id, [BEYOND, ...entries.filter(({ id }) => id === 2)]);
  for (const [index, { id: userId }] of NOT_PAYING.entries())
    await give(
      userId,
      entries.filter(({ id }) => id === 5 + index),
    );
  if (status === "counting") await putReadyRankings(database.store, { entries, status });
  const client = createApiClient(deps);
  const get = async (path: string, user: { id: number; plan: number } | null = PAYING) => client("GET", path, { user });
  return { ...database, deps, get };
}

type Payload = { rank: WireEntry[]; me: WireEntry[] };
const idsOf = (entries: readonly WireEntry[]) => entries.map(({ id }) => id);

test("a ranking has ranks 1–10 of the requested ticket type, ties included, in order", async () => {
  await using world = await startApi();
  const rankOf = async (ticket: number) => {
    const { status, body } = await world.get(`/ranking?ranking_type=1&ticket_type=${ticket}`);
    expect(status).toBe(200);
    return (body as Payload).rank;
  };
  const total = await rankOf(4);
  expect(total.map(({ id, total_rank }) => [id, total_rank])).toEqual([
    ...Array.from({ length: 9 }, (_, index) => [index + 1, index + 1]),
    [10, 10],
    [11, 10],
  ]);
  expect(total[1]).toEqual(listed()[1]);
  expect(total[2]).toMatchObject({ ...NO_PLACE_BET, model_name: "モデル3", user_name: "ユーザー3", total_races: 24 });
  expect(idsOf(await rankOf(1))).toEqual([20, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(idsOf(await rankOf(2))).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(idsOf(await rankOf(3))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test("me has the caller's entries of any rank with bets of that type, and nobody else's", async () => {
  await using world = await startApi();
  const meOf = async (ticket: number) =>
    ((await world.get(`/ranking?ranking_type=1&ticket_type=${ticket}`)).body as Payload).me;
  expect(await meOf(4)).toEqual([listed()[1], BEYOND]);
  expect(idsOf(await meOf(1))).toEqual([2, 12]);
  expect(idsOf(await meOf(3))).toEqual([2]);
  expect((await world.get("/ranking/me?ranking_type=1")).body).toEqual([listed()[1], BEYOND]);
  expect((await world.get("/ranking/me?ranking_type=2")).body).toEqual([]);
  const stranger = { id: 99, plan: 6 };
  expect((await world.get("/ranking/me?ranking_type=1", stranger)).body).toEqual([]);
});

test("without a paid plan me is empty, whatever the models did before, and the ranking is the same", async () => {
  await using world = await startApi();
  const paid = (await world.get("/ranking?ranking_type=1&ticket_type=4")).body as Payload;
  for (const user of NOT_PAYING) {
    const seen = (await world.get("/ranking?ranking_type=1&ticket_type=4", user)).body;
    expect([user, seen]).toEqual([user, { rank: paid.rank, me: [] }]);
    expect([user, (await world.get("/ranking/me?ranking_type=1", user)).body]).toEqual([user, []]);
    const again = { ...user, plan: 2 };
    expect(idsOf((await world.get("/ranking/me?ranking_type=1", again)).body as WireEntry[])).toEqual([user.id + 3]);
  }
});

test("ranking_type 1–7 are monthly, weekly and the five categories in the specification's order", async () => {
  await using world = await startApi();
  const inOrder = [
    "monthly",
    "weekly",
    "monthlyDirt1216",
    "monthlyDirt17",
    "monthlyGlass1216",
    "monthlyGlass1724",
    "monthlyGlass2532",
  ] as const;
  await world.d1.prepare("delete from ranking_entries").run();
  for (const [index, rankingKey] of inOrder.entries()) {
    await insertModel(world.db, { id: 101 + index });
    await giveEntries(world, {
      userId: PAYING.id,
      rankingKey,
      entries: [wireEntryOf(101 + index, 20, 70)],
    });
  }
  for (let type = 1; type <= 7; type++) {
    const { body } = await world.get(`/ranking/me?ranking_type=${type}`);
    expect([type, idsOf(body as WireEntry[])]).toEqual([type, [100 + type]]);
  }
});

test("invalid types are 400 with a reason, no token is 401, a trailing slash changes nothing", async () => {
  await using world = await startApi();
  const bad = ["", "0", "8", "-1", "1.5", "01", "1e0", "x", "weekly", "９", "1,2"];
  for (const type of bad) {
    const value = encodeURIComponent(type);
    for (const path of [`/ranking?ticket_type=4&ranking_type=${value}`, `/ranking/me?ranking_type=${value}`]) {
      const { status, body } = await world.get(path);
      expect([path, status, body]).toEqual([path, 400, { detail: "ranking_type: must be one of 1, 2, 3, 4, 5, 6, 7" }]);
    }
  }
  for (const type of [...bad, "5"]) {
    const { status, body } = await world.get(`/ranking?ranking_type=1&ticket_type=${encodeURIComponent(type)}`);
    expect([type, status, body]).toEqual([type, 400, { detail: "ticket_type: must be one of 1, 2, 3, 4" }]);
  }
  for (const path of ["/ranking", "/ranking?ranking_type=1", "/ranking?ticket_type=1", "/ranking/me"])
    expect([path, (await world.get(path)).status]).toEqual([path, 400]);
  for (const path of ["/ranking?ranking_type=1&ticket_type=4", "/ranking/me?ranking_type=1", "/ranking"])
    expect([path, (await world.get(path, null)).status]).toEqual([path, 401]);
  for (const path of ["/ranking/?ranking_type=1&ticket_type=4", "/ranking/me/?ranking_type=1"])
    expect([path, (await world.get(path)).body]).toEqual([path, (await world.get(path.replace("/?", "?"))).body]);
});

test("before the first rankings, and while the newest is counting, rank and me are empty", async () => {
  await using first = await createTestDatabase();
  await insertUser(first.db, PAYING);
  const empty = createApiClient(createTestDeps(first));
  await using counting = await startApi({ status: "counting" });
  for (const { rankingType } of RANKING_PERIODS) {
    const query = `ranking_type=${rankingType}`;
    const ask = (path: string) => empty("GET", path, { user: PAYING });
    for (const get of [ask, counting.get]) {
      expect((await get(`/ranking?${query}&ticket_type=4`)).body).toEqual({ rank: [], me: [] });
      expect((await get(`/ranking/me?${query}`)).body).toEqual([]);
    }
  }
});

test("from settled bets to the call: a build's ranks one to ten for all, and rank fourteen for its owner", async () => {
  await using site = await createRankingSite(WEEKEND_DUE);
  for (const day of WEEKEND) await addRaceDay(site, day);
  for (let id = 1; id <= 14; id++) {
    await addRanked(site, { id, plan: id === 13 ? 6 : 2 });
    for (const date of WEEKEND) await settle(site, { modelId: id, date, winYen: 300 - 2 * id });
  }
  await build(site);
  const client = createApiClient(site.deps);
  const ask = async (id: number, plan: number) =>
    (await client("GET", "/ranking?ranking_type=2&ticket_type=1", { user: { id, plan } })).body as Payload;
  const { rank, me } = await ask(14, 2);
  expect(rank.map(({ id, tan_rank, tan_return_rate }) => [id, tan_rank, tan_return_rate])).toEqual(
    Array.from({ length: 10 }, (_, index) => [index + 1, index + 1, 150 - (index + 1)]),
  );
  expect(me).toHaveLength(1);
  expect(me[0]).toMatchObject({
    ...{ id: 14, model_name: "model 14", user_name: "user 14" },
    ...{ tan_rank: 14, tan_return_rate: 136, tan_hit_rate: 100, tan_races: 4, tan_low: null, tan_high: null },
    ...{ total_rank: 14, total_return_rate: 136, ...NO_PLACE_BET, umaren_races: 0 },
  });
  expect((await ask(13, 6)).me.map(({ id, tan_rank }) => [id, tan_rank])).toEqual([[13, 13]]);
  expect((await ask(14, 1)).me).toEqual([]);
  // The month of these days is not due yet.
  expect((await client("GET", "/ranking/me?ranking_type=1", { user: { id: 14, plan: 2 } })).body).toEqual([]);
});
