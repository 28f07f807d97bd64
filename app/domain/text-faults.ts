/**
 * Characters nobody sees that change how a text reads or compares: controls (line feeds too), bidirectional marks,
 * zero-width and other format characters. Variation selectors are left out: names are written with them.
 */
export const INVISIBLE =
  /(?![\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const CONTROL = /\p{Cc}/u;

/** In place of what could not be converted. */
const REPLACEMENT_CHARACTER = "\ufffd";

/**
 * Kana of UTF-8 read as CP932 (E3 81, E3 82, E3 83: 縺繧繝, characters that no name of horse, person or race has), of UTF-8
 * read as Latin-1 or Windows-1252, and of CP932 read as Windows-1252 (‚ƒ). Controls among them are found as such.
 */
const MOJIBAKE = /[\u7e3a\u7e67\u7e5d]|ã[\u00a0-\u00bf\u201a\u0192]|[\u201a\u0192].{0,2}[\u201a\u0192]/su;

/** Why a text cannot be stored as it stands; follows the quoted text in a reason. */
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

/** The text with what nobody sees written as \u{…}, so that it can be printed. */
export function showInvisible(text: string): string {
  return text.replaceAll(
    new RegExp(INVISIBLE, "gu"),
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
