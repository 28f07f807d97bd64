/**
 * Past success of jockeys, trainers, sires and post positions, as the ratio of wins (or first three places) to what
 * fields of that size give by chance. The prior pulls a ratio with little behind it towards 1 (or towards the
 * wider ratio given), so a name that never started has exactly that. No mean of the data enters: adding later races
 * cannot move an earlier ratio.
 */

export interface Rate {
  /** `successes` of a start in which chance alone gave `expected`. */
  add(key: number, successes: number, expected: number): void;
  /** Ratio of successes to expectation, shrunk towards `towards` by `prior` expected successes. */
  ratio(key: number, prior: number, towards?: number): number;
}

export function createRate(keyCount: number): Rate {
  const successes = new Float32Array(keyCount);
  // Double: sums of 1/n would lose their last digits in long careers and with them the independence of order.
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
  ratio(key: number, day: number, prior: number): number;
}

/** As {@link createRate}, but a start counts half after each `halfLifeDays`. */
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
    ratio(key, day, prior) {
      const kept = fading(key, day);
      return ((successes[key] ?? 0) * kept + prior) / ((expected[key] ?? 0) * kept + prior);
    },
  };
}
