/** Null stays null. + 0 turns −0 into 0, which JSON would not preserve. */
export function roundTo<Value extends number | null>(value: Value, decimals: number): Value {
  return (value === null ? null : Math.round(value * 10 ** decimals) / 10 ** decimals + 0) as Value;
}
