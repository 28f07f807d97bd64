import { MISSING_CODE } from "../features/matrix.ts";

/** Standardised values are clipped to this many standard deviations either side. */
const CLIP = 4;
/** Standardised values are kept as 16-bit integers of this many steps per standard deviation. */
export const STEPS_PER_SD = 8191;

/**
 * Pooled within-race standard deviation of a column's codes, in code steps, over the known values of the races
 * [0, raceEnd). 0 when nothing varies inside any race: such a column can say nothing about the order.
 */
export function poolWithinRaceSd(codes: Uint16Array, raceStart: Uint32Array, raceEnd: number): number {
  let squares = 0;
  let known = 0;
  for (let race = 0; race < raceEnd; race++) {
    const from = raceStart[race]!;
    const to = raceStart[race + 1]!;
    const mean = meanOfKnown(codes, from, to);
    for (let row = from; row < to; row++) {
      const code = codes[row]!;
      if (code === MISSING_CODE) continue;
      squares += (code - mean) * (code - mean);
      known++;
    }
  }
  return known === 0 ? 0 : Math.sqrt(squares / known);
}

/**
 * Turns one race's codes into race-centred, standardised, clipped values; missing becomes 0, the race's mean.
 * Training and scoring share it. `out` may lie on the memory of `codes`.
 *
 * @param sd pooled within-race standard deviation in code steps
 */
export function standardiseRace(codes: Uint16Array, from: number, to: number, sd: number, out: Int16Array): void {
  const mean = meanOfKnown(codes, from, to);
  const factor = STEPS_PER_SD / sd;
  const limit = CLIP * STEPS_PER_SD;
  for (let row = from; row < to; row++) {
    const code = codes[row]!;
    const value = code === MISSING_CODE ? 0 : Math.round((code - mean) * factor);
    out[row] = Math.max(-limit, Math.min(limit, value));
  }
}

function meanOfKnown(codes: Uint16Array, from: number, to: number): number {
  let sum = 0;
  let known = 0;
  for (let row = from; row < to; row++) {
    const code = codes[row]!;
    if (code === MISSING_CODE) continue;
    sum += code;
    known++;
  }
  return known === 0 ? 0 : sum / known;
}

/** One bit per row, 1 where the code is missing. */
export function missingBits(codes: Uint16Array): Uint32Array {
  const bits = new Uint32Array((codes.length + 31) >>> 5);
  for (let row = 0; row < codes.length; row++) {
    if (codes[row] === MISSING_CODE) bits[row >>> 5]! |= 1 << (row & 31);
  }
  return bits;
}

/** Whether in some race of [0, raceEnd) one runner's value is missing and another's known. */
export function variesWithinRace(bits: Uint32Array, raceStart: Uint32Array, raceEnd: number): boolean {
  for (let race = 0; race < raceEnd; race++) {
    const from = raceStart[race]!;
    const to = raceStart[race + 1]!;
    const first = bitAt(bits, from);
    for (let row = from + 1; row < to; row++) if (bitAt(bits, row) !== first) return true;
  }
  return false;
}

function bitAt(bits: Uint32Array, row: number): number {
  return (bits[row >>> 5]! >>> (row & 31)) & 1;
}
