/** Widths in em of Noto Sans JP's bold letters by kind, rounded up; all that is not listed is full width. */
const NARROW: readonly (readonly [RegExp, number])[] = [
  [/[ijlI|!'.,:;()[\]{}`・ ]/u, 0.36],
  [/[mwMW@%]/u, 0.96],
  [/[A-Z&]/u, 0.72],
  [/[\u0020-\u007E]/u, 0.62],
  [/[\u00A0-\u024F]/u, 0.7],
  [/[\uFF61-\uFFDC]/u, 0.52],
];

/** About how wide a text gets at one pixel of size; rather too wide than too narrow. */
function widthInEm(text: string): number {
  let width = 0;
  for (const character of text) width += NARROW.find(([kind]) => kind.test(character))?.[1] ?? 1;
  return width;
}

/**
 * The first of the falling sizes at which a text fits in a line; smaller still where none does, so that nothing is ever
 * cut.
 */
export function fitSize(text: string, { width, sizes }: { width: number; sizes: readonly number[] }): number {
  const needed = widthInEm(text);
  const found = sizes.find((size) => needed * size <= width);
  return found ?? Math.max(6, Math.min(sizes.at(-1) ?? 12, Math.floor(width / needed)));
}

/** Never first in a line: closing signs, small kana, the long vowel's bar. */
const NO_START = /[\s)）」』】〉》、。，．・：；！？!?.,:;ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々〜–]/u;
/** Never last in a line. */
const NO_END = /[(（「『【〈《]/u;

/**
 * A text in one line at one of the falling sizes, or else in two lines of about equal width at one of the smaller ones;
 * a line may end at a space, and between any two characters of Japanese.
 */
export function fitLines(
  text: string,
  { width, sizes, smallSizes }: { width: number; sizes: readonly number[]; smallSizes: readonly number[] },
): { text: string | readonly string[]; size: number } {
  const size = fitSize(text, { width, sizes });
  if (size >= (sizes.at(-1) ?? 0)) return { text, size };
  const lines = breakInTwo(text);
  return { text: lines, size: Math.min(...lines.map((line) => fitSize(line, { width, sizes: smallSizes }))) };
}

function breakInTwo(text: string): readonly string[] {
  const characters = [...text];
  const half = widthInEm(text) / 2;
  let best: { at: number; cost: number } | null = null;
  for (let at = 1; at < characters.length; at++) {
    const [before, after] = [characters[at - 1] ?? "", characters[at] ?? ""];
    if (NO_START.test(after) || NO_END.test(before)) continue;
    const isInsideWord = /[\p{Script=Latin}\d]/u.test(before) && /[\p{Script=Latin}\d]/u.test(after);
    const offset = Math.abs(widthInEm(characters.slice(0, at).join("")) - half);
    const cost = offset + (isInsideWord ? half : 0);
    if (best === null || cost < best.cost) best = { at, cost };
  }
  if (best === null) return [text];
  return [characters.slice(0, best.at).join("").trim(), characters.slice(best.at).join("").trim()];
}

/** A user's name, the one text that may end in …. */
export function cutToWidth(text: string, { width, size }: { width: number; size: number }): string {
  if (widthInEm(text) * size <= width) return text;
  const characters = [...text];
  while (characters.length > 1 && widthInEm(`${characters.join("")}…`) * size > width) characters.pop();
  return `${characters.join("")}…`;
}
