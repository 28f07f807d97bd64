import type { Font } from "satori/standalone";
import { createFontIndex, type FontIndex, type FontIndexFile } from "./font-index.ts";

export type FontWeight = 400 | 700;

/** Font slices kept in memory: about 31 KB each as files, three times as much once satori has parsed them. */
const MAX_SLICES = 72;

type ReadFontFile = (name: string) => Promise<ArrayBuffer>;

export interface FontShelf {
  index(): Promise<FontIndex>;
  /** Every slice is a family of its own, because satori uses only the first of several under one name. */
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
  // Ordered by last use. The buffers are reused, as satori caches parsed fonts by buffer.
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
