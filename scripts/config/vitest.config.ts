import path from "node:path";
import { defineConfig } from "vitest/config";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Unit tests, tests with bindings in real workerd (Miniflare), and the specification's; browser tests use Playwright. */
export default defineConfig({
  root: ROOT,
  test: {
    include: ["test/unit/**/*.test.{ts,tsx}", "test/integration/**/*.test.{ts,tsx}", "test/specification/**/*.test.ts"],
    setupFiles: ["test/integration/support/workerd/atomics-wait.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    env: { TZ: "UTC" },
  },
});
