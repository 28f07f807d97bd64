import path from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Takes almost a minute in one workerd: started last, it would leave a processor idle for half of that. */
const LONGEST = "billing-storm.test.ts";

/** Vitest's own order, but for the projects' (unit last, whose files are short) and the longest file, which is first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) =>
      moduleId.endsWith(LONGEST) ? 0 : project.name === "workerd" ? 1 : 2;
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

/** Unit tests, tests with bindings in real workerd (Miniflare), and the specification's; browser tests use Playwright. */
export default defineConfig({
  root: ROOT,
  test: {
    // They end what hangs, and nothing else: with two other whole runs beside it, a test takes five times as long as at rest.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // One more than processors, as some files wait for seconds.
    maxWorkers: 3,
    // Files share three processes, their modules and workerds: loading those took a third of the processor time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    env: { TZ: "UTC" },
    // The product's log is of use where a test fails.
    silent: "passed-only",
    // For `npm run test:full` alone: on a test `{ tags: "full" }`, on a whole file `@module-tag full`.
    tags: [{ name: "full" }],
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
