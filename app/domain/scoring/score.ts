/** One horse's result in an analysis; stored as JSON in `analyses.scores`, sorted by index (ties: smaller number). */
export interface Score {
  horseNum: number;
  bracketNum: number | null;
  horseName: string;
  /** (f − mean of f over the declared runners) / σ, two decimals; σ is one constant per artifact. */
  index: number;
  /** Calibrated win probability; null if the model was trained on the race. Sums to 1 over the race. */
  probability: number | null;
  /**
   * Probability of a place that place bets pay; null if the model was trained on the race, or if place bets are not
   * sold for so few runners.
   */
  placeProbability: number | null;
}
