import { createHash } from "node:crypto";
import noSimd from "argon2id/dist/no-simd.wasm";
import simd from "argon2id/dist/simd.wasm";
import { createPasswordHasher } from "#app/adapters/password-hash.server.ts";
import { createServices } from "#app/services/create-services.server.ts";
import type { Env } from "#workers/environment.ts";
import { createWebHandler } from "./front-door.ts";
import { readPageMethods } from "./pages/page-address.ts";
import { createPageHandler } from "./pages/page-routes.ts";
import * as build from "./pages/remix-build.js";
import { loadRenderer } from "./share-image/load-renderer.ts";
import type { Renderer } from "./share-image/render.ts";
import { createShareImages } from "./share-image/share-images.ts";
import type { WebParts } from "./web-env.ts";

// One hasher per isolate: its queue keeps a flood of log-ins from starving the pages.
const passwords = createPasswordHasher({ modules: { simd, noSimd } });

/** Pictures take 24 MiB of WebAssembly and the hasher 65, so one releases the other. */
async function loadFrugalRenderer(assets: Fetcher): Promise<Renderer> {
  passwords.release();
  const render = await loadRenderer(assets);
  return (makeScene) => {
    passwords.release();
    return render(makeScene);
  };
}

const { publicStyles } = build.entry.module;

export function createWebWorker(local: Pick<WebParts, "demo" | "demoRoutes">) {
  const handle = createWebHandler({
    pages: createPageHandler(build, build.mode),
    methodsOf: readPageMethods(build.routes),
    build: build.assets.version,
    createServices,
    stylesheets: publicStyles.slice(0, 1).map(({ href }) => href),
    styleHashes: publicStyles.map(({ text }) => createHash("sha256").update(text).digest("base64")),
    passwords,
    shareImages: createShareImages({ load: loadFrugalRenderer }),
    ...local,
  });
  return { fetch: (request, env) => handle(request, env) } satisfies ExportedHandler<Env>;
}
