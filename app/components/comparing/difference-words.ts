import { formatSigned } from "#app/components/parts/numbers.ts";
import type { Verdict } from "#app/domain/comparing/paired-difference.ts";

/** A difference of 予測力 from pseudo-R²: signed, two decimals, U+2212. */
export function formatDifference(difference: number): string {
  return formatSigned(difference * 100, 2);
}

/** A difference of rates in percentage points: signed, one decimal, U+2212. */
export function formatPoints(ratio: number): string {
  return formatSigned(100 * ratio, 1);
}

export const RETURNS_SPREAD = "払戻はばらつきが大きく、差が分かるまでには予測力よりずっと多くのレースがいります。";

/** By the interval. */
export const CHILD_WORDS: Record<Verdict, string> = {
  better: "良くなった",
  worse: "悪くなった",
  unknown: "まだ分からない",
};

/** In hundredths. Contains all differences, with zero in the middle. */
export function differenceScale(rows: readonly { low: number; high: number }[]): { from: number; to: number } {
  const most = Math.max(0.5, ...rows.flatMap(({ low, high }) => [Math.abs(low * 100), Math.abs(high * 100)]));
  const step = 10 ** Math.floor(Math.log10(most));
  const to = [1, 2, 5, 10].map((times) => times * step).find((end) => end >= most) ?? 10 * step;
  return { from: -to, to };
}
