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
