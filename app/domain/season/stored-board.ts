import type { Interval } from "#app/domain/evaluation/resample-days.ts";
import type { SecondStage } from "#app/domain/evaluation/second-stage.ts";
import type { BetType } from "#app/domain/racing/race.ts";
import type { SeasonEntry } from "./season-board.ts";
import type { UsualOpenness } from "./usual-openness.ts";

/** A ranked model as pages see it: no user id. */
interface ListedEntry extends SeasonEntry {
  /** Both masked. */
  modelName: string;
  userName: string;
}

/** What every model is compared with; without a rank. */
export interface Benchmark {
  key: "market" | "crowd" | "lottery";
  races: number;
  /** Pseudo-R²; the interval is null for the lottery, which is 0 by definition. */
  value: number;
  low: number | null;
  high: number | null;
}

/** How a kind of ranking lasts: the rank correlation between one period and the next. */
export interface Lasting {
  key: "half-year" | "month" | "monthly-return" | "weekly-return";
  value: number;
  low: number;
  high: number;
}

/** Models that entered the hall of fame with the board of a calendar year. */
export interface HallYear {
  year: number;
  modelIds: number[];
}

/** The season board as stored in R2. */
export interface SeasonBoard {
  buildId: string;
  /** YYYY-MM: the board is counted with the rankings of this month. */
  month: string;
  /** First and last day of the year that counts. */
  from: string;
  to: string;
  builtAt: number;
  /** Races from which a model is ranked. */
  minRaces: number;
  /** Models measured, and those ranked. */
  models: number;
  ranked: number;
  /** Pseudo-R² to which entries are drawn. */
  mean: number;
  /** The first ten. */
  entries: ListedEntry[];
  benchmarks: Benchmark[];
  lasting: Lasting[];
  hall: HallYear[];
  /** Of all ranked models, as measured: the best, the middle one, and how many lie in each point of 100 × pseudo-R². */
  members: { best: MemberSkill; middle: MemberSkill; counts: { from: number; models: number }[] } | null;
  /** How open races were to everybody's forecast; missing on boards from before this was measured. */
  openness?: UsualOpenness[];
  /** What the bets of everybody's forecast returned; missing as above, null without a settled race. */
  crowdReturns?: CrowdReturns | null;
  /** What it adds to the closing odds; missing as above, null with too few races. */
  crowdBesideOdds?: CrowdBesideOdds | null;
}

/** Pseudo-R² gained over the recalibrated odds, on races after those that the exponents were fitted to. */
export type CrowdBesideOdds = Pick<SecondStage, "deltaR2" | "low" | "high" | "races">;

/** Bets on everybody's forecast, as those of a record, beside the same on the favourites of the same races. */
export interface CrowdReturns {
  races: number;
  tickets: Record<BetType, CrowdTickets>;
}

/** Races with a stake that was not returned, those of them with a winning ticket, and yen. */
interface BetSums {
  races: number;
  hits: number;
  stakeYen: number;
  payoutYen: number;
}

interface CrowdTickets extends BetSums {
  /** 95 % over race days; null with fewer than eight of them. */
  hitInterval: Interval | null;
  interval: Interval | null;
  favourite: BetSums;
}

/** As measured, with the 95 % interval of that. */
interface MemberSkill {
  value: number;
  low: number;
  high: number;
}

/** The hall with a year's models, as the board of its December names them. */
export function withHallYear(hall: readonly HallYear[], year: HallYear | null): HallYear[] {
  if (year === null) return [...hall];
  return [...hall.filter((other) => other.year !== year.year), year].sort((a, b) => b.year - a.year);
}

/** Counts per whole point, from the lowest to the highest without a gap. */
export function countByPoint(values: readonly number[]): { from: number; models: number }[] {
  if (values.length === 0) return [];
  const points = values.map((value) => Math.floor(value * 100));
  const first = Math.min(...points);
  const counts = Array.from({ length: Math.max(...points) - first + 1 }, (_, i) => ({ from: first + i, models: 0 }));
  for (const point of points) counts[point - first]!.models += 1;
  return counts;
}
