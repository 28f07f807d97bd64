import type { Turns } from "#app/domain/evaluation/resample-days.ts";
import { createNormal } from "./normal.ts";
import type { ShrunkenSkill } from "./shrinkage.ts";

const SEED = 20251124;
const DRAWS = 1000;
/** Units (learning's pace.ts) per entry and draw: one normal draw and its share of a sort. */
const UNITS = 80;

/** 95 % of each entry's ranks over draws of all true values. Deterministic for the order of `skills`. */
export async function drawRankRanges(skills: readonly ShrunkenSkill[], turns: Turns) {
  const count = skills.length;
  const ranks = new Uint16Array(count * DRAWS);
  const values = new Float64Array(count);
  const sorted = new Float64Array(count);
  const normal = createNormal(SEED);
  for (let draw = 0; draw < DRAWS; draw++) {
    for (let i = 0; i < count; i++) values[i] = -(skills[i]!.value + skills[i]!.sd * normal());
    sorted.set(values);
    sorted.sort();
    for (let i = 0; i < count; i++) ranks[i * DRAWS + draw] = rankIn(sorted, values[i]!);
    await turns.spend(UNITS * count);
  }
  return skills.map((_, i) => {
    const own = ranks.subarray(i * DRAWS, (i + 1) * DRAWS).sort();
    return { first: own[Math.floor(0.025 * DRAWS)]!, last: own[Math.ceil(0.975 * DRAWS) - 1]! };
  });
}

/** From 1; the value is contained. */
function rankIn(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}
