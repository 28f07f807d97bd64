import type { Score } from "./score.ts";
import { SHARED_MARKS } from "./shared-analysis.ts";

/** A model's scores among the starters, best index first. */
export interface ComparedModel {
  scores: readonly Score[];
}

export interface ComparedHorse {
  horseNum: number;
  /** Null where a model has no score of the horse. `place` is by index, from 1. */
  cells: ({ score: Score; place: number } | null)[];
  /** Models that gave it one of the marks. */
  marks: number;
  /** Mean win probability of the models that state one; null if none does, or if one has no score of the horse. */
  mean: number | null;
}

function hasMark(place: number): boolean {
  return place <= SHARED_MARKS.length;
}

export function compareModels(models: readonly ComparedModel[], horseNums: readonly number[]): ComparedHorse[] {
  return horseNums.map((horseNum) => {
    const cells = models.map(({ scores }) => {
      const index = scores.findIndex((score) => score.horseNum === horseNum);
      const score = scores[index];
      return score === undefined ? null : { score, place: index + 1 };
    });
    const marks = cells.filter((cell) => cell !== null && hasMark(cell.place)).length;
    return { horseNum, cells, marks, mean: meanOf(models, cells) };
  });
}

function meanOf(models: readonly ComparedModel[], cells: ComparedHorse["cells"]): number | null {
  const stated = models.flatMap(({ scores }, at) =>
    scores.some(({ probability }) => probability !== null) ? [cells[at]?.score.probability ?? null] : [],
  );
  let sum = 0;
  for (const probability of stated) {
    if (probability === null) return null;
    sum += probability;
  }
  return stated.length === 0 ? null : sum / stated.length;
}

/** Horses that are a model's `first` mark, with the number of models, most first; and those that every model marked. */
export function agreementOf(horses: readonly ComparedHorse[]) {
  const first = horses
    .map(({ horseNum, cells }) => ({ horseNum, models: cells.filter((cell) => cell?.place === 1).length }))
    .filter(({ models }) => models > 0)
    .sort((one, other) => other.models - one.models || one.horseNum - other.horseNum);
  const byAll = horses
    .filter(({ cells, marks }) => cells.length > 0 && marks === cells.length)
    .map(({ horseNum }) => horseNum)
    .sort((one, other) => one - other);
  return { first, byAll };
}
