import { type Field, quote } from "#app/domain/racing/fields.ts";
import type { Layout } from "./layouts.ts";
import { tidyText } from "./tidy-text.ts";

export interface RecordFinding {
  field: string;
  reason: string;
}

export interface RecordFindings {
  /** Errors: the record, or the rows derived with it, are rejected. */
  problems: RecordFinding[];
  /** Warnings for the operator; the record is accepted. */
  notices: RecordFinding[];
}

export const noFindings = (): RecordFindings => ({ problems: [], notices: [] });

/** Fields of one record; `index` counts occurrences of a repeated field from 0. */
export interface RecordView<Name extends string> {
  /** One character per byte, padding included. */
  raw(name: Name, index?: number): string;
  /** Decoded and tidied; "" with a problem if the bytes are no CP932. */
  text(name: Name, index?: number): string;
  /** A whole number as a cell of the open CSV format; "" for the initial value (blanks or zeros). */
  whole(name: Name, index?: number): string;
  tenths(name: Name, index?: number): string;
  /** Value of a code; null for the initial value, and with a notice for an unknown code. */
  code<T>(name: Name, values: Readonly<Record<string, T>>, index?: number): T | null;
  /** Validates by the open CSV format's field; an invalid value is a problem. */
  fill<T>(field: Field<T>, name: Name, cell: string): T;
  refuse(name: Name, reason: string): void;
  notice(name: Name, reason: string): void;
}

const decoder = new TextDecoder("shift_jis", { fatal: true });

export function rawText(bytes: Uint8Array, { start, length }: { start: number; length: number }): string {
  let text = "";
  for (let at = start; at < start + length; at += 1) text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}

/** Cuts fields by the layout first and decodes them afterwards. */
export function openRecord<Name extends string>(
  layout: Layout<Name>,
  bytes: Uint8Array,
  { problems, notices }: RecordFindings,
): RecordView<Name> {
  const label = (name: Name, index: number): string => (layout.place(name).repeat > 1 ? `${name}[${index + 1}]` : name);
  const view: RecordView<Name> = {
    raw(name, index = 0) {
      const { start, length, stride } = layout.place(name);
      return rawText(bytes, { start: start + index * stride, length });
    },
    text(name, index = 0) {
      const { start, length, stride } = layout.place(name);
      const from = start + index * stride;
      try {
        return tidyText(decoder.decode(bytes.subarray(from, from + length)));
      } catch {
        problems.push({ field: label(name, index), reason: "is not CP932 text" });
        return "";
      }
    },
    whole: (name, index) => wholeCell(view.raw(name, index)),
    tenths(name, index) {
      const cell = wholeCell(view.raw(name, index));
      return /^\d+$/.test(cell) ? (Number(cell) / 10).toFixed(1) : cell;
    },
    code(name, values, index = 0) {
      const code = view.raw(name, index).trim();
      if (Object.hasOwn(values, code)) return values[code] ?? null;
      if (!/^0*$/.test(code)) notices.push({ field: label(name, index), reason: `code ${quote(code)} is unknown` });
      return null;
    },
    fill: (field, name, cell) => field.read(cell, (_, reason) => problems.push({ field: name, reason })),
    refuse: (field, reason) => problems.push({ field, reason }),
    notice: (field, reason) => notices.push({ field, reason }),
  };
  return view;
}

function wholeCell(raw: string): string {
  const digits = raw.trim();
  if (/^0*$/.test(digits)) return "";
  return /^\d+$/.test(digits) ? String(Number(digits)) : digits;
}
