import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type TestInfo,
} from "@playwright/test";
import { saturday } from "./sites.ts";

/** What Chromium logs about a document with an error status, and about a request that a test cut off. */
const FAILURE = /Failed to load resource: (?:the server responded with a status of (4\d\d)|(net::ERR_FAILED))/;

/** Fails a test at its end when the browser complained of anything that the test has not named. */
export interface QuietConsole {
  /** Names what fails to load in this test, in its order: the 4xx status of a document, or the error of a cut request. */
  expectFailures(failures: readonly (number | "net::ERR_FAILED")[]): void;
}

interface ConsoleWatch extends QuietConsole {
  watch(context: BrowserContext): void;
  /** Fails on any console error or warning (hydration and content security among them) and on any page error. */
  check(testInfo: TestInfo): void;
}

function createConsoleWatch(baseURL = ""): ConsoleWatch {
  const complaints: string[] = [];
  const placeOf = (page: Page | null) => page?.url().replace(baseURL, "") ?? "";
  let expected: readonly (number | string)[] = [];
  return {
    expectFailures(failures) {
      expected = failures;
    },
    watch(context) {
      context.on("console", (message) => {
        if (message.type() !== "error" && message.type() !== "warning") return;
        complaints.push(`${placeOf(message.page())}: ${message.text()}`);
      });
      context.on("weberror", (error) => complaints.push(`${placeOf(error.page())}: ${error.error().message}`));
    },
    check({ status, expectedStatus }) {
      expect(complaints.filter((complaint) => !FAILURE.test(complaint))).toEqual([]);
      // A test that ended early has not met all that it names.
      if (status !== expectedStatus) return;
      const failures = complaints.map((complaint) => {
        const [, refusal, error] = FAILURE.exec(complaint) ?? [];
        return error ?? Number(refusal);
      });
      expect(failures, "failures to load").toEqual(expected);
    },
  };
}

/** One more browser profile, with a quiet console of its own. */
interface OpenPage {
  page: Page;
  quietConsole: QuietConsole;
}

interface Fixtures {
  /** Of the test's own page; it watches every test, asked for or not. */
  quietConsole: QuietConsole;
  /** Opens a page in a profile of its own, of the project's kind, such as a second reader's. */
  openPage: (options?: BrowserContextOptions) => Promise<OpenPage>;
}

export const test = base.extend<Fixtures & { consoleWatch: ConsoleWatch }>({
  baseURL: saturday.url,
  consoleWatch: [
    async ({ baseURL }, use, testInfo) => {
      const watch = createConsoleWatch(baseURL);
      await use(watch);
      watch.check(testInfo);
    },
    { auto: true },
  ],
  quietConsole: async ({ consoleWatch }, use) => use(consoleWatch),
  context: async ({ context, consoleWatch }, use) => {
    consoleWatch.watch(context);
    await use(context);
  },
  openPage: async ({ baseURL, browser }, use, testInfo) => {
    const opened: { context: BrowserContext; watch: ConsoleWatch }[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      const watch = createConsoleWatch(baseURL);
      watch.watch(context);
      opened.push({ context, watch });
      return { page: await context.newPage(), quietConsole: watch };
    });
    for (const { context } of opened) await context.close();
    for (const { watch } of opened) watch.check(testInfo);
  },
});

export { expect };
