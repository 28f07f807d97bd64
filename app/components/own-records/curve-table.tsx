import { formatCount } from "#app/components/parts/numbers.ts";
import { ScrollingTable } from "#app/components/parts/scrolling-table.tsx";
import type { Curve } from "#app/domain/evaluation/balances.ts";
import { formatNet, monthName } from "./record-words.ts";

/** In equal steps; the last is the end of the curve. */
const MOST_ROWS = 10;

export function CurveTable({
  label,
  curves,
  months,
}: {
  label: string;
  /** With the same numbers of races. */
  curves: readonly { name: string; curve: Curve }[];
  /** With the number of races before each; null for rows without a month. */
  months: readonly { month: string; before: number }[] | null;
}) {
  const rows = rowsOf(curves[0]?.curve);
  if (rows.length === 0) return null;
  return (
    <details className="fold">
      <summary>収支の線を数字で見る</summary>
      <ScrollingTable label={label}>
        <thead>
          <tr>
            <th scope="col">レース</th>
            {curves.map(({ name }) => (
              <th scope="col" key={name}>
                {name}
                <small>1番人気</small>
                <small>運で動く幅</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((races) => (
            <tr key={races}>
              <th scope="row">
                {formatCount(races)}R{months !== null && <small>{monthOf(months, races)}</small>}
              </th>
              {curves.map(({ name, curve }) => (
                <FigureCell key={name} curve={curve} races={races} />
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
      <p className="t12 faint">そのレースまでの収支（円）です。</p>
    </details>
  );
}

function FigureCell({ curve: { at, own, favourite, band }, races }: { curve: Curve; races: number }) {
  const point = at.indexOf(races);
  const bandPoint = band === null ? -1 : band.at.indexOf(races);
  return (
    <td>
      <b>{formatNet(own[point] ?? 0)}</b>
      <small>{band === null ? "–" : formatNet(favourite[point] ?? 0)}</small>
      {band === null || bandPoint < 0 ? (
        <small>–</small>
      ) : (
        // Two lines, so that three columns fit a phone.
        <>
          <small>{formatNet(band.low[bandPoint] ?? 0)}〜</small>
          <small>{formatNet(band.high[bandPoint] ?? 0)}</small>
        </>
      )}
    </td>
  );
}

/** Numbers of races with a point of both line and band. */
function rowsOf(curve: Curve | undefined): number[] {
  if (curve === undefined) return [];
  const drawn = new Set(curve.at);
  const points = (curve.band?.at ?? curve.at).filter((races) => races > 0 && drawn.has(races));
  const step = Math.ceil(points.length / MOST_ROWS);
  return points.filter((_, index) => (points.length - 1 - index) % step === 0);
}

function monthOf(months: readonly { month: string; before: number }[], races: number): string {
  const month = months.findLast(({ before }) => before < races)?.month;
  return month === undefined ? "" : monthName(month);
}
