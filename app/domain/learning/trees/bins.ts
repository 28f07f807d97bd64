import { MISSING_CODE } from "#app/domain/features/matrix.ts";

/** Bin 0 holds missing values; bins 1 to 63 hold values. */
const VALUE_BINS = 63;
export const CODES = 65_536;

/**
 * Quantile bins by the greedy method of LightGBM (Ke et al. 2017): equally many codes per bin; a frequent code has a
 * bin of its own. An edge lies half-way between the neighbouring codes.
 *
 * @returns the highest code of each value bin, ascending; empty without values
 */
export function fitEdges(codes: Uint16Array, counts = new Uint32Array(CODES), maxBins = VALUE_BINS): Uint16Array {
  counts.fill(0);
  for (const code of codes) counts[code]!++;
  const values: number[] = [];
  let total = 0;
  for (let code = 0; code < MISSING_CODE; code++) {
    if (counts[code] === 0) continue;
    values.push(code);
    total += counts[code]!;
  }
  if (values.length === 0) return new Uint16Array(0);
  const isAlone = (position: number) => values.length <= maxBins || counts[values[position]!]! * maxBins >= total;

  let restBins = maxBins;
  let rest = total;
  for (let position = 0; position < values.length; position++) {
    if (!isAlone(position)) continue;
    restBins--;
    rest -= counts[values[position]!]!;
  }
  const edges: number[] = [];
  let filled = 0;
  for (let position = 0; position + 1 < values.length && edges.length < maxBins - 1; position++) {
    const count = counts[values[position]!]!;
    filled += count;
    const wanted = rest / restBins;
    const isFull = filled >= wanted || (isAlone(position + 1) && filled >= Math.max(1, wanted / 2));
    if (!isAlone(position) && !isFull) continue;
    edges.push((values[position]! + values[position + 1]!) >>> 1);
    if (!isAlone(position)) {
      restBins = Math.max(1, restBins - 1);
      rest -= filled;
    }
    filled = 0;
  }
  edges.push(MISSING_CODE - 1);
  return Uint16Array.from(edges);
}

/** Bin of every possible code. @param bins scratch space for the result */
export function binsOfCodes(edges: Uint16Array, bins = new Uint8Array(CODES)): Uint8Array {
  bins.fill(0);
  let from = 0;
  for (const [position, edge] of edges.entries()) {
    bins.fill(position + 1, from, edge + 1);
    from = edge + 1;
  }
  return bins;
}

/** Without building a table. */
export function binOf(edges: Uint16Array, code: number): number {
  if (code === MISSING_CODE || edges.length === 0) return 0;
  let low = 0;
  let high = edges.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (code <= edges[middle]!) high = middle;
    else low = middle + 1;
  }
  return low + 1;
}
