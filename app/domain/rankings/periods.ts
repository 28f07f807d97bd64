import type { Category } from "./categories.ts";

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
  /** Key in rankings.json. */
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
