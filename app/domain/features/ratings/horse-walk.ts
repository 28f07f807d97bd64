import type { History } from "../history.ts";
import {
  distanceBand,
  HORSE,
  HORSE_DISTANCE_PRIOR,
  HORSE_SURFACE_PRIOR,
  HORSE_VENUE_PRIOR,
  NONE_FIGURE,
  RESIDUAL_STEP,
  VARIANCE_STEP,
} from "./rating-model.ts";

export type RatedRunners = ReturnType<typeof emptyRatings>;

/** What the ratings keep of each runner and race: 20 and 8 bytes, written once. Nothing is rated yet. */
export function emptyRatings({ runnerCount, raceCount }: History) {
  return {
    /** y − prediction − race effect, in RESIDUAL_STEP. */
    residual: new Int16Array(runnerCount),
    /** Variance of the prediction, in VARIANCE_STEP; 0 = not rated. */
    variance: new Uint16Array(runnerCount),
    /** y − race effect, in RESIDUAL_STEP. */
    figure: new Int16Array(runnerCount),
    /** Seconds per 1,600 m better than par and day, in SECONDS_STEP; this and the next NONE_FIGURE = missing. */
    time: new Int16Array(runnerCount).fill(NONE_FIGURE),
    /** Seconds faster than the race's median over the last 600 m, in SECONDS_STEP. */
    final: new Int16Array(runnerCount).fill(NONE_FIGURE),
    /** Ratings of jockey and trainer before the day, in RESIDUAL_STEP; 0 = unknown. */
    jockey: new Int16Array(runnerCount),
    trainer: new Int16Array(runnerCount),
    /** Hindsight rating before the day (`hindsight.ts`): of horse and trainer, recent starts, of the jockey. */
    hindsight: new Int16Array(runnerCount).fill(NONE_FIGURE),
    hindsightStarts: new Uint16Array(runnerCount),
    hindsightJockey: new Int16Array(runnerCount),
    /** By race: mean strength of the declared runners before the day, without jockeys. */
    field: new Float32Array(raceCount),
    /** By race: seconds per 200 m by which the early part was slower than usual, beside the last 600 m. */
    pace: new Float32Array(raceCount).fill(Number.NaN),
  };
}

/** The part of `Facts` (past.ts) that ratings read. */
export interface Careers {
  history: History;
  raceOf: Uint32Array;
  firstStart: Uint32Array;
  startRunner: Uint32Array;
  course: Uint32Array;
  courseCount: number;
}

/** A time at about the same distance, and the starts in which it is searched. */
const NEAR_M = 200;
const NEAR_STARTS = 10;

/** The last five values of a figure, its decayed mean and the best of all. */
class Figures {
  readonly #values = new Float64Array(5);
  #sum = 0;
  #weight = 0;
  count = 0;
  top = Number.NaN;

  clear(): void {
    this.count = 0;
    this.top = Number.NaN;
    this.#sum = 0;
    this.#weight = 0;
  }

  add(value: number): void {
    this.#values[this.count % 5] = value;
    this.count += 1;
    if (!(this.top >= value)) this.top = value;
    this.#sum = this.#sum * 0.75 + value;
    this.#weight = this.#weight * 0.75 + 1;
  }

  /** NaN without any; the same for the others. */
  get decayed(): number {
    return this.#sum / this.#weight;
  }

  get last(): number {
    return this.count === 0 ? Number.NaN : (this.#values[(this.count - 1) % 5] ?? Number.NaN);
  }

  /** Mean of the last `most` values, up to five. */
  mean(most: number): number {
    let sum = 0;
    const count = Math.min(most, this.count);
    for (let back = 1; back <= count; back += 1) sum += this.#values[(this.count - back) % 5] ?? 0;
    return sum / count;
  }

  get best(): number {
    let best = Number.NaN;
    for (let index = 0; index < Math.min(5, this.count); index += 1) {
      const value = this.#values[index] ?? 0;
      if (!(best >= value)) best = value;
    }
    return best;
  }
}

/**
 * A horse's ratings before a day, replayed from its starts: each stored its residual and the variance of its
 * prediction, of which every component learns a share. So nothing is stored per horse and condition.
 */
export class HorseWalk {
  /** Means, and the variance of the horse's own. */
  horse = 0;
  horseVariance = 0;
  surface = 0;
  surfaceVariance = 0;
  distance = 0;
  distanceVariance = 0;
  venue = 0;
  venueVariance = 0;
  readonly figure = new Figures();
  readonly time = new Figures();
  readonly final = new Figures();
  readonly surfaceTime = new Figures();
  /** Best of those among the last ten starts that were on the surface and about the distance of the race. */
  distanceTime = Number.NaN;
  readonly #careers: Careers;
  readonly #rated: RatedRunners;

  constructor(careers: Careers, rated: RatedRunners) {
    this.#careers = careers;
    this.#rated = rated;
  }

  /** Replays a horse's first `count` starts, for its state before a race. @param venueType null: all starts */
  replay(horse: number, count: number, race: number, venueType: number | null): void {
    const { history, raceOf, firstStart, startRunner } = this.#careers;
    const { races } = history;
    const rated = this.#rated;
    this.horse = this.surface = this.distance = this.venue = 0;
    this.horseVariance = HORSE.prior;
    this.surfaceVariance = HORSE_SURFACE_PRIOR;
    this.distanceVariance = HORSE_DISTANCE_PRIOR;
    this.venueVariance = HORSE_VENUE_PRIOR;
    this.figure.clear();
    this.time.clear();
    this.final.clear();
    this.surfaceTime.clear();
    this.distanceTime = Number.NaN;
    const surface = races.surface[race] ?? 0;
    const distance = races.distance[race] ?? 0;
    const band = distanceBand(distance);
    const venue = races.venue[race];
    const first = firstStart[horse] ?? 0;
    let day = races.day[race] ?? 0;
    if (count > 0) day = races.day[raceOf[startRunner[first] ?? 0] ?? 0] ?? 0;
    for (let index = first; index < first + count; index += 1) {
      const start = startRunner[index] ?? 0;
      const startRace = raceOf[start] ?? 0;
      if (venueType !== null && races.venueType[startRace] !== venueType) continue;
      const time = rated.time[start] ?? NONE_FIGURE;
      if (time !== NONE_FIGURE) {
        this.time.add(time);
        if (surface !== 0 && races.surface[startRace] === surface) {
          this.surfaceTime.add(time);
          const isNear = Math.abs((races.distance[startRace] ?? 0) - distance) <= NEAR_M && distance > 0;
          if (isNear && index >= first + count - NEAR_STARTS && !(this.distanceTime >= time)) this.distanceTime = time;
        }
      }
      const final = rated.final[start] ?? NONE_FIGURE;
      if (final !== NONE_FIGURE) this.final.add(final);
      const steps = rated.variance[start] ?? 0;
      if (steps === 0) continue;
      this.figure.add(rated.figure[start] ?? 0);
      const variance = steps * VARIANCE_STEP;
      const share = ((rated.residual[start] ?? 0) * RESIDUAL_STEP) / variance;
      const startDay = races.day[startRace] ?? 0;
      this.#grow(startDay - day);
      day = startDay;
      this.horse += this.horseVariance * share;
      this.horseVariance -= this.horseVariance ** 2 / variance;
      if (races.surface[startRace] === surface) {
        this.surface += this.surfaceVariance * share;
        this.surfaceVariance -= this.surfaceVariance ** 2 / variance;
      }
      if (distanceBand(races.distance[startRace] ?? 0) === band) {
        this.distance += this.distanceVariance * share;
        this.distanceVariance -= this.distanceVariance ** 2 / variance;
      }
      if (races.venue[startRace] === venue) {
        this.venue += this.venueVariance * share;
        this.venueVariance -= this.venueVariance ** 2 / variance;
      }
    }
    this.#grow((races.day[race] ?? 0) - day);
  }

  #grow(days: number): void {
    this.horseVariance = Math.min(HORSE.prior, this.horseVariance + HORSE.growth * days);
  }
}
