import type { RaceFeatures } from "#app/domain/features/matrix.ts";
import { winProbabilities } from "#app/domain/learning/calibration/probabilities.ts";
import type { ExplainingPredictor } from "#app/domain/learning/learner.ts";
import type { Pace } from "#app/domain/learning/pace.ts";
import { createRandom } from "#app/domain/racing/random.ts";
import { type Interval, resampleRatiosInTurns } from "./resample-days.ts";

/** A race that the predictor has not learnt from, with the columns that the predictor reads. */
export interface UnseenRace {
  features: RaceFeatures;
  /** Day number. */
  day: number;
  /** Per declared runner; at least one. */
  isWinner: ArrayLike<boolean | number>;
}

/** Races predicted by one fit: a test period of a walk forward. */
interface UnseenPeriod {
  races: readonly UnseenRace[];
  predictor: Pick<ExplainingPredictor, "columnIds" | "vary">;
  /** Probability = softmax(f / temperature). */
  temperature: number;
}

export interface Importance extends Interval {
  /** Key of the chosen feature. */
  feature: string;
  /**
   * What the log loss rises by, a race, where the feature's columns are shuffled; `low` to `high` is the 95 % interval
   * from a bootstrap over race days.
   * Of a feature that the model leans on it may be more than all that the model
   * gains over chance: a wrong clue is worse than none.
   */
  loss: number;
  /** Whether the interval lies above 0. Of forty features without effect one seems to have one by chance. */
  isMeasurable: boolean;
}

interface ImportanceMeter {
  /** Adds the races of a period; no race twice. */
  add(period: UnseenPeriod, pace: Pace): Promise<void>;
  /** The features that carry the model first; all 0 before any race. */
  summarise(pace: Pace): Promise<Importance[]>;
}

interface ImportanceOptions {
  /** Shuffles of each feature in each race, over which its loss is the mean. */
  repeats?: number;
  /** Draws of the bootstrap. */
  resamples?: number;
  seed?: number;
}

/** What a race opened for changes, and a change of one feature, cost a runner, in units of pace.ts. */
const OPENING_UNITS = 15_000;
const CHANGE_UNITS = 3000;

/**
 * Permutation importance (Breiman 2001) on races that the model has not learnt from. A feature's columns are shuffled
 * together among the declared runners of each race; columns that never tell the runners of a race apart (distance,
 * weather) are shuffled among the races of a period instead. Races come in periods, so that never more than one
 * period's columns are held. Deterministic, whatever the order of the periods' features.
 *
 * @param features chosen features by key, with their columns
 */
export function createImportanceMeter(
  features: ReadonlyMap<string, readonly string[]>,
  { repeats = 1, resamples = 1000, seed = 1 }: ImportanceOptions = {},
): ImportanceMeter {
  const keys = [...features.keys()];
  /** Per day: the losses added by each feature, summed over its races; then the races. */
  const days = new Map<number, Float64Array>();

  async function add({ races, predictor, temperature }: UnseenPeriod, pace: Pace): Promise<void> {
    const asked = new Set(predictor.columnIds);
    const columnsByKey = keys.map((key) => (features.get(key) ?? []).filter((columnId) => asked.has(columnId)));
    const raceWide = new Set(columnsByKey.flat().filter((columnId) => isRaceWide(races, columnId)));
    const donors = races.map((_, race) => race);
    const shuffledDonors = Array.from({ length: repeats }, (_, repeat) =>
      shuffle(donors, createRandom(mixSeed(seed, repeat, races.length))),
    );
    for (const [position, race] of races.entries()) {
      const { day, features: own } = race;
      const size = own.horseNums.length;
      const vary = predictor.vary(own);
      const before = lossOf(race, vary(new Map()), temperature);
      const sums = days.get(day) ?? new Float64Array(keys.length + 1);
      days.set(day, sums);
      sums[keys.length]! += 1;
      for (const [at, columnIds] of columnsByKey.entries()) {
        if (columnIds.length === 0) continue;
        for (let repeat = 0; repeat < repeats; repeat++) {
          const order = shuffle(own.horseNums.keys(), createRandom(mixSeed(seed, repeat, position, at)));
          const donor = races[shuffledDonors[repeat]![position]!]!.features;
          const changes = new Map<string, Uint16Array>();
          for (const columnId of columnIds) {
            const codes = own.codes.get(columnId)!;
            const shuffled = raceWide.has(columnId)
              ? new Uint16Array(size).fill(donor.codes.get(columnId)![0]!)
              : Uint16Array.from(order, (runner) => codes[runner]!);
            changes.set(columnId, shuffled);
          }
          sums[at]! += (lossOf(race, vary(changes), temperature) - before) / repeats;
        }
      }
      const pause = pace.spend(size * (OPENING_UNITS + CHANGE_UNITS * repeats * keys.length));
      if (pause !== null) await pause;
    }
  }

  async function summarise(pace: Pace): Promise<Importance[]> {
    const ordered = [...days].sort(([a], [b]) => a - b).map(([, sums]) => sums);
    const races = ordered.reduce((sum, day) => sum + day[keys.length]!, 0);
    const ratios = ordered.map((day) => keys.flatMap((_, at) => [day[at]!, day[keys.length]!]));
    const intervals = await resampleRatiosInTurns(ratios, pace, resamples);
    const importances = keys.map((feature, at): Importance => {
      const total = ordered.reduce((sum, day) => sum + day[at]!, 0);
      const { low, high } = intervals[at] ?? { low: 0, high: 0 };
      return { feature, loss: races === 0 ? 0 : total / races, low, high, isMeasurable: low > 0 };
    });
    return importances.sort((a, b) => b.loss - a.loss);
  }

  return { add, summarise };
}

/** Mean over the winners of −ln p. @param outputs f per declared runner */
function lossOf({ features, isWinner }: UnseenRace, outputs: Float64Array, temperature: number): number {
  const probabilities = winProbabilities(outputs, features.isStarter, temperature);
  let sum = 0;
  let winners = 0;
  for (const [runner, probability] of probabilities.entries()) {
    if (!isWinner[runner]) continue;
    sum -= Math.log(probability);
    winners++;
  }
  return sum / winners;
}

/** Whether a column says the same of all runners of every race. */
function isRaceWide(races: readonly UnseenRace[], columnId: string): boolean {
  return races.every(({ features }) => {
    const codes = features.codes.get(columnId);
    if (codes === undefined) throw new Error(`race ${features.raceId} comes without column ${columnId}`);
    return codes.every((code) => code === codes[0]);
  });
}

/** Fisher and Yates. */
function shuffle(items: Iterable<number>, random: () => number): number[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
  }
  return shuffled;
}

/** One seed of several whole numbers: equal ones give equal draws, neighbours have nothing in common. */
function mixSeed(...parts: number[]): number {
  return parts.reduce((mixed, part) => Math.imul(mixed ^ (part + 0x9e3779b9), 0x85ebca6b) ^ (mixed >>> 13), 0x7ace);
}
