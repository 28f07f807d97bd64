/** Times, last 600 m and corner positions consistent with the order of finish. */

import type { Going, Surface } from "#app/domain/racing/race.ts";
import type { Course } from "./courses.ts";
import type { RaceSpec } from "./programme.ts";
import type { Stream } from "./random.ts";

interface Timed {
  timeS: number | null;
  last600mS: number | null;
  corners: string | null;
}

interface Contest {
  course: Course;
  spec: RaceSpec;
  going: Going;
  corners: number;
}

interface Contender {
  horseNum: number;
  style: number;
  /** In logits, with the draw's noise. */
  performance: number;
  rawRank: number;
  finished: boolean;
}

/** Metres per second over 1200 m, and its decrease with distance. */
const PACE: Record<Surface, readonly [number, number]> = {
  turf: [17.3, 0.09],
  dirt: [16.67, 0.115],
  jump: [15.6, 0.09],
};

/** Share of time lost on wet ground; dirt gets faster first. */
const GOING_COST: Record<Surface, Record<Going, number>> = {
  turf: { firm: 0, good: 0.006, yielding: 0.016, soft: 0.03 },
  dirt: { firm: 0, good: -0.004, yielding: -0.009, soft: -0.008 },
  jump: { firm: 0, good: 0.008, yielding: 0.02, soft: 0.035 },
};

/** @param contenders every starter, fastest first; horses that did not finish last @returns by horse number */
export function timesOf(contest: Contest, contenders: readonly Contender[], stream: Stream): Map<number, Timed> {
  const { spec } = contest;
  const best = Math.max(...contenders.filter(({ finished }) => finished).map(({ performance }) => performance));
  const winnerTimeS = tenth(standardTime(contest) * (1 + 0.004 * stream.normal()));
  const scale = (spec.distanceM / 1600) ** 0.7 * (spec.surface === "turf" ? 0.85 : 1.1);
  const behind = (performance: number): number => {
    const gap = best - performance;
    return tenth(scale * (0.17 * gap + 0.035 * gap * gap));
  };
  const corners = cornerPositions(contest, contenders, stream);
  const evenLast600 = (600 / spec.distanceM) * winnerTimeS * (spec.surface === "turf" ? 0.985 : 1.015);
  const slack = 0.3 * stream.normal();
  return new Map(
    contenders.map((item): [number, Timed] => {
      const passed = corners.get(item.horseNum) ?? [];
      const text = passed.length > 0 ? passed.join("-") : null;
      if (!item.finished) {
        // A horse that stopped has positions for some of the corners only.
        const seen = passed.slice(0, stream.below(passed.length + 1));
        return [item.horseNum, { timeS: null, last600mS: null, corners: seen.length > 0 ? seen.join("-") : null }];
      }
      const marginS = behind(item.performance);
      const atTurn = passed.at(-1) ?? 1 + item.style * (contenders.length - 1);
      const behindAtTurn = 0.13 * (atTurn - 1);
      const last600mS = tenth(Math.max(32.2, evenLast600 + slack + 0.5 + marginS - behindAtTurn));
      return [
        item.horseNum,
        {
          timeS: tenth(winnerTimeS + marginS),
          // Jump races publish a different sectional.
          last600mS: spec.surface === "jump" ? null : last600mS,
          corners: text,
        },
      ];
    }),
  );
}

function standardTime({ course, spec, going }: Contest): number {
  const [speed, decay] = PACE[spec.surface];
  const metresPerSecond = speed * (1200 / spec.distanceM) ** decay;
  const regionalLoss = course.venueType === 1 ? 1 : 1.03;
  const level = 1 - 0.0035 * spec.conditions.maxLevel + (spec.conditions.age === "2" ? 0.008 : 0);
  return (spec.distanceM / metresPerSecond) * regionalLoss * level * (1 + GOING_COST[spec.surface][going]);
}

/** Early corners depend on running style, late ones on the result. */
function cornerPositions(
  { corners }: Contest,
  contenders: readonly Contender[],
  stream: Stream,
): Map<number, number[]> {
  const positions = new Map(contenders.map(({ horseNum }) => [horseNum, [] as number[]]));
  const early = contenders.map(({ style }) => style + 0.16 * stream.normal());
  for (let corner = 1; corner <= corners; corner++) {
    const late = 0.12 + (0.33 * corner) / corners;
    const keys = contenders.map(({ rawRank, horseNum }, index) => ({
      horseNum,
      key: (1 - late) * (early[index] ?? 0) + (late * rawRank) / contenders.length + 0.025 * stream.normal(),
    }));
    keys.sort((a, b) => a.key - b.key);
    keys.forEach(({ horseNum }, index) => {
      positions.get(horseNum)?.push(index + 1);
    });
  }
  return positions;
}

const tenth = (seconds: number): number => Math.round(seconds * 10) / 10;
