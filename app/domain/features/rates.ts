/**
 * Past success of jockeys, trainers, sires and post positions: wins (or top-three finishes) over the number expected by
 * chance in fields of that size. The prior shrinks ratios with little data towards 1 (or a given broader ratio). No
 * mean of the data is used, so later races cannot change an earlier ratio.
 */

export type RecentRate = ReturnType<typeof createRecentRate>;

export function createRate(keyCount: number) {
  const successes = new Float32Array(keyCount);
  // Double precision: in single precision, sums of 1/n would lose digits in long careers and depend on their order.
  const expected = new Float64Array(keyCount);
  return {
    /** Adds a start with `gained` successes (0 or 1), where chance alone gives `chance`. */
    add(key: number, gained: number, chance: number): void {
      successes[key] = (successes[key] ?? 0) + gained;
      expected[key] = (expected[key] ?? 0) + chance;
    },
    /** Ratio of successes to expectation, shrunk towards `towards` with a weight of `prior` expected successes. */
    ratio(key: number, prior: number, towards = 1): number {
      return ((successes[key] ?? 0) + prior * towards) / ((expected[key] ?? 0) + prior);
    },
  };
}

/** Like {@link createRate}, but a start's weight halves every `halfLifeDays`. */
export function createRecentRate(keyCount: number, halfLifeDays: number) {
  const successes = new Float64Array(keyCount);
  const expected = new Float64Array(keyCount);
  const lastDay = new Int32Array(keyCount);
  const fading = (key: number, day: number) => 0.5 ** ((day - (lastDay[key] ?? 0)) / halfLifeDays);
  return {
    add(key: number, day: number, gained: number, chance: number): void {
      const kept = fading(key, day);
      successes[key] = (successes[key] ?? 0) * kept + gained;
      expected[key] = (expected[key] ?? 0) * kept + chance;
      lastDay[key] = day;
    },
    ratio(key: number, day: number, prior: number, towards = 1): number {
      const kept = fading(key, day);
      return ((successes[key] ?? 0) * kept + prior * towards) / ((expected[key] ?? 0) * kept + prior);
    },
  };
}
