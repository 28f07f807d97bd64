import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createSeasonStore } from "#app/adapters/ranking-store.server.ts";
import { listCrowdForecasts, readCrowdRow } from "#app/db/rankings/crowd.server.ts";
import { saveSeasonEntries } from "#app/db/rankings/season.server.ts";
import { models } from "#app/db/schema/models.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { sealDays, sealLeaves } from "#app/db/schema/seal.server.ts";
import { crowdForecasts } from "#app/db/schema/seasons.server.ts";
import { startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { refused } from "#app/domain/refused.ts";
import type { SeasonBoard } from "#app/domain/season/stored-board.ts";
import { findNewest, keepOut, read, readShared } from "#app/services/season/crowd.server.ts";
import { enqueueDueCrowds, fixCrowd } from "#app/services/season/crowd-fixing.server.ts";
import { measureCrowd } from "#app/services/season/crowd-skill.server.ts";
import { contextOf, jobOf } from "#test/integration/support/job-context.ts";
import {
  createLedgerSite,
  features,
  type LedgerSite,
  RACE_DAY,
} from "#test/integration/support/rankings/ledger-site.ts";

const BUILD = "monthly:2026-10:000000000001";
const DONE = { kind: "done" };
const START = startOfJapanDay(RACE_DAY) + 15 * 3600;

/** Models on the newest board, and race 7 to start at 15:00. */
async function createCrowdSite(ranked: number) {
  const site = await createLedgerSite({ models: ranked });
  const { db, store } = site.database;
  const entry = {
    rank: 1,
    races: 300,
    value: 0.1,
    low: 0.08,
    high: 0.12,
    raw: 0.1,
    rawLow: 0.08,
    rawHigh: 0.12,
    firstRank: 1,
    lastRank: 9,
    clones: 0,
  };
  const rows = Array.from({ length: ranked }, (_, i) => ({
    modelId: i + 1,
    userId: 1,
    entry: { ...entry, modelId: i + 1 },
  }));
  await saveSeasonEntries(db, { buildId: BUILD, rows });
  const board: Partial<SeasonBoard> = { buildId: BUILD, month: "2026-10", to: "2026-10-25", ranked, benchmarks: [] };
  await createSeasonStore(store).writeBoard(
    { ...board, members: null, openness: [], crowdReturns: null, crowdBesideOdds: null } as SeasonBoard,
    null,
  );
  await db.update(races).set({ status: "scheduled", startTime: "15:00" }).where(eq(races.raceId, "r97"));
  return site;
}

const fixing = ({ deps }: LedgerSite) => contextOf(deps, jobOf("fix-crowd", "r97"));

async function findFixed({ database }: Awaited<ReturnType<typeof createCrowdSite>>) {
  const [fixed] = await database.db.select().from(crowdForecasts);
  return fixed === undefined ? null : readCrowdRow(fixed);
}

test("everybody's forecast is fixed within half an hour before the start, once and with its seal", async () => {
  await using site = await createCrowdSite(20);
  const { deps, database } = site;
  const { db } = database;
  const jobs = () => site.deps.sent.length;
  deps.clock.now = START - 31 * 60;
  await enqueueDueCrowds(deps);
  await fixCrowd(fixing(site), features);
  expect(await findFixed(site)).toBeNull();
  expect(jobs()).toBe(0);
  expect(await findNewest(deps)).toBeNull();

  deps.clock.now = START - 30 * 60;
  await Promise.all([fixCrowd(fixing(site), features), fixCrowd(fixing(site), features)]);
  const fixed = await findFixed(site);
  expect(await findNewest(deps)).toBe("r97");
  expect(fixed).toMatchObject({ members: 20, weightsOf: BUILD, fixedAt: START - 30 * 60, date: RACE_DAY });
  expect(fixed?.runners.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1, 3);
  const leaves = await db.select({ raceId: sealLeaves.raceId, body: sealLeaves.body }).from(sealLeaves);
  expect(leaves).toHaveLength(1);
  expect(JSON.parse(leaves[0]!.body!)).toMatchObject({ model: null, race: "r97" });

  deps.clock.now += 600;
  expect(await fixCrowd(fixing(site), features)).toEqual(DONE);
  expect(await findFixed(site)).toEqual(fixed);

  const user = { id: 1, plan: 1 } as Parameters<typeof read>[1]["user"];
  expect((await read(deps, { user, raceId: "r97" }))?.forecast).toMatchObject({ members: 20 });
  expect(await readShared(deps, { raceId: "r97" })).toBeNull();
  deps.clock.now = START;
  expect((await readShared(deps, { raceId: "r97" }))?.forecast?.runners).toMatchObject(
    fixed!.runners.map(({ horseNum, chance }) => ({ horseNum, chance, odds: null })),
  );
});

test("nothing is fixed after the start, or with fewer than twenty models that take part", async () => {
  await using site = await createCrowdSite(20);
  const { deps, database } = site;
  const { db } = database;
  deps.clock.now = START;
  expect(await fixCrowd(fixing(site), features)).toEqual(DONE);
  deps.clock.now = START - 600;
  const user = { id: 1, plan: 3 } as Parameters<typeof keepOut>[1]["user"];
  expect(await keepOut(deps, { user, modelId: 7, isKeptOut: true })).toEqual({ kind: "saved" });
  expect(await keepOut(deps, { user: { ...user, id: 2 }, modelId: 8, isKeptOut: true })).toEqual(refused("not-found"));
  expect(await fixCrowd(fixing(site), features)).toEqual(DONE);
  expect(await findFixed(site)).toBeNull();
  await keepOut(deps, { user, modelId: 7, isKeptOut: false });
  await db.update(models).set({ deletedAt: START }).where(eq(models.id, 8));
  await fixCrowd(fixing(site), features);
  expect(await findFixed(site)).toBeNull();
});

test("while the features of an earlier release are rebuilt, fixing is retried until the start, and then given up", async () => {
  await using site = await createCrowdSite(20);
  const { deps } = site;
  // The store has features of another catalogue.
  const outdated = { ...features, readManifest: async () => null };
  deps.clock.now = START - 20 * 60;
  const waiting = await fixCrowd(fixing(site), outdated);
  if (waiting.kind !== "again") throw new Error(waiting.kind);
  expect(waiting.delaySeconds).toBeLessThanOrEqual(60);
  expect(await findFixed(site)).toBeNull();
  deps.clock.now += waiting.delaySeconds;
  expect(await fixCrowd(fixing(site), features)).toEqual(DONE);
  expect(await findFixed(site)).toMatchObject({ members: 20, fixedAt: deps.clock.now });

  await using late = await createCrowdSite(20);
  late.deps.clock.now = START;
  expect(await fixCrowd(fixing(late), outdated)).toEqual(DONE);
  expect(await findFixed(late)).toBeNull();
});

test("everybody's forecasts bet like a record: as fixed, the favourite beside them, without races whose first horse did not start", async () => {
  await using site = await createLedgerSite();
  const { db, d1 } = site.database;
  const runners = Array.from({ length: 8 }, (_, place) => ({
    ...{ horseNum: 8 - place, chance: (8 - place) / 36, low: 0, high: 1, firsts: 0, odds: null },
  }));
  const forecast = JSON.stringify({ runners, members: 20, weightsOf: "build" });
  for (const raceId of ["r96", "r97", "r98"]) {
    await db.insert(crowdForecasts).values({ raceId, date: RACE_DAY, forecast, members: 20, fixedAt: 1 });
  }
  await d1.prepare("update runners set win_odds = horse_num + 1, popularity = horse_num").run();
  await d1.prepare("update runners set status = 'scratched' where race_id = 'r98' and horse_num = 8").run();
  // Only the favourites' pair pays less: the forecast's do not hold it.
  await d1.prepare("update payouts set payout_yen = 100 where bet_type = 'quinella' and combination = '1-2'").run();
  const { returns, besideOdds } = await measureCrowd(site.deps, {
    ...{ from: RACE_DAY, to: RACE_DAY, yieldAndRenewLease: async () => {} },
  });
  const few = { hitInterval: null, interval: null };
  expect(returns).toEqual({
    races: 2,
    tickets: {
      win: {
        ...{ races: 2, hits: 2, stakeYen: 400, payoutYen: 800, ...few },
        favourite: { races: 2, hits: 2, stakeYen: 400, payoutYen: 800 },
      },
      place: {
        ...{ races: 2, hits: 2, stakeYen: 200, payoutYen: 220, ...few },
        favourite: { races: 2, hits: 2, stakeYen: 200, payoutYen: 220 },
      },
      quinella: {
        ...{ races: 2, hits: 2, stakeYen: 1400, payoutYen: 14_000, ...few },
        favourite: { races: 2, hits: 2, stakeYen: 1400, payoutYen: 12_200 },
      },
    },
  });
  // Two races are too few to measure the gain over the odds.
  expect(besideOdds).toBeNull();
});

test("a forecast counts if a head held its seal before the start, not if one came later or never", async () => {
  await using site = await createLedgerSite();
  const { db, d1 } = site.database;
  const runners = Array.from({ length: 8 }, (_, place) => ({
    ...{ horseNum: 8 - place, chance: (8 - place) / 36, low: 0, high: 1, firsts: 0, odds: null },
  }));
  await d1.prepare("update races set start_time = '15:00'").run();
  const start = Date.parse(`${RACE_DAY}T15:00:00+09:00`) / 1000;
  const day = { previous: "", count: 2, root: "", frontier: "[]", closedAt: start };
  await db.insert(sealDays).values({ ...day, day: RACE_DAY });
  const sealedAt = { r96: start - 1, r97: start, r98: null };
  for (const [at, [raceId, sealed]] of Object.entries(sealedAt).entries()) {
    const seal = `${at}`.repeat(64);
    const forecast = JSON.stringify({ runners, members: 20, weightsOf: "build", seal });
    await db.insert(crowdForecasts).values({ raceId, date: RACE_DAY, forecast, members: 20, fixedAt: 1 });
    await db.insert(sealLeaves).values({
      ...{ hash: seal, raceId, sealedAt: sealed, createdAt: 1 },
      ...(sealed !== null && { day: RACE_DAY, position: at }),
    });
  }
  const counted = await listCrowdForecasts(db, { from: RACE_DAY, to: RACE_DAY });
  expect(counted.map(({ raceId }) => raceId)).toEqual(["r96"]);
  const { rows } = await measureCrowd(site.deps, { from: RACE_DAY, to: RACE_DAY, yieldAndRenewLease: async () => {} });
  expect(rows).toHaveLength(1);
});
