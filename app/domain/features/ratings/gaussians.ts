/** Numbered Gaussians whose variance grows with time, 12 bytes each. */
export class Gaussians {
  readonly #mean: Float32Array;
  readonly #variance: Float32Array;
  readonly #day: Int32Array;
  readonly #prior: number;
  readonly #growth: number;

  /** @param growth of the variance per day, up to the prior one */
  constructor(count: number, { prior, growth }: { prior: number; growth: number }) {
    this.#mean = new Float32Array(count);
    this.#variance = new Float32Array(count).fill(prior);
    this.#day = new Int32Array(count);
    this.#prior = prior;
    this.#growth = growth;
  }

  /** 0 for no number (below 0). */
  mean(index: number): number {
    return index < 0 ? 0 : (this.#mean[index] ?? 0);
  }

  variance(index: number, day: number): number {
    if (index < 0) return 0;
    const days = day - (this.#day[index] ?? 0);
    return Math.min(this.#prior, (this.#variance[index] ?? 0) + this.#growth * days);
  }

  /** Updates by this component's share of a residual; `total` is the variance of the prediction. */
  learn(index: number, day: number, residual: number, total: number): void {
    if (index < 0) return;
    const variance = this.variance(index, day);
    this.#mean[index] = (this.#mean[index] ?? 0) + (variance / total) * residual;
    this.#variance[index] = variance - variance ** 2 / total;
    this.#day[index] = day;
  }
}
