import { createSeasonStore } from "#app/adapters/ranking-store.server.ts";
import { countByPoint, type SeasonBoard } from "#app/domain/season/stored-board.ts";
import { openSiteBindings } from "./site-database.ts";

const MODELS = 40;
const TRIES = 5;

/** 予測力 of the models, best first: from 17.6 down to 6.9. */
const VALUES = Array.from({ length: MODELS }, (_, i) => 0.176 - 0.00275 * i);

function boardOfTests(): SeasonBoard {
  const entry = (value: number, i: number) => ({
    ...{ modelId: 8001 + i, rank: i + 1, races: 1_704 - 20 * i, clones: i === 2 ? 3 : 0 },
    ...{ value, low: value - 0.012, high: value + 0.012 },
    ...{ raw: value + 0.004, rawLow: value - 0.011, rawHigh: value + 0.019 },
    ...{ firstRank: Math.max(1, i - 3), lastRank: i + 6 },
    ...{ modelName: i === 4 ? "WWWWWWWWWWWWWWW" : `長距離は血統で買うモデル${i + 1}`, userName: `user${i + 1}` },
  });
  const measured = (value: number) => ({ value, low: value - 0.011, high: value + 0.011 });
  return {
    // A future month, which no build of the site replaces.
    ...{ buildId: "monthly:9999", month: "2026-12", from: "2025-11-16", to: "2026-11-15" },
    ...{ builtAt: Date.parse("2026-11-18T06:02:00+09:00") / 1000, minRaces: 200 },
    ...{ models: MODELS + 12, ranked: MODELS, mean: 0.122 },
    entries: VALUES.slice(0, 10).map(entry),
    benchmarks: [
      { key: "market", races: 1_704, ...measured(0.253) },
      { key: "crowd", races: 1_704, ...measured(0.189) },
      { key: "lottery", races: 1_704, value: 0, low: null, high: null },
    ],
    lasting: [
      { key: "half-year", value: 0.71, low: 0.52, high: 0.86 },
      { key: "weekly-return", value: 0.02, low: -0.06, high: 0.11 },
    ],
    hall: [],
    members: { best: measured(0.18), middle: measured(0.126), counts: countByPoint(VALUES) },
    ...{ crowdReturns: null, crowdBesideOdds: null },
    openness: [{ raceClass: null, races: 1_704, low: 44.2, high: 71.8, firsts: 0.48 }],
  };
}

/** Writes a season board of forty models into a running site's bucket, in place of its own. */
export async function putSeason(stateDir: string): Promise<void> {
  const store = createSeasonStore(openSiteBindings(stateDir).STORE);
  for (let tries = 1; tries <= TRIES; tries++) {
    const stood = await store.readBoard();
    if (await store.writeBoard(boardOfTests(), stood?.etag ?? null)) return;
  }
  throw new Error("others wrote the season board again and again");
}
