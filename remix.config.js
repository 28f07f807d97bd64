import path from "node:path";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, normalizePath } from "vite";

const APP = `${normalizePath(path.resolve(import.meta.dirname, "app"))}/`;

/**
 * Files of the browser's script beside those of the pages: many small ones compress badly, one large one would bring
 * every page what only some need. What is named nowhere is split by who imports it; a chunk takes in what its files
 * import, unless that is named elsewhere.
 */
const CHUNKS = {
  /** On every logged-in page: the frame itself and the parts that most pages use. */
  frame: [
    // Not entry.client: it starts the page, so it may only run once the routes are there, never because they import it.
    /^(root|routes\/_app)\.tsx$/,
    /^components\/(app-shell|brand|button|dialog|error-pages|field|footer|icon|leave-warning)\.tsx?$/,
    /^components\/(load-failure|logo|lost-answer|nonce|notices|numbers|page-handle|parts|pending)\.tsx?$/,
    /^components\/(profile-icon|public-shell|race-words|refresh|refresh-while|upgrade-hint)\.tsx?$/,
    /^domain\/(plans\/plans|product-name|racing\/japan-time|racing\/race)\.ts$/,
    /^(domain\/scoring\/analysis-status|domain\/learning\/model-status|forms\/model-refusals|forms\/request-reading)\.ts$/,
  ],
  /** On the pages about models. */
  models: [
    /^components\/model-(choice-list|name-form|progress|words)\.tsx?$/,
    /^domain\/(features\/choice|model-name)\.ts$/,
  ],
};

function chunkOf(id) {
  // Packages, and what the bundler adds to them.
  if (!id.startsWith(APP)) return "vendor";
  const file = id.slice(APP.length);
  return Object.keys(CHUNKS).find((name) => CHUNKS[name].some((pattern) => pattern.test(file)));
}

// The Vite config of the Remix app (`remix vite:build --config remix.config.js`). The server build is imported by
// workers/web/index.ts and bundled by wrangler.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    remix({
      serverModuleFormat: "esm",
      ignoredRouteFiles: ["**/*.md"],
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        v3_lazyRouteDiscovery: true,
        v3_routeConfig: false,
      },
    }),
  ],
  ssr: { resolve: { conditions: ["workerd", "worker", "browser"], externalConditions: ["workerd", "worker"] } },
  resolve: { mainFields: ["browser", "module", "main"] },
  // The notices of the packages are in public/third-party-licenses.txt instead.
  esbuild: { legalComments: "none" },
  build: {
    target: "es2022",
    minify: true,
    rollupOptions: isSsrBuild
      ? {}
      : {
          output: { manualChunks: chunkOf },
          // No property that is read here has an effect.
          treeshake: { propertyReadSideEffects: false, tryCatchDeoptimization: false, unknownGlobalSideEffects: false },
        },
  },
}));
