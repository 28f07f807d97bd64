import { allColumns } from "#app/domain/features/catalogue.ts";
import type { SourceRace } from "#app/domain/features/history.ts";
import type { RowIndex } from "#app/domain/features/matrix.ts";
import { joinIndexes, type SegmentIndex } from "#app/domain/features/segment-index.ts";
import { arrangeByColumns, buildSegments } from "#app/domain/features/segments.ts";
import { buildHistory, gatherFacts } from "#test/unit/support/features/feature-history.ts";

const CENTRAL = 1;

export interface Features {
  index: RowIndex;
  /** The whole catalogue: column id → code per row. */
  codes: Map<string, Uint16Array>;
}

/** Builds the features of the races of a venue type, by default the central ones, with the product's own code, without a store. */
export function buildFeatures(races: readonly SourceRace[], venueType = CENTRAL): Features {
  const columns = allColumns(venueType);
  const indexes: SegmentIndex[] = [];
  const parts: { rowCount: number; columns: Uint16Array[] }[] = [];
  for (const step of buildSegments(gatherFacts(buildHistory(races)), venueType, () => true)) {
    if (step.kind === "work") continue;
    const { index, codes } = step.segment;
    const stored = codes.get("all");
    if (stored === undefined) throw new Error("there are no rows of all venues");
    indexes.push(index);
    parts.push({
      rowCount: index.horseNum.length,
      columns: Array.from(arrangeByColumns(index, stored, { columnsAtOnce: 1 }), (column) => column.slice()),
    });
  }
  const index = joinIndexes(indexes);
  const codes = new Map(
    columns.map(({ id }, position) => {
      const column = new Uint16Array(index.rowCount);
      let row = 0;
      for (const part of parts) {
        column.set(part.columns[position]!, row);
        row += part.rowCount;
      }
      return [id, column];
    }),
  );
  return { index, codes };
}
