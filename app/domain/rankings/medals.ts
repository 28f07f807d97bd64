/** Rankings over fewer races have ranks but no medals; this is less than one race day at two venues. */
export const MEDAL_RACES = 12;

/** Most races bet on by any entry, baselines included: these miss a race only if all their horses were scratched. */
export function countRaces(entries: readonly { tickets: { total: { races: number } | null } }[]): number {
  return entries.reduce((most, { tickets }) => Math.max(most, tickets.total?.races ?? 0), 0);
}

export function awardsMedals(races: number): boolean {
  return races >= MEDAL_RACES;
}
