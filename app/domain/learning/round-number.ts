/** Rounds to nine significant digits: the precision of numbers in artifacts, well below any visible effect. */
export function roundNumber(value: number): number {
  return Number(value.toPrecision(9));
}
