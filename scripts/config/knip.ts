import type { KnipConfig } from "knip";

/** Finds files, exports and packages that nothing uses; `npm run knip`. */
const config: KnipConfig = {
  entry: [
    // Run by npm, and by scripts/run.mjs, which is given their path.
    "scripts/*.mjs",
    "scripts/{bench,evaluate,import,rankings,sample,stripe-setup}/main.ts",
    // The other Workers than the one of wrangler.toml, bundled by their path: those of local starts, commands, bench and tests.
    "workers/jobs/index.ts",
    "workers/local/{web,jobs}.ts",
    "scripts/evaluate/worker.ts",
    "scripts/bench/pages/reference/worker.ts",
    "scripts/bench/learner/trees-worker.ts",
    "test/integration/support/**/*-worker.ts",
    // Run by its path beside a local site.
    "test/fakes/stripe/main.ts",
    // Compiled by scripts/kernel.mjs with AssemblyScript's compiler.
    "app/domain/learning/kernel/*.ts",
    // Asked for by their address, in pages that load no other script.
    "public/*.js",
    "scripts/config/{knip.ts,dependency-cruiser.mjs}",
  ],
  project: ["{app,workers,scripts,test,public}/**/*.{ts,tsx,js,mjs,css}"],
  vite: { config: ["remix.config.js"] },
  vitest: { config: ["scripts/config/vitest.config.ts"] },
  playwright: { config: ["scripts/config/playwright.config.ts"], entry: ["test/e2e/**/*.test.ts"] },
  drizzle: { config: ["scripts/config/drizzle.config.ts"] },
  compilers: {
    // What a style imports, so that one that nothing imports is found too.
    css: (text: string) => [...text.matchAll(/@import "([^"]+)"/g)].map(([, file]) => `import "${file}";`).join("\n"),
  },
  ignoreDependencies: [
    // scripts/share-fonts.mjs copies their files, and scripts/kernel.mjs runs the compiler, by their paths in node_modules.
    "@fontsource/noto-emoji",
    "@fontsource/noto-sans",
    "@fontsource/noto-sans-jp",
    "assemblyscript",
  ],
  // Programs of the machine, no packages: test.mjs asks for a font and installs Chromium, the bench of pages asks for wrk.
  ignoreBinaries: ["apt-get", "fc-list", "wrk"],
  // Handed to workerd under this name by who starts the Worker.
  ignoreUnresolved: ["./trees.wasm"],
  // A line of this file that is no longer needed fails too.
  treatConfigHintsAsErrors: true,
};

export default config;
