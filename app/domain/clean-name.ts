/**
 * A name as people see it: control characters, bidirectional and invisible marks and halves of surrogate pairs dropped
 * (they are no part of a name, and can turn around the text of every page that shows it), outer white space
 * (full-width too) off, NFC. The joiner inside emoji stays.
 */
export function cleanName(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu, "")
    .normalize("NFC")
    .trim();
}
