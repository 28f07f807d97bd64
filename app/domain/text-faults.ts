/**
 * Invisible characters that change how a text reads or compares: controls (line feeds too), bidirectional marks, zero-
 * width and other format characters. Without variation selectors, which names use.
 */
export const INVISIBLE =
  /(?![\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const CONTROL = /\p{Cc}/u;

/** Replaces what could not be converted. */
const REPLACEMENT_CHARACTER = "\ufffd";

/**
 * UTF-8 kana read as CP932 (E3 81, E3 82, E3 83: 縺繧繝, which no name contains), as Latin-1 or Windows-1252, and CP932
 * read as Windows-1252 (‚ƒ).
 */
const MOJIBAKE = /[\u7e3a\u7e67\u7e5d]|ã[\u00a0-\u00bf\u201a\u0192]|[\u201a\u0192].{0,2}[\u201a\u0192]/su;

/** Follows the quoted text in a reason. */
export function findTextFault(text: string): string | null {
  const invisible = INVISIBLE.exec(text)?.[0];
  if (invisible !== undefined)
    return CONTROL.test(invisible)
      ? "holds a control character"
      : `holds the invisible character ${codePointName(invisible)}: remove it`;
  if (text.includes(REPLACEMENT_CHARACTER))
    return "holds U+FFFD, which stands where characters were lost: export the file once more, as UTF-8";
  if (MOJIBAKE.test(text))
    return "is mojibake, text that was read in the wrong encoding and saved: export the file once more, as UTF-8";
  return null;
}

/** Invisible characters as \u{…}, for printing. */
export function showInvisible(text: string): string {
  return text.replaceAll(
    new RegExp(INVISIBLE, "gu"),
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
