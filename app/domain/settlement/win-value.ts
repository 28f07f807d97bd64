/**
 * Value of a win bet: probability × odds by the model alone. Expected returns use chances that are mixed with the odds
 * (betting's mixed-chances.ts).
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

/** Graded by the printed value, so that 1.00 is never graded below 1. */
export function winValue(probability: number, odds: number): WinValue {
  const value = probability * odds;
  const printed = value.toFixed(2);
  const shown = Number(printed);
  return { value, printed, grade: shown >= HIGH_FROM ? "high" : shown >= FAIR_FROM ? "fair" : "low" };
}
