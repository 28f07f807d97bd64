import path from "node:path";
import { defineConfig } from "vitest/config";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Journeys in a real browser against `npm start`; one file after the other, because they share the machine. */
export default defineConfig({
  root: ROOT,
  test: {
    include: ["test/e2e/**/*.test.ts"],
    globalSetup: ["test/e2e/support/global-setup.ts"],
    testTimeout: 120_000,
    hookTimeout: 240_000,
    fileParallelism: false,
    env: { TZ: "UTC" },
  },
});
