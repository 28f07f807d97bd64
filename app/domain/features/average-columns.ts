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
export function createAverageWriter(past: Past, venueType: number, scope: VenueScope) {
  const { history, raceOf, firstStart, startCount, startRunner } = past;
  const { races, runners } = history;
  const customizes = raceCustomizesOf(venueType);
  /** By condition and kind, for the runner being written. */
  const sums = new Float64Array(customizes.length * KIND_COUNT);
  const counts = new Uint32Array(customizes.length * KIND_COUNT);
  const matched = new Uint32Array(customizes.length);
  /** Values of the start being added, in the order of AVERAGE_KINDS. */
  const values = new Int32Array(KIND_COUNT);

  const addStart = (customize: number): void => {
    for (let kind = 0; kind < KIND_COUNT; kind += 1) {
      const value = values[kind] ?? NONE;
      if (value === NONE) continue;
      const cell = customize * KIND_COUNT + kind;
      sums[cell] = (sums[cell] ?? 0) + value;
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  };

  return {
    columnCount: KIND_COUNT * customizes.length * RACE_NUMS.length,
    /** Writes a runner's codes to `out[at + column × stride]`, from the horse's starts before its race day. */
    write(runner: number, out: Uint16Array, at: number, stride: number): void {
      /** Writes the current averages of a condition to the counts `slot` to `lastSlot` (indexes in RACE_NUMS). */
      const emit = (customize: number, slot: number, lastSlot: number): void => {
        for (let kind = 0; kind < KIND_COUNT; kind += 1) {
          const cell = customize * KIND_COUNT + kind;
          const count = counts[cell] ?? 0;
          const code = count === 0 ? MISSING_CODE : encodeMean(kind, (sums[cell] ?? 0) / count);
          const family = at + (kind * customizes.length + customize) * RACE_NUMS.length * stride;
          for (let index = slot; index <= lastSlot; index += 1) out[family + index * stride] = code;
        }
      };
      sums.fill(0);
      counts.fill(0);
      matched.fill(0);
      const race = raceOf[runner] ?? 0;
      const horse = runners.horse[runner] ?? 0;
      const first = firstStart[horse] ?? 0;
      for (let index = first + (startCount[horse] ?? 0) - 1; index >= first; index -= 1) {
        const start = startRunner[index] ?? 0;
        const startRace = raceOf[start] ?? 0;
        if (scope === "own" && races.venueType[startRace] !== venueType) continue;
        readStart(runners, start, values);
        for (let customize = 0; customize < customizes.length; customize += 1) {
          if (!isMatch(races, customizes[customize] ?? "all", race, startRace)) continue;
          addStart(customize);
          const length = (matched[customize] ?? 0) + 1;
          matched[customize] = length;
          if (length <= LONGEST) emit(customize, length, length);
        }
      }
      for (let customize = 0; customize < customizes.length; customize += 1) {
        emit(customize, 0, 0);
        // Counts beyond the horse's starts have the average over all of them.
        emit(customize, (matched[customize] ?? 0) + 1, LONGEST);
      }
    },
  };
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
