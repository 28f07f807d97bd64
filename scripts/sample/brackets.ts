/**
 * The bracket of a horse number. Up to 8 runners have one each; of 9–16, the last n − 8 brackets hold two; of 17,
 * bracket 8 holds three; of 18, brackets 7 and 8 do.
 * @throws {RangeError} outside 1 ≤ horseNum ≤ declared ≤ 18
 */
export function bracketOf(horseNum: number, declared: number): number {
  if (!(horseNum >= 1 && horseNum <= declared && declared <= 18)) {
    throw new RangeError(`no bracket for horse ${horseNum} of ${declared}`);
  }
  let bracket = 1;
  for (let last = sizeOf(1, declared); last < horseNum; last += sizeOf(bracket, declared)) bracket += 1;
  return bracket;
}

const sizeOf = (bracket: number, declared: number): number => Math.max(1, Math.floor((declared + bracket - 1) / 8));
