import type { KnipConfig } from "knip";

/** Finds files, exports and packages that nothing uses; `npm run knip`. */
const config: KnipConfig = {
  entry: [
    // Run by npm, or by scripts/run.mjs with their path.
    "scripts/*.mjs",
    "scripts/local/serve-workers.mjs",
    "scripts/deployment/{deploy,rollback,secrets}.mjs",
    // Run by scripts/test.mjs beside other work.
    "scripts/chromium/install-chromium.mjs",
    "scripts/{bench,check,evaluate,feed,import,rankings,sample,soak,staff,stripe-setup}/main.ts",
    "scripts/sample/live/main.ts",
    "scripts/backups/{back-up,restore}.ts",
    // Workers other than that of wrangler.toml, bundled by path: for jobs, local starts, commands, bench and tests.
    "workers/jobs/index.ts",
    "workers/local/{web,jobs}.ts",
    "scripts/evaluate/worker.ts",
    "scripts/bench/pages/reference/worker.ts",
    "scripts/bench/memory/{sample-heap.ts,limit-heap.mjs}",
    "test/integration/support/**/*-worker.ts",
    // Run by path beside a local site.
    "test/fakes/stripe/main.ts",
    "test/fakes/witness/main.mjs",
    // Compiled by scripts/kernel.mjs with AssemblyScript's compiler.
    "app/domain/learning/kernel/*.ts",
    "public/*.js",
    "public/verify.mjs",
    "scripts/config/{knip.ts,dependency-cruiser.mjs}",
  ],
  project: ["{app,workers,scripts,test,public}/**/*.{ts,tsx,js,mjs,css}"],
  vite: { config: ["remix.config.js"] },
  vitest: { config: ["scripts/config/vitest.config.ts"] },
  playwright: { config: ["scripts/config/playwright.config.ts"], entry: ["test/e2e/**/*.test.ts"] },
  drizzle: { config: ["scripts/config/drizzle.config.ts"] },
  compilers: {
    // The imports of a stylesheet, so that unused stylesheets are found too.
    css: (text: string) => [...text.matchAll(/@import "([^"]+)"/g)].map(([, file]) => `import "${file}";`).join("\n"),
  },
  // Modules of use cases that create-services binds as a whole: each export is a member of `Services`.
  ignoreIssues: {
    "app/services/accounts/{accounts,auth,profile}.server.ts": ["exports"],
    "app/services/analyses/days.server.ts": ["exports"],
    "app/services/billing/plan-change.server.ts": ["exports"],
    "app/services/fans/fans.server.ts": ["exports"],
    "app/services/leagues/leagues.server.ts": ["exports"],
    "app/services/operations/user-files.server.ts": ["exports"],
    "app/services/rankings/rankings.server.ts": ["exports"],
    "app/services/season/crowd.server.ts": ["exports"],
  },
  // System programs: test.mjs looks for a font and installs Chromium, the bench of pages runs wrk.
  ignoreBinaries: ["apt-get", "fc-list", "wrk"],
  // The kernel is passed to workerd under this name when the Worker starts.
  ignoreUnresolved: ["./trees.wasm"],
  // Entries of this file that are no longer needed fail too.
  treatConfigHintsAsErrors: true,
};

export default config;
