import {
  normalQuantile,
  type PairedDay,
  type PairedDifference,
  pairedDifference,
  verdictOf,
} from "#app/domain/comparing/paired-difference.ts";
import { shareOfTry } from "#app/domain/comparing/parent-and-child.ts";
import { dayNumber } from "#app/domain/racing/japan-time.ts";
import { studentQuantile } from "#app/domain/racing/normal-quantile.ts";

/** A training's losses of one race day. Stored as JSON in a checkpoint. */
export type DayLoss = [date: string, races: number, loss: number, uniformLoss: number];

type Gain = Pick<PairedDifference, "difference" | "low" | "high">;

export interface JudgedChange {
  /** On the earlier test periods, 95 %. */
  chosen: Gain;
  /** On the newest test period, with the search's share of error; null if the change was not chosen. */
  confirmed: Gain | null;
  /** Expected range of the next half-year, 95 %. */
  outlook: Pick<Gain, "low" | "high"> | null;
  verdict: "confirmed" | "unknown" | "none";
}

export interface JudgedSearch {
  races: number;
  changes: JudgedChange[];
}

const USUAL_SHARE = 0.025;
const MOST_CHOSEN = 3;
const HALF_YEAR_DAYS = 182.6;

/**
 * Chooses changes on the earlier test periods and confirms them once on the newest. Null with too few race days in
 * either.
 *
 * @param changed losses of each change, in the order of the candidates
 * @param confirmFrom first day of the newest test period
 */
export function judgeChanges(
  base: readonly DayLoss[],
  changed: readonly (readonly DayLoss[])[],
  { confirmFrom, search }: { confirmFrom: string; search: number },
): JudgedSearch | null {
  const paired = changed.map((losses) => pairLosses(base, losses));
  const earlier = paired.map((days) =>
    pairedDifference(
      days.filter(({ date }) => date < confirmFrom),
      USUAL_SHARE,
    ),
  );
  const newest = paired.map((days) => days.filter(({ date }) => date >= confirmFrom));
  const chosen = earlier
    .flatMap((gain, at) => (gain !== null && gain.difference > 0 ? [{ at, difference: gain.difference }] : []))
    .sort((one, other) => other.difference - one.difference)
    .slice(0, MOST_CHOSEN)
    .map(({ at }) => at);
  const share = shareOfTry(search) / Math.max(1, chosen.length);
  const races = Math.max(0, ...newest.map((days) => days.reduce((sum, day) => sum + day.races, 0)));
  const changes: JudgedChange[] = [];
  for (const [at, gain] of earlier.entries()) {
    const days = newest[at]!;
    const newer = pairedDifference(days, USUAL_SHARE);
    if (gain === null || newer === null) return null;
    const shown = { difference: gain.difference, low: gain.low, high: gain.high };
    if (!chosen.includes(at)) {
      changes.push({
        chosen: shown,
        confirmed: null,
        outlook: null,
        verdict: gain.difference > 0 ? "unknown" : "none",
      });
      continue;
    }
    const { difference } = newer;
    const usual = newer.high - difference;
    const degrees = days.length - 1;
    const wide = usual * (studentQuantile(degrees, normalQuantile(1 - share)) / studentQuantile(degrees));
    const confirmed = { difference, low: difference - wide, high: difference + wide };
    const half = usual * Math.sqrt(1 + days.length / daysOfHalfYear(days));
    changes.push({
      chosen: shown,
      confirmed,
      outlook: { low: difference - half, high: difference + half },
      verdict: verdictOf(confirmed) === "better" ? "confirmed" : difference > 0 ? "unknown" : "none",
    });
  }
  return { races, changes };
}

type DatedDay = PairedDay & { date: string };

/** Days with the same races in both: others were corrected between two trainings. */
export function pairLosses(base: readonly DayLoss[], changed: readonly DayLoss[]): DatedDay[] {
  const byDate = new Map(changed.map((day) => [day[0], day]));
  return base.flatMap(([date, races, baseLoss, uniformLoss]) => {
    const other = byDate.get(date);
    if (other === undefined || other[1] !== races || other[3] !== uniformLoss) return [];
    return [{ date, races, baseLoss, uniformLoss, loss: other[2] }];
  });
}

function daysOfHalfYear(days: readonly DatedDay[]): number {
  const numbers = days.map(({ date }) => dayNumber(date));
  const span = Math.max(1, Math.max(...numbers) - Math.min(...numbers));
  return Math.max(1, ((days.length - 1) * HALF_YEAR_DAYS) / span);
}
