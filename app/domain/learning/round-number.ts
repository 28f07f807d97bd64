/** Nine significant digits: the precision of numbers in artifacts. */
export function roundNumber(value: number): number {
  return Number(value.toPrecision(9));
}
