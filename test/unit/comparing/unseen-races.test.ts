import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { ForecastRace } from "#app/domain/evaluation/forecast-race.ts";
import { packRaceBets, readRaceBets } from "#app/domain/evaluation/race-bets.ts";
import { createUnseenTally, packUnseenRaces, unpackUnseenRaces } from "#app/domain/evaluation/unseen-races.ts";
import { createRandom } from "#app/domain/racing/random.ts";

function raceOf(values: Partial<ForecastRace> & Pick<ForecastRace, "raceId" | "date">): ForecastRace {
  const runner = (horseNum: number, probability: number, finishPosition: number | null, winOdds: number | null) => ({
    ...{ horseNum, index: probability, probability, isStarter: true, finishPosition, winOdds },
  });
  return {
    ...{ surface: "turf", distanceM: 1600, venue: "東京", going: null, payouts: [] },
    runners: [runner(1, 0.25, 1, 2), runner(2, 0.5, 2, 4), runner(3, 0.25, 3, 4)],
    ...values,
  };
}

/** Payout and stake of three bet types, of the model and the favourites. */
const BETS = [250, 200, 0, 100, 1230, 700, 0, 200, 110, 100, 0, 0];

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
    for (const race of given) tally.add(race, BETS);
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
      bets: BETS,
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
      bets: BETS,
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
      bets: BETS,
    },
  ]);
  expect(kept[1]).toEqual(kept[0]);
  expect(unpackUnseenRaces(packUnseenRaces(kept[0]!))).toEqual(kept[0]);
  expect(unpackUnseenRaces(packUnseenRaces([]))).toEqual([]);
});

/** As often as a favourite's bets pay, of which those of most models are not far. */
const HIT_RATES = { win: 0.45, place: 0.6, quinella: 0.35 };
const STAKES = { win: 200, place: 100, quinella: 700 };

test("thirty thousand races take at most twenty bytes each when stored", () => {
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
      bets: packRaceBets((_better, betType) => [
        random() < HIT_RATES[betType] ? 10 * Math.round(11 - 40 * Math.log(random())) : 0,
        STAKES[betType],
      ]),
    };
  });
  expect(gzipSync(JSON.stringify(packUnseenRaces(races))).length / races.length).toBeLessThan(20);
  expect(unpackUnseenRaces(packUnseenRaces(races))).toEqual(races);
});

test("a race's bets are read by better and type, and races that were kept before them have none", () => {
  expect(readRaceBets(BETS, "model", "quinella")).toEqual({ payoutYen: 1230, stakeYen: 700 });
  expect(readRaceBets(BETS, "favourite", "place")).toEqual({ payoutYen: 110, stakeYen: 100 });
  expect(
    packRaceBets((better, betType) => Object.values(readRaceBets(BETS, better, betType)) as [number, number]),
  ).toEqual(BETS);
  const race = {
    ...{ raceId: "a", date: "2026-01-02", starters: 3, loss: 1.25, marketLoss: null, pick: 2, isHit: false },
    ...{ isFavouriteHit: null, bets: BETS },
  };
  const { bets: _, ...older } = packUnseenRaces([race]);
  expect(unpackUnseenRaces({ ...older, version: 1 })).toEqual([{ ...race, bets: null }]);
  const mixed = [race, { ...race, raceId: "b", bets: null }];
  expect(unpackUnseenRaces(packUnseenRaces(mixed)).map(({ bets }) => bets)).toEqual([null, null]);
});
