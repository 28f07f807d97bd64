import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newAccount, newModel } from "./support/account.ts";

const CHROMIUM =
  process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((file) => existsSync(file));
const MAXIMUM_SHIFT = 0.005;
const MINIMUM_ADOPTED = 0.99;
/** Slow 4G: round trip in ms, bits per second. */
const NETWORK = { latency: 150, download: 1_600_000, upload: 750_000 };
const CPU_SLOWDOWN = 4;

const browser = await chromium.launch({
  ...(CHROMIUM ? { executablePath: CHROMIUM } : {}),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
afterAll(() => browser.close());

interface Vitals {
  page: string;
  largestPaintMs: number;
  shift: number;
  blockingMs: number;
  /** Share of the elements that React has taken over; null where the page has no framework script. */
  adopted: number | null;
  complaints: string[];
}

/** What a phone 390 px wide with a slow processor and network sees of a page; times are for reading, never for asserting. */
async function measure(url: string, pathname: string, cookie?: string): Promise<Vitals> {
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
    await page.addInitScript(() => {
      const seen = { paint: 0, shift: 0, blocking: 0 };
      Object.assign(window, { vitals: seen });
      const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
        new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
      observe("largest-contentful-paint", (entry) => {
        seen.paint = entry.startTime;
      });
      observe("layout-shift", (entry) => {
        if ("value" in entry && typeof entry.value === "number") seen.shift += entry.value;
      });
      observe("longtask", (entry) => {
        seen.blocking += Math.max(0, entry.duration - 50);
      });
    });
    await page.goto(url + pathname, { waitUntil: "load" });
    await page.waitForTimeout(1_000);
    const found = await page.evaluate(() => {
      const elements = [...document.querySelectorAll("body *")];
      const hasFramework = "__remixContext" in window;
      const adopted = elements.filter((element) => Object.keys(element).some((key) => key.startsWith("__react")));
      const { vitals } = window as unknown as { vitals: { paint: number; shift: number; blocking: number } };
      return { ...vitals, adopted: hasFramework ? adopted.length / elements.length : null };
    });
    return {
      page: pathname,
      largestPaintMs: Math.round(found.paint),
      shift: Math.round(found.shift * 10_000) / 10_000,
      blockingMs: Math.round(found.blocking),
      adopted: found.adopted === null ? null : Math.round(found.adopted * 1_000) / 1_000,
      complaints,
    };
  } finally {
    await context.close();
  }
}

let token: string;

beforeAll(async () => {
  const url = inject("saturdayUrl");
  ({ token } = await newAccount(url, "hayasa"));
  await newModel(url, token, "はやさ");
});

test("on a slow phone no page shifts or complains, and React takes over at least 99 % of a logged-in page", async () => {
  const url = inject("saturdayUrl");
  const found: Vitals[] = [];
  for (const pathname of ["/", "/login", "/terms"]) found.push(await measure(url, pathname));
  for (const pathname of ["/home", "/models", "/models/create", "/races", "/analyses"]) {
    found.push(await measure(url, pathname, token));
  }
  console.table(found.map(({ complaints: _, ...row }) => row));
  for (const { page, shift, adopted, complaints } of found) {
    expect([page, complaints]).toEqual([page, []]);
    expect(shift, page).toBeLessThanOrEqual(MAXIMUM_SHIFT);
    if (adopted !== null) expect(adopted, page).toBeGreaterThanOrEqual(MINIMUM_ADOPTED);
  }
  // The public pages need no framework, the others have it.
  expect(found.map(({ adopted }) => adopted === null)).toEqual([true, true, true, false, false, false, false, false]);
});
