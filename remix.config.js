import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";

// The Vite config of the Remix app (`remix vite:build --config remix.config.js`). The server build is imported by
// workers/web/index.ts and bundled by wrangler.
export default defineConfig({
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
  build: { target: "es2022", minify: true },
});
