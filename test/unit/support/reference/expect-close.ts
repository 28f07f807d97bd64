import { expect } from "vitest";

/** Expects equally many numbers, each within a distance of the other. */
export function expectClose(found: Iterable<number>, wanted: readonly number[], distance = 1e-12): void {
  const values = [...found];
  expect(values).toHaveLength(wanted.length);
  for (const [i, value] of values.entries()) expect(Math.abs(value - wanted[i]!)).toBeLessThan(distance);
}
