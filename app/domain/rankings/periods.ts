/** The seven rankings of readings.md §1 and §5: what each counts, under which name in URLs and on screen. */
export interface RankingPeriod {
  /** Last part of the path under /rankings and /share/rankings. */
  path: string;
  /** `ranking_type` of the API (spec §7). */
  rankingType: number;
  /** Name on screen. */
  name: string;
}

/** In the order of the pages: all races first, then by surface and distance. */
export const RANKING_PERIODS: readonly RankingPeriod[] = [
  { path: "weekly", rankingType: 2, name: "週間" },
  { path: "monthly", rankingType: 1, name: "月間" },
  { path: "monthly_dirt1216", rankingType: 3, name: "ダート1200–1600m" },
  { path: "monthly_dirt17", rankingType: 4, name: "ダート1700–2500m" },
  { path: "monthly_glass1216", rankingType: 5, name: "芝1200–1600m" },
  { path: "monthly_glass1724", rankingType: 6, name: "芝1700–2400m" },
  { path: "monthly_glass2532", rankingType: 7, name: "芝2500–3200m" },
];

/** The ranking of a path's last part; null when there is none. */
export function findRankingPeriod(path: string | undefined): RankingPeriod | null {
  return RANKING_PERIODS.find((period) => period.path === path) ?? null;
}
