import type { Surface } from "#app/domain/racing/race.ts";

/** Monthly categories by metres, inclusive; "glass" is the wire's word for turf. */
const CATEGORIES = [
  { category: "dirt1216", surface: "dirt", fromM: 1200, toM: 1600 },
  { category: "dirt17", surface: "dirt", fromM: 1700, toM: 2500 },
  { category: "glass1216", surface: "turf", fromM: 1200, toM: 1600 },
  { category: "glass1724", surface: "turf", fromM: 1700, toM: 2400 },
  { category: "glass2532", surface: "turf", fromM: 2500, toM: 3200 },
] as const satisfies readonly { category: string; surface: Surface; fromM: number; toM: number }[];

export type Category = (typeof CATEGORIES)[number]["category"];

/**
 * Null for jump races, unknown courses and distances outside all categories (turf 1000, dirt 1150, turf 3600, 1650).
 */
export function findCategory(race: { surface: Surface | null; distanceM: number | null }): Category | null {
  const { surface, distanceM } = race;
  if (distanceM === null) return null;
  const found = CATEGORIES.find((each) => each.surface === surface && each.fromM <= distanceM && distanceM <= each.toM);
  return found?.category ?? null;
}
