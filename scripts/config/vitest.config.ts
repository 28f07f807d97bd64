import path from "node:path";
import { defineConfig } from "vitest/config";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Pure logic, and everything with a binding against real workerd (Miniflare); browser journeys have a runner of their own. */
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
