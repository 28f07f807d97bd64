import type { ComparedBetsWithHits } from "#app/domain/evaluation/returns.ts";
import type { SecondStage } from "#app/domain/evaluation/second-stage.ts";
import type { BetType } from "#app/domain/racing/race.ts";
import type { SeasonEntry } from "./season-board.ts";
import type { UsualOpenness } from "./usual-openness.ts";

interface ListedEntry extends SeasonEntry {
  /** Both masked. */
  modelName: string;
  userName: string;
  /** Code of the model's public page; absent: none. Never stored. */
  code?: string;
}

export interface Benchmark {
  key: "market" | "crowd" | "lottery";
  races: number;
  /** The interval is null for the lottery, which is 0 by definition. */
  value: number;
  low: number | null;
  high: number | null;
}

/** Stability of a kind of ranking: the rank correlation between successive periods. */
export interface Lasting {
  key: "half-year" | "month" | "monthly-return" | "weekly-return";
  value: number;
  low: number;
  high: number;
}

/** Models that entered the hall of fame with a calendar year's board. */
export interface HallYear {
  year: number;
  modelIds: number[];
}

export interface SeasonBoard {
  buildId: string;
  /** YYYY-MM: built with the rankings of this month. */
  month: string;
  from: string;
  to: string;
  builtAt: number;
  minRaces: number;
  /** Models measured, and those ranked. */
  models: number;
  ranked: number;
  /** Pseudo-R² that entries are shrunken to. */
  mean: number;
  /** The first ten. */
  entries: ListedEntry[];
  benchmarks: Benchmark[];
  lasting: Lasting[];
  hall: HallYear[];
  /** All ranked models as measured: the best, the middle one, and the number per point of 100 × pseudo-R². */
  members: { best: MemberSkill; middle: MemberSkill; counts: { from: number; models: number }[] } | null;
  openness: UsualOpenness[];
  /** Null without a settled race. */
  crowdReturns: CrowdReturns | null;
  /** Null with too few races. */
  crowdBesideOdds: CrowdBesideOdds | null;
}

/** Gain over the recalibrated odds, on races after those that the exponents were fitted to. */
export type CrowdBesideOdds = Pick<SecondStage, "deltaR2" | "low" | "high" | "races">;

/** The bets of a record, placed on everybody's forecasts. */
export interface CrowdReturns {
  races: number;
  tickets: Record<BetType, ComparedBetsWithHits>;
}

/** As measured, with the 95 % interval of that. */
interface MemberSkill {
  value: number;
  low: number;
  high: number;
}

export function withHallYear(hall: readonly HallYear[], year: HallYear | null): HallYear[] {
  if (year === null) return [...hall];
  return [...hall.filter((other) => other.year !== year.year), year].sort((a, b) => b.year - a.year);
}

/** From the lowest to the highest point without a gap. */
export function countByPoint(values: readonly number[]): { from: number; models: number }[] {
  if (values.length === 0) return [];
  const points = values.map((value) => Math.floor(value * 100));
  const first = Math.min(...points);
  const counts = Array.from({ length: Math.max(...points) - first + 1 }, (_, i) => ({ from: first + i, models: 0 }));
  for (const point of points) counts[point - first]!.models += 1;
  return counts;
}
