/** Nine significant digits: what an artifact keeps of a number, far below anything that shows. */
export function roundNumber(value: number): number {
  return Number(value.toPrecision(9));
}
