import { INVISIBLE } from "./text-faults.ts";

/** Flags of England, Scotland and Wales: a black flag and the region in invisible letters. */
const FLAGS = ["gbeng", "gbsct", "gbwls"].map((region) => {
  const tags = [...region].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
  return `\u{1f3f4}${tags.join("")}\u{e007f}`;
});
const PICTURE = "\\p{Extended_Pictographic}\\ufe0f?\\p{Emoji_Modifier}?";
/** Emoji whose parts are joined by invisible characters. */
const EMOJI = [...FLAGS, `${PICTURE}(?:\\u200d${PICTURE})+`].join("|");
const UNSEEN = new RegExp(`(${EMOJI})|[\\p{Cs}]|${INVISIBLE.source}`, "gu");

/** Marks, spaces and fillers alone show nothing. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** More than two marks on one letter overlap other lines. */
const STACKED_MARKS = /\p{M}{3}/u;

/**
 * Normalises a public text: removes invisible characters ({@link INVISIBLE}, lone surrogates) except the joints of
 * emoji, trims white space (full-width too), applies NFC. A text without a visible character becomes empty.
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

export function cleanName(text: string): string {
  return cleanText(text);
}

export function hasStackedMarks(text: string): boolean {
  return STACKED_MARKS.test(text);
}

/** Words of the operator, in hiragana where they have kana. */
const RESERVED = ["運営", "管理者", "はちわく"];

/** Whether a name imitates the operator's, in any spelling. */
export function isReservedName(name: string): boolean {
  const letters = cleanName(name)
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
  return RESERVED.some((word) => letters.includes(word));
}
