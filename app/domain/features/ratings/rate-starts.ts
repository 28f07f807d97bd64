/** One pass over all race days rates each start from what was known before its day. */

import { endOfRaceDay } from "../half-years.ts";
import { NONE, NONE_16 } from "../history.ts";
import { createDayTimes, medianOf } from "./day-times.ts";
import { createGaussians, type Gaussians } from "./gaussians.ts";
import { type Careers, HorseWalk, type RatedRunners } from "./horse-walk.ts";
import { createRacePaces } from "./race-pace.ts";
import {
  isRated,
  JOCKEY,
  LEAST_FINISHERS,
  marginOfRank,
  NOISE,
  performanceOf,
  RESIDUAL_STEP,
  SECONDS_STEP,
  TRAINER,
  toSteps,
  VARIANCE_STEP,
} from "./rating-model.ts";

/**
 * Fills in the ratings day by day and yields the number of runners after each, so that the caller can pause. A day's
 * rows are predicted before any of its results is learnt.
 */
export function* rateStarts(careers: Careers, rated: RatedRunners): Generator<number, void> {
  const { history } = careers;
  const { races, runners } = history;
  const startCount = new Uint32Array(history.horseCount);
  const jockeys = createGaussians(history.jockeyCount, JOCKEY);
  const trainers = createGaussians(history.trainerCount, TRAINER);
  const times = createDayTimes(careers, rated);
  const paces = createRacePaces(careers, rated);
  const walk = new HorseWalk(careers, rated);
  for (let first = 0; first < history.raceCount; ) {
    const end = endOfRaceDay(history, first, history.raceCount);
    const from = races.firstRunner[first] ?? 0;
    const to = races.firstRunner[end] ?? 0;
    for (let runner = from; runner < to; runner += 1) {
      rated.jockey[runner] = toSteps(jockeys.mean(runners.jockey[runner] ?? NONE), RESIDUAL_STEP);
      rated.trainer[runner] = toSteps(trainers.mean(runners.trainer[runner] ?? NONE), RESIDUAL_STEP);
    }
    times.addDay(first, end, startCount);
    paces.addDay(first, end);
    const predicted = predictDay({ careers, rated, walk, startCount, jockeys, trainers }, first, end);
    const learnt: (() => void)[] = [];
    for (let race = first; race < end; race += 1) {
      if (races.hasResult[race] !== 1) continue;
      rateFinal(careers, rated, race);
      learnt.push(...rateRace({ careers, rated, jockeys, trainers }, race, (runner) => predicted[runner - from]));
    }
    for (const learn of learnt) learn();
    for (let runner = from; runner < to; runner += 1) {
      if (runners.isStart[runner] !== 1) continue;
      const horse = runners.horse[runner] ?? 0;
      startCount[horse] = (startCount[horse] ?? 0) + 1;
    }
    yield to - from;
    first = end;
  }
}

interface Rating {
  careers: Careers;
  rated: RatedRunners;
  jockeys: Gaussians;
  trainers: Gaussians;
}

/** What is expected of a runner before its day: y, and its variance with the noise. */
interface Prediction {
  mean: number;
  variance: number;
}

/** Predicts the declared runners of races [first, end), all of one day, and writes the strength of each field. */
function predictDay(
  { careers, rated, walk, startCount, jockeys, trainers }: Rating & { walk: HorseWalk; startCount: Uint32Array },
  first: number,
  end: number,
): Prediction[] {
  const { races, runners } = careers.history;
  const predicted: Prediction[] = [];
  for (let race = first; race < end; race += 1) {
    const from = races.firstRunner[race] ?? 0;
    const to = races.firstRunner[race + 1] ?? 0;
    const day = races.day[race] ?? 0;
    let sum = 0;
    for (let runner = from; runner < to; runner += 1) {
      const horse = runners.horse[runner] ?? 0;
      const jockey = runners.jockey[runner] ?? NONE;
      const trainer = runners.trainer[runner] ?? NONE;
      walk.replay(horse, startCount[horse] ?? 0, race, null);
      const { surfaceVariance, distanceVariance, venueVariance } = walk;
      const ofHorse = walk.horseVariance + surfaceVariance + distanceVariance + venueVariance;
      const ofOthers = jockeys.mean(jockey) + trainers.mean(trainer);
      const mean = walk.horse + walk.surface + walk.distance + walk.venue + ofOthers;
      sum += mean - jockeys.mean(jockey);
      predicted.push({
        mean,
        variance: ofHorse + jockeys.variance(jockey, day) + trainers.variance(trainer, day) + NOISE,
      });
    }
    rated.field[race] = sum / (to - from);
  }
  return predicted;
}

/** Seconds faster than the race's median over its last 600 m. */
function rateFinal({ history: { races, runners } }: Careers, rated: RatedRunners, race: number): void {
  const first = races.firstRunner[race] ?? 0;
  const end = races.firstRunner[race + 1] ?? 0;
  if (!isRated(races.surface[race] ?? 0, races.distance[race] ?? 0)) return;
  const timed: number[] = [];
  for (let runner = first; runner < end; runner += 1) {
    if (runners.isStart[runner] === 1 && (runners.last600[runner] ?? 0) > 0) timed.push(runner);
  }
  if (timed.length < LEAST_FINISHERS) return;
  const median = medianOf(timed.map((runner) => runners.last600[runner] ?? 0));
  for (const runner of timed) {
    rated.final[runner] = toSteps((median - (runners.last600[runner] ?? 0)) / 100, SECONDS_STEP);
  }
}

/** Rates the starts of a race. @returns what jockeys and trainers learn from it, once its day is over */
function rateRace(
  { careers, rated, jockeys, trainers }: Rating,
  race: number,
  predictionOf: (runner: number) => Prediction | undefined,
): (() => void)[] {
  const { races, runners } = careers.history;
  const distance = races.distance[race] ?? 0;
  const day = races.day[race] ?? 0;
  if (!isRated(races.surface[race] ?? 0, distance)) return [];
  const finishers = listFinishers(careers, race);
  if (finishers.length < LEAST_FINISHERS) return [];
  let weight = 0;
  let effect = 0;
  const measured = finishers.map(({ runner, marginS }) => {
    const { mean = 0, variance = NOISE } = predictionOf(runner) ?? {};
    const y = performanceOf(marginS, distance);
    const error = y - mean;
    weight += 1 / variance;
    effect += error / variance;
    return { runner, variance, y, error };
  });
  effect /= weight;
  for (const { runner, variance, y, error } of measured) {
    rated.residual[runner] = toSteps(error - effect, RESIDUAL_STEP);
    rated.variance[runner] = Math.round(variance / VARIANCE_STEP);
    rated.figure[runner] = toSteps(y - effect, RESIDUAL_STEP);
  }
  return measured.map(({ runner, variance, error }) => () => {
    jockeys.learn(runners.jockey[runner] ?? NONE, day, error - effect, variance);
    trainers.learn(runners.trainer[runner] ?? NONE, day, error - effect, variance);
  });
}

/** Finishers with seconds behind the winner, estimated from places if unknown. */
function listFinishers({ history: { races, runners } }: Careers, race: number): { runner: number; marginS: number }[] {
  const byMargin: { runner: number; marginS: number }[] = [];
  const byRank: { runner: number; marginS: number }[] = [];
  for (let runner = races.firstRunner[race] ?? 0; runner < (races.firstRunner[race + 1] ?? 0); runner += 1) {
    const rank = runners.rank[runner] ?? NONE_16;
    if (runners.isStart[runner] !== 1 || rank === NONE_16) continue;
    byRank.push({ runner, marginS: marginOfRank(rank) });
    const margin = runners.marginMs[runner] ?? NONE;
    if (margin !== NONE) byMargin.push({ runner, marginS: margin / 1000 });
    else if (rank === 1) byMargin.push({ runner, marginS: 0 });
  }
  return byMargin.length >= LEAST_FINISHERS ? byMargin : byRank;
}
