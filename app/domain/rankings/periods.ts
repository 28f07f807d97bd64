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

/** Null for jump races, unknown courses and distances outside all categories, as turf 1000, dirt 1150 and turf 3600. */
export function findCategory(race: { surface: Surface | null; distanceM: number | null }): Category | null {
  const { surface, distanceM } = race;
  if (distanceM === null) return null;
  const found = CATEGORIES.find((each) => each.surface === surface && each.fromM <= distanceM && distanceM <= each.toM);
  return found?.category ?? null;
}

/** Built on Wednesdays for the weekend before, on the 5th for the month before. */
export type Cadence = "weekly" | "monthly";

export function isCadence(text: string): text is Cadence {
  return text === "weekly" || text === "monthly";
}

export interface RankingPeriod {
  /** Last path segment under /rankings and /share/rankings. */
  path: string;
  /** `ranking_type` of the API. */
  rankingType: number;
  key: RankingKey;
  cadence: Cadence;
  /** Only races of this category count; null: all ranked races. */
  category: Category | null;
  name: string;
}

export type RankingKey =
  | "weekly"
  | "monthly"
  | "monthlyDirt1216"
  | "monthlyDirt17"
  | "monthlyGlass1216"
  | "monthlyGlass1724"
  | "monthlyGlass2532";

/** In the order of the pages: all races first, then by surface and distance. */
export const RANKING_PERIODS: readonly RankingPeriod[] = [
  { path: "weekly", rankingType: 2, key: "weekly", cadence: "weekly", category: null, name: "週間" },
  { path: "monthly", rankingType: 1, key: "monthly", cadence: "monthly", category: null, name: "月間" },
  ofCategory(3, "monthlyDirt1216", "dirt1216", "ダート1200–1600m"),
  ofCategory(4, "monthlyDirt17", "dirt17", "ダート1700–2500m"),
  ofCategory(5, "monthlyGlass1216", "glass1216", "芝1200–1600m"),
  ofCategory(6, "monthlyGlass1724", "glass1724", "芝1700–2400m"),
  ofCategory(7, "monthlyGlass2532", "glass2532", "芝2500–3200m"),
];

function ofCategory(rankingType: number, key: RankingKey, category: Category, name: string): RankingPeriod {
  return { path: `monthly_${category}`, rankingType, key, cadence: "monthly", category, name };
}

export function findRankingPeriod(path: string | undefined): RankingPeriod | null {
  return RANKING_PERIODS.find((period) => period.path === path) ?? null;
}
