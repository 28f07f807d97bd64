/** Formats that operators send in place of CSV, recognised by content, and what to do with each. */

const WORKBOOK = "is an Excel workbook: save it as CSV, each sheet as a file of its own";
const SPREADSHEET = "is a spreadsheet (OpenDocument or Numbers): save it as CSV, each sheet as a file of its own";
const OFFICE_DOCUMENT = "is a document of an office program: copy its table into a spreadsheet and save that as CSV";
const WEB_PAGE = "is a web page (HTML): open it in a spreadsheet program and save its table as CSV";
const XML = "is XML: convert it to CSV with a header row";
const JSON_TEXT = "is JSON: convert it to CSV with a header row";
const PDF = "is a PDF, whose tables cannot be read: get the data as CSV from where it came from";
const PROGRAM = "is a program: if it is a self-extracting archive, run it and import the folder";
const DATABASE = "is a database file: export its tables as CSV";
const archive = (kind: string): string => `is ${kind} archive: unpack it yourself and import the folder`;

/** First bytes, one character a byte, and where they stand if not at the start. */
const SIGNATURES: readonly (readonly [start: string, reason: string, offset?: number])[] = [
  ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", WORKBOOK],
  // Excel 2 to 5 and 8 without a container: BOF and its length.
  ...["\t\0\x04\0", "\t\0\x06\0", "\t\x02\x06\0", "\t\x04\x06\0", "\t\b\b\0", "\t\b\x10\0"].map(
    (start) => [start, WORKBOOK] as const,
  ),
  ["%PDF-", PDF],
  ["7z\xbc\xaf'\x1c", archive("a 7z")],
  ["Rar!\x1a\x07", archive("a RAR")],
  ["ustar", archive("a tar"), 257],
  ["BZh", archive("a bzip2")],
  ["\xfd7zXZ\0", archive("an xz")],
  ["(\xb5/\xfd", archive("a Zstandard")],
  ["\x1f\x9d", archive("a compress (.Z)")],
  ["MSCF\0", archive("a cabinet (.cab)")],
  // Inside gzip, or one of several parts.
  ["PK\x03\x04", archive("a zip")],
  ["PK\x07\b", archive("a zip")],
  ["MZ\x90\0", PROGRAM],
  ["MZP\0", PROGRAM],
  ["SQLite format 3\0", DATABASE],
  ["\0\x01\0\0Standard ", DATABASE],
  ["{\\rtf", OFFICE_DOCUMENT],
];

/** Declarations and comments before the first element. */
const PROLOGUE = String.raw`^(?:\s*<(?:\?[^>]*|!--(?:(?!-->).)*--)>)*\s*<`;

const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^..-l[hz][0-9a-z]-/s, archive("an LZH")],
  [/^\s*(?:<\?[^>]*>\s*)*<\?mso-application progid="Excel/, WORKBOOK],
  [new RegExp(`${PROLOGUE}(?:ss:)?Workbook\\b`, "s"), WORKBOOK],
  [new RegExp(`${PROLOGUE}(?:!doctype\\s+html|html|head|body|table|div|meta|script|style|title)\\b`, "is"), WEB_PAGE],
  // A page with its pictures in one file (.mht).
  [/^(?:[\w-]+: ?[^\n]*\n(?:[ \t][^\n]*\n)*)*Content-Type: ?multipart\/related/i, WEB_PAGE],
  [/^\s*<\?xml\s/, XML],
  [/^\s*(?:\{\s*(?:"[^"\n]*"\s*:|\}\s*$)|\[\s*(?:[[{\]]|"[^"\n]*"\s*[,\]]|-?\d+(?:\.\d+)?\s*[,\]]))/, JSON_TEXT],
];

/** @param head the first characters: of UTF-16 decoded, else one a byte */
export function foreignFormat(head: string): string | null {
  const signature = SIGNATURES.find(([start, , offset = 0]) => head.startsWith(start, offset));
  return signature?.[1] ?? TEXTS.find(([start]) => start.test(head))?.[1] ?? null;
}

/** Documents that are zip archives. @param names of the archive's entries */
export function documentFormat(names: readonly string[]): string | null {
  const has = (start: string) => names.some((name) => name.startsWith(start));
  if (has("[Content_Types].xml")) return has("xl/") ? WORKBOOK : OFFICE_DOCUMENT;
  const isSpreadsheet = (has("mimetype") && has("content.xml")) || has("Index/Document.iwa");
  return isSpreadsheet ? SPREADSHEET : null;
}
