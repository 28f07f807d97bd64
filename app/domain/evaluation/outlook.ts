import { dayNumber } from "#app/domain/racing/japan-time.ts";
import { NORMAL_975 } from "#app/domain/racing/normal-quantile.ts";
import { byDayAndRace, type ForecastRace, isReported } from "./forecast-race.ts";
import { measureRace, type RaceSkill } from "./race-skill.ts";
import type { Interval } from "./resample-days.ts";

/** Below this number of learnt races, more races still help noticeably (README). */
export const GROWN_RACES = 5000;

/** Likely skill of a model in the six months after its report, and its trend. */
export interface Outlook {
  nextHalfYear: Interval;
  /** Change of pseudo-R² a year over the quarters, with its 95 % interval; null with too few quarters. */
  trend: (Interval & { perYear: number }) | null;
  learntRaces: number;
}

interface WalkHistory {
  /** Oldest first. `cutoffDay` (YYYY-MM-DD): first day it predicts; `races`: trained on. */
  refits: readonly { cutoffDay: string; races: number }[];
  learntRaces: number;
}

/** −ln of the winner's probability by the model, and by a lottery. */
type MeasuredRace = Pick<RaceSkill, "loss" | "uniformLoss"> & { raceId: string; date: string };

/** Sums over a stretch of race days: loss below a lottery's, and the lottery's loss. */
interface Stretch {
  gain: number;
  uniform: number;
  days: number;
  /** Σ date × lottery's loss, for the mean date (day number). */
  moment: number;
}

/** Fewest race days for any outlook, of a quarter, and fewest quarters of a trend. */
const LEAST_DAYS = 16;
const LEAST_QUARTER_DAYS = 8;
const LEAST_QUARTERS = 4;
const YEAR_DAYS = 365.25;

/**
 * Priors: slope of pseudo-R² in 1 / √(races learnt from) with its standard deviation; and the standard deviation of
 * skill between half-years beyond chance, with its weight in half-years.
 */
const CURVE = { slope: -1.2, deviation: 0.5 } as const;
const DRIFT = { deviation: 0.004, halves: 8 } as const;

export function createOutlookTally() {
  const counted: MeasuredRace[] = [];
  return {
    add(race: ForecastRace): void {
      if (!isReported(race)) return;
      const starters = race.runners.filter(({ isStarter }) => isStarter).sort((a, b) => a.horseNum - b.horseNum);
      const { loss, uniformLoss } = measureRace(starters);
      counted.push({ raceId: race.raceId, date: race.date, loss, uniformLoss });
    },
    report: (history: WalkHistory) => forecastSkill(counted.toSorted(byDayAndRace), history),
  };
}

/**
 * The interval covers the error of the past's mean, the chance in a half-year of races, drift between periods, and that
 * the refits learnt from fewer races than the final fit. Null with fewer than sixteen race days.
 */
export function forecastSkill(races: readonly MeasuredRace[], history: WalkHistory): Outlook | null {
  const byDay = sumStretches(races, ({ date }) => date);
  if (byDay.length < LEAST_DAYS) return null;
  const noise = noiseOf(byDay);
  const drift = driftOf(races, noise);
  const { level, variance } = fitCurve(races, history, noise, drift);
  const spread = NORMAL_975 * Math.sqrt(variance + drift + noise / halfYearDays(races, byDay.length));
  return {
    nextHalfYear: { low: level - spread, high: level + spread },
    trend: fitTrend(races, noise, drift),
    learntRaces: history.learntRaces,
  };
}

/** Keys must come in the order of the races. */
function sumStretches(races: readonly MeasuredRace[], keyOf: (race: MeasuredRace) => string | number): Stretch[] {
  const stretches = new Map<string | number, Stretch>();
  const dates = new Map<string | number, string>();
  for (const race of races) {
    const key = keyOf(race);
    const stretch = stretches.get(key) ?? { gain: 0, uniform: 0, days: 0, moment: 0 };
    stretches.set(key, stretch);
    stretch.gain += race.uniformLoss - race.loss;
    stretch.uniform += race.uniformLoss;
    stretch.moment += race.uniformLoss * dayNumber(race.date);
    if (dates.get(key) !== race.date) stretch.days += 1;
    dates.set(key, race.date);
  }
  return [...stretches.values()];
}

const skillOf = ({ gain, uniform }: Stretch): number => gain / uniform;

/** Variance of the skill of a single race day. */
function noiseOf(days: readonly Stretch[]): number {
  const gain = days.reduce((sum, day) => sum + day.gain, 0);
  const uniform = days.reduce((sum, day) => sum + day.uniform, 0);
  const squares = days.reduce((sum, day) => sum + (day.gain - (gain / uniform) * day.uniform) ** 2, 0);
  return (squares / (days.length - 1)) * (days.length / uniform) ** 2;
}

/** Race days of half a year: half of those in the newest year, or scaled from a shorter span. */
function halfYearDays(races: readonly MeasuredRace[], dayCount: number): number {
  const [first, last] = [dayNumber(races[0]!.date), dayNumber(races.at(-1)!.date)];
  const span = last - first + 1;
  if (span < YEAR_DAYS) return (dayCount * YEAR_DAYS) / 2 / Math.max(span, YEAR_DAYS / 12);
  const newest = new Set(races.flatMap(({ date }) => (dayNumber(date) > last - YEAR_DAYS ? [date] : [])));
  return newest.size / 2;
}

function quartersOf(races: readonly MeasuredRace[]): Stretch[] {
  const quarterOf = (date: string) => 4 * Number(date.slice(0, 4)) + Math.floor((Number(date.slice(5, 7)) - 1) / 3);
  return sumStretches(races, ({ date }) => quarterOf(date)).filter(({ days }) => days >= LEAST_QUARTER_DAYS);
}

/** Variance of skill between half-years beyond chance, shrunk to the prior. */
function driftOf(races: readonly MeasuredRace[], noise: number): number {
  const halves = sumStretches(races, ({ date }) => date.slice(0, 4) + (date.slice(5) < "07" ? "a" : "b")).filter(
    ({ days }) => days >= LEAST_DAYS,
  );
  const uniform = halves.reduce((sum, half) => sum + half.uniform, 0);
  const mean = halves.reduce((sum, half) => sum + half.gain, 0) / uniform;
  const days = halves.reduce((sum, half) => sum + half.days, 0);
  const others = Math.max(0, halves.length - 1);
  // Half-years are weighted by their days.
  const squares = halves.reduce((sum, half) => sum + (half.days / days) * (skillOf(half) - mean) ** 2, 0);
  const expected = (noise * others) / days;
  const excess = others === 0 ? 0 : halves.length * (squares - expected);
  return Math.max(0, DRIFT.halves * DRIFT.deviation ** 2 + excess) / (DRIFT.halves + others);
}

interface Point {
  x: number;
  y: number;
  variance: number;
}

/** A quarter's skill at its mean date, in years. */
function pointOf(stretch: Stretch, noise: number, drift: number): Point {
  const x = stretch.moment / stretch.uniform / YEAR_DAYS;
  return { x, y: skillOf(stretch), variance: noise / stretch.days + drift };
}

function fitTrend(races: readonly MeasuredRace[], noise: number, drift: number): Outlook["trend"] {
  const quarters = quartersOf(races);
  if (quarters.length < LEAST_QUARTERS) return null;
  const { slope, slopeVariance } = regress(quarters.map((quarter) => pointOf(quarter, noise, drift)));
  const spread = NORMAL_975 * Math.sqrt(slopeVariance);
  return { perYear: slope, low: slope - spread, high: slope + spread };
}

/** A learning curve is linear in this. */
const curveOf = (races: number): number => 1 / Math.sqrt(races);

/** Skill of the final fit, extrapolated from each refit's skill over the races that it had learnt from. */
function fitCurve(
  races: readonly MeasuredRace[],
  { refits, learntRaces }: WalkHistory,
  noise: number,
  drift: number,
): { level: number; variance: number } {
  const refitOf = (date: string) =>
    Math.max(
      0,
      refits.findLastIndex(({ cutoffDay }) => cutoffDay <= date),
    );
  const points = sumStretches(races, ({ date }) => refitOf(date));
  const order = [...new Set(races.map(({ date }) => refitOf(date)))];
  const line = regress(
    points.map((stretch, at) => ({
      ...pointOf(stretch, noise, drift),
      x: curveOf(refits[order[at]!]?.races ?? learntRaces),
    })),
    { slope: CURVE.slope, variance: CURVE.deviation ** 2 },
  );
  const x = curveOf(learntRaces);
  return { level: line.at(x), variance: line.varianceAt(x) };
}

/** Weighted least squares of a line; `prior` is a normal prior of the slope. */
function regress(points: readonly Point[], prior?: { slope: number; variance: number }) {
  let [weight, wx, wy, wxx, wxy] = [0, 0, 0, 0, 0];
  for (const { x, y, variance } of points) {
    weight += 1 / variance;
    wx += x / variance;
    wy += y / variance;
    wxx += (x * x) / variance;
    wxy += (x * y) / variance;
  }
  const [mx, my] = [wx / weight, wy / weight];
  const information = wxx - weight * mx * mx + (prior === undefined ? 0 : 1 / prior.variance);
  const covariance = wxy - weight * mx * my + (prior === undefined ? 0 : prior.slope / prior.variance);
  const slope = information > 0 ? covariance / information : 0;
  const slopeVariance = information > 0 ? 1 / information : 0;
  return {
    slope,
    slopeVariance,
    at: (x: number) => my + slope * (x - mx),
    varianceAt: (x: number) => 1 / weight + slopeVariance * (x - mx) ** 2,
  };
}
