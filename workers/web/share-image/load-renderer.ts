import { createFontShelf } from "./font-shelf.ts";
import type { Renderer } from "./render.ts";

/**
 * Makes an isolate's renderer when the first image is asked for: until then neither the libraries run nor are the two
 * WebAssembly modules compiled, and an isolate that only serves pages pays nothing for them.
 *
 * @param assets the static files of the site, with `share-fonts/` among them
 */
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
