export type Gaussians = ReturnType<typeof createGaussians>;

/** Numbered Gaussians whose variance grows per day, up to the prior one; 12 bytes each. */
export function createGaussians(count: number, { prior, growth }: { prior: number; growth: number }) {
  const means = new Float32Array(count);
  const variances = new Float32Array(count).fill(prior);
  const days = new Int32Array(count);
  /** 0 for no number (below 0). */
  const variance = (index: number, day: number): number =>
    index < 0 ? 0 : Math.min(prior, (variances[index] ?? 0) + growth * (day - (days[index] ?? 0)));
  return {
    /** 0 for no number. */
    mean: (index: number): number => (index < 0 ? 0 : (means[index] ?? 0)),
    variance,
    /** Updates by this component's share of a residual; `total` is the variance of the prediction. */
    learn(index: number, day: number, residual: number, total: number): void {
      if (index < 0) return;
      const before = variance(index, day);
      means[index] = (means[index] ?? 0) + (before / total) * residual;
      variances[index] = before - before ** 2 / total;
      days[index] = day;
    },
  };
}
