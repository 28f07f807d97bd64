import { averageColumn } from "./catalogue.ts";
import { AVERAGE_KINDS, RACE_NUMS, type RaceCustomize, raceCustomizesOf } from "./choice.ts";
import { type History, NONE, NONE_16 } from "./history.ts";
import { MISSING_CODE, type VenueScope } from "./matrix.ts";
import type { Past } from "./past.ts";

const KIND_COUNT = AVERAGE_KINDS.length;
const LONGEST = Math.max(...RACE_NUMS);
const CODES = AVERAGE_KINDS.map((kind) => averageColumn(kind, "all", -1));
const PRIZE = AVERAGE_KINDS.indexOf("prize");
const MARGIN = AVERAGE_KINDS.indexOf("margin");

/**
 * Averages over the last n starts (−1 = all) that meet the condition; missing if there are none. One pass backwards
 * from the last start computes all kinds, conditions and counts. Sums of integers are exact.
 */
export class AverageWriter {
  readonly columnCount: number;
  readonly #past: Past;
  readonly #venueType: number;
  readonly #scope: VenueScope;
  readonly #customizes: readonly RaceCustomize[];
  /** By condition and kind, for the runner being written. */
  readonly #sums: Float64Array;
  readonly #counts: Uint32Array;
  readonly #matched: Uint32Array;
  /** Values of the start being added, in the order of AVERAGE_KINDS. */
  readonly #start = new Int32Array(KIND_COUNT);

  constructor(past: Past, venueType: number, scope: VenueScope) {
    this.#past = past;
    this.#venueType = venueType;
    this.#scope = scope;
    this.#customizes = raceCustomizesOf(venueType);
    this.columnCount = KIND_COUNT * this.#customizes.length * RACE_NUMS.length;
    this.#sums = new Float64Array(this.#customizes.length * KIND_COUNT);
    this.#counts = new Uint32Array(this.#customizes.length * KIND_COUNT);
    this.#matched = new Uint32Array(this.#customizes.length);
  }

  /** Writes a runner's codes to `out[at + column × stride]`, from the horse's starts before its race day. */
  write(runner: number, out: Uint16Array, at: number, stride: number): void {
    this.#sums.fill(0);
    this.#counts.fill(0);
    this.#matched.fill(0);
    const { history, raceOf, firstStart, startCount, startRunner } = this.#past;
    const { races, runners } = history;
    const matched = this.#matched;
    const customizes = this.#customizes;
    const race = raceOf[runner] ?? 0;
    const horse = runners.horse[runner] ?? 0;
    const first = firstStart[horse] ?? 0;
    for (let index = first + (startCount[horse] ?? 0) - 1; index >= first; index -= 1) {
      const start = startRunner[index] ?? 0;
      const startRace = raceOf[start] ?? 0;
      if (this.#scope === "own" && races.venueType[startRace] !== this.#venueType) continue;
      readStart(runners, start, this.#start);
      for (let customize = 0; customize < customizes.length; customize += 1) {
        if (!isMatch(races, customizes[customize] ?? "all", race, startRace)) continue;
        this.#addStart(customize);
        const length = (matched[customize] ?? 0) + 1;
        matched[customize] = length;
        if (length <= LONGEST) this.#emit(customize, length, length, out, at, stride);
      }
    }
    for (let customize = 0; customize < customizes.length; customize += 1) {
      this.#emit(customize, 0, 0, out, at, stride);
      // Counts beyond the horse's starts have the average over all of them.
      this.#emit(customize, (matched[customize] ?? 0) + 1, LONGEST, out, at, stride);
    }
  }

  #addStart(customize: number): void {
    const start = this.#start;
    const sums = this.#sums;
    const counts = this.#counts;
    for (let kind = 0; kind < KIND_COUNT; kind += 1) {
      const value = start[kind] ?? NONE;
      if (value === NONE) continue;
      const cell = customize * KIND_COUNT + kind;
      sums[cell] = (sums[cell] ?? 0) + value;
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }

  /** Writes the current averages of a condition to the counts `slot` to `lastSlot` (indexes in RACE_NUMS). */
  #emit(customize: number, slot: number, lastSlot: number, out: Uint16Array, at: number, stride: number): void {
    const sums = this.#sums;
    const counts = this.#counts;
    const customizeCount = this.#customizes.length;
    for (let kind = 0; kind < KIND_COUNT; kind += 1) {
      const cell = customize * KIND_COUNT + kind;
      const count = counts[cell] ?? 0;
      const code = count === 0 ? MISSING_CODE : encodeMean(kind, (sums[cell] ?? 0) / count);
      const family = at + (kind * customizeCount + customize) * RACE_NUMS.length * stride;
      for (let index = slot; index <= lastSlot; index += 1) out[family + index * stride] = code;
    }
  }
}

function readStart(runners: History["runners"], runner: number, values: Int32Array): void {
  const rank = wide(runners.rank[runner]);
  const firstCorner = wide(runners.firstCorner[runner]);
  const finalCorner = wide(runners.finalCorner[runner]);
  values[0] = runners.prizeYen[runner] ?? NONE;
  values[1] = runners.marginMs[runner] ?? NONE;
  values[2] = rank;
  values[3] = firstCorner;
  values[4] = finalCorner;
  values[5] = firstCorner === NONE || rank === NONE ? NONE : firstCorner - rank;
  values[6] = firstCorner === NONE || finalCorner === NONE ? NONE : firstCorner - finalCorner;
  values[7] = finalCorner === NONE || rank === NONE ? NONE : finalCorner - rank;
}

function wide(position: number | undefined): number {
  return position === undefined || position === NONE_16 ? NONE : position;
}

/** A race of unknown distance or surface matches no other. */
function isMatch(races: History["races"], customize: RaceCustomize, race: number, pastRace: number): boolean {
  switch (customize) {
    case "all":
      return true;
    case "course_len":
      return races.distance[race] !== 0 && races.distance[race] === races.distance[pastRace];
    case "venue":
      return races.venue[race] === races.venue[pastRace];
    case "race_type":
      return races.surface[race] !== 0 && races.surface[race] === races.surface[pastRace];
    default:
      return customize satisfies never;
  }
}

/** Inlines encodeValue, as it runs hundreds of times per row. */
function encodeMean(kind: number, mean: number): number {
  const column = CODES[kind];
  if (column === undefined) return MISSING_CODE;
  const value = kind === PRIZE ? Math.log1p(mean) : kind === MARGIN ? mean / 1000 : mean;
  const code = Math.round((value - column.offset) / column.step);
  return code < 0 ? 0 : code >= MISSING_CODE ? MISSING_CODE - 1 : code;
}
