/** `share-fonts/index.json`, written by scripts/share-fonts.mjs. */
export interface FontIndexFile {
  slices: readonly string[];
  /** From, to, slice, from, to, slice …: ascending, non-overlapping ranges of code points with a glyph. */
  ranges: readonly number[];
}

export interface FontIndex {
  findSlice(codePoint: number): string | null;
}

/** Replaces characters that the fonts cannot draw; {@link drawableText} with a font. */
export type CleanText = (text: string) => string;

/** Drawn for a text without any drawable character, so that a name never seems to be missing. */
const NOTHING_DRAWN = "・";

/** Longer texts are cut first; no name or title comes close. */
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

const GRAPHEMES = new Intl.Segmenter("ja", { granularity: "grapheme" });

/**
 * Converts a text to a form the fonts can draw: composed, without control characters and line breaks. A grapheme that
 * the fonts lack becomes its plainest available form (Ⅱ by II, an emoji family by its first face), or is dropped.
 */
export function drawableText(text: string, font: FontIndex): string {
  const line = text.slice(0, MAX_CHARACTERS).normalize("NFC");
  const isKnown = (character: string) => font.findSlice(character.codePointAt(0) ?? 0) !== null;
  let drawn = "";
  let isVisible = false;
  for (const { segment } of GRAPHEMES.segment(line)) {
    const visible = [...segment].filter((character) => !INVISIBLE.test(character));
    isVisible ||= visible.some((character) => !SPACE.test(character));
    const form = plainestForms(visible).find((one) => one.length > 0 && one.every(isKnown));
    // A Thai vowel belongs to the preceding letter, whichever it is: keep what can be drawn of both.
    drawn += (form ?? visible.filter((character) => !MARK.test(character) && isKnown(character))).join("");
  }
  return drawn.trim() || (isVisible ? NOTHING_DRAWN : "");
}

/** From the original to the plainest. The fonts would draw the parts of an emoji sequence side by side. */
function plainestForms(visible: readonly string[]): string[][] {
  const isMark = (character: string) => MARK.test(character);
  const letters = visible.filter((character) => !isMark(character));
  const folded = [...letters.join("").normalize("NFKC")].filter((character) => !INVISIBLE.test(character));
  const bases = [...letters.join("").normalize("NFKD")].filter((character) => !isMark(character));
  const first = letters.slice(0, PICTURE.test(letters[0] ?? "") ? 1 : 0);
  return [letters.flatMap(flagLetter), first, letters, folded, bases];
}

/**
 * Splits a text into runs that satori can draw. Satori selects a font by the first UTF-16 unit, so characters of one
 * run that share it (such as most emoji) must be of one slice.
 */
export function splitRuns(text: string, font: FontIndex): string[] {
  const runs: string[] = [];
  let owners = new Map<number, string | null>();
  let run = "";
  for (const character of text) {
    const unit = character.charCodeAt(0);
    const slice = font.findSlice(character.codePointAt(0) ?? 0);
    if ((owners.get(unit) ?? slice) !== slice) {
      runs.push(run);
      run = "";
      owners = new Map();
    }
    owners.set(unit, slice);
    run += character;
  }
  return [...runs, run];
}

/** 🇯 becomes J. */
function flagLetter(character: string): string[] {
  const code = (character.codePointAt(0) ?? 0) - 0x1f1e6;
  return code >= 0 && code < 26 ? [String.fromCodePoint(0x41 + code)] : [];
}

/** Control, format and unassigned characters, joiners and variation selectors. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;
const MARK = /\p{M}/u;
const SPACE = /\s/u;
const PICTURE = /\p{Extended_Pictographic}/u;
