import { FEW_RACES } from "./report-words.ts";

/** Per cent. */
export interface ReturnScale {
  from: number;
  to: number;
  ticks: readonly number[];
}

/** The narrow one distinguishes 75 from 80. Values beyond the widest are clipped, with an arrow. */
const SCALES: readonly ReturnScale[] = [
  { from: 50, to: 110, ticks: [50, 80, 100] },
  { from: 50, to: 150, ticks: [50, 100, 150] },
];
const WIDEST: ReturnScale = { from: 0, to: 200, ticks: [0, 100, 200] };

/** Rounded as it is printed. */
export function toPercent(rate: number): number {
  return Math.round(rate * 1000) / 10;
}

/** The narrowest scale with all rates of a chart. Rows of few races, mostly luck, do not widen it. */
export function returnScale(rows: readonly { races: number; rates: readonly (number | null)[] }[]): ReturnScale {
  const judged = rows.filter(({ races }) => races >= FEW_RACES);
  const rates = (judged.length > 0 ? judged : rows).flatMap((row) => row.rates).filter((rate) => rate !== null);
  const contains = ({ from, to }: ReturnScale) => rates.map(toPercent).every((rate) => rate >= from && rate <= to);
  return SCALES.find(contains) ?? WIDEST;
}

/** Hidden from screen readers, because the charts have text labels. */
export function AxisTicks({ from, to, ticks }: { from: number; to: number; ticks: readonly number[] }) {
  return (
    <span className="ticks" aria-hidden="true" style={{ "--min": from, "--max": to }}>
      {ticks.map((tick) => (
        <i key={tick} className={tick === to ? "end" : undefined} style={{ "--v": tick }}>
          {tick}
        </i>
      ))}
    </span>
  );
}
