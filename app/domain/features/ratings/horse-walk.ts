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

/** Stored ratings of each runner: 14 bytes, written once, read by later starts of the horse. */
export interface RatedRunners {
  /** y − prediction − race effect, in RESIDUAL_STEP. */
  residual: Int16Array;
  /** Variance of the prediction, in VARIANCE_STEP; 0 = not rated. */
  variance: Uint16Array;
  /** y − race effect, in RESIDUAL_STEP; this and the next two NONE_FIGURE = missing. */
  figure: Int16Array;
  /** Seconds per 1,600 m better than par and day, in SECONDS_STEP. */
  time: Int16Array;
  /** Seconds faster than the race's median over the last 600 m, in SECONDS_STEP. */
  final: Int16Array;
  /** Ratings of jockey and trainer before the day, in RESIDUAL_STEP; 0 = unknown. */
  jockey: Int16Array;
  trainer: Int16Array;
}

export interface Careers {
  history: History;
  raceOf: Uint32Array;
  firstStart: Uint32Array;
  startRunner: Uint32Array;
}

/** The last five values of a figure, and its decayed mean. */
class Figures {
  readonly #values = new Float64Array(5);
  #sum = 0;
  #weight = 0;
  count = 0;

  clear(): void {
    this.count = 0;
    this.#sum = 0;
    this.#weight = 0;
  }

  add(value: number): void {
    this.#values[this.count % 5] = value;
    this.count += 1;
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
 * prediction, from which every component takes its share. So nothing is stored per horse and condition, and a start's
 * record never changes.
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
  readonly #careers: Careers;
  readonly #rated: RatedRunners;

  constructor(careers: Careers, rated: RatedRunners) {
    this.#careers = careers;
    this.#rated = rated;
  }

  /**
   * Replays a horse's first `count` starts, for its state before a race.
   *
   * @param venueType of the starts to use; null = all
   */
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
    const surface = races.surface[race] ?? 0;
    const band = distanceBand(races.distance[race] ?? 0);
    const venue = races.venue[race];
    const first = firstStart[horse] ?? 0;
    let day = races.day[race] ?? 0;
    if (count > 0) day = races.day[raceOf[startRunner[first] ?? 0] ?? 0] ?? 0;
    for (let index = first; index < first + count; index += 1) {
      const start = startRunner[index] ?? 0;
      const startRace = raceOf[start] ?? 0;
      if (venueType !== null && races.venueType[startRace] !== venueType) continue;
      const time = rated.time[start] ?? NONE_FIGURE;
      if (time !== NONE_FIGURE) this.time.add(time);
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
