/**
 * Constants of the ratings. The margin rating is a Kalman filter with one Gaussian per horse, horse and condition, jockey
 * and trainer: y = Σ components + race effect + noise, where y of a finisher is −ln(1 + 2m), m its seconds behind the
 * winner per 1,600 m.
 */

import { SURFACES } from "#app/domain/racing/race.ts";

/** Variance before the first start, and its growth per day up to that. */
export const HORSE = { prior: 0.18, growth: 0.00018 };
export const HORSE_SURFACE_PRIOR = 0.018;
export const HORSE_DISTANCE_PRIOR = 0.015;
export const HORSE_VENUE_PRIOR = 0.009;
export const JOCKEY = { prior: 0.024, growth: 0.000018 };
export const TRAINER = { prior: 0.015, growth: 0.000012 };
export const NOISE = 0.3;
/** Cap of the seconds behind. */
const MARGIN_CAP_S = 8;
export const MILE_M = 1600;
/** Seconds for a place in races whose margins are not known. */
const SECONDS_PER_PLACE = 0.25;
export const LEAST_FINISHERS = 3;
/** Upper bounds of the distance bands, metres. */
const DISTANCE_BANDS = [1200, 1400, 1700, 2100];

const JUMP = SURFACES.indexOf("jump") + 1;

/** Units of the stored 16-bit values. */
export const RESIDUAL_STEP = 1 / 8000;
export const VARIANCE_STEP = 1 / 50_000;
export const SECONDS_STEP = 1 / 1000;
export const STARTS_STEP = 1 / 1000;
/** Missing value of the signed ones. */
export const NONE_FIGURE = -0x8000;

export const DISTANCE_BAND_COUNT = DISTANCE_BANDS.length + 1;

export function distanceBand(distance: number): number {
  let band = 0;
  for (const upperEnd of DISTANCE_BANDS) if (distance > upperEnd) band += 1;
  return band;
}

/** Jump races and races without a distance are not rated. */
export function isRated(surface: number, distance: number): boolean {
  return surface !== JUMP && distance > 0;
}

/** y of a finisher. @param marginS seconds behind the winner */
export function performanceOf(marginS: number, distance: number): number {
  const seconds = Math.min(MARGIN_CAP_S, Math.max(0, marginS));
  return -Math.log1p((2 * seconds * MILE_M) / distance);
}

export function marginOfRank(rank: number): number {
  return (rank - 1) * SECONDS_PER_PLACE;
}

/** A signed 16-bit number of steps; NaN is missing. */
export function toSteps(value: number, step: number): number {
  if (Number.isNaN(value)) return NONE_FIGURE;
  return Math.max(-0x7fff, Math.min(0x7fff, Math.round(value / step)));
}
