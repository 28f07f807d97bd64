import { CHUNK_CHARACTERS } from "#app/adapters/imports/staging.server.ts";
import type { FileKind } from "#app/domain/open-csv/open-csv.ts";

/** Bounded by memory and time of one run. */
export interface ImportLimits {
  rows: Record<FileKind, number>;
  /** Per file. */
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
