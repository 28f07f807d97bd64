/**
 * The bracket of a horse number. Up to 8 runners have one each; of 9–16, the last n − 8 brackets hold two; of 17,
 * bracket 8 holds three; of 18, brackets 7 and 8 do.
 * @throws {RangeError} outside 1 ≤ horseNum ≤ declared ≤ 18
 */
export function bracketOf(horseNum: number, declared: number): number {
  if (!(horseNum >= 1 && horseNum <= declared && declared <= 18)) {
    throw new RangeError(`no bracket for horse ${horseNum} of ${declared}`);
  }
  let last = 0;
  for (let bracket = 1; bracket <= 8; bracket++) {
    last += bracketSize(bracket, declared);
    if (horseNum <= last) return bracket;
  }
  throw new RangeError(`no bracket for horse ${horseNum} of ${declared}`);
}

function bracketSize(bracket: number, declared: number): number {
  if (declared <= 8) return 1;
  if (declared === 17) return bracket === 8 ? 3 : 2;
  if (declared === 18) return bracket >= 7 ? 3 : 2;
  return bracket > 16 - declared ? 2 : 1;
}
