import { findTextFault, showInvisible } from "../text-faults.ts";
import { isCalendarDay } from "./japan-time.ts";

/** Receives the column and the reason of every rejected cell; the row is then rejected too. */
export type Report = (column: string, reason: string) => void;

/** One field: its name in files, on the wire and in the database, and the reading of its cells. */
export interface Field<T> {
  column: string;
  isOptional: boolean;
  /** The value of a trimmed cell; a rejected cell is reported and reads as empty. */
  read(cell: string, report: Report): T;
  /** The cell that reads as this value, unquoted. */
  write(value: T): string;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

export type RecordOf<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never };

export const MAX_ID = 64;
const MAX_TEXT = 200;

const WHOLE_NUMBER = /^[+-]?\d{1,15}$/;
const DECIMAL = /^[+-]?\d{1,15}(\.\d{1,15})?$/;

/** Quotes a part of a file in a message: short, on one line, with invisible characters escaped. */
export function quote(text: string): string {
  const short = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return showInvisible(JSON.stringify(short));
}

/** @param parse called for cells that are not empty; an empty cell is null (unknown) */
function field<T>(
  column: string,
  parse: (text: string, refuse: (reason: string) => null) => T | null,
): Field<T | null> {
  return {
    column,
    isOptional: false,
    read(cell, report) {
      if (cell === "") return null;
      return parse(cell, (reason) => {
        report(column, reason);
        return null;
      });
    },
    write: (value) => (value === null ? "" : String(value)),
  };
}

/** One line of visible characters. */
export function text(column: string, max = MAX_TEXT): Field<string | null> {
  return field(column, (cell, refuse) => {
    if (cell.length > max) return refuse(`is longer than ${max} characters`);
    const fault = findTextFault(cell);
    return fault === null ? cell : refuse(`${quote(cell)} ${fault}`);
  });
}

/** @param complaint follows the cell's text in the reason */
export function matching(column: string, pattern: RegExp, complaint: string): Field<string | null> {
  return field(column, (cell, refuse) => (pattern.test(cell) ? cell : refuse(`${quote(cell)} ${complaint}`)));
}

export function day(column: string): Field<string | null> {
  return field(column, (cell, refuse) =>
    isCalendarDay(cell) ? cell : refuse(`${quote(cell)} is no calendar day (YYYY-MM-DD)`),
  );
}

function number(column: string, pattern: RegExp, what: string, min: number, max: number): Field<number | null> {
  return field(column, (cell, refuse) => {
    if (!pattern.test(cell)) return refuse(`${quote(cell)} is not a ${what}`);
    const value = Number(cell);
    return value >= min && value <= max ? value : refuse(`${quote(cell)} is not between ${min} and ${max}`);
  });
}

export function whole(column: string, min: number, max: number): Field<number | null> {
  return number(column, WHOLE_NUMBER, "whole number", min, max);
}

export function decimal(column: string, min: number, max: number): Field<number | null> {
  return number(column, DECIMAL, "number", min, max);
}

/** A decimal that is written with one digit. */
export function tenths(column: string, min: number, max: number): Field<number | null> {
  return { ...decimal(column, min, max), write: (value) => (value === null ? "" : value.toFixed(1)) };
}

export function oneOf<T extends string>(column: string, values: readonly T[]): Field<T | null> {
  return field(
    column,
    (cell, refuse) =>
      values.find((value) => value === cell) ?? refuse(`${quote(cell)} is none of ${values.join(", ")}`),
  );
}

export function oneOfNumbers<T extends number>(column: string, values: readonly T[]): Field<T | null> {
  const { read, ...rest } = whole(column, Math.min(...values), Math.max(...values));
  return {
    ...rest,
    read(cell, report) {
      const value = read(cell, report);
      return values.find((candidate) => candidate === value) ?? null;
    },
  };
}

export function flag(column: string): Field<boolean | null> {
  const { read } = oneOf(column, ["0", "1"]);
  return {
    column,
    isOptional: false,
    read(cell, report) {
      const value = read(cell, report);
      return value === null ? null : value === "1";
    },
    write: (value) => (value === null ? "" : value ? "1" : "0"),
  };
}

/** Rejects an empty cell. A rejected cell has the value `fallback`, so that the rest of its row is still read. */
export function required<T>(field: Field<T | null>, fallback: T, reason = "is empty"): Field<T> {
  return {
    ...field,
    read(cell, report) {
      if (cell === "") report(field.column, reason);
      return field.read(cell, report) ?? fallback;
    },
  };
}

/** An empty or refused cell has this value. */
export function orElse<T>(field: Field<T | null>, value: T): Field<T> {
  return { ...field, read: (cell, report) => field.read(cell, report) ?? value };
}

/** Files may lack the column, which makes the field unknown. */
export function optional<T>(field: Field<T>): Field<T> {
  return { ...field, isOptional: true };
}
