/** Widths in em of Noto Sans JP Bold by character class, rounded up; all other characters are full width. */
const NARROW: readonly (readonly [RegExp, number])[] = [
  [/[ijlI|!'.,:;()[\]{}`\u30fb ]/u, 0.36],
  [/[mwMW@%]/u, 0.96],
  [/[A-Z&]/u, 0.72],
  [/[\u0020-\u007E]/u, 0.62],
  [/[\u00A0-\u024F]/u, 0.7],
  [/[\uFF61-\uFFDC]/u, 0.52],
];

function widthInEm(text: string): number {
  let width = 0;
  for (const character of text) width += NARROW.find(([kind]) => kind.test(character))?.[1] ?? 1;
  return width;
}

/** Estimated width in px, rather too wide than too narrow. */
export function widthOf(text: string, size: number): number {
  return widthInEm(text) * size;
}

/** A smaller size if none of the descending sizes fits, so that text is never cut. */
export function fitSize(text: string, { width, sizes }: { width: number; sizes: readonly number[] }): number {
  const needed = widthInEm(text);
  const found = sizes.find((size) => needed * size <= width);
  return found ?? Math.max(6, Math.min(sizes.at(-1) ?? 12, Math.floor(width / needed)));
}

/**
 * Not allowed at the start of a line: closing brackets, small kana, the prolonged sound mark.
 * ）」』】〉》、。，．・：；！？ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々〜–
 */
const NO_START =
  /[\s)\uff09\u300d\u300f\u3011\u3009\u300b\u3001\u3002\uff0c\uff0e\u30fb\uff1a\uff1b\uff01\uff1f!?.,:;\u30fc\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee\u30f5\u30f6\u3005\u301c\u2013]/u;
/** Not allowed at the end of a line: （「『【〈《 */
const NO_END = /[(\uff08\u300c\u300e\u3010\u3008\u300a]/u;

/** On one line, or on two of about equal width at a smaller size. */
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

/** Cuts a user's name, the only text that may end in …. */
export function cutToWidth(text: string, { width, size }: { width: number; size: number }): string {
  if (widthInEm(text) * size <= width) return text;
  const characters = [...text];
  while (characters.length > 1 && widthInEm(`${characters.join("")}…`) * size > width) characters.pop();
  return `${characters.join("")}…`;
}
