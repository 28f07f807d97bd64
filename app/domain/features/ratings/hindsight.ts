/**
 * The hindsight rating: on each race day, a ridge over the rated starts of the last years. The Kalman filter never
 * corrects an earlier start; this does, once the later starts of a horse's opponents are known.
 */

import { endOfRaceDay, type HistorySegment } from "../half-years.ts";
import { type History, NONE } from "../history.ts";
import type { RatedRunners } from "./horse-walk.ts";
import {
  DISTANCE_BAND_COUNT,
  distanceBand,
  HORSE,
  HORSE_DISTANCE_PRIOR,
  HORSE_SURFACE_PRIOR,
  JOCKEY,
  NOISE,
  RESIDUAL_STEP,
  STARTS_STEP,
  TRAINER,
  toSteps,
} from "./rating-model.ts";

/** Days before the half year from which starts count, and the half-life of their weight. */
const WINDOW_DAYS = 730;
const HALF_LIFE_DAYS = 250;
/** Starts before the first ratings. */
const LEAST_STARTS = 200;
/** Sweeps at the start of a half year, from zero. Each of its days has one more. */
const FIRST_SWEEPS = 12;
/** A sweep waits for this share of new starts, so that daily racing costs no more per start. */
const NEW_SHARE = 1 / 600;
/** Starts swept or added in the time of rating one, and those added between two pauses. */
const SWEPT_PER_RATED = 40;
const ADDED_PER_RATED = 10;
const ADDED_AT_ONCE = 2000;
const SURFACES = 4;

/** One kind of component: the local key of each start, counted from 1 (0 = none), and by key the sums and the value. */
interface Block {
  ridge: number;
  keyOf(runner: number, race: number): number;
  slots: Uint32Array;
  keyCount: number;
  keys: Int32Array;
  weight: Float64Array;
  sum: Float64Array;
  value: Float64Array;
}

/**
 * Writes the ratings of a segment's runners, from starts before each of its days. Begins from zero, so that a changed day
 * needs the segments from its own on only; later races change nothing.
 */
export function* rateInHindsight(
  history: History,
  rated: RatedRunners,
  { firstRace, endRace }: HistorySegment,
): Generator<number, void> {
  const { races } = history;
  let from = firstRace;
  while (from > 0 && (races.day[from - 1] ?? 0) >= (races.day[firstRace] ?? 0) - WINDOW_DAYS) from -= 1;
  const ridge = new Ridge(history, rated, from, endRace);
  yield* ridge.prepare(from, endRace);
  for (let race = from; race < firstRace; ) {
    const end = endOfRaceDay(history, race, firstRace);
    yield ridge.add(race, end) / ADDED_PER_RATED;
    race = end;
  }
  for (let sweep = 0; sweep < FIRST_SWEEPS; sweep += 1) {
    ridge.sweep(races.day[firstRace] ?? 0);
    yield ridge.count / SWEPT_PER_RATED;
  }
  let swept = ridge.count;
  for (let race = firstRace; race < endRace; ) {
    const end = endOfRaceDay(history, race, endRace);
    const day = races.day[race] ?? 0;
    if (ridge.count - swept > NEW_SHARE * ridge.count) {
      ridge.sweep(day);
      yield ridge.count / SWEPT_PER_RATED;
      swept = ridge.count;
    }
    if (ridge.count >= LEAST_STARTS) {
      for (let of = race; of < end; of += 1) {
        for (let runner = races.firstRunner[of] ?? 0; runner < (races.firstRunner[of + 1] ?? 0); runner += 1) {
          ridge.write(runner, of, day);
        }
      }
    }
    yield ridge.add(race, end) / ADDED_PER_RATED;
    race = end;
  }
}

/** y of a start = race + horse + horse × surface + horse × distance band + jockey + trainer, by coordinate descent. */
class Ridge {
  count = 0;
  readonly #history: History;
  readonly #rated: RatedRunners;
  readonly #baseDay: number;
  readonly #race: Block;
  readonly #horse: Block;
  readonly #surface: Block;
  readonly #distance: Block;
  readonly #jockey: Block;
  readonly #trainer: Block;
  readonly #blocks: readonly Block[];
  /** Before the first block and behind the last one. */
  readonly #none: Block;
  /** By start: weight, relative to the first day of the window, and what the components leave of y. */
  #weight = new Float64Array(0);
  #rest = new Float64Array(0);

  constructor(history: History, rated: RatedRunners, firstRace: number, endRace: number) {
    this.#history = history;
    this.#rated = rated;
    const { races, runners, horseCount, jockeyCount, trainerCount } = history;
    this.#baseDay = races.day[firstRace] ?? 0;
    const create = (keys: number, prior: number, keyOf: Block["keyOf"]): Block => {
      const none = new Float64Array(0);
      const arrays = { keys: new Int32Array(0), weight: none, sum: none, value: none };
      return { ridge: NOISE / prior, keyOf, slots: new Uint32Array(keys), keyCount: 0, ...arrays };
    };
    const horseOf = (runner: number) => runners.horse[runner] ?? 0;
    this.#race = create(endRace - firstRace, Infinity, (_, race) => race - firstRace);
    this.#horse = create(horseCount, HORSE.prior, horseOf);
    this.#jockey = create(jockeyCount, JOCKEY.prior, (runner) => runners.jockey[runner] ?? NONE);
    this.#trainer = create(trainerCount, TRAINER.prior, (runner) => runners.trainer[runner] ?? NONE);
    this.#surface = create(
      horseCount * SURFACES,
      HORSE_SURFACE_PRIOR,
      (runner, race) => horseOf(runner) * SURFACES + (races.surface[race] ?? 0),
    );
    this.#distance = create(
      horseCount * DISTANCE_BAND_COUNT,
      HORSE_DISTANCE_PRIOR,
      (runner, race) => horseOf(runner) * DISTANCE_BAND_COUNT + distanceBand(races.distance[race] ?? 0),
    );
    this.#blocks = [this.#race, this.#horse, this.#jockey, this.#trainer, this.#surface, this.#distance];
    this.#none = create(0, Infinity, () => -1);
  }

  /** Numbers the keys of the starts that will be added, later ones too: sizes alone depend on these. */
  *prepare(firstRace: number, endRace: number): Generator<number, void> {
    let count = 0;
    for (const [runner, race] of this.#starts(firstRace, endRace)) {
      for (const block of this.#blocks) {
        const key = block.keyOf(runner, race);
        if (key < 0 || block.slots[key] !== 0) continue;
        block.keyCount += 1;
        block.slots[key] = block.keyCount;
      }
      count += 1;
      if (count % ADDED_AT_ONCE === 0) yield ADDED_AT_ONCE / ADDED_PER_RATED;
    }
    for (const block of [...this.#blocks, this.#none]) {
      block.keys = new Int32Array(count);
      block.weight = new Float64Array(1 + block.keyCount);
      block.sum = new Float64Array(1 + block.keyCount);
      block.value = new Float64Array(1 + block.keyCount);
    }
    this.#weight = new Float64Array(count);
    this.#rest = new Float64Array(count);
  }

  *#starts(firstRace: number, endRace: number): Generator<[runner: number, race: number]> {
    const { races } = this.#history;
    for (let race = firstRace; race < endRace; race += 1) {
      for (let runner = races.firstRunner[race] ?? 0; runner < (races.firstRunner[race + 1] ?? 0); runner += 1) {
        if ((this.#rated.variance[runner] ?? 0) !== 0) yield [runner, race];
      }
    }
  }

  /** @returns how many starts were added */
  add(firstRace: number, endRace: number): number {
    const before = this.count;
    for (const [runner, race] of this.#starts(firstRace, endRace)) {
      const at = this.count;
      const weight = this.#growth(this.#history.races.day[race] ?? 0);
      let rest = (this.#rated.figure[runner] ?? 0) * RESIDUAL_STEP;
      for (const block of this.#blocks) {
        const key = block.slots[block.keyOf(runner, race)] ?? 0;
        block.keys[at] = key;
        block.weight[key] = (block.weight[key] ?? 0) + weight;
        rest -= block.value[key] ?? 0;
      }
      this.#weight[at] = weight;
      this.#rest[at] = rest;
      this.count += 1;
    }
    return this.count - before;
  }

  sweep(day: number): void {
    const scale = this.#growth(day);
    this.#none.sum[0] = 0;
    this.#sumUp(this.#none, this.#race);
    const order = [...this.#blocks, this.#race];
    for (const [at, block] of order.entries()) {
      this.#step(block, block.ridge * scale);
      this.#sumUp(block, order[at + 1] ?? this.#none);
    }
  }

  /** Weights grow with the day instead of fading, so that those of earlier starts stay. */
  #growth(day: number): number {
    return 2 ** ((day - this.#baseDay) / HALF_LIFE_DAYS);
  }

  /** Moves each value of a block to its optimum, from its sums; leaves the steps in their place. */
  #step({ weight, sum, value }: Block, ridge: number): void {
    // Key 0 stands for no jockey or trainer: its value stays 0.
    sum[0] = 0;
    for (let key = 1; key < sum.length; key += 1) {
      const held = weight[key]! + ridge;
      const old = value[key]!;
      const now = held > 0 ? (sum[key]! + weight[key]! * old) / held : 0;
      value[key] = now;
      sum[key] = now - old;
    }
  }

  /** Takes a block's steps off the rests, and sums these up for the next one, in one pass over the starts. */
  #sumUp({ keys: from, sum: steps }: Block, { keys: to, sum }: Block): void {
    const { count } = this;
    const weights = this.#weight;
    const rest = this.#rest;
    sum.fill(0);
    for (let at = 0; at < count; at += 1) {
      const left = rest[at]! - steps[from[at]!]!;
      rest[at] = left;
      sum[to[at]!]! += weights[at]! * left;
    }
  }

  write(runner: number, race: number, day: number): void {
    const read = ({ slots, value, keyOf }: Block) => value[slots[keyOf(runner, race)] ?? 0] ?? 0;
    const total = [this.#horse, this.#surface, this.#distance, this.#trainer].reduce(
      (sum, block) => sum + read(block),
      0,
    );
    const { slots, weight, keyOf } = this.#horse;
    const horse = slots[keyOf(runner, race)] ?? 0;
    this.#rated.hindsight[runner] = toSteps(total, RESIDUAL_STEP);
    this.#rated.hindsightStarts[runner] =
      horse === 0 ? 0 : Math.round((weight[horse] ?? 0) / this.#growth(day) / STARTS_STEP);
    this.#rated.hindsightJockey[runner] = toSteps(read(this.#jockey), RESIDUAL_STEP);
  }
}
