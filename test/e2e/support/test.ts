import { isDeepStrictEqual } from "node:util";
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type TestInfo,
} from "@playwright/test";
import { saturday } from "./sites.ts";

/** Chromium's message about a document with an error status, or about a request that a test aborted. */
const FAILURE = /Failed to load resource: (?:the server responded with a status of (4\d\d)|(net::ERR_FAILED))/;

/**
 * Chromium's guess, made once, three seconds after a document's load, about a style that waits for the next page's data: Remix
 * preloads it, and a busy site still owes the data. No document preloads a style by itself (page-weight), so it is of no other.
 */
const NEXT_PAGES_STYLE = /The resource \S+\.css was preloaded using link preload but not used/;

/** Fails a test at its end if the browser logged an error or warning that the test did not expect. */
export interface QuietConsole {
  /** Sets the expected failures to load, in order: the 4xx status of a document, or the error of an aborted request. */
  expectFailures(failures: readonly (number | "net::ERR_FAILED")[]): void;
  /** Lets pass what browsers and Remix say about a missing network. */
  expectOffline(): void;
}

/** Errors of a page without a network: the browser's, and Remix's about a script that cannot be loaded. */
const OFFLINE = /net::ERR_INTERNET_DISCONNECTED|Error loading route module|Failed to fetch/;

/** Playwright's own, as the configuration blocks the service worker of logged-in pages. */
const BLOCKED_WORKER = "Service Worker registration blocked by Playwright";

interface ConsoleWatch extends QuietConsole {
  watch(context: BrowserContext): void;
  /** Fails on any console error or warning (hydration and content security among them) and on any page error. */
  check(testInfo: TestInfo): void;
}

function createConsoleWatch(baseURL = ""): ConsoleWatch {
  const complaints: string[] = [];
  const placeOf = (page: Page | null) => page?.url().replace(baseURL, "") ?? "";
  let expected: readonly (number | string)[] = [];
  let isOffline = false;
  return {
    expectFailures(failures) {
      expected = failures;
    },
    expectOffline() {
      isOffline = true;
    },
    watch(context) {
      context.on("console", (message) => {
        if (message.type() !== "error" && message.type() !== "warning") return;
        if (NEXT_PAGES_STYLE.test(message.text()) || message.text() === BLOCKED_WORKER) return;
        complaints.push(`${placeOf(message.page())}: ${message.text()}`);
      });
      context.on("weberror", (error) => complaints.push(`${placeOf(error.page())}: ${error.error().message}`));
    },
    check({ status, expectedStatus }) {
      const isExpected = (complaint: string) => FAILURE.test(complaint) || (isOffline && OFFLINE.test(complaint));
      expect(complaints.filter((complaint) => !isExpected(complaint))).toEqual([]);
      // A test that ended early has not seen all expected failures.
      if (status !== expectedStatus) return;
      const failures = complaints
        .filter((complaint) => FAILURE.test(complaint))
        .map((complaint) => {
          const [, refusal, error] = FAILURE.exec(complaint) ?? [];
          return error ?? Number(refusal);
        });
      expect(failures, "failures to load").toEqual(expected);
    },
  };
}

/** A page in a separate browser context, with its own console watch. */
interface OpenPage {
  page: Page;
  quietConsole: QuietConsole;
}

interface Fixtures {
  /** Console watch of the test's own page; active in every test, used or not. */
  quietConsole: QuietConsole;
  /** Opens a page in a separate browser context with the project's settings, such as for a second reader. */
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
  page: async ({ page }, use) => {
    await waitWhileBusy(page);
    await use(page);
  },
  openPage: async ({ baseURL, browser }, use, testInfo) => {
    const opened: { context: BrowserContext; watch: ConsoleWatch }[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      const watch = createConsoleWatch(baseURL);
      watch.watch(context);
      opened.push({ context, watch });
      const page = await context.newPage();
      await waitWhileBusy(page);
      return { page, quietConsole: watch };
    });
    for (const { context } of opened) await context.close();
    for (const { watch } of opened) watch.check(testInfo);
  },
});

/**
 * Lets every step of a test wait until what was pressed before is answered and the page is up to date: a busy button takes no
 * press (components/waiting), and on a slow machine the answer is there before the page is.
 */
async function waitWhileBusy(page: Page): Promise<void> {
  await page.addLocatorHandler(busyButtons(page), async () => {});
}

/** For tests of what a page does meanwhile. */
export async function actWhileBusy(page: Page): Promise<void> {
  await page.removeLocatorHandler(busyButtons(page));
}

function busyButtons(page: Page) {
  return page.locator("button[aria-busy=true]").first();
}

/**
 * As `expect(actual).toEqual(expected)`, for walks over thousands of values: Playwright reports each expectation as a step, and
 * looks through all steps of the test to place it, so that these took longer than the requests between them.
 */
export function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

export { expect };
