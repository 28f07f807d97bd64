import type { Database } from "#app/db/database.server.ts";
import type { ImportRecord } from "#app/db/racing/imports.server.ts";
import { listNamedRaces } from "#app/db/racing/race-identities.server.ts";

/** Neither in the import nor stored. */
export const NO_RACE = -1;

/** From 0. */
export interface RaceNumbers {
  /** Idempotent. @param storedId its stored id, if another */
  add(raceId: string, storedId?: string): number;
  markStored(number: number): void;
  isStored(number: number): boolean;
  /** Once per block of rows. */
  learn(raceIds: readonly string[]): Promise<void>;
  /** Or NO_RACE. */
  find(raceId: string): number;
  idOf(number: number): string | null;
  storedIdOf(raceId: string): string;
  /** The races file is broken: any race may be in it. */
  acceptAll(): void;
}

export function createRaceNumbers(db: Database, source: ImportRecord["source"]): RaceNumbers {
  /** Or NO_RACE. */
  const numbers = new Map<string, number>();
  /** Only where another id is stored. */
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
