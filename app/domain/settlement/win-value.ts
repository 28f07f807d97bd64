/**
 * The odds over the model's own fair odds, as its probability times the odds. Not what a bet returns: that takes chances that
 * are mixed with the odds (betting's mixed-chances.ts).
 */

/** By the value as it is printed: high from 1.00 on, fair from 0.80 on. */
export type ValueGrade = "high" | "fair" | "low";

const HIGH_FROM = 1;
const FAIR_FROM = 0.8;

interface WinValue {
  /** Probability × odds, not rounded. */
  value: number;
  /** With two decimals. */
  printed: string;
  grade: ValueGrade;
}

/**
 * The expected value of a win bet, and its grade. The grade is that of the printed value, so that nothing printed as 1.00
 * is called less than what 1.00 is.
 */
export function winValue(probability: number, odds: number): WinValue {
  const value = probability * odds;
  const printed = value.toFixed(2);
  const shown = Number(printed);
  return { value, printed, grade: shown >= HIGH_FROM ? "high" : shown >= FAIR_FROM ? "fair" : "low" };
}
