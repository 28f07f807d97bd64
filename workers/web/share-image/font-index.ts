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

/** A text of which nothing can be drawn: somebody's name must not look forgotten. */
const NOTHING_DRAWN = "・";

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

const GRAPHEMES = new Intl.Segmenter("ja", { granularity: "grapheme" });

/**
 * A text as the fonts can draw it: composed (か and a voiced sound mark are が), without control characters, line
 * breaks, marks of direction and selectors of variants. What a reader sees as one character and the fonts lack takes the
 * plainest form that they have (Ⅱ is II, ạ̈ is a, a family of emoji its first face, a flag its letters), or is dropped.
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
    // A vowel of Thai belongs to the letter before it, whatever that is: what can be drawn of both stays.
    drawn += (form ?? visible.filter((character) => !MARK.test(character) && isKnown(character))).join("");
  }
  return drawn.trim() || (isVisible ? NOTHING_DRAWN : "");
}

/**
 * A grapheme's characters from as they are written to the plainest; marks above or below a letter are dropped. A sequence
 * of emoji is its first one: the fonts draw neither families nor skins, and would set its parts side by side.
 */
function plainestForms(visible: readonly string[]): string[][] {
  const isMark = (character: string) => MARK.test(character);
  const letters = visible.filter((character) => !isMark(character));
  const folded = [...letters.join("").normalize("NFKC")].filter((character) => !INVISIBLE.test(character));
  const bases = [...letters.join("").normalize("NFKD")].filter((character) => !isMark(character));
  const first = letters.slice(0, PICTURE.test(letters[0] ?? "") ? 1 : 0);
  return [letters.flatMap(flagLetter), first, letters, folded, bases];
}

/**
 * Parts of a text that satori can set as one. Within a text it looks the font of a character up by its first UTF-16 unit
 * only, so of two characters beyond the first plane that share it, such as most emoji, the second is drawn in the first
 * one's font, as an empty box: they must be of one slice.
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

/** Flags are pairs of letters of their own: 🇯 is J. */
function flagLetter(character: string): string[] {
  const code = (character.codePointAt(0) ?? 0) - 0x1f1e6;
  return code >= 0 && code < 26 ? [String.fromCodePoint(0x41 + code)] : [];
}

/** Other, format and unassigned characters, joiners and variation selectors. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;
const MARK = /\p{M}/u;
const SPACE = /\s/u;
const PICTURE = /\p{Extended_Pictographic}/u;
