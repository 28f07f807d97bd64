/** Keys by which names of horses, jockeys and races are found: independent of kana, width and case. */

/** Longer texts are cut: no name is. */
const MAX_LENGTH = 40;

const SMALL_KANA = "ァィゥェォッャュョヮヵヶ";
const LARGE_KANA = "アイウエオツヤユヨワカケ";

/**
 * The key of a name or its beginning: full-width katakana, half-width letters in lower case, large kana for small ones
 * (キャ is キヤ), without long-vowel marks (ー), spaces and punctuation. The key of a beginning is the beginning of the key.
 */
export function nameKey(text: string): string {
  const plain = text
    .slice(0, MAX_LENGTH * 2)
    .normalize("NFKC")
    .toLowerCase();
  const key = [...plain].flatMap((char) => keyOf(char)).join("");
  return [...key].slice(0, MAX_LENGTH).join("");
}

function keyOf(char: string): string[] {
  const code = char.codePointAt(0) ?? 0;
  // ぁ to ゖ, ゝ and ゞ have their katakana 0x60 above.
  const isHiragana = (code >= 0x3041 && code <= 0x3096) || code === 0x309d || code === 0x309e;
  const kana = isHiragana ? String.fromCodePoint(code + 0x60) : char;
  const small = SMALL_KANA.indexOf(kana);
  if (small >= 0) return [LARGE_KANA[small] ?? kana];
  return /[\p{Letter}\p{Number}]/u.test(kana) && kana !== "ー" ? [kana] : [];
}

/** Two characters, or one that is no kana, letter or digit (武). */
export function isSearchable(key: string): boolean {
  return [...key].length >= 2 || /^\p{Script=Han}$/u.test(key);
}
