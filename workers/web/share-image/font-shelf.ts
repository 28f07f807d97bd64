import type { Font } from "satori/standalone";
import { createFontIndex, type FontIndex, type FontIndexFile } from "./font-index.ts";

export type FontWeight = 400 | 700;

/** Slices kept in memory: about 31 KB each as they come, and three times as much once satori has read them. */
const MAX_SLICES = 72;

/** Reads a file of `share-fonts/` from the static assets. @throws when there is none */
type ReadFontFile = (name: string) => Promise<ArrayBuffer>;

/** The font slices that an isolate has read, the least recently used ones leaving first. */
export interface FontShelf {
  index(): Promise<FontIndex>;
  /**
   * Fonts that draw all characters of the texts, and the `font-family` that names those of one text. Every slice is a
   * family of its own: of several under one name satori draws only the first, and the rest as empty boxes.
   */
  load(texts: readonly WeightedText[]): Promise<{ fonts: Font[]; familyOf(text: WeightedText): string }>;
}

interface WeightedText {
  text: string;
  weight: FontWeight;
}

export function createFontShelf({
  readFile,
  maxSlices = MAX_SLICES,
}: {
  readFile: ReadFontFile;
  maxSlices?: number;
}): FontShelf {
  // In order of last use. The same buffer each time: satori remembers what it has read by it.
  const slices = new Map<string, ArrayBuffer>();
  let known: FontIndex | null = null;

  async function index(): Promise<FontIndex> {
    if (known !== null) return known;
    const file = JSON.parse(new TextDecoder().decode(await readFile("index.json"))) as FontIndexFile;
    known ??= createFontIndex(file);
    return known;
  }

  async function read(name: string): Promise<ArrayBuffer> {
    const data = slices.get(name) ?? (await readFile(`${name}.woff`));
    const kept = slices.get(name) ?? data;
    slices.delete(name);
    slices.set(name, kept);
    for (const oldest of slices.keys()) {
      if (slices.size <= maxSlices) break;
      slices.delete(oldest);
    }
    return kept;
  }

  return {
    index,
    async load(texts) {
      const font = await index();
      const namesOf = ({ text, weight }: WeightedText) => {
        const found = new Set<string>();
        for (const character of text) {
          const slice = font.findSlice(character.codePointAt(0) ?? 0);
          if (slice !== null) found.add(`${slice}-${weight}`);
        }
        return [...found];
      };
      const wanted = new Map(texts.flatMap((text) => namesOf(text).map((name) => [name, text.weight] as const)));
      const fonts = await Promise.all(
        [...wanted].map(
          async ([name, weight]): Promise<Font> => ({ name, weight, data: await read(name), style: "normal" }),
        ),
      );
      return { fonts, familyOf: (text) => namesOf(text).join(",") };
    },
  };
}
