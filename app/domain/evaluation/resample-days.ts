import type { Pace } from "#app/domain/learning/pace.ts";
import { createRandom } from "#app/domain/racing/random.ts";

const SEED = 20230109;
const RESAMPLES = 2000;

export interface Interval {
  low: number;
  high: number;
}

/** Yields to the event loop. */
export type Turns = Pick<Pace, "spend">;

/** Units (pace.ts) per day drawn, and per sum of a drawn day. */
const DAY_UNITS = 4;
const SUM_UNITS = 0.6;

/**
 * 95 % percentile intervals of ratios of sums, by bootstrap over race days: the races of a day share going, jockeys and
 * weather. Deterministic. Null if no draw had a denominator above 0.
 *
 * @param days sums per day: numerator, denominator, numerator, …; in an order that does not depend on the input
 */
export function resampleRatios(days: readonly ArrayLike<number>[], resamples = RESAMPLES): (Interval | null)[] {
  const resampling = openResampling(days, resamples);
  for (let i = 0; i < resamples; i++) resampling.draw();
  return resampling.close();
}

/** Same result bit for bit, yielding between draws. */
export async function resampleRatiosInTurns(
  days: readonly ArrayLike<number>[],
  turns: Turns,
  resamples: number,
): Promise<(Interval | null)[]> {
  const resampling = openResampling(days, resamples);
  const units = days.length * (DAY_UNITS + SUM_UNITS * (days[0]?.length ?? 0));
  for (let i = 0; i < resamples; i++) {
    resampling.draw();
    await turns.spend(units);
  }
  return resampling.close();
}

/** Sums of equally many numbers per race day, for the bootstrap. @param races sorted by day */
export function sumByDay<Race extends { date: string }>(
  races: readonly Race[],
  read: (race: Race) => ArrayLike<number>,
): Float64Array[] {
  const days: Float64Array[] = [];
  let date = "";
  let sums = new Float64Array();
  for (const race of races) {
    const added = read(race);
    if (race.date !== date) {
      date = race.date;
      sums = new Float64Array(added.length);
      days.push(sums);
    }
    for (let at = 0; at < added.length; at++) sums[at]! += added[at]!;
  }
  return days;
}

function openResampling(days: readonly ArrayLike<number>[], resamples: number) {
  const width = days[0]?.length ?? 0;
  const columns = Array.from({ length: width }, (_, k) => Float64Array.from(days, (sums) => sums[k]!));
  const ratios = Array.from({ length: width / 2 }, () => ({ drawn: new Float64Array(resamples), count: 0 }));
  const times = new Float64Array(days.length);
  const random = createRandom(SEED);
  return {
    draw() {
      times.fill(0);
      for (let i = 0; i < times.length; i++) times[Math.floor(random() * times.length)]! += 1;
      for (const [k, ratio] of ratios.entries()) {
        const denominator = weigh(times, columns[2 * k + 1]!);
        if (denominator !== 0) ratio.drawn[ratio.count++] = weigh(times, columns[2 * k]!) / denominator;
      }
    },
    close(): (Interval | null)[] {
      return ratios.map(({ drawn, count }) => {
        if (count === 0) return null;
        const sorted = drawn.subarray(0, count).sort();
        return { low: percentile(sorted, 0.025), high: percentile(sorted, 0.975) };
      });
    },
  };
}

/** Σ times × sum over the days. Nearly all of the time is spent here. */
function weigh(times: Float64Array, sums: Float64Array): number {
  let even = 0;
  let odd = 0;
  const last = times.length - 1;
  for (let day = 0; day < last; day += 2) {
    even += times[day]! * sums[day]!;
    odd += times[day + 1]! * sums[day + 1]!;
  }
  return last % 2 === 0 ? even + odd + times[last]! * sums[last]! : even + odd;
}

function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))]!;
}
