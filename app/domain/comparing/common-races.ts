import type { UnseenResult } from "#app/domain/evaluation/unseen-races.ts";

/** A race that none of several models had seen, with the result of each model, in their order. */
export type CommonRace<Race extends UnseenResult = UnseenResult> = readonly Race[];

/**
 * In the order of the first model's. A race whose number of starters changed between two trainings was corrected since
 * and is left out: the models did not forecast the same race.
 */
export function commonRaces(models: readonly (readonly UnseenResult[])[]): CommonRace[] {
  const [first = [], ...others] = models;
  const byId = others.map((races) => new Map(races.map((race) => [race.raceId, race])));
  return first.flatMap((race) => {
    const members = [race];
    for (const races of byId) {
      const other = races.get(race.raceId);
      if (other === undefined || other.starters !== race.starters) return [];
      members.push(other);
    }
    return [members];
  });
}
