/** Rankings over fewer races (about a race day at two venues) have no medals. */
export const MEDAL_RACES = 12;

/** Most races bet on by any entry, baselines included; only fully scratched races are missing. */
export function countRaces(entries: readonly { tickets: { total: { races: number } | null } }[]): number {
  return entries.reduce((most, { tickets }) => Math.max(most, tickets.total?.races ?? 0), 0);
}

export function awardsMedals(races: number): boolean {
  return races >= MEDAL_RACES;
}
