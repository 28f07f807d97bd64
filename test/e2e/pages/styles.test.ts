import type { Page } from "@playwright/test";
import { PASSWORD } from "#test/e2e/support/account.ts";
import { exampleAccount } from "#test/e2e/support/public-views.ts";
import { sitePages } from "#test/e2e/support/site-pages.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";
import { getPage, type WebUser, webUser } from "#test/e2e/support/web.ts";

const { url } = saturday;

let user: WebUser;
/** By page, the stylesheets that its document links. */
const linked = new Map<string, readonly string[]>();

test.beforeAll(async () => {
  const { email, ofUser } = await exampleAccount("yosoi", { modelName: "よそおい" });
  user = await webUser(url, email, PASSWORD);
  // A file to save.
  const paths = sitePages("_app", { ...ofUser, "/settings/export": null });
  for (const path of paths) {
    const answer = await getPage(url, path, user);
    if (answer.status !== 200) continue;
    const links = [...(await answer.text()).matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)];
    linked.set(
      path,
      links.map(([, href]) => href ?? ""),
    );
  }
});

/** The pages that share a stylesheet other than the frame's with this one. */
function relativesOf(path: string): string[] {
  const isOnEveryPage = (href: string) => [...linked.values()].every((hrefs) => hrefs.includes(href));
  const own = (linked.get(path) ?? []).filter((href) => !isOnEveryPage(href));
  return [...linked.keys()].filter((other) => other !== path && linked.get(other)?.some((href) => own.includes(href)));
}

/** The rules of all stylesheets that apply, in their order. */
function activeRules(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.styleSheets]
      .filter(({ disabled, media }) => !disabled && (media.mediaText === "" || matchMedia(media.mediaText).matches))
      .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)),
  );
}

/** Rules of a page that is loaded as a document, without script to change them. */
async function rulesOfDocument(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  return activeRules(page);
}

interface RouterWindow {
  __remixRouter: { navigate(to: string): void; state: { initialized: boolean; navigation: { state: string } } };
}

/** Follows a link of the page, as by a tap; where it has none, what a link does. */
async function tapTo(page: Page, path: string): Promise<void> {
  await page.waitForFunction(() => (window as unknown as RouterWindow).__remixRouter?.state.initialized === true);
  await page.evaluate((to) => {
    const link = document.querySelector<HTMLElement>(
      `main a[href="${CSS.escape(to)}"], .tabs a[href="${CSS.escape(to)}"]`,
    );
    if (link === null) (window as unknown as RouterWindow).__remixRouter.navigate(to);
    else link.click();
  }, path);
}

/** Waits until the page at this path has the same rules as its document. @returns null, or what is different */
async function difference(page: Page, path: string, expected: readonly string[]): Promise<string | null> {
  await page.waitForFunction(
    (to) =>
      location.pathname === to && (window as unknown as RouterWindow).__remixRouter?.state.navigation.state === "idle",
    path,
  );
  let rules: string[] = [];
  for (let tries = 0; tries < 20; tries++) {
    rules = await activeRules(page);
    if (rules.join() === expected.join()) return null;
    await page.waitForTimeout(100);
  }
  return rules.length === expected.length ? "another order" : `${rules.length} of ${expected.length} rules`;
}

/** A page of the test's user without script. */
async function openWithoutScript(openPage: (options: { javaScriptEnabled: false }) => Promise<{ page: Page }>) {
  const { page } = await openPage({ javaScriptEnabled: false });
  await addSession(page);
  return page;
}

async function addSession(page: Page): Promise<void> {
  const [name = "", ...value] = user.cookie.split("=");
  await page.context().addCookies([{ name, value: value.join("="), url }]);
}

test("a page reached from a document that shares a stylesheet has the rules that its own document has, there and back", {
  tag: ["@script", "@full"],
}, async ({ page, openPage }) => {
  await addSession(page);
  const unscripted = await openWithoutScript(openPage);
  const related = [...linked.keys()].filter((path) => relativesOf(path).length > 0);
  expect(related.length).toBeGreaterThan(10);
  const expected = new Map<string, string[]>();
  for (const path of related) expected.set(path, await rulesOfDocument(unscripted, path));

  const broken: string[] = [];
  let transitions = 0;
  for (const start of related) {
    await page.goto(start);
    const check = async (way: string, path: string) => {
      const found = await difference(page, path, expected.get(path) ?? []);
      if (found !== null) broken.push(`${way}: ${found}`);
    };
    for (const target of relativesOf(start)) {
      transitions += 1;
      await tapTo(page, target);
      await check(`${start} → ${target}`, target);
      await page.goBack();
      await check(`${start} → ${target} → back`, start);
    }
    await page.goForward();
    await check(`${start} → … → forward`, relativesOf(start).at(-1) ?? "");
    // The stylesheets that replace it may still be loading.
    const heldStyles = expect(page.locator("style[data-style]")).toHaveCount(0);
    await heldStyles.catch(() => broken.push(`${start}: its text was not replaced`));
  }
  console.log(`styles: ${transitions} transitions of ${related.length} pages`);
  expect(broken).toEqual([]);
});

/** Lets through no stylesheet until it is called. */
async function holdStylesheets(page: Page): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/*.css", async (route) => {
    await released;
    await route.continue();
  });
  return async () => release();
}

test("on a slow network a tap before the stylesheets have loaded keeps the document's own copy of them until then", {
  tag: "@script",
}, async ({ page, openPage }) => {
  await addSession(page);
  const expected = await rulesOfDocument(await openWithoutScript(openPage), "/rankings/weekly");
  const release = await holdStylesheets(page);
  await page.goto("/rankings");
  await tapTo(page, "/rankings/weekly");
  await page.waitForURL("/rankings/weekly");
  // Those of the page before may still be among them.
  expect(await activeRules(page)).toEqual(expect.arrayContaining(expected));
  await expect(page.locator("style[data-style]")).toHaveCount(2);
  await release();
  expect(await difference(page, "/rankings/weekly", expected)).toBeNull();
  await expect(page.locator("style[data-style]")).toHaveCount(0);
});

test("stylesheets that failed are loaded again by the next page, and the document's own copy stays until then", {
  tag: "@script",
}, async ({ page, openPage, quietConsole }) => {
  await addSession(page);
  const unscripted = await openWithoutScript(openPage);
  const weekly = await rulesOfDocument(unscripted, "/rankings/weekly");
  const season = await rulesOfDocument(unscripted, "/rankings/season");
  await page.route("**/*.css", (route) => route.abort());
  const failed: string[] = [];
  page.on("requestfailed", (request) => {
    if (request.resourceType() === "stylesheet") failed.push(request.url());
  });
  await page.goto("/rankings");
  await expect.poll(() => failed.length).toBe(linked.get("/rankings")?.length);
  expect(await page.locator("style[data-style]").count()).toBe(2);
  await tapTo(page, "/rankings/weekly");
  await page.waitForURL("/rankings/weekly");
  expect(await activeRules(page)).toEqual(expect.arrayContaining(weekly));
  const all = (linked.get("/rankings")?.length ?? 0) + (linked.get("/rankings/weekly")?.length ?? 0);
  await expect.poll(() => failed.length).toBe(all);
  await page.unroute("**/*.css");
  await tapTo(page, "/rankings/season");
  expect(await difference(page, "/rankings/season", season)).toBeNull();
  await expect(page.locator("style[data-style]")).toHaveCount(0);
  quietConsole.expectFailures(failed.map(() => "net::ERR_FAILED"));
});
