/** The unpredictable part of a performance: drawn from the same distribution for every horse of a race. */

import type { Stream } from "#scripts/sample/random.ts";

const LUCK = {
  /** Standard deviation of the form on the day. */
  daySd: 0.7,
  /** Share of starters with trouble in running, and its cost. */
  hamperedRate: 0.045,
  hamperedCost: 0.9,
} as const;

interface Luck {
  /** Added to the predictable strength; includes the Gumbel noise of a Plackett–Luce draw. */
  utility: number;
  hampered: boolean;
}

export function drawLuck(stream: Stream): Luck {
  const day = LUCK.daySd * stream.normal();
  const hampered = stream.chance(LUCK.hamperedRate);
  return { utility: day - (hampered ? LUCK.hamperedCost : 0) + stream.gumbel(), hampered };
}

/** Grid for the distribution of luck, fine enough for linear interpolation. */
const GRID = { from: -9, to: 24, step: 1 / 64 } as const;
const DAYS = Array.from({ length: 41 }, (_, index) => (index - 20) / 4);

interface LuckTable {
  below: Float64Array;
  density: Float64Array;
}

let table: LuckTable | null = null;

export function luckAt(x: number): { below: number; density: number } {
  table ??= tabulate();
  const place = (x - GRID.from) / GRID.step;
  if (place <= 0) return { below: 0, density: 0 };
  const index = Math.floor(place);
  const { below, density } = table;
  if (index + 1 >= below.length) return { below: 1, density: 0 };
  const part = place - index;
  return {
    below: (1 - part) * below[index]! + part * below[index + 1]!,
    density: (1 - part) * density[index]! + part * density[index + 1]!,
  };
}

/** Gumbel's distribution, mixed over form on the day and trouble in running. */
function tabulate(): LuckTable {
  const weights = DAYS.map((day) => Math.exp((-day * day) / 2));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const points = Math.round((GRID.to - GRID.from) / GRID.step) + 1;
  const below = new Float64Array(points);
  const density = new Float64Array(points);
  for (const [index, day] of DAYS.entries()) {
    for (const [cost, share] of [
      [LUCK.hamperedCost, LUCK.hamperedRate],
      [0, 1 - LUCK.hamperedRate],
    ] as const) {
      const weight = (share * weights[index]!) / sum;
      const shift = LUCK.daySd * day - cost;
      for (let point = 0; point < points; point++) {
        const rest = Math.exp(-(GRID.from + GRID.step * point - shift));
        const distribution = Math.exp(-rest);
        below[point]! += weight * distribution;
        density[point]! += weight * distribution * rest;
      }
    }
  }
  return { below, density };
}
