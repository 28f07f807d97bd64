/** 000 is a scratched horse, 999 a horse that could not be weighed. */
const NOT_WEIGHED = /^(?:\s*|000|999)$/;
/** Blank is a first start, 999 an unknown weight at the last start. */
const NO_CHANGE_KNOWN = /^(?:\s*|999)$/;

/** Body weight and change as cells of the open CSV. */
export function weightCells(weight: string, sign: string, change: string): { kg: string; changeKg: string } {
  if (NOT_WEIGHED.test(weight)) return { kg: "", changeKg: "" };
  const kg = /^\d{3}$/.test(weight) ? String(Number(weight)) : weight;
  if (NO_CHANGE_KNOWN.test(change)) return { kg, changeKg: "" };
  if (change === "000") return { kg, changeKg: "0" };
  if (!/^\d{3}$/.test(change)) return { kg, changeKg: change };
  if (sign === " ") return { kg, changeKg: "" };
  return { kg, changeKg: sign === "+" || sign === "-" ? `${sign}${Number(change)}` : `${sign}${change}` };
}
