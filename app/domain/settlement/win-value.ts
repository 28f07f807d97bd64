/**
 * Value of a win bet by the model alone. Expected returns use chances mixed with the odds (betting's mixed-chances.ts).
 */

/** By the value as it is printed: high from 1.00 on, fair from 0.80 on. */
export type ValueGrade = "high" | "fair" | "low";

const HIGH_FROM = 1;
const FAIR_FROM = 0.8;

/** Graded by the printed value, so that 1.00 is never graded below 1. */
export function winValue(probability: number, odds: number): { printed: string; grade: ValueGrade } {
  const printed = (probability * odds).toFixed(2);
  const shown = Number(printed);
  return { printed, grade: shown >= HIGH_FROM ? "high" : shown >= FAIR_FROM ? "fair" : "low" };
}
