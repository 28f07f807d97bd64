import path from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Files that break what the others use meanwhile (Stripe's answers), or look at a page under a slow phone's load. */
const ALONE = ["test/e2e/plans.test.ts", "test/e2e/vitals.test.ts"];
const ALL = ["test/e2e/**/*.test.ts"];

const project = (test: TestProjectInlineConfiguration["test"]): TestProjectInlineConfiguration => ({
  root: ROOT,
  test: { testTimeout: 120_000, hookTimeout: 240_000, env: { TZ: "UTC" }, ...test },
});

/** Journeys in a real browser against `npm start`: two files at a time on the same two sites, a few alone. */
export default defineConfig({
  root: ROOT,
  test: {
    // Of all files together: the sites are started once.
    globalSetup: ["test/e2e/support/global-setup.ts"],
    projects: [
      project({ name: "side by side", include: ALL, exclude: ALONE, maxWorkers: 2 }),
      project({ name: "alone", include: ALONE, fileParallelism: false }),
    ],
  },
});
