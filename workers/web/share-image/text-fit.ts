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
 * The first of the falling sizes at which a text fits, in one line or in more; smaller still where none does, so that
 * nothing is ever cut.
 */
export function fitSize(
  text: string,
  { width, sizes, lines = 1 }: { width: number; sizes: readonly number[]; lines?: number },
): number {
  // A line that wraps stays short by a character at most.
  const room = (size: number) => (lines === 1 ? width : lines * (width - size));
  const needed = widthInEm(text);
  const found = sizes.find((size) => needed * size <= room(size));
  if (found !== undefined) return found;
  const smallest = sizes.at(-1) ?? 12;
  for (let size = smallest; size > 6; size--) if (needed * size <= room(size)) return size;
  return 6;
}

/** A user's name, the one text that may end in …. */
export function cutToWidth(text: string, { width, size }: { width: number; size: number }): string {
  if (widthInEm(text) * size <= width) return text;
  const characters = [...text];
  while (characters.length > 1 && widthInEm(`${characters.join("")}…`) * size > width) characters.pop();
  return `${characters.join("")}…`;
}
