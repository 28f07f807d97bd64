import { averageColumn } from "./catalogue.ts";
import { AVERAGE_KINDS, RACE_NUMS, type RaceCustomize, raceCustomizesOf } from "./choice.ts";
import { NONE } from "./history.ts";
import { MISSING_CODE, type VenueScope } from "./matrix.ts";
import type { Past } from "./past.ts";

const KIND_COUNT = AVERAGE_KINDS.length;
const LONGEST = Math.max(...RACE_NUMS);
const CODES = AVERAGE_KINDS.map((kind) => averageColumn(kind, "all", -1));
const PRIZE = AVERAGE_KINDS.indexOf("prize");
const MARGIN = AVERAGE_KINDS.indexOf("margin");

interface AverageWriter {
  columnCount: number;
  /** Writes a runner's codes to `out[at + column × stride]`, from the horse's starts before its race day. */
  write(runner: number, out: Uint16Array, at: number, stride: number): void;
}

/**
 * Averages of a venue type and scope: over the last n starts (−1 = all) that meet the condition, skipping missing
 * values; missing if there are none. One pass backwards from the last start computes all kinds, conditions and counts.
 * Sums are of integers (yen, milliseconds, positions), so they are exact.
 */
export function createAverageWriter(past: Past, venueType: number, scope: VenueScope): AverageWriter {
  const customizes = raceCustomizesOf(venueType);
  const customizeCount = customizes.length;
  const { history, raceOf, firstStart, startCount, startRunner } = past;
  const { races, runners } = history;
  const sums = new Float64Array(customizeCount * KIND_COUNT);
  const counts = new Uint32Array(customizeCount * KIND_COUNT);
  const matched = new Uint32Array(customizeCount);
  const start = new Int32Array(KIND_COUNT);

  /** Writes the current averages of every kind of a condition to one count; `slot` is the index in RACE_NUMS. */
  function emit(customize: number, slot: number, lastSlot: number, out: Uint16Array, at: number, stride: number) {
    for (let kind = 0; kind < KIND_COUNT; kind += 1) {
      const cell = customize * KIND_COUNT + kind;
      const count = counts[cell] ?? 0;
      const code = count === 0 ? MISSING_CODE : encodeMean(kind, (sums[cell] ?? 0) / count);
      const family = at + (kind * customizeCount + customize) * RACE_NUMS.length * stride;
      for (let index = slot; index <= lastSlot; index += 1) out[family + index * stride] = code;
    }
  }

  return {
    columnCount: KIND_COUNT * customizeCount * RACE_NUMS.length,
    write(runner, out, at, stride) {
      sums.fill(0);
      counts.fill(0);
      matched.fill(0);
      const race = raceOf[runner] ?? 0;
      const horse = runners.horse[runner] ?? 0;
      const first = firstStart[horse] ?? 0;
      for (let index = first + (startCount[horse] ?? 0) - 1; index >= first; index -= 1) {
        const past = startRunner[index] ?? 0;
        const pastRace = raceOf[past] ?? 0;
        if (scope === "own" && races.venueType[pastRace] !== venueType) continue;
        readStart(past);
        for (let customize = 0; customize < customizeCount; customize += 1) {
          if (!isMatch(customizes[customize] ?? "all", race, pastRace)) continue;
          for (let kind = 0; kind < KIND_COUNT; kind += 1) {
            const value = start[kind] ?? NONE;
            if (value === NONE) continue;
            const cell = customize * KIND_COUNT + kind;
            sums[cell] = (sums[cell] ?? 0) + value;
            counts[cell] = (counts[cell] ?? 0) + 1;
          }
          const length = (matched[customize] ?? 0) + 1;
          matched[customize] = length;
          if (length <= LONGEST) emit(customize, length, length, out, at, stride);
        }
      }
      for (let customize = 0; customize < customizeCount; customize += 1) {
        emit(customize, 0, 0, out, at, stride);
        // For counts beyond the horse's starts: the average over all of them.
        emit(customize, (matched[customize] ?? 0) + 1, LONGEST, out, at, stride);
      }
    },
  };

  /** Reads a start's values in the order of AVERAGE_KINDS. */
  function readStart(runner: number) {
    const rank = runners.rank[runner] ?? NONE;
    const firstCorner = runners.firstCorner[runner] ?? NONE;
    const finalCorner = runners.finalCorner[runner] ?? NONE;
    start[0] = runners.prizeYen[runner] ?? NONE;
    start[1] = runners.marginMs[runner] ?? NONE;
    start[2] = rank;
    start[3] = firstCorner;
    start[4] = finalCorner;
    start[5] = firstCorner === NONE || rank === NONE ? NONE : firstCorner - rank;
    start[6] = firstCorner === NONE || finalCorner === NONE ? NONE : firstCorner - finalCorner;
    start[7] = finalCorner === NONE || rank === NONE ? NONE : finalCorner - rank;
  }

  /** A race of unknown distance or surface matches no other. */
  function isMatch(customize: RaceCustomize, race: number, pastRace: number): boolean {
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
}

/** Inlines encodeValue, as it runs hundreds of times per row. Yen become ln(1 + yen), milliseconds become seconds. */
function encodeMean(kind: number, mean: number): number {
  const column = CODES[kind];
  if (column === undefined) return MISSING_CODE;
  const value = kind === PRIZE ? Math.log1p(mean) : kind === MARGIN ? mean / 1000 : mean;
  const code = Math.round((value - column.offset) / column.step);
  return code < 0 ? 0 : code >= MISSING_CODE ? MISSING_CODE - 1 : code;
}
