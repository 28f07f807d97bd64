import path from "node:path";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, normalizePath } from "vite";
import { buildFeatureCountCss } from "./app/components/model-form/model-count-css.ts";

const APP = `${normalizePath(path.resolve(import.meta.dirname, "app"))}/`;

/**
 * Folders whose files share a chunk of the browser's script: many small ones compress badly, one large one would bring every
 * page what only some need. What is in none of them is split by who imports it; a chunk takes in what its files import.
 */
const CHUNKS = {
  /** On every logged-in page. Not entry.client: it starts the page, so it may run only once the routes are there. */
  frame: [
    /^(root|routes\/_app)\.tsx$/,
    /^components\/(frame|parts|waiting)\//,
    // The words of all pages: plans, days in Japan, states of models and analyses.
    /^http\//,
    /^domain\/(plans\/plans|product-name|racing\/(japan-time|race)|scoring\/(analysis-status|score)|learning\/model-status)\.ts$/,
  ],
  /** On the pages about models. */
  models: [/^components\/models\//],
  /** On every page of rankings. */
  rankings: [
    /^components\/rankings\/(ranking-(words|rows|link|terms)|season-nav)\.tsx?$/,
    // The special meetings are on the page of the rules alone.
    /^domain\/rankings\/(?!special-meetings)/,
  ],
  /** On the pages with a form, beside conform. */
  forms: [/^components\/fields\//],
};

function chunkOf(id) {
  if (id.includes("/node_modules/@conform-to/")) return "forms";
  // The other packages, and what the bundler adds to them.
  if (!id.startsWith(APP)) return "vendor";
  const file = id.slice(APP.length);
  return Object.keys(CHUNKS).find((name) => CHUNKS[name].some((pattern) => pattern.test(file)));
}

/** Appends the rules that count the chosen features to the stylesheet of the create form. */
const FEATURE_COUNT = {
  name: "feature-count",
  enforce: "pre",
  transform: (css, id) => (/\/model-form\/create\.css(?!\?url)/.test(id) ? css + buildFeatureCountCss() : null),
};

// The Vite config of the Remix app (`remix vite:build --config remix.config.js`). The server build is imported by
// workers/web/index.ts and bundled by wrangler.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    FEATURE_COUNT,
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
  // `npm run dev` finds the packages of all pages before the first one; a package found later would reload the open page.
  optimizeDeps: { entries: ["app/entry.client.tsx", "app/root.tsx", "app/routes/*.tsx"] },
  // The notices of the packages are in public/third-party-licenses.txt instead.
  esbuild: { legalComments: "none" },
  build: {
    target: "es2022",
    minify: true,
    rollupOptions: {
      // Every page loads all names, and hashes do not compress: seven characters tell the versions of a file apart. Both
      // builds name the stylesheets alike, or the browser would load those of a document a second time.
      output: {
        assetFileNames: "assets/[name]-[hash:7][extname]",
        ...(!isSsrBuild && {
          manualChunks: chunkOf,
          entryFileNames: "assets/[name]-[hash:7].js",
          chunkFileNames: "assets/[name]-[hash:7].js",
        }),
      },
      // No property that is read here has an effect.
      ...(!isSsrBuild && {
        treeshake: { propertyReadSideEffects: false, tryCatchDeoptimization: false, unknownGlobalSideEffects: false },
      }),
    },
  },
}));
