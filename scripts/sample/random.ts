import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";

/** FNV-1a over words with murmur's finaliser. */
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

/** A class, because allocating a million streams of closures would dominate the run time. */
export class Stream {
  readonly #generator;
  #spare: number | null = null;

  constructor(words: readonly number[]) {
    this.#generator = xoroshiro128plusFromState([
      hashWords(words, 0x9e3779b9),
      hashWords(words, 0x3c6ef372),
      hashWords(words, 0x78dde6e4),
      hashWords(words, 0xf1bbcdc8),
    ]);
  }

  /** Uniform in (0, 1), exclusive, so that its logarithm is finite. */
  uniform(): number {
    return ((this.#generator.next() >>> 0) + 0.5) / 0x1_0000_0000;
  }

  below(bound: number): number {
    return Math.floor(this.uniform() * bound);
  }

  chance(probability: number): boolean {
    return this.uniform() < probability;
  }

  normal(): number {
    if (this.#spare !== null) {
      const value = this.#spare;
      this.#spare = null;
      return value;
    }
    const radius = Math.sqrt(-2 * Math.log(this.uniform()));
    const angle = 2 * Math.PI * this.uniform();
    this.#spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  }

  /** Standard Gumbel: adding it to utilities and sorting is a Plackett–Luce draw. */
  gumbel(): number {
    return -Math.log(-Math.log(this.uniform()));
  }

  exponential(mean: number): number {
    return -mean * Math.log(this.uniform());
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError("cannot pick from an empty list");
    return item;
  }

  pickWeighted<T>(items: readonly (readonly [T, number])[]): T {
    let total = 0;
    for (const [, weight] of items) total += weight;
    let left = this.uniform() * total;
    for (const [item, weight] of items) {
      left -= weight;
      if (left < 0) return item;
    }
    const last = items.at(-1);
    if (last === undefined) throw new RangeError("cannot pick from an empty list");
    return last[0];
  }
}

export function createStream(seed: number, ...keys: number[]): Stream {
  return new Stream([seed, ...keys]);
}

/** Purposes of streams, so that two draws about the same race never share one. */
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
  live: 11,
  board: 12,
  dams: 13,
} as const;
