import type { UnseenResult } from "#app/domain/evaluation/unseen-races.ts";

/** A race that several models had not seen, with what each of them made of it, in the order of the models. */
export type CommonRace<Race extends UnseenResult = UnseenResult> = readonly Race[];

/**
 * The races that all of these models had not seen, in the order of the first one's. One whose number of starters changed
 * between two trainings was corrected since, so that the models did not forecast the same: it is left out.
 *
 * @param models unseen races of each model; one model at least
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
