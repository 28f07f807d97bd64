/** Seeded randomness: one stream per purpose, day and race, so that a later end date repeats every earlier draw. */

import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";

export interface Stream {
  /** Uniform in (0, 1): never 0 or 1, so that its logarithm is finite. */
  uniform(): number;
  /** Uniform integer in 0 … bound − 1. */
  below(bound: number): number;
  chance(probability: number): boolean;
  /** Standard normal. */
  normal(): number;
  /** Standard Gumbel: adding it to utilities and sorting is a Plackett–Luce draw. */
  gumbel(): number;
  /** Exponential with the given mean. */
  exponential(mean: number): number;
  pick<T>(items: readonly T[]): T;
  pickWeighted<T>(items: readonly (readonly [T, number])[]): T;
}

/** Mixes words into one 32-bit hash (FNV-1a over words with murmur's finaliser). */
function hashWords(words: readonly number[], salt: number): number {
  let hash = 0x811c9dc5 ^ salt;
  for (const word of words) {
    hash = Math.imul(hash ^ (word | 0), 0x01000193);
    hash ^= hash >>> 15;
    hash = Math.imul(hash, 0x85ebca6b);
  }
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** A stream that depends on nothing but the seed and the keys. */
export function createStream(seed: number, ...keys: number[]): Stream {
  const words = [seed, ...keys];
  const generator = xoroshiro128plusFromState(
    [1, 2, 3, 4].map((salt) => hashWords(words, Math.imul(salt, 0x9e3779b9))),
  );
  let spare: number | null = null;
  // The high 32 bits of the sum are not offered by the generator; one word of resolution is ample for sample data.
  const uniform = (): number => ((generator.next() >>> 0) + 0.5) / 0x1_0000_0000;
  const normal = (): number => {
    if (spare !== null) {
      const value = spare;
      spare = null;
      return value;
    }
    const radius = Math.sqrt(-2 * Math.log(uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
  const below = (bound: number): number => Math.floor(uniform() * bound);
  return {
    uniform,
    below,
    normal,
    chance: (probability) => uniform() < probability,
    gumbel: () => -Math.log(-Math.log(uniform())),
    exponential: (mean) => -mean * Math.log(uniform()),
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError("cannot pick from an empty list");
      return item;
    },
    pickWeighted: (items) => {
      const total = items.reduce((sum, [, weight]) => sum + weight, 0);
      let left = uniform() * total;
      for (const [item, weight] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      const last = items.at(-1);
      if (last === undefined) throw new RangeError("cannot pick from an empty list");
      return last[0];
    },
  };
}

/** Names the purpose of a stream, so that two draws about the same race never share one. */
export const StreamPurpose = {
  people: 1,
  cohort: 2,
  weekly: 3,
  weather: 4,
  programme: 5,
  jockeysOfDay: 6,
  entries: 7,
  run: 8,
  calendar: 9,
  cancellation: 10,
} as const;
