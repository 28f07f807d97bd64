import { SLOPE_PRIOR } from "../base-columns.ts";
import { encodeValue, type VenueScope } from "../matrix.ts";
import type { Past } from "../past.ts";
import { Career } from "./career.ts";
import { HorseWalk } from "./horse-walk.ts";
import { type RatingColumnId, ratingColumnsOf } from "./rating-columns.ts";
import { NONE_FIGURE, RESIDUAL_STEP, SECONDS_STEP, STARTS_STEP } from "./rating-model.ts";

interface Sources {
  past: Past;
  walk: HorseWalk;
  career: Career;
  runner: number;
  race: number;
}

/** Rating columns of a venue type and scope, from the horse's starts before the state of `past`. */
export function createRatingWriter(past: Past, venueType: number, scope: VenueScope) {
  const ownType = scope === "own" ? venueType : null;
  const { history, raceOf, startCount } = past;
  const walk = new HorseWalk(past, past.rated);
  const sources: Sources = { past, walk, career: new Career(past, ownType), runner: 0, race: 0 };
  const columns = ratingColumnsOf(venueType).map((column) => ({ column, read: VALUES[column.id as RatingColumnId] }));
  return {
    columnCount: columns.length,
    write(runner: number, out: Uint16Array, at: number, stride: number): void {
      const horse = history.runners.horse[runner] ?? 0;
      sources.runner = runner;
      sources.race = raceOf[runner] ?? 0;
      walk.replay(horse, startCount[horse] ?? 0, sources.race, ownType);
      sources.career.read(runner);
      for (const [index, { column, read }] of columns.entries()) {
        out[at + index * stride] = encodeValue(column, read(sources));
      }
    },
  };
}

const total = ({ walk, past: { rated }, runner }: Sources) =>
  walk.horse + walk.surface + walk.distance + walk.venue + (rated.trainer[runner] ?? 0) * RESIDUAL_STEP;
const fieldOf = ({ past: { rated }, race }: Sources) => rated.field[race] ?? Number.NaN;
const hindsightOf = ({ past: { rated }, runner }: Sources) => rated.hindsight[runner] ?? NONE_FIGURE;

const VALUES: Record<RatingColumnId, (sources: Sources) => number> = {
  "rating.strength.total": total,
  "rating.strength.sd": ({ walk }) => Math.sqrt(walk.horseVariance),
  "rating.strength.course_len": ({ walk }) => walk.horse + walk.distance,
  "rating.strength.venue": ({ walk }) => walk.horse + walk.venue,
  "rating.strength.race_type": ({ walk }) => walk.horse + walk.surface,
  "rating.figure.last": ({ walk }) => walk.figure.last * RESIDUAL_STEP,
  "rating.figure.decayed": ({ walk }) => walk.figure.decayed * RESIDUAL_STEP,
  "rating.hindsight.total": (sources) =>
    hindsightOf(sources) === NONE_FIGURE ? Number.NaN : hindsightOf(sources) * RESIDUAL_STEP,
  "rating.hindsight.starts": (sources) =>
    hindsightOf(sources) === NONE_FIGURE
      ? Number.NaN
      : (sources.past.rated.hindsightStarts[sources.runner] ?? 0) * STARTS_STEP,
  "rating.field.now": (sources) => total(sources) - fieldOf(sources),
  "rating.field.step": (sources) => fieldOf(sources) - sources.career.lastField,
  "rating.field.step_3": (sources) => fieldOf(sources) - sources.career.fields.mean,
  "rating.time.last": ({ walk }) => walk.time.last * SECONDS_STEP,
  "rating.time.best5": ({ walk }) => walk.time.best * SECONDS_STEP,
  "rating.time.decayed": ({ walk }) => walk.time.decayed * SECONDS_STEP,
  "rating.time.mean_3": ({ walk }) => walk.time.mean(3) * SECONDS_STEP,
  "rating.time.best": ({ walk }) => walk.time.top * SECONDS_STEP,
  "rating.time.course_len": ({ walk }) => walk.distanceTime * SECONDS_STEP,
  "rating.time.race_type": ({ walk }) => walk.surfaceTime.mean(4) * SECONDS_STEP,
  "rating.final.decayed": ({ walk }) => walk.final.decayed * SECONDS_STEP,
  "rating.class.step": ({ career }) => career.step,
  "rating.class.placed": ({ career }) => career.placed,
  "rating.class.won": ({ career }) => career.won,
  "rating.class.starts": ({ career }) => career.starts,
  "rating.class.finish": ({ career }) => career.finish,
  "rating.class.first": ({ career }) => (Number.isNaN(career.starts) ? Number.NaN : Number(career.starts === 0)),
  "rating.gain.mean_3": ({ career }) => career.gains.mean,
  "rating.gain.paced_3": ({ career }) => career.pacedGains.mean,
  "rating.style.course": ({ career, past, race }) =>
    past.rates.styleSlope.ratio(past.course[race] ?? 0, past.history.races.day[race] ?? 0, SLOPE_PRIOR, 0) *
    (career.positions.mean - 0.5),
};
