import type { FileKind } from "#app/domain/open-csv/open-csv.ts";
import { CHUNK_CHARACTERS } from "./import-staging.server.ts";

/** What one import may hold, for the memory and the time of one run: larger sets are sent in parts, such as years. */
export interface ImportLimits {
  rows: Record<FileKind, number>;
  /** Of one file. */
  unpackedBytes: number;
  payoutsOfRace: number;
  chunkCharacters: number;
}

export const IMPORT_LIMITS: ImportLimits = {
  rows: { races: 200_000, runners: 1_000_000, payouts: 1_000_000 },
  unpackedBytes: 512 * 1024 * 1024,
  payoutsOfRace: 1000,
  chunkCharacters: CHUNK_CHARACTERS,
};
