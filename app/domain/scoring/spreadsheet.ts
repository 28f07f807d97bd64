import Papa from "papaparse";

/** Spreadsheets recognise UTF-8 by it. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** First characters of formulas; a Japanese Excel accepts full-width ones too, and skips controls before them. */
const FORMULA = /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n\0]/;

/** An apostrophe makes spreadsheets read a formula as text. */
export function writeSpreadsheet(rows: (string | number | null)[][]): string {
  return BYTE_ORDER_MARK + Papa.unparse(rows, { newline: "\r\n", escapeFormulae: FORMULA });
}

export function textOfCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}
