import { medianOf } from "./day-times.ts";
import type { Careers, RatedRunners } from "./horse-walk.ts";
import { isRated, LEAST_FINISHERS } from "./rating-model.ts";

/** The last races of a course that its usual pace is the mean of, and the fewest. */
const RACES = 30;
const LEAST_RACES = 3;
const FINAL_M = 600;
const UNIT_M = 200;

/** How much slower the early part of a race was than usual on its course, beside its last 600 m. */
export function createRacePaces({ history: { races, runners }, course }: Careers, { pace }: RatedRunners) {
  /** The last differences of each course, newest last. */
  const knownOf = new Map<number, number[]>();

  /** Seconds per 200 m of the early part less those of the last 600 m, by medians of the finishers; NaN if unknown. */
  const differenceOf = (race: number): number => {
    const distance = races.distance[race] ?? 0;
    if (races.hasResult[race] !== 1 || !isRated(races.surface[race] ?? 0, distance) || distance <= FINAL_M) {
      return Number.NaN;
    }
    const early: number[] = [];
    const final: number[] = [];
    for (let runner = races.firstRunner[race] ?? 0; runner < (races.firstRunner[race + 1] ?? 0); runner += 1) {
      const time = runners.time[runner] ?? 0;
      const last600 = runners.last600[runner] ?? 0;
      if (time === 0 || last600 === 0 || runners.isStart[runner] !== 1) continue;
      early.push((time - last600) / 100);
      final.push(last600 / 100);
    }
    if (early.length < LEAST_FINISHERS) return Number.NaN;
    return UNIT_M * (medianOf(early) / (distance - FINAL_M) - medianOf(final) / FINAL_M);
  };

  return {
    /** Writes the pace of races [firstRace, endRace): all of one day. */
    addDay(firstRace: number, endRace: number): void {
      const added: { known: number[]; difference: number }[] = [];
      for (let race = firstRace; race < endRace; race += 1) {
        const difference = differenceOf(race);
        if (Number.isNaN(difference)) continue;
        const known = knownOf.get(course[race] ?? 0) ?? [];
        knownOf.set(course[race] ?? 0, known);
        if (known.length >= LEAST_RACES) {
          pace[race] = difference - known.reduce((sum, value) => sum + value, 0) / known.length;
        }
        added.push({ known, difference });
      }
      for (const { known, difference } of added) if (known.push(difference) > RACES) known.shift();
    },
  };
}
