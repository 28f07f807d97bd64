import type { Database } from "#app/db/database.server.ts";
import type { ImportRecord } from "#app/db/racing/imports.server.ts";
import { listNamedRaces } from "#app/db/racing/race-identities.server.ts";

/** Marks a race that is neither in the import nor stored. */
export const NO_RACE = -1;

/** Numbers the races of an import, and the stored races that its runners and payouts belong to, from 0. */
export interface RaceNumbers {
  /**
   * Number of a race of the import; a new one on its first call.
   *
   * @param storedId the id that it is stored under, if that is another
   */
  add(raceId: string, storedId?: string): number;
  /** The race of this number has rows in the store. */
  markStored(number: number): void;
  isStored(number: number): boolean;
  /** Looks up, once per block of rows, which races missing from the import are stored in D1. */
  learn(raceIds: readonly string[]): Promise<void>;
  /** Number of a race that was added or learned, or NO_RACE. */
  find(raceId: string): number;
  /** The id under which the race of a number is stored. */
  idOf(number: number): string | null;
  /** The id under which a race that was added or learned is stored. */
  storedIdOf(raceId: string): string;
  /** A races file cannot be read to its end: from now on any race may be in the import. */
  acceptAll(): void;
}

export function createRaceNumbers(db: Database, source: ImportRecord["source"]): RaceNumbers {
  /** Number of each race, or NO_RACE. */
  const numbers = new Map<string, number>();
  /** Only of races that are given under another id. */
  const storedIds = new Map<string, string>();
  const ids: string[] = [];
  const stored = new Set<number>();
  let isEveryRaceAccepted = false;

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
    markStored: (number) => void stored.add(number),
    isStored: (number) => stored.has(number),
    async learn(raceIds) {
      const unknown = [...new Set(raceIds)].filter((raceId) => raceId !== "" && !numbers.has(raceId));
      if (unknown.length === 0) return;
      if (isEveryRaceAccepted) for (const raceId of unknown) add(raceId);
      else
        for (const { alias, raceId } of await listNamedRaces(db, { source, raceIds: unknown }))
          stored.add(add(alias, raceId));
      for (const raceId of unknown) if (!numbers.has(raceId)) numbers.set(raceId, NO_RACE);
    },
    find: (raceId) => numbers.get(raceId) ?? NO_RACE,
    idOf: (number) => ids[number] ?? null,
    storedIdOf: (raceId) => storedIds.get(raceId) ?? raceId,
    acceptAll() {
      isEveryRaceAccepted = true;
    },
  };
}
