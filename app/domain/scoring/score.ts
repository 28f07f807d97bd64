/** What an analysis says of one horse; stored as JSON in `analyses.scores`, sorted by index (ties: smaller number). */
export interface Score {
  horseNum: number;
  bracketNum: number | null;
  horseName: string;
  /** (f − mean of f over the declared runners) / σ, two decimals; σ is one constant per artifact. */
  index: number;
  /** Calibrated win probability; null where the race was learnt from. Sums to 1 over the race. */
  probability: number | null;
  /**
   * Probability of a place that place bets pay; null where the race was learnt from, or none are sold for so few
   * runners.
   */
  placeProbability: number | null;
}
