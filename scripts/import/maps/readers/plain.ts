interface Doubt {
  doubt: string;
}

/** A cell of the open CSV format, "" for an absent value. */
export type Reading = string | Doubt;

/**
 * Turns a cell of a Japanese table into one of the open CSV format. An unknown spelling stays unchanged, and the
 * format's own fields refuse it.
 */
export type CellReader = (cell: string) => Reading;

/** Dashes, words for an absent value, and those of data frames, databases and spreadsheets. */
const NOTHING =
  /^(?:[-ー―‐‑–—−─━~*.・:…\s]+|計不|前計不|計量不能|計測不能|なし|無し|未定|未確定|未発表|発表前|発売前|不明|nan|nat|none|null|nil|undefined|<na>|n\/a|#n\/a|na|#value!|#ref!)$/i;

/** Digits in circles that normalisation keeps: filled, double and sans-serif ones. */
const CIRCLED = /[\u24eb-\u24fe\u2776-\u2793]/g;
const ASCII = /^[\x20-\x7e]*$/;

/** A spreadsheet keeps `="0123"` and `'0123` from becoming a number. */
const unwrapped = (cell: string): string => /^="(.*)"$/.exec(cell)?.[1] ?? cell.replace(/^'(?=\d)/, "");

function uncircled(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  if (code >= 0x2776) return String(((code - 0x2776) % 10) + 1);
  return String(code <= 0x24f4 ? code - 0x24eb + 11 : code - 0x24f5 + 1);
}

/** Full-width digits and letters as ASCII, half-width kana as full-width; "" for a cell that holds no value. */
export function plain(cell: string): string {
  const bare = unwrapped(cell.trim());
  const text = ASCII.test(bare) ? bare.trim() : bare.normalize("NFKC").replaceAll(CIRCLED, uncircled).trim();
  return NOTHING.test(text) ? "" : text;
}

/** The first group of the pattern, "" for an empty cell, else the cell itself. */
export function extract(cell: string, pattern: RegExp): string {
  const text = plain(cell);
  return pattern.exec(text)?.[1] ?? text;
}

/** A number without the ".0" of data frames and without separators of thousands. */
export const readNumber = (cell: string): string =>
  plain(cell)
    .replaceAll(/,(?=\d{3}(?:\D|$))/g, "")
    .replace(/^([+-]?\d+)\.0+$/, "$1");

/** A number of a column in which 0 means that there is none. */
export const orNothing = (number: string): string => (/^[+-]?0+(?:\.0*)?$/.test(number) ? "" : number);
