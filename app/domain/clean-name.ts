/**
 * Normalises a name for display: removes control characters, bidirectional and invisible marks and lone surrogates
 * (they could reverse the text of every page that shows the name), trims white space (including full-width), and
 * applies NFC. Keeps the joiner inside emoji.
 */
export function cleanName(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu, "")
    .normalize("NFC")
    .trim();
}
