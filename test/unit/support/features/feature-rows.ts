import { allColumns } from "#app/domain/features/catalogue.ts";
import type { SourceRace } from "#app/domain/features/history.ts";
import { decodeCode, type VenueScope } from "#app/domain/features/matrix.ts";
import { buildSegments } from "#app/domain/features/segments.ts";
import type { ReadRows } from "../known-afterwards.ts";
import { buildHistory, gatherFacts } from "./feature-history.ts";

export interface FeatureRows {
  /** Race ids in row order. */
  raceIds: string[];
  /** Codes of a runner in the order of `allColumns`. */
  codes(raceId: string, horseNum: number): Uint16Array;
  /** Raw value of a column; NaN is missing. */
  value(raceId: string, horseNum: number, columnId: string): number;
}

/** All rows of a venue type and scope, by a plain computation over the whole history. */
export function buildRows(races: readonly SourceRace[], venueType: number, scope: VenueScope): FeatureRows {
  const columns = allColumns(venueType);
  const rows = new Map<string, Uint16Array>();
  const raceIds: string[] = [];
  for (const step of buildSegments(gatherFacts(buildHistory(races)), venueType, () => true)) {
    if (step.kind === "work") continue;
    const { index, codes } = step.segment;
    const stored = codes.get(scope);
    if (stored === undefined) throw new Error(`no scope ${scope}`);
    let dayStart = 0;
    for (let race = 0, row = 0; race < index.raceIds.length; ) {
      let endOfDay = race;
      let dayRows = 0;
      while (index.raceDay[endOfDay] === index.raceDay[race] && endOfDay < index.raceIds.length) {
        dayRows += index.raceSize[endOfDay] ?? 0;
        endOfDay += 1;
      }
      for (let inDay = 0; race < endOfDay; race += 1) {
        raceIds.push(index.raceIds[race] ?? "");
        for (let runner = 0; runner < (index.raceSize[race] ?? 0); runner += 1) {
          const at = dayStart * columns.length + inDay;
          rows.set(
            `${index.raceIds[race]} ${index.horseNum[row]}`,
            Uint16Array.from(columns, (_, column) => stored[at + column * dayRows] ?? -1),
          );
          inDay += 1;
          row += 1;
        }
      }
      dayStart += dayRows;
    }
  }
  const codesOf = (raceId: string, horseNum: number) => {
    const codes = rows.get(`${raceId} ${horseNum}`);
    if (codes === undefined) throw new Error(`no row of ${raceId} ${horseNum}`);
    return codes;
  };
  return {
    raceIds,
    codes: codesOf,
    value(raceId, horseNum, columnId) {
      const place = columns.findIndex(({ id }) => id === columnId);
      const column = columns[place];
      if (column === undefined) throw new Error(`no column ${columnId}`);
      return decodeCode(column, codesOf(raceId, horseNum)[place] ?? -1);
    },
  };
}

/** The whole catalogue as built by the product. */
export const readCatalogue: ReadRows = (races, venueType, scope) => ({
  columnIds: allColumns(venueType).map(({ id }) => id),
  codes: buildRows(races, venueType, scope).codes,
});
