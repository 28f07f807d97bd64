import { NORMAL_975 } from "#app/domain/racing/normal-quantile.ts";

export interface Bet {
  stakeYen: number;
  payoutYen: number;
}

export const netOf = ({ stakeYen, payoutYen }: Bet): number => payoutYen - stakeYen;

/** The largest drop of the running balance from a former peak, in yen; 0 if it never fell. */
export function worstFall(nets: readonly number[]): number {
  let balance = 0;
  let peak = 0;
  let worst = 0;
  for (const net of nets) {
    balance += net;
    peak = Math.max(peak, balance);
    worst = Math.max(worst, peak - balance);
  }
  return worst;
}

export function longestLosingRun(payouts: readonly number[]): number {
  let run = 0;
  let longest = 0;
  for (const payoutYen of payouts) {
    run = payoutYen > 0 ? 0 : run + 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

/**
 * Expected longest losing run: ln(n·(1−p)) / −ln(1−p). Null if every race or none is hit, or it is less than one race.
 */
export function expectedLosingRun(races: number, hitRate: number): number | null {
  if (hitRate <= 0 || hitRate >= 1) return null;
  const run = Math.log(races * (1 - hitRate)) / -Math.log(1 - hitRate);
  return run > 0 ? run : null;
}

const MOST_POINTS = 240;
const BAND_POINTS = 40;

export interface Curve {
  at: number[];
  /** Balance after that number of races, yen. */
  own: number[];
  favourite: number[];
  /** Where a line of the favourite's skill lies 95 % of the time; null without odds. */
  band: { at: number[]; low: number[]; high: number[] } | null;
}

/** @param favourite null where no odds are known */
export function drawCurve(own: readonly number[], favourite: readonly (number | null)[], points = MOST_POINTS): Curve {
  const at = spread(own.length, points);
  return {
    at,
    own: balancesAt(at, own),
    favourite: balancesAt(
      at,
      favourite.map((net) => net ?? 0),
    ),
    band: luckBand(favourite, spread(own.length, Math.min(points, BAND_POINTS))),
  };
}

/**
 * n × mean ± 1.96 × sd × √n of the favourite's results after n races: luck alone explains a balance within it. Null
 * without two races to measure the spread by.
 */
export function luckBand(
  favourite: readonly (number | null)[],
  at: readonly number[],
): { at: number[]; low: number[]; high: number[] } | null {
  const known = favourite.filter((net) => net !== null);
  if (known.length < 2) return null;
  const mean = known.reduce((sum, net) => sum + net, 0) / known.length;
  const variance = known.reduce((sum, net) => sum + (net - mean) ** 2, 0) / (known.length - 1);
  const bound = (n: number, sign: 1 | -1) => Math.round(n * mean + sign * NORMAL_975 * Math.sqrt(variance * n)) + 0;
  return { at: [...at], low: at.map((n) => bound(n, -1)), high: at.map((n) => bound(n, 1)) };
}

/** 0, …, n in at most this number of equal steps. */
function spread(n: number, steps: number): number[] {
  const count = Math.min(n, steps);
  return Array.from({ length: count + 1 }, (_, step) => (count === 0 ? 0 : Math.round((step * n) / count)));
}

function balancesAt(at: readonly number[], nets: readonly number[]): number[] {
  let balance = 0;
  let races = 0;
  return at.map((n) => {
    while (races < n) balance += nets[races++] ?? 0;
    return balance;
  });
}

/** Months in order, with the number of races before each: the scale of the curves. */
export function monthStarts(races: readonly { date: string }[]): { month: string; before: number }[] {
  const months: { month: string; before: number }[] = [];
  for (const [before, { date }] of races.entries()) {
    const month = date.slice(0, 7);
    if (months.at(-1)?.month !== month) months.push({ month, before });
  }
  return months;
}
