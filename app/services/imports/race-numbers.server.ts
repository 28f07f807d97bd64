import type { Database } from "#app/db/database.server.ts";
import type { ImportRecord } from "#app/db/racing/imports.server.ts";
import { listNamedRaces } from "#app/db/racing/race-identities.server.ts";

/** Neither in the import nor stored. */
export const NO_RACE = -1;

export type RaceNumbers = ReturnType<typeof createRaceNumbers>;

export function createRaceNumbers(db: Database, source: ImportRecord["source"]) {
  const numbers = new Map<string, number>();
  /** Only where another id is stored. */
  const storedIds = new Map<string, string>();
  const ids: string[] = [];
  const stored = new Set<number>();
  let isEveryRaceAccepted = false;

  /** Idempotent. @param storedId its stored id, if another */
  function add(raceId: string, storedId = raceId): number {
    const known = numbers.get(storedId);
    const number = known ?? ids.length;
    if (known === undefined) ids.push(storedId);
    numbers.set(storedId, number);
    if (storedId === raceId) return number;
    numbers.set(raceId, number);
    storedIds.set(raceId, storedId);
    return number;
  }

  return {
    add,
    markStored: (number: number) => void stored.add(number),
    isStored: (number: number) => stored.has(number),
    /** Once per block of rows. */
    async learn(raceIds: readonly string[]): Promise<void> {
      const unknown = [...new Set(raceIds)].filter((raceId) => raceId !== "" && !numbers.has(raceId));
      if (unknown.length === 0) return;
      if (isEveryRaceAccepted) for (const raceId of unknown) add(raceId);
      else
        for (const { alias, raceId } of await listNamedRaces(db, { source, raceIds: unknown }))
          stored.add(add(alias, raceId));
      for (const raceId of unknown) if (!numbers.has(raceId)) numbers.set(raceId, NO_RACE);
    },
    /** Or NO_RACE. */
    find: (raceId: string) => numbers.get(raceId) ?? NO_RACE,
    idOf: (number: number) => ids[number] ?? null,
    storedIdOf: (raceId: string) => storedIds.get(raceId) ?? raceId,
    /** The races file is broken: any race may be in it. */
    acceptAll(): void {
      isEveryRaceAccepted = true;
    },
  };
}
