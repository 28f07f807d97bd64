import { type Column, MISSING_CODE } from "./matrix.ts";

/** The column's 16-bit code of a value: nearest step, clamped at both ends; NaN is missing. */
export function encodeValue(column: Pick<Column, "offset" | "step">, value: number): number {
  if (Number.isNaN(value)) return MISSING_CODE;
  const code = Math.round((value - column.offset) / column.step);
  return code < 0 ? 0 : code >= MISSING_CODE ? MISSING_CODE - 1 : code;
}

/** The raw value of a code; NaN is missing. */
export function decodeCode(column: Pick<Column, "offset" | "step">, code: number): number {
  return code === MISSING_CODE ? Number.NaN : column.offset + code * column.step;
}
