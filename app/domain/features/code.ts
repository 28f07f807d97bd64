import { type Column, MISSING_CODE } from "./matrix.ts";

/** Encodes a value as the column's 16-bit code: nearest step, clamped at both ends; NaN is missing. */
export function encodeValue(column: Pick<Column, "offset" | "step">, value: number): number {
  if (Number.isNaN(value)) return MISSING_CODE;
  const code = Math.round((value - column.offset) / column.step);
  return code < 0 ? 0 : code >= MISSING_CODE ? MISSING_CODE - 1 : code;
}

/** Decodes a code to the raw value; NaN if missing. */
export function decodeCode(column: Pick<Column, "offset" | "step">, code: number): number {
  return code === MISSING_CODE ? Number.NaN : column.offset + code * column.step;
}
