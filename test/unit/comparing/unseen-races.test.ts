import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { ForecastRace } from "#app/domain/evaluation/forecast-race.ts";
import { createUnseenTally, packUnseenRaces, unpackUnseenRaces } from "#app/domain/evaluation/unseen-races.ts";
import { createRandom } from "#app/domain/racing/random.ts";

function raceOf(values: Partial<ForecastRace> & Pick<ForecastRace, "raceId" | "date">): ForecastRace {
  const runner = (horseNum: number, probability: number, finishPosition: number | null, winOdds: number | null) => ({
    ...{ horseNum, index: probability, probability, isStarter: true, finishPosition, winOdds },
  });
  return {
    ...{ surface: "turf", distanceM: 1600, venue: "東京", payouts: [] },
    runners: [runner(1, 0.25, 1, 2), runner(2, 0.5, 2, 4), runner(3, 0.25, 3, 4)],
    ...values,
  };
}

test("of each race the losses of model and odds and the first horse are kept, whatever the order of the races", () => {
  const dead = raceOf({ raceId: "a", date: "2026-01-02" });
  const races = [
    raceOf({ raceId: "b", date: "2026-01-02" }),
    {
      ...dead,
      // The most likely one wins together with number 1; number 4 does not start, so there are odds for all starters.
      runners: [
        ...dead.runners.map((runner) => (runner.horseNum === 2 ? { ...runner, finishPosition: 1 } : runner)),
        { ...dead.runners[0]!, horseNum: 4, isStarter: false, probability: 0, winOdds: null },
      ],
    },
    raceOf({ raceId: "c", date: "2026-01-01", runners: dead.runners.map((runner) => ({ ...runner, winOdds: null })) }),
    raceOf({ raceId: "jump", date: "2026-01-01", surface: "jump" }),
  ];
  const kept = [races, races.toReversed()].map((given) => {
    const tally = createUnseenTally();
    for (const race of given) tally.add(race);
    return tally.races();
  });
  // ln 4 = 1.3863; the odds give number 1 a half: ln 2 = 0.6931. Dead heat: the mean of ln 4 and ln 2 is 1.0397.
  expect(kept[0]).toEqual([
    {
      raceId: "c",
      date: "2026-01-01",
      starters: 3,
      loss: 1.3863,
      marketLoss: null,
      pick: 2,
      isHit: false,
      isFavouriteHit: null,
    },
    {
      raceId: "a",
      date: "2026-01-02",
      starters: 3,
      loss: 1.0397,
      marketLoss: 1.0397,
      pick: 2,
      isHit: true,
      isFavouriteHit: true,
    },
    {
      raceId: "b",
      date: "2026-01-02",
      starters: 3,
      loss: 1.3863,
      marketLoss: Number(Math.LN2.toFixed(4)),
      pick: 2,
      isHit: false,
      isFavouriteHit: true,
    },
  ]);
  expect(kept[1]).toEqual(kept[0]);
  expect(unpackUnseenRaces(packUnseenRaces(kept[0]!))).toEqual(kept[0]);
  expect(unpackUnseenRaces(packUnseenRaces([]))).toEqual([]);
});

test("thirty thousand races take at most ten bytes each when stored", () => {
  const random = createRandom(5);
  const races = Array.from({ length: 30_000 }, (_, race) => {
    const date = new Date(Date.UTC(2016, 0, 1 + 3 * Math.floor(race / 24))).toISOString().slice(0, 10);
    const [starters, loss] = [8 + Math.floor(10 * random()), Math.round(-10_000 * Math.log(random())) / 10_000];
    const raceId = `${date.replaceAll("-", "")}${String(5 + (Math.floor(race / 12) % 2)).padStart(2, "0")}0304${String(1 + (race % 12)).padStart(2, "0")}`;
    const marketLoss = Math.round(-10_000 * Math.log(random())) / 10_000;
    const [isHit, isFavouriteHit] = [random() < 0.2, random() < 0.3];
    return {
      raceId,
      date,
      starters,
      loss,
      marketLoss,
      pick: 1 + Math.floor(starters * random()),
      isHit,
      isFavouriteHit,
    };
  });
  expect(gzipSync(JSON.stringify(packUnseenRaces(races))).length / races.length).toBeLessThan(10);
  expect(unpackUnseenRaces(packUnseenRaces(races))).toEqual(races);
});
