import { existsSync } from "node:fs";
import path from "node:path";
import { defineConfig, type PlaywrightTestConfig } from "@playwright/test";
import { findChromium } from "../chromium/chromium.mjs";

const ROOT = path.resolve(import.meta.dirname, "../..");
const CHROMIUM = findChromium(existsSync);

const STEP_TIMEOUT_MS = 15_000;

const PAGES = ["journeys/**/*.test.ts", "pages/**/*.test.ts"];
/**
 * The tests of each suite of scripts/test.mjs, by the text `project file title tags`. @full is for the full suite alone;
 * without script, only tests tagged @no-script or @both are in the fast one. Without a suite all tests run.
 */
const FAST = "(?!no script )(?!.*@full)|no script (?!.*@full).*@(no-script|both)";
const SUITES: Record<string, RegExp> = { fast: new RegExp(`^(?:${FAST})`), full: new RegExp(`^(?!${FAST})`) };

/** Files that measure a page on a slow phone. */
const ALONE = ["pages/vitals.test.ts"];

const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1,
  hasTouch: true,
  isMobile: true,
} satisfies PlaywrightTestConfig["use"];

/** Browser tests in Debian's Chromium against `npm start`: four files at a time on the same two sites, as they wait often, a few files alone. */
export default defineConfig({
  testDir: path.join(ROOT, "test/e2e"),
  globalSetup: path.join(ROOT, "test/e2e/support/global-setup.ts"),
  outputDir: path.join(ROOT, "build/test-results"),
  workers: 4,
  // Only for the trace, which would cost every test a fifth of its processor time: a test that fails once counts as
  // failed, whatever its second run says.
  retries: 1,
  failOnFlakyTests: true,
  forbidOnly: true,
  // A test's training may wait for those of other tests and of the demo models.
  timeout: 240_000,
  expect: { timeout: STEP_TIMEOUT_MS },
  use: {
    actionTimeout: STEP_TIMEOUT_MS,
    navigationTimeout: STEP_TIMEOUT_MS,
    locale: "ja-JP",
    timezoneId: "Asia/Tokyo",
    // Every logged-in page would register one, which costs processor time and hides its documents from page.route.
    serviceWorkers: "block",
    colorScheme: "light",
    // Assertions and axe must not see elements that are fading in.
    reducedMotion: "reduce",
    // Snapshots show the page already; screenshots would only cost processor time.
    trace: { mode: "on-first-retry", screenshots: false, sources: false },
    launchOptions: {
      ...(CHROMIUM === null ? {} : { executablePath: CHROMIUM }),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    },
  },
  grep: SUITES[process.env.SUITE ?? ""] ?? /./,
  // A test of a page runs on a phone with and without script, unless it is tagged: @script needs script, @no-script is
  // for its absence, @once opens no page, @desktop needs a wide screen.
  projects: [
    // First, as two of its files start sites of their own, and wait for them most of their time.
    { name: "requests", testMatch: "requests/**/*.test.ts" },
    { name: "script", testMatch: PAGES, testIgnore: ALONE, grepInvert: /@no-script|@desktop/, use: phone },
    {
      name: "no script",
      testMatch: PAGES,
      testIgnore: ALONE,
      grepInvert: /@script|@once|@desktop/,
      use: { ...phone, javaScriptEnabled: false },
    },
    {
      name: "desktop",
      testMatch: PAGES,
      grepInvert: /^(?!.*@desktop)/,
      use: { viewport: { width: 1280, height: 900 } },
    },
    {
      name: "alone",
      testMatch: ALONE,
      use: phone,
      workers: 1,
      dependencies: ["script", "no script", "desktop", "requests"],
    },
  ],
});
