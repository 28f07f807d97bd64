import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

interface AxeColour {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(text: string): AxeColour;
}

/** Defines `window.axe`. Half a megabyte, so a document gets it once, whatever the number of its checks. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const MINIMUM_TARGET_PX = 44;
const NARROWEST_PX = 360;
/** The rules that matter for the other theme, which differs in colours only. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"] as const;

/**
 * Waits until the last navigation has ended, revalidation included. Remix logs one that the next aborts while its data is
 * being read, and the console watch reports that.
 */
export async function waitUntilIdle(page: Page): Promise<void> {
  await expect(page.locator("button[aria-busy=true], .pending")).toHaveCount(0);
}

/** Lays out what a page leaves for when it is reached (`content-visibility`), so that its boxes can be judged. Once a document. */
export async function layOutAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (document.adoptedStyleSheets.length > 0) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important; }");
    document.adoptedStyleSheets.push(sheet);
  });
}

/**
 * Waits until fonts are loaded, animations have finished and no button is busy, because colours in a transition or of a
 * busy button are temporary.
 */
async function waitUntilAtRest(page: Page): Promise<void> {
  await waitUntilIdle(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Endless animations never finish.
    const ending = document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/**
 * Defines axe in the page. It reads each colour of each text anew, and all those behind it: a fifth of its time. So that a colour of
 * a page is read once, which changes nothing of what is found.
 */
async function loadAxe(page: Page): Promise<void> {
  await page.evaluate(AXE);
  await page.evaluate(() => {
    if (window.axe === undefined) throw new Error("axe was not loaded");
    const { color } = window.axe.commons as unknown as { color: { Color: { prototype: AxeColour } } };
    const { prototype } = color.Color;
    const { parseString } = prototype;
    const read = new Map<string, Omit<AxeColour, "parseString">>();
    prototype.parseString = function (text) {
      let colour = read.get(text);
      if (colour === undefined) {
        const { r, g, b, alpha } = parseString.call(this, text);
        colour = { r, g, b, alpha };
        read.set(text, colour);
      }
      return Object.assign(this, colour);
    };
  });
}

/** Expects no serious or critical violation by axe, of all rules or the given ones. Needs JavaScript in the page. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  await layOutAll(page);
  await waitUntilAtRest(page);
  if (!(await page.evaluate(() => "axe" in window))) await loadAxe(page);
  const serious = await page.evaluate(
    async (names) => {
      if (window.axe === undefined) throw new Error("axe was not loaded");
      const { violations } = await window.axe.run(document, {
        // Elements without a violation are not described, which takes a third of the time.
        resultTypes: ["violations"],
        ...(names === null ? {} : { runOnly: { type: "rule", values: names } }),
      });
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, nodes }) => `${location.href} ${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
    },
    rules === undefined ? null : [...rules],
  );
  expect(serious).toEqual([]);
}

/**
 * Waits until script handles taps: until the listener to double taps is installed and React has hydrated every form of
 * its own (a dialog's form is hydrated later). Before that the browser itself submits forms.
 */
export async function waitUntilTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const submitter = document.createElement("button");
    submitter.setAttribute("aria-busy", "true");
    // The listener cancels a submit by a busy button.
    const isListening = !window.dispatchEvent(new SubmitEvent("submit", { cancelable: true, submitter }));
    // Forms that a loader drew are the browser's own.
    const forms = [...document.querySelectorAll("form")].filter((form) => form.closest(".static-html") === null);
    return isListening && forms.every((form) => Object.keys(form).some((key) => key.startsWith("__react")));
  });
}

/** Expects no horizontal scrolling. */
export async function expectNoOverflow(page: Page): Promise<void> {
  await layOutAll(page);
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }));
  expect(scrollWidth, page.url()).toBeLessThanOrEqual(clientWidth);
}

/** Expects touch targets of at least 44 px in height and width; links inside sentences are exempt. */
async function expectTouchTargets(page: Page): Promise<void> {
  const small = await page.evaluate((minimum) => {
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>("a[href], button, input, select, summary")) {
      // The target of a checkbox or radio button is its whole label.
      const target = element.closest("label") ?? element;
      const style = getComputedStyle(target);
      const isInSentence = element.tagName === "A" && style.display === "inline";
      const isForKeyboardOnly = element.matches(".skip, .sr") || element.tabIndex < 0;
      const isShown = target.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
      if (isInSentence || isForKeyboardOnly || !isShown || element.matches("input[type=hidden]")) continue;
      const { width, height } = target.getBoundingClientRect();
      if (width >= minimum && height >= minimum) continue;
      const words = (target.textContent ?? "").trim().slice(0, 20);
      found.push(`${element.tagName} ${words} ${Math.round(width)}x${Math.round(height)}`);
    }
    return found;
  }, MINIMUM_TARGET_PX - 0.5);
  expect(small, page.url()).toEqual([]);
}

/**
 * Expects accessibility (colours in the light and the dark theme), and no horizontal scrolling and large enough touch
 * targets (also on the narrowest phone). Needs JavaScript in the page, for axe.
 */
export async function expectGoodPage(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, COLOUR_RULES);
  await page.emulateMedia({ colorScheme: "light" });
  await expectNoOverflow(page);
  await expectTouchTargets(page);
  if (size === null) return;
  await page.setViewportSize({ width: NARROWEST_PX, height: size.height });
  await expectNoOverflow(page);
  await expectTouchTargets(page);
  await page.setViewportSize(size);
}
