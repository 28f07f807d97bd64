/** `share-fonts/index.json` as scripts/share-fonts.mjs writes it. */
export interface FontIndexFile {
  /** Names of the slices. */
  slices: readonly string[];
  /** From, to, slice, from, to, slice …: ascending code points that the font has a glyph for, without overlap. */
  ranges: readonly number[];
}

/** Which slice of the font draws a character. */
export interface FontIndex {
  /** Null where no slice has a glyph. */
  findSlice(codePoint: number): string | null;
}

/** Makes of a text what the font can draw: {@link drawableText} with its font. */
export type CleanText = (text: string) => string;

/** Stands for what the font cannot draw: the geta mark, with which Japanese typesetters fill the place of a missing type. */
const MISSING_SIGN = "〓";

/** Stands for an emoji. */
const PICTURE_SIGN = "・";

/** Longer texts are cut before anything looks at them; no name or title is nearly so long. */
const MAX_CHARACTERS = 200;

export function createFontIndex({ slices, ranges }: FontIndexFile): FontIndex {
  const count = ranges.length / 3;
  const starts = Uint32Array.from({ length: count }, (_, index) => ranges[index * 3]!);
  const ends = Uint32Array.from({ length: count }, (_, index) => ranges[index * 3 + 1]!);
  const owners = Uint8Array.from({ length: count }, (_, index) => ranges[index * 3 + 2]!);
  return {
    findSlice(codePoint) {
      let low = 0;
      let high = count - 1;
      while (low <= high) {
        const middle = (low + high) >> 1;
        if (codePoint < starts[middle]!) high = middle - 1;
        else if (codePoint > ends[middle]!) low = middle + 1;
        else return slices[owners[middle]!] ?? null;
      }
      return null;
    },
  };
}

/**
 * A text as the font can draw it: composed (か and a voiced sound mark are が), without control characters, line
 * breaks, marks of direction and selectors of variants. What a reader sees as one character and the font lacks becomes one sign: an emoji
 * of however many code points a dot, anything else {@link MISSING_SIGN}; marks above or below a letter that the font
 * lacks are dropped.
 */
export function drawableText(text: string, font: FontIndex): string {
  const line = text.slice(0, MAX_CHARACTERS).normalize("NFC");
  const isKnown = (character: string) => font.findSlice(character.codePointAt(0) ?? 0) !== null;
  let drawn = "";
  for (const { segment } of new Intl.Segmenter("ja", { granularity: "grapheme" }).segment(line)) {
    const visible = [...segment].filter((character) => !INVISIBLE.test(character));
    const letters = visible.filter((character) => !MARK.test(character));
    if (letters.length > 0 && letters.every(isKnown)) drawn += letters.join("");
    else if (visible.length > 0) drawn += PICTURE.test(segment) ? PICTURE_SIGN : MISSING_SIGN;
  }
  return drawn.trim();
}

/** Other, format and unassigned characters, joiners and variation selectors. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;
const MARK = /\p{M}/u;
const PICTURE = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
