import { FEW_RACES } from "./report-words.ts";

/** Per cent. */
export interface ReturnScale {
  from: number;
  to: number;
  ticks: readonly number[];
}

/** From narrow (distinguishes 75 from 80) to wide. Values beyond the last are clipped, with an arrow. */
const SCALES: readonly [ReturnScale, ...ReturnScale[]] = [
  { from: 50, to: 110, ticks: [50, 80, 100] },
  { from: 50, to: 150, ticks: [50, 100, 150] },
  { from: 0, to: 200, ticks: [0, 100, 200] },
];

export const DEFAULT_SCALE = SCALES[0];

/** Rounded as it is printed. */
export function toPercent(rate: number): number {
  return Math.round(rate * 1000) / 10;
}

/** The narrowest scale with all rates of a chart. Rows of few races, mostly luck, do not widen it. */
export function returnScale(rows: readonly { races: number; rates: readonly (number | null)[] }[]): ReturnScale {
  const judged = rows.filter(({ races }) => races >= FEW_RACES);
  const rates = (judged.length > 0 ? judged : rows).flatMap((row) => row.rates).filter((rate) => rate !== null);
  const contains = ({ from, to }: ReturnScale) => rates.map(toPercent).every((rate) => rate >= from && rate <= to);
  return SCALES.find(contains) ?? SCALES.at(-1) ?? DEFAULT_SCALE;
}
