import { type ForecastRace, isReported } from "#app/domain/evaluation/forecast-race.ts";
import { calibrationErrorOf, tabulateReliability } from "#app/domain/evaluation/reliability.ts";
import {
  countPaidPlaces,
  type OrderExponents,
  placeProbabilities,
  quinellaProbabilities,
  visitOrders,
} from "#app/domain/learning/calibration/order-probabilities.ts";
import { SMALLEST_PROBABILITY } from "#app/domain/learning/calibration/probabilities.ts";
import { fitTemperature } from "#app/domain/learning/calibration/temperature.ts";
import { createRandom } from "#app/domain/racing/random.ts";
import type { Calibration } from "./protocol.ts";

const TENTHS = 10;
const SIMULATIONS = 200;
const SEED = 19;
/** Share of perfect forecasters whose error is not larger. */
const PERFECT_SHARE = 0.95;

/** Forecasts of one kind over all races: their chances, and in each simulation (the last one: in truth) the hits. */
interface Kind {
  chances: number[];
  /** Per simulation, positions in `chances` that were hit. */
  hits: number[][];
}

const openKind = (): Kind => ({ chances: [], hits: Array.from({ length: SIMULATIONS + 1 }, () => []) });

/**
 * Errors of place and quinella chances over tenths, beside those of a perfect forecaster on the same races, and the
 * slope of the win chances' log odds.
 */
export function measureCalibration(races: readonly ForecastRace[], exponents: OrderExponents): Calibration {
  const random = createRandom(SEED);
  const places = openKind();
  const pairs = openKind();
  const slope = { ends: [0], logs: [] as number[], won: [] as number[] };
  for (const race of races) {
    if (!isReported(race)) continue;
    const wins = race.runners.map(({ probability }) => probability);
    const isIn = (runner: number, last: number) => {
      const place = race.runners[runner]?.finishPosition ?? 0;
      return place >= 1 && place <= last;
    };
    for (const { isStarter, probability, finishPosition } of race.runners) {
      if (!isStarter) continue;
      slope.logs.push(Math.log(Math.max(SMALLEST_PROBABILITY, probability)));
      slope.won.push(finishPosition === 1 ? 1 : 0);
    }
    slope.ends.push(slope.logs.length);

    const paid = countPaidPlaces(race.runners.length);
    const placeAt = new Map<number, number>();
    if (paid !== 0) {
      for (const [runner, chance] of placeProbabilities(wins, paid, exponents).entries()) {
        if (race.runners[runner]?.isStarter !== true) continue;
        placeAt.set(runner, places.chances.push(chance) - 1);
        if (isIn(runner, paid)) places.hits[SIMULATIONS]!.push(placeAt.get(runner)!);
      }
    }
    const pairAt = new Map<string, number>();
    for (const { a, b, probability } of quinellaProbabilities(wins, exponents)) {
      if (race.runners[a]?.isStarter !== true || race.runners[b]?.isStarter !== true) continue;
      pairAt.set(`${a},${b}`, pairs.chances.push(probability) - 1);
      if (isIn(a, 2) && isIn(b, 2)) pairs.hits[SIMULATIONS]!.push(pairAt.get(`${a},${b}`)!);
    }

    drawOrders(wins, exponents, random, (simulation, { first, second, third }) => {
      const home = third === null || paid === 2 ? [first, second] : [first, second, third];
      if (paid !== 0) places.hits[simulation]!.push(...home.map((runner) => placeAt.get(runner)!));
      pairs.hits[simulation]!.push(pairAt.get(`${Math.min(first, second)},${Math.max(first, second)}`)!);
    });
  }
  const place = errorsOf(places);
  const quinella = errorsOf(pairs);
  return {
    placeCalibrationError: place.error,
    placeCalibrationPerfect: place.perfect,
    quinellaCalibrationError: quinella.error,
    quinellaCalibrationPerfect: quinella.perfect,
    slope: slopeOf(slope),
  };
}

function drawOrders(
  wins: readonly number[],
  exponents: OrderExponents,
  random: () => number,
  onDraw: (simulation: number, order: { first: number; second: number; third: number | null }) => void,
): void {
  const draws = Array.from({ length: SIMULATIONS }, (_, simulation) => ({ simulation, at: random() }));
  draws.sort((a, b) => a.at - b.at);
  let next = 0;
  let sum = 0;
  visitOrders(wins, exponents, (order, probability) => {
    sum += probability;
    while (next < draws.length && draws[next]!.at < sum) onDraw(draws[next++]!.simulation, order);
  });
}

function errorsOf({ chances, hits }: Kind): { error: number | null; perfect: number | null } {
  const errors = hits.map((positions) => {
    const isHit = new Uint8Array(chances.length);
    for (const position of positions) isHit[position] = 1;
    return calibrationErrorOf(tabulateReliability(chances, isHit, TENTHS));
  });
  const error = errors.at(-1) ?? null;
  if (error === null) return { error, perfect: null };
  const sorted = errors.slice(0, -1).flatMap((each) => (each === null ? [] : [each]));
  sorted.sort((a, b) => a - b);
  return { error, perfect: sorted[Math.ceil(PERFECT_SHARE * sorted.length) - 1] ?? null };
}

/** The exponent of the win chances at which the results are likeliest: below 1, the forecasts are too sure. */
function slopeOf({ ends, logs, won }: { ends: number[]; logs: number[]; won: number[] }): number | null {
  if (logs.length === 0) return null;
  const races = {
    raceCount: ends.length - 1,
    raceStart: Uint32Array.from(ends),
    isStarter: new Uint8Array(logs.length).fill(1),
    isWinner: Uint8Array.from(won),
  };
  return 1 / fitTemperature(races, 0, Float64Array.from(logs));
}
