import { formatCourse, GOING_WORDS } from "#app/components/parts/race-words.ts";
import type { Surface } from "#app/domain/racing/race.ts";
import type { HorseRun } from "#app/domain/views/horse.ts";

export interface CareerRecord {
  starts: number;
  places: readonly [first: number, second: number, third: number];
}

type Run = Pick<HorseRun, "finishPosition" | "surface" | "distanceM" | "going" | "venue" | "jockeyName">;

export function recordOf(runs: readonly Pick<Run, "finishPosition">[]): CareerRecord {
  const at = (place: number) => runs.filter(({ finishPosition }) => finishPosition === place).length;
  return { starts: runs.length, places: [at(1), at(2), at(3)] };
}

/** 5-3-1-3: first, second, third, others. */
export function formatRecord({ starts, places: [first, second, third] }: CareerRecord): string {
  return [first, second, third, starts - first - second - third].join("-");
}

const SURFACE_WORDS: Record<Surface, string> = { turf: "芝", dirt: "ダート", jump: "障害" };

/** A career has dozens of distances. */
const MOST_OF_A_KIND = 3;

/** By surface, distance, going, course and jockey; per kind the conditions with the most starts. */
export function conditionsOf(runs: readonly Run[]): { words: string; record: CareerRecord }[] {
  const kinds: ((run: Run) => string | null)[] = [
    ({ surface }) => surface && SURFACE_WORDS[surface],
    ({ surface, distanceM }) => (surface === null || distanceM === null ? null : formatCourse({ surface, distanceM })),
    ({ going }) => going && (going === "firm" ? GOING_WORDS.firm : `${GOING_WORDS.good}〜${GOING_WORDS.soft}`),
    ({ venue }) => venue,
    ({ jockeyName }) => jockeyName,
  ];
  return kinds.flatMap((wordsOf) => {
    const groups = new Map<string, Run[]>();
    for (const run of runs) {
      const words = wordsOf(run);
      if (words !== null) groups.set(words, [...(groups.get(words) ?? []), run]);
    }
    return [...groups]
      .sort(([, one], [, other]) => other.length - one.length)
      .slice(0, MOST_OF_A_KIND)
      .map(([words, group]) => ({ words, record: recordOf(group) }));
  });
}
