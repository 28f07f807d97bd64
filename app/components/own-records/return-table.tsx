import { formatCount } from "#app/components/parts/numbers.ts";
import { ScrollingTable } from "#app/components/parts/scrolling-table.tsx";
import { AxisTicks, type ReturnScale, returnScale } from "#app/components/reports/report-scale.tsx";
import { ReturnWhisker } from "#app/components/reports/report-whisker.tsx";
import { FEW_RACES, formatRate, formatRateRange, TOO_FEW } from "#app/components/reports/report-words.ts";

/** A return rate with its interval, and those that it is compared with; ratios. */
export interface ReturnFigures {
  returnRate: number | null;
  low: number | null;
  high: number | null;
  hitRate: number | null;
  favourite: { returnRate: number | null };
  /** Only in tables with a column for the lot. */
  random?: { returnRate: number | null };
}

export interface ReturnRow {
  name: string;
  note?: string;
  races: number;
  /** Null with too few races. */
  figures: ReturnFigures | null;
}

interface RowGroup {
  title?: string;
  rows: readonly ReturnRow[];
}

/** The narrowest scale for all these rows. */
export function scaleOfRows(rows: readonly ReturnRow[]): ReturnScale {
  return returnScale(
    rows.map(({ races, figures }) => ({
      races,
      rates:
        figures === null ? [] : [figures.returnRate, figures.favourite.returnRate, figures.random?.returnRate ?? null],
    })),
  );
}

/** Hit and return rates with their intervals, one row each; `hasLot` adds a column for the favourite and the lot. */
export function ReturnTable({
  label,
  first,
  groups,
  scale,
  hasLot = false,
}: {
  first: string;
  label: string;
  groups: readonly RowGroup[];
  scale: ReturnScale;
  hasLot?: boolean;
}) {
  const columns = hasLot ? 5 : 4;
  return (
    <ScrollingTable label={label}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col">的中率</th>
          <RateHead scale={scale} />
          {hasLot && (
            <th scope="col">
              1番人気<small>くじ引き</small>
            </th>
          )}
        </tr>
      </thead>
      {groups.map(({ title, rows }) => (
        <tbody key={title ?? ""}>
          {title !== undefined && (
            <tr className="grp">
              <th scope="rowgroup" colSpan={columns}>
                {title}
              </th>
            </tr>
          )}
          {rows.map((row) => (
            <Row key={row.name} row={row} scale={scale} columns={columns} />
          ))}
        </tbody>
      ))}
    </ScrollingTable>
  );
}

function Row({
  row: { name, note, races, figures },
  scale,
  columns,
}: {
  row: ReturnRow;
  scale: ReturnScale;
  columns: number;
}) {
  const isFew = races < FEW_RACES;
  const heading = (
    <th scope="row">
      {name}
      {note !== undefined && <small>{note}</small>}
      <small>
        {formatCount(races)}R{isFew && " 少ない"}
      </small>
    </th>
  );
  if (figures === null || figures.returnRate === null) {
    return (
      <tr className="thin">
        {heading}
        <td colSpan={columns - 1}>{races === 0 ? "対象なし" : TOO_FEW}</td>
      </tr>
    );
  }
  const { hitRate, favourite, random } = figures;
  return (
    <tr className={isFew ? "thin" : undefined}>
      {heading}
      <td>{isFew && hitRate !== null ? `${Math.round(hitRate * 100)}%` : formatRate(hitRate)}</td>
      <RateCells figures={figures} scale={scale} />
      {random !== undefined && (
        <td>
          {formatRate(favourite.returnRate)}
          <small>{formatRate(random.returnRate)}</small>
        </td>
      )}
    </tr>
  );
}

export function RateHead({ scale }: { scale: ReturnScale }) {
  return (
    <>
      <th scope="col">
        回収率<small>95%区間</small>
      </th>
      <th scope="col" className="wcell">
        <span className="sr">図</span>
        <AxisTicks {...scale} />
      </th>
    </>
  );
}

export function RateCells({
  figures: { returnRate, low, high, favourite, random },
  scale,
}: {
  figures: ReturnFigures;
  scale: ReturnScale;
}) {
  return (
    <>
      <td>
        <b>{formatRate(returnRate)}</b>
        <small>{formatRateRange(low, high)}</small>
      </td>
      <td className="wcell">
        {returnRate !== null && (
          <ReturnWhisker
            {...{ returnRate, low, high, scale }}
            favourite={favourite.returnRate}
            random={random?.returnRate ?? null}
          />
        )}
      </td>
    </>
  );
}
