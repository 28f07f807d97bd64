/** Texts of operators' files: UTF-8, or CP932 as most Japanese programs write it. */

export type DecodedText =
  | { kind: "text"; text: string; encoding: "utf-8" | "cp932" }
  | { kind: "unreadable"; line: number; reason: string };

const LINE_FEED = 10;

const tryDecode = (encoding: "utf-8" | "shift_jis", bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** @param bytes a whole file, or its beginning up to the end of a line */
export function decodeText(bytes: Uint8Array): DecodedText {
  const utf8 = tryDecode("utf-8", bytes);
  if (utf8 !== null) return { kind: "text", text: utf8, encoding: "utf-8" };
  // "shift_jis" of the encoding standard is CP932, with NEC's and IBM's characters.
  const cp932 = tryDecode("shift_jis", bytes);
  if (cp932 !== null) return { kind: "text", text: cp932, encoding: "cp932" };
  return { kind: "unreadable", line: firstBadLine(bytes), reason: "is neither UTF-8 nor Shift_JIS (CP932) text" };
}

/** The first line that is no CP932; UTF-8 with a few bad bytes fails there too, if not earlier. */
function firstBadLine(bytes: Uint8Array): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const found = bytes.indexOf(LINE_FEED, start);
    const stop = found === -1 ? bytes.length : found + 1;
    const part = bytes.subarray(start, stop);
    if (tryDecode("shift_jis", part) === null && tryDecode("utf-8", part) === null) return line;
    start = stop;
  }
  return line;
}

/** Encodings by which UTF-8 is read by mistake. */
const WRONG_ENCODINGS = ["shift_jis", "windows-1252"];

/** Whether a header row is one of these names in mojibake: UTF-8 read as CP932 or Latin-1, then saved. */
export function isGarbledHeader(header: string, names: readonly string[]): boolean {
  if (header.includes("\ufffd")) return true;
  return names.some((name) =>
    WRONG_ENCODINGS.some((wrong) => {
      const garbled = new TextDecoder(wrong).decode(new TextEncoder().encode(name)).replace(/\ufffd.*$/s, "");
      return garbled.length > 1 && header.includes(garbled);
    }),
  );
}
