import { expect, test } from "vitest";
import { listCrowdForecasts } from "#app/db/rankings/crowd.server.ts";
import { sealDays, sealLeaves } from "#app/db/schema/seal.server.ts";
import { crowdForecasts } from "#app/db/schema/seasons.server.ts";
import { measureCrowd } from "#app/services/season/crowd-skill.server.ts";
import { createLedgerSite, RACE_DAY } from "#test/integration/support/rankings/ledger-site.ts";

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
  // Two races say nothing of what it adds to the odds.
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
