import { INVISIBLE } from "./text-faults.ts";

/** England, Scotland and Wales: a black flag and its region in letters that nobody sees. */
const FLAGS = ["gbeng", "gbsct", "gbwls"].map((region) => {
  const tags = [...region].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
  return `\u{1f3f4}${tags.join("")}\u{e007f}`;
});
const PICTURE = "\\p{Extended_Pictographic}\\ufe0f?\\p{Emoji_Modifier}?";
/** Emoji whose parts are joined by characters that nobody sees. */
const EMOJI = [...FLAGS, `${PICTURE}(?:\\u200d${PICTURE})+`].join("|");
const UNSEEN = new RegExp(`(${EMOJI})|[\\p{Cs}]|${INVISIBLE.source}`, "gu");

/** A letter, digit, sign or picture. Marks, spaces and fillers alone show nothing. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** More than two marks on one letter grow over the lines around it. */
const STACKED_MARKS = /\p{M}{3}/u;

/**
 * Normalises a text that others see: removes what nobody sees ({@link INVISIBLE}, lone surrogates) but for the joints of emoji, trims
 * white space (including full-width), and applies NFC. A text that shows nothing becomes empty.
 *
 * @param lines line breaks are kept
 */
export function cleanText(text: string, { lines = false } = {}): string {
  const cleaned = text
    .replace(UNSEEN, (unseen, emoji: string | undefined) => emoji ?? (lines && unseen === "\n" ? unseen : ""))
    .normalize("NFC")
    .trim();
  return VISIBLE.test(cleaned) ? cleaned : "";
}

/** {@link cleanText} of one line. */
export function cleanName(text: string): string {
  return cleanText(text);
}

/** Whether a cleaned text has a letter under more than two marks. */
export function hasStackedMarks(text: string): boolean {
  return STACKED_MARKS.test(text);
}

/** Words of whoever runs the site, in hiragana where they have kana. */
const RESERVED = ["運営", "管理者", "はちわく"];

/** Whether a name could be taken for that of whoever runs the site, however its letters are written. */
export function isReservedName(name: string): boolean {
  const letters = cleanName(name)
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
  return RESERVED.some((word) => letters.includes(word));
}
