import { createFontShelf } from "./font-shelf.ts";
import type { Renderer } from "./render.ts";

/** Libraries and WebAssembly are loaded only for the first image. */
export async function loadRenderer(assets: Fetcher): Promise<Renderer> {
  const [{ createRenderer }, yoga, resvg] = await Promise.all([
    import("./render.ts"),
    import("satori/yoga.wasm"),
    import("@resvg/resvg-wasm/index_bg.wasm"),
  ]);
  const fonts = createFontShelf({
    async readFile(name) {
      const response = await assets.fetch(`https://assets.example/share-fonts/${name}`);
      if (!response.ok) throw new Error(`share-fonts/${name} is missing: ${response.status}`);
      return response.arrayBuffer();
    },
  });
  return createRenderer({ modules: { yoga: yoga.default, resvg: resvg.default }, fonts });
}
