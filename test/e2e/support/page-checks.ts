import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const MINIMUM_TARGET_PX = 44;
const NARROWEST_PX = 360;
/** What the other theme can break: it differs in colours only. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"] as const;

/**
 * Until fonts are there, nothing moves and no button is busy: a colour on its way from one to another, and that of a button
 * whose answer is on its way, are not the page's.
 */
async function waitUntilAtRest(page: Page): Promise<void> {
  await expect(page.locator("button[aria-busy=true]")).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // What never ends has no finish to wait for.
    const ending = document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Nothing serious or critical by axe (which needs JavaScript in the page), by all its rules or these. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  await waitUntilAtRest(page);
  // Its older mode runs in this page alone, without opening another: no page has frames, and it takes half as long.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules === undefined ? axe : axe.withRules([...rules])).analyze();
  const serious = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  expect(serious).toEqual([]);
}

/**
 * Until the page's script has taken it over, a tap is the browser's own affair: waits for the listener to double taps, and
 * for React's hold of every form, as the script of a dialog's form comes later.
 */
export async function waitUntilTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const submitter = document.createElement("button");
    submitter.setAttribute("aria-busy", "true");
    // The second tap on a busy button is refused.
    const isListening = !window.dispatchEvent(new SubmitEvent("submit", { cancelable: true, submitter }));
    const forms = [...document.querySelectorAll("form")];
    return isListening && forms.every((form) => Object.keys(form).some((key) => key.startsWith("__react")));
  });
}

/** No sideways scrolling. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }));
  expect(scrollWidth, page.url()).toBeLessThanOrEqual(clientWidth);
}

/** Everything to tap is at least 44 px high and wide; links inside a sentence are exempt. */
async function expectTouchTargets(page: Page): Promise<void> {
  const small = await page.evaluate((minimum) => {
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>("a[href], button, input, select, summary")) {
      // A box or radio button inside its label is tapped on the whole label.
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
 * What every page has to be, in light and dark and on the narrowest phone too: readable by assistive technology, without
 * sideways scrolling, with everything large enough to tap. Needs JavaScript in the page (axe does).
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
