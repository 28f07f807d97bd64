import { isStarter, type RunnerStatus } from "#app/domain/racing/race.ts";
import { type Finish, MARK_SIGNS, SHARED_MARKS, type SharedMark } from "./shared-analysis.ts";

export interface PlacedHorse<Scored> {
  score: Scored;
  /** By index among the declared runners, from 1, as sealed. */
  place: number;
  /** Null for a horse that does not start, and from the sixth place on. */
  mark: SharedMark;
  /** Does not start; listed without index and chances. */
  isOut: boolean;
}

/**
 * Starters by index, then non-starters. Places and marks do not move up, because bets on a withdrawn horse are refunded
 * and not replaced.
 *
 * @param runners the present card; empty if unknown
 */
export function placeHorses<Scored extends { horseNum: number }>(
  scores: readonly Scored[],
  runners: readonly { horseNum: number; status: RunnerStatus }[],
): PlacedHorse<Scored>[] {
  const starters = new Set(runners.filter(({ status }) => isStarter(status)).map(({ horseNum }) => horseNum));
  const placed = scores.map((score, at) => {
    const isOut = runners.length > 0 && !starters.has(score.horseNum);
    return { score, place: at + 1, mark: isOut ? null : (SHARED_MARKS[at] ?? null), isOut };
  });
  return [...placed.filter(({ isOut }) => !isOut), ...placed.filter(({ isOut }) => isOut)];
}

export function placeShared<Shared extends { horseNum: number; finish?: Finish }>(
  horses: readonly Shared[],
): PlacedHorse<Shared>[] {
  const runners = horses.map(({ horseNum, finish }) => ({ horseNum, status: finish?.status ?? "entered" }));
  return placeHorses(horses, runners);
}

/** Factor that makes the starters' chances sum to 1. */
export function shareOfStarters(placed: readonly PlacedHorse<{ probability: number | null }>[]): number {
  const starting = placed.filter(({ isOut }) => !isOut);
  const total = starting.reduce((sum, { score }) => sum + (score.probability ?? 0), 0);
  return starting.length < placed.length && total > 0 ? 1 / total : 1;
}

export interface ChangedMark {
  horseNum: number;
  before: SharedMark;
  after: SharedMark;
}

/** Horses whose mark differs: by their new place, then those without a mark now. Horse numbers, best index first. */
export function changedMarks(before: readonly number[], after: readonly number[]): ChangedMark[] {
  const marksOf = (picks: readonly number[]) =>
    new Map(SHARED_MARKS.flatMap((mark, at) => (picks[at] === undefined ? [] : [[picks[at], mark] as const])));
  const [was, is] = [marksOf(before), marksOf(after)];
  return [...new Set([...is.keys(), ...was.keys()])]
    .map((horseNum) => ({ horseNum, before: was.get(horseNum) ?? null, after: is.get(horseNum) ?? null }))
    .filter((horse) => horse.before !== horse.after);
}

export function changedMarkWords({ horseNum, before, after }: ChangedMark): string {
  const sign = (mark: SharedMark) => (mark === null ? "無印" : MARK_SIGNS[mark]);
  return `${horseNum}番 ${sign(before)}→${sign(after)}`;
}
