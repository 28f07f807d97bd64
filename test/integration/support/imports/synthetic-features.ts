import type { DayFeatures, FeatureManifest, FeatureStore } from "#app/domain/features/matrix.ts";
import { dayOfNumber } from "#app/domain/racing/japan-time.ts";
import { makeSyntheticRaces } from "#test/unit/learning/synthetic-races.ts";

export const SYNTHETIC_IMPORT = 5;

/** Stored features of synthetic races of venue type 1; every column is one of three random ones. */
export function createSyntheticFeatures(options: { races: number; manifest?: FeatureManifest | null }): FeatureStore {
  const { index, codes } = makeSyntheticRaces({ races: options.races, weights: [1, -0.5] });
  const ids = [...codes.keys()];
  const columnOf = (columnId: string) => codes.get(ids[columnId.length % ids.length]!)!;
  const summary = {
    rowCount: index.rowCount,
    raceCount: index.raceCount,
    firstDay: dayOfNumber(index.raceDay[0]!),
    lastDay: dayOfNumber(index.raceDay.at(-1)!),
  };
  const manifest = { version: "v1", importId: SYNTHETIC_IMPORT, venueTypes: { "1": summary } };
  const readColumn = async (columnId: string) => columnOf(columnId).slice();
  const findRace: DayFeatures["findRace"] = (raceId, columnIds) => {
    const race = index.raceIds.indexOf(raceId);
    if (race === -1) return null;
    const [from, to] = [index.raceStart[race]!, index.raceStart[race + 1]!];
    return {
      raceId,
      horseNums: Array.from(index.horseNum.subarray(from, to)),
      isStarter: Array.from(index.isStarter.subarray(from, to), (value) => value === 1),
      codes: new Map(columnIds.map((id) => [id, columnOf(id).slice(from, to)])),
    };
  };
  return {
    readManifest: async () => (options.manifest === undefined ? manifest : options.manifest),
    readRowIndex: async () => index,
    readColumn: (_manifest, _venueType, _scope, columnId) => readColumn(columnId),
    openColumns: () => ({ readColumn }),
    readRace: async (_manifest, { raceId }, _scope, columnIds) => findRace(raceId, columnIds),
    readDay: async () => ({ findRace }),
  };
}
