/** A ranking of fewer races has ranks but no medals: that is less than one race day at two venues. */
export const MEDAL_RACES = 12;

/** Most races that anybody bet on in a ranking, the comparisons included, who miss none but where their horses were scratched. */
export function countRaces(entries: readonly { tickets: { total: { races: number } | null } }[]): number {
  return entries.reduce((most, { tickets }) => Math.max(most, tickets.total?.races ?? 0), 0);
}

export function awardsMedals(races: number): boolean {
  return races >= MEDAL_RACES;
}
