import type { Database } from "#app/db/database.server.ts";
import type { ImportRecord } from "#app/db/racing/imports.server.ts";
import { listStoredRaceIds } from "#app/db/racing/race-writes.server.ts";

/** Marks a race that is neither in the import nor stored. */
export const NO_RACE = -1;

/** Numbers the races of an import, and the stored races that its runners and payouts belong to, from 0. */
export interface RaceNumbers {
  /** Number of a race of the import; a new one on its first call. */
  add(raceId: string): number;
  /** Looks up, once per block of rows, which races missing from the import are stored in D1. */
  learn(raceIds: readonly string[]): Promise<void>;
  /** Number of a race that was added or learned, or NO_RACE. */
  find(raceId: string): number;
  /** A races file cannot be read to its end: from now on any race may be in the import. */
  acceptAll(): void;
}

export function createRaceNumbers(db: Database, source: ImportRecord["source"]): RaceNumbers {
  /** Number of each race, or NO_RACE. */
  const numbers = new Map<string, number>();
  let count = 0;
  let isEveryRaceAccepted = false;

  function add(raceId: string): number {
    const known = numbers.get(raceId);
    if (known !== undefined) return known;
    numbers.set(raceId, count);
    count += 1;
    return count - 1;
  }

  return {
    add,
    async learn(raceIds) {
      const unknown = [...new Set(raceIds)].filter((raceId) => raceId !== "" && !numbers.has(raceId));
      if (unknown.length === 0) return;
      const stored = isEveryRaceAccepted ? unknown : await listStoredRaceIds(db, { source, raceIds: unknown });
      for (const raceId of stored) add(raceId);
      for (const raceId of unknown) if (!numbers.has(raceId)) numbers.set(raceId, NO_RACE);
    },
    find: (raceId) => numbers.get(raceId) ?? NO_RACE,
    acceptAll() {
      isEveryRaceAccepted = true;
    },
  };
}
