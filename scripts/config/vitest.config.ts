import path from "node:path";
import { defineConfig } from "vitest/config";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Unit tests, tests with bindings in real workerd (Miniflare), and the specification's; browser tests use Playwright. */
export default defineConfig({
  root: ROOT,
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Files share two processes, their modules and workerds: loading those took a third of the processor time.
    isolate: false,
    env: { TZ: "UTC" },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.{ts,tsx}", "test/specification/**/*.test.ts"],
          setupFiles: ["test/unit/support/restore-globals.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "workerd",
          include: ["test/integration/**/*.test.{ts,tsx}"],
          setupFiles: ["test/integration/support/workerd/between-files.ts"],
        },
      },
    ],
  },
});
