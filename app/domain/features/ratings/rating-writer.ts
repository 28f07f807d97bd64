import { encodeValue, type VenueScope } from "../matrix.ts";
import type { Past } from "../past.ts";
import { HorseWalk } from "./horse-walk.ts";
import { type RatingColumnId, ratingColumnsOf } from "./rating-columns.ts";
import { RESIDUAL_STEP, SECONDS_STEP } from "./rating-model.ts";

/** Rating columns of a venue type and scope, from the horse's starts before the state of `past`. */
export class RatingWriter {
  readonly columnCount: number;
  readonly #past: Past;
  readonly #walk: HorseWalk;
  readonly #venueType: number | null;
  readonly #columns: ReturnType<typeof ratingColumnsOf>;

  constructor(past: Past, venueType: number, scope: VenueScope) {
    this.#past = past;
    this.#walk = new HorseWalk(past, past.rated);
    this.#venueType = scope === "own" ? venueType : null;
    this.#columns = ratingColumnsOf(venueType);
    this.columnCount = this.#columns.length;
  }

  /** Writes a runner's codes to `out[at + column × stride]`. */
  write(runner: number, out: Uint16Array, at: number, stride: number): void {
    const { history, raceOf, startCount, rated } = this.#past;
    const horse = history.runners.horse[runner] ?? 0;
    this.#walk.replay(horse, startCount[horse] ?? 0, raceOf[runner] ?? 0, this.#venueType);
    const trainer = (rated.trainer[runner] ?? 0) * RESIDUAL_STEP;
    for (const [index, column] of this.#columns.entries()) {
      const value = VALUES[column.id as RatingColumnId](this.#walk, trainer);
      out[at + index * stride] = encodeValue(column, value);
    }
  }
}

const VALUES: Record<RatingColumnId, (walk: HorseWalk, trainer: number) => number> = {
  "rating.strength.total": (walk, trainer) => walk.horse + walk.surface + walk.distance + walk.venue + trainer,
  "rating.strength.sd": (walk) => Math.sqrt(walk.horseVariance),
  "rating.strength.course_len": (walk) => walk.horse + walk.distance,
  "rating.strength.venue": (walk) => walk.horse + walk.venue,
  "rating.strength.race_type": (walk) => walk.horse + walk.surface,
  "rating.figure.last": ({ figure }) => figure.last * RESIDUAL_STEP,
  "rating.figure.decayed": ({ figure }) => figure.decayed * RESIDUAL_STEP,
  "rating.time.last": ({ time }) => time.last * SECONDS_STEP,
  "rating.time.best5": ({ time }) => time.best * SECONDS_STEP,
  "rating.time.decayed": ({ time }) => time.decayed * SECONDS_STEP,
  "rating.final.decayed": ({ final }) => final.decayed * SECONDS_STEP,
};
