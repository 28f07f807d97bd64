/** Race searches start with this year. */
export const FIRST_RACE_YEAR = 2018;

export interface NearbyDays {
  venueType: number;
  previous: string | null;
  next: string | null;
}

export interface RaceDays {
  nearby: NearbyDays[];
  years: number[];
}

export function nearestDays(nearby: readonly NearbyDays[]): { previous: string | null; next: string | null } {
  const known = (days: (string | null)[]) => days.filter((day) => day !== null).sort();
  return {
    previous: known(nearby.map(({ previous }) => previous)).at(-1) ?? null,
    next: known(nearby.map(({ next }) => next))[0] ?? null,
  };
}
