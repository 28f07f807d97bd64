import { codesOf, type RaceFeatures } from "#app/domain/features/matrix.ts";
import { winProbabilities } from "#app/domain/learning/calibration/probabilities.ts";
import type { Predictor } from "#app/domain/learning/learner.ts";
import type { Pace } from "#app/domain/learning/pace.ts";
import { createRandom, shuffle } from "#app/domain/racing/random.ts";
import { type Interval, resampleRatiosInTurns } from "./resample-days.ts";

/** A race the predictor was not trained on, with the predictor's columns. */
export interface UnseenRace {
  features: RaceFeatures;
  day: number;
  /** Per declared runner; at least one winner. */
  isWinner: ArrayLike<boolean | number>;
}

/** Races predicted by one fit: a test period of a walk. */
interface UnseenPeriod {
  races: readonly UnseenRace[];
  predictor: Pick<Predictor, "columnIds" | "vary">;
  temperature: number;
}

export interface Importance extends Interval {
  feature: string;
  /**
   * Increase of the log loss per race when the columns are shuffled; 95 % interval over race days. It can exceed the
   * model's gain over chance: wrong values are worse than none.
   */
  loss: number;
  /** Whether the interval lies above 0. By chance, about one in forty features without effect passes. */
  isMeasurable: boolean;
}

/** Units (pace.ts) per runner for opening a race, and for one shuffle of a feature. */
const OPENING_UNITS = 15_000;
const CHANGE_UNITS = 3000;

/**
 * Permutation importance (Breiman 2001) on unseen races. A feature's columns are shuffled together among the declared
 * runners of each race; columns constant within every race (distance, weather) are shuffled among the races of a
 * period. Adding by period keeps only one period's columns in memory. Deterministic.
 */
export function createImportanceMeter(
  features: ReadonlyMap<string, readonly string[]>,
  { repeats = 1, resamples = 1000, seed = 1 } = {},
) {
  const keys = [...features.keys()];
  /** Per day: summed increase of the loss for each feature, then the number of races. */
  const days = new Map<number, Float64Array>();

  /** Adds the races of a period. Each race may be added only once. */
  async function add({ races, predictor, temperature }: UnseenPeriod, pace: Pace): Promise<void> {
    const readColumns = new Set(predictor.columnIds);
    const columnsByKey = keys.map((key) => (features.get(key) ?? []).filter((columnId) => readColumns.has(columnId)));
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
      await pace.spend(size * (OPENING_UNITS + CHANGE_UNITS * repeats * keys.length));
    }
  }

  /** Most important features first; all 0 if no race was added. */
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

function isRaceWide(races: readonly UnseenRace[], columnId: string): boolean {
  return races.every(({ features }) => {
    const codes = codesOf(features, columnId);
    return codes.every((code) => code === codes[0]);
  });
}

/** Equal numbers give equal seeds, neighbouring ones unrelated seeds. */
function mixSeed(...parts: number[]): number {
  return parts.reduce((mixed, part) => Math.imul(mixed ^ (part + 0x9e3779b9), 0x85ebca6b) ^ (mixed >>> 13), 0x7ace);
}
