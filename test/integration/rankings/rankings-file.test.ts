import { expect, onTestFinished, test, vi } from "vitest";
import { createRankingStore } from "#app/adapters/ranking-store.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import { RANKING_PERIODS } from "#app/domain/rankings/periods.ts";
import type { RankingsFile } from "#app/domain/rankings/rankings-file.ts";
import { createServices } from "#app/services/create-services.server.ts";
import { giveEntries } from "#test/integration/support/rankings/own-entries.ts";
import { putReadyRankings, wireEntryOf } from "#test/integration/support/rankings/public-views.ts";
import { insertModel, insertUser } from "#test/integration/support/rows.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { CHEAP_PASSWORDS, createTestSite } from "#test/integration/support/test-site.ts";
import { intercept } from "#test/integration/support/workerd/intercept.ts";
import { createTestDatabase } from "#test/integration/support/workerd/test-database.ts";
import { NO_USES } from "#test/unit/support/racing-factories.ts";
import { countRoundTrips } from "#workers/web/database/request-database.ts";
import { SHARED_LOOK_UP_MS } from "#workers/web/pages/latest-version.ts";

/** Keys of the public file, in the specification's order. */
const KEYS = [
  "weekly",
  "monthly",
  "monthlyDirt1216",
  "monthlyDirt17",
  "monthlyGlass1216",
  "monthlyGlass1724",
  "monthlyGlass2532",
] as const;

type Site = Awaited<ReturnType<typeof createTestSite>>;

const startSite = () => createTestSite({ passwords: CHEAP_PASSWORDS });
const readJson = async (site: Site) => (await (await site.fetch("/rankings.json")).json()) as RankingsFile;

/** Counts reads from a bucket. */
function countGets(bucket: R2Bucket): { bucket: R2Bucket; count(): number } {
  let gets = 0;
  const counted = intercept(bucket, (name, _values, call) => {
    if (name === "get" || name === "head") gets += 1;
    return call();
  });
  return { bucket: counted, count: () => gets };
}

test("before the first rankings the public file has all seven keys, counting the periods of the date, and keeps its tag until the next is due", async () => {
  await using site = await startSite();
  const first = await site.fetch("/rankings.json");
  expect(first.status).toBe(200);
  const file = (await first.json()) as RankingsFile;
  expect(Object.keys(file)).toEqual(["version", "generated_at", ...KEYS]);
  expect(file.generated_at).toBe(Date.parse("2026-11-18T06:00:00+09:00") / 1000);
  const counting = { status: "counting", rank: [], baselines: [] };
  for (const key of KEYS) {
    const period =
      key === "weekly" ? { from: "2026-11-14", to: "2026-11-15" } : { from: "2026-10-01", to: "2026-10-31" };
    expect([key, file[key]]).toEqual([key, { period, ...counting }]);
  }
  site.advance(3600);
  const again = await site.fetch("/rankings.json", { headers: { "If-None-Match": first.headers.get("ETag") ?? "" } });
  expect(again.status).toBe(304);
  site.advance(4 * 86_400);
  const next = await readJson(site);
  expect([next.weekly.period, next.version !== file.version]).toEqual([{ from: "2026-11-21", to: "2026-11-22" }, true]);
});

test("the public file is what the build wrote: seven rankings with period, status, entries by wire names and baselines", async () => {
  await using site = await startSite();
  const version = await putReadyRankings(site.env.STORE, { entries: [wireEntryOf(1, 1, 83.4)] });
  const file = await readJson(site);
  expect(Object.keys(file).sort()).toEqual([...KEYS, "version", "generated_at"].sort());
  expect(file.version).toBe(version);
  for (const key of KEYS) {
    const { period, status, rank, baselines, ...rest } = file[key];
    expect([key, status, rank, rest]).toEqual([key, "ready", [wireEntryOf(1, 1, 83.4)], {}]);
    expect([key, baselines.map(({ id, total_rank }) => [id, total_rank])]).toEqual([
      key,
      [
        [-1, null],
        [-2, null],
        [-3, null],
      ],
    ]);
    expect(period).toEqual(
      key === "weekly" ? { from: "2026-11-14", to: "2026-11-15" } : { from: "2026-10-03", to: "2026-10-31" },
    );
  }
});

test("the public file may be cached for a minute and read by other sites, supports 304 and HEAD, and no other method", async () => {
  await using site = await startSite();
  const version = await putReadyRankings(site.env.STORE);
  const get = await site.fetch("/rankings.json", { headers: { Origin: "https://fan.example" } });
  const { headers } = get;
  expect([get.status, headers.get("Content-Type")]).toEqual([200, "application/json; charset=utf-8"]);
  expect(headers.get("Cache-Control")).toBe("public, max-age=60");
  expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Strict-Transport-Security")).toContain("max-age=");
  expect(headers.get("Set-Cookie")).toBeNull();
  const etag = headers.get("ETag") ?? "";
  expect(etag).toBe(`W/"${version}"`);
  for (const known of [etag, etag.replace("W/", ""), `"x", ${etag}`, "*"]) {
    const unchanged = await site.fetch("/rankings.json", { headers: { "If-None-Match": known } });
    expect([known, unchanged.status, await unchanged.text()]).toEqual([known, 304, ""]);
    expect(unchanged.headers.get("ETag")).toBe(etag);
    expect(unchanged.headers.get("Access-Control-Allow-Origin")).toBe("*");
  }
  expect((await site.fetch("/rankings.json", { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
  const head = await site.fetch("/rankings.json", { method: "HEAD" });
  expect([head.status, head.headers.get("ETag"), await head.text()]).toEqual([200, etag, ""]);
  const preflight = await site.fetch("/rankings.json", {
    method: "OPTIONS",
    headers: { Origin: "https://fan.example", "Access-Control-Request-Method": "GET" },
  });
  expect([preflight.status, preflight.headers.get("Access-Control-Allow-Methods")]).toEqual([204, "GET, HEAD"]);
  for (const method of ["POST", "PUT", "DELETE"]) {
    const refused = await site.fetch("/rankings.json", { method });
    expect([method, refused.status, refused.headers.get("Allow")]).toEqual([method, 405, "GET, HEAD, OPTIONS"]);
  }
  const withCookie = await site.fetch("/rankings.json", { headers: { Cookie: "session=x" } });
  expect([withCookie.status, withCookie.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
});

/** Requests wait for another's look-up without a timeout, so that a slow machine causes no second one. */
function waitForLookUps(): void {
  const { setTimeout: wait } = globalThis;
  vi.stubGlobal("setTimeout", (work: () => void, milliseconds?: number, ...rest: unknown[]) =>
    wait(work, milliseconds === SHARED_LOOK_UP_MS ? 60_000 : milliseconds, ...rest),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}

test("new rankings are in the public file within a second; repeated requests read R2 once a second and D1 never", async () => {
  waitForLookUps();
  await using site = await startSite();
  const counted = countGets(site.env.STORE);
  const { bucket } = counted;
  const stored = site.env.STORE;
  site.env.STORE = bucket;
  const first = await putReadyRankings(stored, { entries: [wireEntryOf(1, 1, 90)] });
  expect((await readJson(site)).version).toBe(first);
  const before = counted.count();
  for (let repeat = 0; repeat < 50; repeat++) expect((await readJson(site)).version).toBe(first);
  expect(counted.count() - before).toBe(0);
  site.advance(1);
  await Promise.all(Array.from({ length: 50 }, () => readJson(site)));
  expect(counted.count() - before).toBe(1);
  const second = await putReadyRankings(stored, { entries: [wireEntryOf(2, 1, 120)] });
  site.advance(1);
  const switched = await readJson(site);
  expect([switched.version, switched.weekly.rank.map(({ id }) => id)]).toEqual([second, [2]]);
  expect(site.log.every((line) => JSON.parse(line).d1 === 0)).toBe(true);
});

test("while R2 fails the public file is a 500 in JSON that is not cached, without details", async () => {
  await using site = await createTestSite({
    passwords: CHEAP_PASSWORDS,
    services(services) {
      services.rankings.readVersion = () => Promise.reject(new Error("R2: internal error"));
      return services;
    },
  });
  const answer = await site.fetch("/rankings.json");
  expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([500, "no-store"]);
  expect(await answer.json()).toEqual({ detail: expect.stringMatching(/^Internal Server Error \(request [\w-]+\)$/) });
});

test("the cached public file is served while R2 fails, and the next one after that", async () => {
  let isDown = false;
  await using site = await createTestSite({
    passwords: CHEAP_PASSWORDS,
    services(services) {
      const { readVersion } = services.rankings;
      services.rankings.readVersion = () => (isDown ? Promise.reject(new Error("R2: internal error")) : readVersion());
      return services;
    },
  });
  const first = await putReadyRankings(site.env.STORE, { entries: [wireEntryOf(1, 1, 90)] });
  expect((await readJson(site)).version).toBe(first);
  isDown = true;
  const second = await putReadyRankings(site.env.STORE, { entries: [wireEntryOf(2, 1, 90)] });
  for (let round = 0; round < 2; round++) {
    site.advance(1);
    expect((await readJson(site)).version).toBe(first);
  }
  isDown = false;
  expect((await readJson(site)).version).toBe(second);
});

test("a ranking can be read at any stored period without a query, and others are null", async () => {
  await using database = await createTestDatabase();
  const trips = countRoundTrips(database.d1);
  const deps = createTestDeps({ ...database, db: openDatabase(trips.d1) });
  const { rankings } = createServices(deps);
  expect(await rankings.readVersion()).toBeNull();
  expect(await rankings.read({ ranking: "monthlyDirt17" })).toMatchObject({
    ...{ key: "monthlyDirt17", periodKey: "2026-10", from: "2026-10-01", to: "2026-10-31", status: "counting" },
    ...{ entries: [], baselines: [], participants: 0, periods: [], version: "", builtAt: null },
  });
  expect(await rankings.read({ ranking: "weekly", periodKey: "2026-11-07" })).toBeNull();

  const entries = Array.from({ length: 12 }, (_, index) => wireEntryOf(index + 1, index + 1, 130 - 5 * index));
  const version = await putReadyRankings(database.store, { entries });
  expect(await rankings.readVersion()).toBe(version);
  const periods = [
    { periodKey: "2026-11-14", from: "2026-11-14", to: "2026-11-15" },
    { periodKey: "2026-11-07", from: "2026-11-07", to: "2026-11-08" },
  ];
  const newest = await rankings.read({ ranking: "weekly" });
  expect(newest).toMatchObject({ ...periods[0], key: "weekly", status: "ready", participants: 12, periods, version });
  expect(newest?.entries[1]).toEqual({
    modelId: 2,
    modelName: "モデル2",
    userName: "ユーザー2",
    tickets: Object.fromEntries(
      ["total", "win", "place", "quinella"].map((ticket) => [
        ticket,
        { rank: 2, returnRate: 125, low: 75, high: 187.5, hitRate: 41.7, races: 24 },
      ]),
    ),
  });
  expect(await rankings.read({ ranking: "weekly", periodKey: "2026-11-14" })).toEqual(newest);
  expect(await rankings.read({ ranking: "weekly", periodKey: "2026-11-07" })).toMatchObject(periods[1] ?? {});
  for (const periodKey of ["2026-10", "2026-10-31", "", "../manifest"])
    expect([periodKey, await rankings.read({ ranking: "weekly", periodKey })]).toEqual([periodKey, null]);
  expect((await rankings.list()).map(({ key, status }) => [key, status])).toEqual(
    RANKING_PERIODS.map(({ key }) => [key, "ready"]),
  );
  expect(trips.count()).toBe(0);
});

test("reading during a switch and a sweep returns the new rankings", async () => {
  await using database = await createTestDatabase();
  await putReadyRankings(database.store);
  let version = "";
  const switchAndSweep = async () => {
    const manifest = (await createRankingStore(database.store).readManifest())?.manifest;
    const periods = Object.values(manifest?.rankings ?? {}).flat();
    version = await putReadyRankings(database.store, { entries: [wireEntryOf(5, 1, 99)] });
    await database.store.delete([manifest?.fileKey ?? "", ...periods.map(({ objectKey }) => objectKey ?? "")]);
  };
  for (const ask of ["read", "list", "readFile"] as const) {
    const deps = createTestDeps(database);
    let switching: Promise<void> | null = null;
    // Between reading the manifest and the objects it names.
    deps.store = intercept(database.store, async (_name, [key], call) => {
      if (key !== "rankings/manifest.json") {
        switching ??= switchAndSweep();
        await switching;
      }
      return call();
    });
    const { rankings } = createServices(deps);
    const seen = ask === "read" ? await rankings.read({ ranking: "weekly" }) : await rankings[ask]();
    const versions = Array.isArray(seen) ? seen.map((view) => view.version) : [seen?.version];
    expect([ask, new Set(versions)]).toEqual([ask, new Set([version])]);
  }
});

test("home returns the models, the analyses and the own entries of the newest rankings in one round trip, no entries without a paid plan", async () => {
  await using database = await createTestDatabase();
  for (const id of [1, 2]) await insertUser(database.db, { id, plan: 4 });
  for (const id of [1, 2, 3]) await insertModel(database.db, { id });
  await insertModel(database.db, { id: 4, userId: 2 });
  await putReadyRankings(database.store);
  const give = (userId: number, rankingKey: (typeof KEYS)[number], ids: readonly number[], periodKey?: string) =>
    giveEntries(database, {
      ...{ userId, rankingKey, entries: ids.map((id) => wireEntryOf(id, id, 130 - id)) },
      ...(periodKey === undefined ? {} : { periodKey }),
    });
  await give(1, "monthly", [3, 1]);
  await give(1, "weekly", [2]);
  await give(2, "weekly", [4]);
  const trips = countRoundTrips(database.d1);
  const deps = createTestDeps({ ...database, db: openDatabase(trips.d1) });
  const { home, rankings } = createServices(deps);
  const reader = { id: 1, defaultModelId: null, isPausing: false, ...NO_USES };
  const shown = async (plan: number) =>
    (await home.read({ user: { ...reader, plan } })).rankings.map(({ key, periodKey, entries }) => [
      key,
      periodKey,
      entries.map(({ modelId }) => modelId),
    ]);
  expect(await shown(4)).toEqual([
    ["weekly", "2026-11-14", [2]],
    ["monthly", "2026-10", [1, 3]],
  ]);
  expect(trips.count()).toBe(1);
  for (const plan of [0, 1, 9, 104]) expect([plan, await shown(plan)]).toEqual([plan, []]);
  expect(trips.count()).toBe(5);
  expect((await home.read({ user: { ...reader, plan: 4 } })).models).toHaveLength(3);
  const own = await rankings.listOwn({ user: { id: 2, plan: 2 }, ranking: "weekly", periodKey: "2026-11-14" });
  expect(own).toMatchObject([{ key: "weekly", from: "2026-11-14", to: "2026-11-15", entries: [{ modelId: 4 }] }]);
  expect(await rankings.listOwn({ user: { id: 2, plan: 2 }, ranking: "weekly", periodKey: "2026-10-31" })).toEqual([]);
  // A build that is no longer current shows nothing.
  await putReadyRankings(database.store, { entries: [wireEntryOf(1, 1, 88)] });
  expect(await shown(4)).toEqual([]);
});
