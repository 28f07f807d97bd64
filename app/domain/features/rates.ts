/**
 * Past success of jockeys, trainers, sires and post positions: wins (or top-three finishes) over the number expected by
 * chance in fields of that size. The prior shrinks ratios with little data towards 1 (or a given broader ratio). No
 * mean of the data is used, so later races cannot change an earlier ratio.
 */

export interface Rate {
  /** Adds a start with `successes` (0 or 1), where chance alone gives `expected`. */
  add(key: number, successes: number, expected: number): void;
  /** Ratio of successes to expectation, shrunk towards `towards` with a weight of `prior` expected successes. */
  ratio(key: number, prior: number, towards?: number): number;
}

export function createRate(keyCount: number): Rate {
  const successes = new Float32Array(keyCount);
  // Double precision: in single precision, sums of 1/n would lose digits in long careers and depend on their order.
  const expected = new Float64Array(keyCount);
  return {
    add(key, gained, chance) {
      successes[key] = (successes[key] ?? 0) + gained;
      expected[key] = (expected[key] ?? 0) + chance;
    },
    ratio(key, prior, towards = 1) {
      return ((successes[key] ?? 0) + prior * towards) / ((expected[key] ?? 0) + prior);
    },
  };
}

export interface RecentRate {
  add(key: number, day: number, successes: number, expected: number): void;
  ratio(key: number, day: number, prior: number, towards?: number): number;
}

/** Like {@link createRate}, but a start's weight halves every `halfLifeDays`. */
export function createRecentRate(keyCount: number, halfLifeDays: number): RecentRate {
  const successes = new Float64Array(keyCount);
  const expected = new Float64Array(keyCount);
  const lastDay = new Int32Array(keyCount);
  const fading = (key: number, day: number) => 0.5 ** ((day - (lastDay[key] ?? 0)) / halfLifeDays);
  return {
    add(key, day, gained, chance) {
      const kept = fading(key, day);
      successes[key] = (successes[key] ?? 0) * kept + gained;
      expected[key] = (expected[key] ?? 0) * kept + chance;
      lastDay[key] = day;
    },
    ratio(key, day, prior, towards = 1) {
      const kept = fading(key, day);
      return ((successes[key] ?? 0) * kept + prior * towards) / ((expected[key] ?? 0) * kept + prior);
    },
  };
}
