import { existsSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import { type Browser, chromium, type Page } from "playwright-core";
import { expect } from "vitest";

const CHROMIUM =
  process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((file) => existsSync(file));

let browser: Browser | null = null;

async function openBrowser(): Promise<Browser> {
  browser ??= await chromium.launch({
    ...(CHROMIUM ? { executablePath: CHROMIUM } : {}),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  return browser;
}

export async function closeBrowser(): Promise<void> {
  await browser?.close();
  browser = null;
}

export interface Phone extends AsyncDisposable {
  page: Page;
  /** Fails when the browser complained about anything since the phone was opened. */
  expectQuietConsole(): void;
}

/** A phone 390 px wide; every console error, page error and broken request is remembered. */
export async function openPhone(options: {
  javaScript: boolean;
  width?: number;
  colorScheme?: "light" | "dark";
}): Promise<Phone> {
  const context = await (await openBrowser()).newContext({
    viewport: { width: options.width ?? 390, height: 844 },
    deviceScaleFactor: 1,
    locale: "ja-JP",
    timezoneId: "Asia/Tokyo",
    javaScriptEnabled: options.javaScript,
    colorScheme: options.colorScheme ?? "light",
    // axe must not measure the colours of a dialog that is still fading in.
    reducedMotion: "reduce",
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  return {
    page,
    expectQuietConsole: () => expect(complaints).toEqual([]),
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** Nothing serious or critical by axe (which needs JavaScript in the page). */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  expect(serious).toEqual([]);
}

/** No sideways scrolling. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }));
  expect(scrollWidth, page.url()).toBeLessThanOrEqual(clientWidth);
}
