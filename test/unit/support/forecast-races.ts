import type { ForecastRace, ForecastRunner } from "#app/domain/evaluation/forecast-race.ts";
import { createPace, type Pace } from "#app/domain/learning/pace.ts";
import { DISTANCE_BANDS } from "#app/domain/racing/conditions.ts";
import { addDays } from "#app/domain/racing/japan-time.ts";
import { GOINGS } from "#app/domain/racing/race.ts";
import { createRandom } from "#app/domain/racing/random.ts";

/** A starter with only the relevant fields given. */
export function runner(horseNum: number, given: Partial<ForecastRunner>): ForecastRunner {
  return { horseNum, index: 0, probability: 0, isStarter: true, finishPosition: null, winOdds: null, ...given };
}

export function forecastRace(given: Partial<ForecastRace>): ForecastRace {
  return {
    raceId: "r1",
    date: "2025-01-05",
    surface: "turf",
    distanceM: 1200,
    venue: "中山",
    going: "firm",
    runners: [],
    payouts: [],
    ...given,
  };
}

export const pay = (betType: string, combination: string, payoutYen: number) => ({ betType, combination, payoutYen });

/** What a new tally reports of the races. */
export function reportOn<Report>(
  createTally: () => { add(race: ForecastRace): void; report(pace: Pace): Report },
  races: readonly ForecastRace[],
): Report {
  const tally = createTally();
  for (const race of races) tally.add(race);
  return tally.report(createPace(async () => {}));
}

interface ForecastRacesTask {
  races: number;
  venues?: number;
  /** Numbers of starters, in turn. */
  fields?: readonly number[];
  seed?: number;
}

/**
 * Races with well-calibrated forecasts, six a day, a day per fortnight, over surfaces, distances, goings and as many
 * venues; win odds know slightly more than the forecasts.
 */
export function makeForecastRaces({ races, venues = 3, fields = [8], seed = 1 }: ForecastRacesTask) {
  const random = createRandom(seed);
  return Array.from({ length: races }, (_, position): ForecastRace => {
    const strengths = Array.from({ length: fields[position % fields.length]! }, () =>
      Math.exp(1.2 * (random() - 0.5) * 3),
    );
    const sum = strengths.reduce((total, strength) => total + strength, 0);
    const order = strengths
      .map((strength, i) => ({ horseNum: i + 1, time: -Math.log(1 - random()) / strength }))
      .sort((a, b) => a.time - b.time)
      .map(({ horseNum }) => horseNum);
    const [first, second, third] = order as [number, number, number];
    const runners = strengths.map((strength, i) => {
      const probability = strength / sum;
      return runner(i + 1, {
        index: Math.log(strength),
        probability,
        finishPosition: order.indexOf(i + 1) + 1,
        winOdds: Math.round(8 / probability / (i + 1 === first ? 1.3 : 1)) / 10,
      });
    });
    const yenOf = (horseNum: number) => Math.max(100, Math.round(8 * (sum / strengths[horseNum - 1]!)) * 10);
    return forecastRace({
      raceId: `race-${position}`,
      date: addDays("2021-01-02", 14 * Math.floor(position / 6)),
      surface: position % 2 === 0 ? "turf" : "dirt",
      distanceM: DISTANCE_BANDS[position % DISTANCE_BANDS.length]!.fromM + 200,
      going: GOINGS[position % GOINGS.length]!,
      venue: `競馬場${position % venues}`,
      runners,
      payouts: [
        pay("win", String(first), yenOf(first)),
        ...[first, second, third].map((horse) => pay("place", String(horse), Math.max(100, yenOf(horse) / 4))),
        pay("quinella", [first, second].sort((a, b) => a - b).join("-"), yenOf(first) + yenOf(second)),
      ],
    });
  });
}
