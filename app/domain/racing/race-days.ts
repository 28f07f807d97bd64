/** Where races are to be found. */

/** Races are searched for from this year on. */
export const FIRST_RACE_YEAR = 2018;

/** The nearest days with a race at venues of a type. */
export interface NearbyDays {
  venueType: number;
  previous: string | null;
  next: string | null;
}

/** Around a day, by venue type, and in which years at all. */
export interface RaceDays {
  nearby: NearbyDays[];
  years: number[];
}

/** The nearest days of any venue type. */
export function nearestDays(nearby: readonly NearbyDays[]): { previous: string | null; next: string | null } {
  const known = (days: (string | null)[]) => days.filter((day) => day !== null).sort();
  return {
    previous: known(nearby.map(({ previous }) => previous)).at(-1) ?? null,
    next: known(nearby.map(({ next }) => next))[0] ?? null,
  };
}
