/** A runner's result, by which payouts are judged. */
export interface RunnerPlace {
  horseNum: number;
  isStarter: boolean;
  /** Null: none, or unknown. */
  finishPosition: number | null;
}

export interface PlaceLog {
  add(race: number, runner: RunnerPlace): void;
  of(race: number): readonly RunnerPlace[];
}

const NUMBER_BITS = 7;
const STARTER = 1 << NUMBER_BITS;
const PLACE_SHIFT = NUMBER_BITS + 1;
const WORDS = 2;

/** Stores up to a million runners in eight bytes each, by the number of their race, in any order. */
export function createPlaceLog(): PlaceLog {
  /** Per race, address of the newest entry from 1; 0: none. */
  let newest = new Uint32Array(1024);
  /** Address of the previous entry, and the entry. */
  let entries = new Uint32Array(8192);
  let used = 0;
  let last: { race: number; runners: RunnerPlace[] } | null = null;

  function read(race: number): RunnerPlace[] {
    const runners = new Map<number, RunnerPlace>();
    for (let address = newest[race] ?? 0; address > 0; address = entries[(address - 1) * WORDS] as number) {
      const entry = entries[(address - 1) * WORDS + 1] as number;
      const horseNum = entry & (STARTER - 1);
      const place = entry >>> PLACE_SHIFT;
      const finishPosition = place === 0 ? null : place;
      // Older entries come later and replace newer ones: the first row of a horse counts.
      runners.set(horseNum, { horseNum, isStarter: (entry & STARTER) !== 0, finishPosition });
    }
    return [...runners.values()].sort((one, other) => one.horseNum - other.horseNum);
  }

  return {
    add(race, { horseNum, isStarter, finishPosition }) {
      if (last?.race === race) last = null;
      if (race >= newest.length) newest = grow(newest, race + 1);
      if ((used + 1) * WORDS > entries.length) entries = grow(entries, entries.length + WORDS);
      entries[used * WORDS] = newest[race] as number;
      entries[used * WORDS + 1] = horseNum | (isStarter ? STARTER : 0) | ((finishPosition ?? 0) << PLACE_SHIFT);
      used += 1;
      newest[race] = used;
    },
    of(race) {
      // Payouts of a race are adjacent.
      if (last?.race !== race) last = { race, runners: read(race) };
      return last.runners;
    },
  };
}

function grow(array: Uint32Array<ArrayBuffer>, needed: number): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(Math.max(needed, array.length * 2));
  grown.set(array);
  return grown;
}
