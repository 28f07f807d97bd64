import path from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Files that break what the others use meanwhile (Stripe's answers), or look at a page under a slow phone's load. */
const ALONE = ["test/e2e/journeys/plans.test.ts", "test/e2e/pages/vitals.test.ts"];
const ALL = ["test/e2e/**/*.test.ts"];

const project = (test: TestProjectInlineConfiguration["test"]): TestProjectInlineConfiguration => ({
  root: ROOT,
  test: { testTimeout: 120_000, hookTimeout: 240_000, env: { TZ: "UTC" }, ...test },
});

/**
 * Larger files first, as by default; but the small file of the crawl takes longest. It begins after a third of them: by
 * then the fresh site has counted the rankings that it goes through.
 */
class CrawlEarlier extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isCrawl = ({ moduleId }: TestSpecification) => moduleId.endsWith("/crawl.test.ts");
    const others = sorted.filter((file) => !isCrawl(file));
    others.splice(Math.floor(others.length / 3), 0, ...sorted.filter(isCrawl));
    return others;
  }
}

/** Journeys in a real browser against `npm start`: two files at a time on the same two sites, a few alone. */
export default defineConfig({
  root: ROOT,
  test: {
    // Of all files together: the sites are started once.
    sequence: { sequencer: CrawlEarlier },
    globalSetup: ["test/e2e/support/global-setup.ts"],
    projects: [
      project({ name: "side by side", include: ALL, exclude: ALONE, maxWorkers: 2 }),
      project({ name: "alone", include: ALONE, fileParallelism: false }),
    ],
  },
});
