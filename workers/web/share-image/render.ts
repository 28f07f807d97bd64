import { initWasm, Resvg } from "@resvg/resvg-wasm";
import satori, { init as initSatori } from "satori/standalone";
import { SHARE_IMAGE_SIZE } from "#app/domain/sharing/share-image-address.ts";
import { type CleanText, drawableText, splitRuns } from "./font-index.ts";
import type { FontShelf, FontWeight } from "./font-shelf.ts";
import { encodeIndexedPng } from "./indexed-png.ts";
import { COLOURS, drawShapes, type Scene, type TextBox, textsOf } from "./scene.ts";

/** Compiled modules, because a Worker may not compile from bytes. */
interface RendererModules {
  yoga: WebAssembly.Module;
  resvg: WebAssembly.Module;
}

export type Renderer = (makeScene: (clean: CleanText) => Scene) => Promise<Uint8Array<ArrayBuffer>>;

/** Both libraries keep a global instance, so an isolate has one renderer. */
let hasResvg = false;

/** Once the fonts are loaded a drawing awaits no I/O, so an isolate draws one image at a time. */
export async function createRenderer({
  modules,
  fonts,
}: {
  modules: RendererModules;
  fonts: FontShelf;
}): Promise<Renderer> {
  await initSatori(modules.yoga);
  if (!hasResvg) {
    try {
      await initWasm(modules.resvg);
    } catch (error) {
      // Another request has initialised it meanwhile.
      if (!hasResvg && !String(error).includes("Already initialized")) throw error;
    }
    hasResvg = true;
  }
  return async (makeScene) => {
    const index = await fonts.index();
    return rasterise(
      await toSvg(
        makeScene((text) => drawableText(text, index)),
        fonts,
      ),
    );
  };
}

async function toSvg(scene: Scene, shelf: FontShelf): Promise<string> {
  const texts = textsOf(scene)
    .map((box) => ({ ...box, text: typeof box.text === "string" ? box.text : box.text.join("\n") }))
    .filter(({ text }) => text !== "");
  const { fonts, familyOf } = await shelf.load(texts);
  const index = await shelf.index();
  const layer = await satori(
    element(
      "div",
      { display: "flex", ...SHARE_IMAGE_SIZE },
      texts.map((box) => layOut(box, (text) => splitRuns(text, index), familyOf)),
    ),
    { ...SHARE_IMAGE_SIZE, fonts },
  );
  // Shapes are inserted below the texts in the same document: satori would draw each as an embedded picture.
  return layer.replace(/^<svg[^>]*>/, (opened) => `${opened}${drawShapes(scene)}`);
}

const ENDS = { left: "flex-start", center: "center", right: "flex-end" } as const;

function layOut(
  { text, x, y, width, height, size, weight, colour, align }: TextBox & { text: string },
  runsOf: (line: string) => string[],
  familyOf: (text: { text: string; weight: FontWeight }) => string,
) {
  const letters = { lineHeight: 1.2, color: colour, fontSize: size, fontWeight: weight, whiteSpace: "pre" } as const;
  const setText = (part: string) =>
    element(
      "div",
      { display: "block", textAlign: align, ...letters, fontFamily: familyOf({ text: part, weight }) },
      part,
    );
  const lines = text.split("\n").map(runsOf);
  const words = lines.every((runs) => runs.length === 1)
    ? setText(text)
    : element(
        "div",
        { display: "flex", flexDirection: "column", alignItems: ENDS[align] },
        lines.map((runs) => element("div", { display: "flex" }, runs.map(setText))),
      );
  const place = { position: "absolute", left: x, top: y, width, height } as const;
  return element("div", { display: "flex", ...place, alignItems: "center", justifyContent: ENDS[align] }, words);
}

type Style = Record<string, string | number>;
type Content = string | Element | Element[];

/** A minimal React element: satori reads nothing else, so images do not need React. */
interface Element {
  type: string;
  key: null;
  props: { style: Style; children: Content };
}

function element(type: string, style: Style, children: Content): Element {
  return { type, key: null, props: { style, children } };
}

function rasterise(svg: string): Uint8Array<ArrayBuffer> {
  const drawing = new Resvg(svg, { font: { loadSystemFonts: false }, background: COLOURS.surface });
  try {
    const image = drawing.render();
    try {
      return encodeIndexedPng(image.pixels, image);
    } finally {
      image.free();
    }
  } finally {
    drawing.free();
  }
}
