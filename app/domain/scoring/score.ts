/** Stored as JSON in `analyses.scores`, by index (ties: smaller number). */
export interface Score {
  horseNum: number;
  bracketNum: number | null;
  horseName: string;
  /** (f − mean of f over the declared runners) / σ, two decimals; σ is one constant per artifact. */
  index: number;
  /** Calibrated; sums to 1 over the race. Null if the model was trained on the race. */
  probability: number | null;
  /** For the places that place bets pay. Null if the model was trained on the race, or if place bets are not sold. */
  placeProbability: number | null;
}

/** Signed, two decimals, with U+2212: +2.31, −0.40, 0.00. */
export function formatIndex(index: number): string {
  const text = Math.abs(index).toFixed(2);
  if (text === "0.00") return text;
  return index < 0 ? `−${text}` : `+${text}`;
}
