import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "@playwright/test";
import { findChromium } from "#scripts/chromium/chromium.mjs";

const CHROMIUM = findChromium(existsSync);
/** Slow 4G: round trip in ms, bits per second. */
const NETWORK = { latency: 150, download: 1_600_000, upload: 750_000 };
const CPU_SLOWDOWN = 4;
/** Time for hydration and late layout shifts. */
const SETTLE_MS = 1_000;
/** React adopts nothing more if it adopted nothing for this long. */
const STEADY_MS = 500;
const LOAD_TIMEOUT_MS = 90_000;
/** Time for a tap to be painted and its event entry to be recorded. */
const TAP_SETTLE_MS = 400;

/** Web vitals of a page on a phone 390 px wide with a slow processor and network. */
export interface Vitals {
  page: string;
  largestPaintMs: number;
  /** Sum of the layout shifts not caused by a tap. */
  shift: number;
  /** Total time beyond 50 ms of each task after the first paint. */
  blockingMs: number;
  /** From a tap to the next painted frame; 0 below the 16 ms that browsers report. */
  tapMs: number;
  /**
   * Share of the elements hydrated by React, of those that should be: loader-rendered text and figures (`StaticHtml`) are
   * excluded. Null if the page has no framework script.
   */
  adopted: number | null;
  /**
   * Controls in loader-rendered content, to which no script responds, that belong to no form with an address either: a
   * browser sends such a form by itself.
   */
  deadControls: number;
  /** Console errors and script errors. */
  complaints: string[];
}

/** Selectors of elements that can be tapped without leaving the page; the first match is used. */
const TAPS = [
  'main input[type="checkbox"]:not(:disabled)',
  ".bar summary >> nth=-1",
  "main summary",
  'main input:not([type="hidden"])',
  "h1",
  "body",
];

export async function openVitalsBrowser(): Promise<Browser> {
  return await chromium.launch({
    ...(CHROMIUM === null ? {} : { executablePath: CHROMIUM }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
}

/** Opens a page in a fresh profile without cache, waits until it has settled, and taps once. */
export async function measureVitals(
  browser: Browser,
  { url, pathname, cookie }: { url: string; pathname: string; cookie?: string },
): Promise<Vitals> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: "ja-JP",
  });
  try {
    if (cookie !== undefined) await context.addCookies([{ name: "session", value: cookie, url }]);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    const devTools = await context.newCDPSession(page);
    await devTools.send("Network.enable");
    await devTools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: NETWORK.latency,
      downloadThroughput: NETWORK.download / 8,
      uploadThroughput: NETWORK.upload / 8,
    });
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await page.addInitScript(observeVitals);
    await page.goto(new URL(pathname, url).href, { waitUntil: "load", timeout: LOAD_TIMEOUT_MS });
    await page.waitForTimeout(SETTLE_MS);
    await untilTakenOver(page);
    const seen = await page.evaluate(readVitals);
    const tapMs = await tap(page);
    return {
      page: pathname,
      largestPaintMs: Math.round(seen.largestPaint),
      shift: Math.round(seen.shift * 10_000) / 10_000,
      blockingMs: Math.round(seen.blocking),
      tapMs,
      adopted: seen.adopted === null ? null : Math.round(seen.adopted * 1_000) / 1_000,
      deadControls: seen.deadControls,
      complaints,
    };
  } finally {
    await context.close();
  }
}

/** Waits for the end of hydration: on a loaded machine it may still be going on when the page has settled. */
async function untilTakenOver(page: Page): Promise<void> {
  const end = Date.now() + LOAD_TIMEOUT_MS;
  for (let before: number | null = -1; Date.now() < end; ) {
    const { adopted } = await page.evaluate(readVitals);
    if (adopted === null || (adopted > 0 && adopted === before)) return;
    before = adopted;
    await page.waitForTimeout(STEADY_MS);
  }
}

async function tap(page: Page): Promise<number> {
  for (const target of TAPS) {
    const element = page.locator(target).first();
    if (!(await element.isVisible().catch(() => false))) continue;
    await element.tap({ force: true, noWaitAfter: true });
    await page.waitForTimeout(TAP_SETTLE_MS);
    return await page.evaluate(() => (window as unknown as VitalsWindow).vitals.tap);
  }
  return 0;
}

interface VitalsWindow {
  vitals: {
    firstPaint: number;
    largestPaint: number;
    shift: number;
    tap: number;
    tasks: [start: number, ms: number][];
  };
}

/** Runs in the page before anything else. Contains no named functions, which tsx would wrap in a helper of its own. */
function observeVitals(): void {
  const seen: VitalsWindow["vitals"] = { firstPaint: 0, largestPaint: 0, shift: 0, tap: 0, tasks: [] };
  Object.assign(window, { vitals: seen });
  for (const type of ["paint", "largest-contentful-paint", "layout-shift", "longtask", "event"]) {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & Partial<EntryDetails>)[]) {
        if (type === "paint" && entry.name === "first-contentful-paint") seen.firstPaint = entry.startTime;
        if (type === "largest-contentful-paint") seen.largestPaint = entry.startTime;
        if (type === "layout-shift" && entry.hadRecentInput !== true) seen.shift += entry.value ?? 0;
        if (type === "longtask") seen.tasks.push([entry.startTime, entry.duration]);
        if (type === "event" && (entry.interactionId ?? 0) > 0) seen.tap = Math.max(seen.tap, entry.duration);
      }
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  }
}

/** Fields of layout shifts and events besides their time. */
interface EntryDetails {
  value: number;
  hadRecentInput: boolean;
  interactionId: number;
}

/** Runs in the page after it has settled. */
function readVitals(): {
  largestPaint: number;
  shift: number;
  blocking: number;
  adopted: number | null;
  deadControls: number;
} {
  const { firstPaint, largestPaint, shift, tasks } = (window as unknown as VitalsWindow).vitals;
  const elements = [...document.querySelectorAll("body *:not(.static-html *)")];
  const adopted = elements.filter((element) => Object.keys(element).some((key) => key.startsWith("__react")));
  return {
    largestPaint,
    shift,
    blocking: tasks
      .filter(([start]) => start >= firstPaint)
      .reduce((total, [, duration]) => total + Math.max(0, duration - 50), 0),
    adopted: "__remixContext" in window ? adopted.length / elements.length : null,
    deadControls: document.querySelectorAll(
      ".static-html form:not([action]), .static-html :is(button, input, select, textarea):not(form[action] *, [form])",
    ).length,
  };
}
