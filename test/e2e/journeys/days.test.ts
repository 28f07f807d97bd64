import type { Page } from "@playwright/test";
import { logIn, newAccount, newModel, PASSWORD, racesOf } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { setPlan } from "#test/e2e/support/site-database.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url, stateDir } = saturday;

const TODAY = "2026-11-21";
const PREMIUM = 5;
/** A day's races wait for the analyses of other tests. */
const DONE_MS = 120_000;

const analysedRows = (page: Page) => page.locator(".board a.one:not(.plain)");

/** What the figures of a confirmation look like: the browser knows what its counters come to, the document does not. */
async function shownFigures(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const textOf = (id: string): string => {
    const node = byId.get(id);
    if (node === undefined) return "";
    return node.role?.value === "StaticText" ? String(node.name?.value) : (node.childIds ?? []).map(textOf).join("");
  };
  return nodes
    .filter(({ role }) => role?.value === "definition")
    .map(({ nodeId }) => textOf(nodeId).replace(/\s/g, ""));
}

test("a fan has a day analysed by one confirmation, which says what it costs, and reads the board", async ({
  page,
  javaScriptEnabled,
}) => {
  const { email, token } = await newAccount(url, "ichinichi");
  const modelId = await newModel(url, token, "一日くん");
  await setPlan(stateDir, email, PREMIUM);
  const races = await racesOf(url, token, TODAY);
  await logIn(page, url, email, PASSWORD, `/days/${TODAY}`);
  await expect(page.getByText("この日はまだ分析していません")).toBeVisible();
  await expectGoodPage(page);
  // The list of races is the same one, with the same button.
  await page.goto(`/races?date=${TODAY}`);
  await expect(page.getByText(`使う分析回数 ${races.length}回（今日の分析はあと60回）`)).toBeVisible();
  await page.getByRole("link", { name: `一日くんで${races.length}レースを分析` }).click();
  await page.waitForURL(/\/days\/2026-11-21\/analyze/);
  const dialog = page.getByRole("dialog");
  const told = dialog.locator(".calc .told");
  await expect(told).toHaveText([String(races.length), `60 → ${60 - races.length}`]);
  expect(await shownFigures(page)).toEqual([`${races.length}回`, `60→${60 - races.length}回`]);
  await expectGoodPage(page);

  // One course only: the figures follow, by themselves or by the button.
  const courses = dialog.locator("label:has(input[name=venue])");
  const left = Number.parseInt((await courses.first().locator("b.t14").textContent()) ?? "", 10);
  expect(left).toBeLessThan(races.length);
  for (let place = 1; place < (await courses.count()); place += 1) {
    const course = courses.nth(place).locator("input");
    await course.uncheck();
    // With script the figures follow each choice: the next one waits for them.
    if (javaScriptEnabled) await expect(told.first()).not.toHaveText(String(races.length));
    await expect(course).not.toBeChecked();
  }
  // Without script the figures follow too, before the server has stated them.
  if (!javaScriptEnabled) {
    await expect(told.first()).toHaveText(String(races.length));
    expect(await shownFigures(page)).toEqual([`${left}回`, `60→${60 - left}回`]);
  }
  if (!javaScriptEnabled) await dialog.getByRole("button", { name: "選んだ内容で表示を更新" }).click();
  await expect(told.first()).toHaveText(String(left));
  expect(await shownFigures(page)).toEqual([`${left}回`, `60→${60 - left}回`]);
  await dialog.getByRole("button", { name: "まとめて分析する" }).click();
  await page.waitForURL(`/days/${TODAY}?model=${modelId}`);

  // It refreshes by itself, with and without script.
  await expect(analysedRows(page)).toHaveCount(left, { timeout: DONE_MS });
  await expect(page.locator(".inprog")).toHaveCount(0, { timeout: DONE_MS });
  await expect(page.getByText("この日の合計")).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole("link", { name: "堅い順" }).click();
  await page.waitForURL(/by=solid/);
  // The address changes before the page does.
  await expect(async () => {
    const chances = (await page.locator(".board a .chance").allInnerTexts()).map((text) => Number.parseInt(text, 10));
    expect(chances.length).toBeGreaterThan(1);
    expect(chances).toEqual([...chances].sort((one, other) => other - one));
  }).toPass();
  // What is left is offered, and the same races do not count again.
  await page.getByRole("link", { name: /残り\d+Rを分析/ }).click();
  await page.waitForURL(/\/analyze/);
  await expect(courses.first().locator("input")).not.toBeChecked();
  await expect(told.nth(1)).toHaveText(`${60 - left} → ${60 - races.length}`);
});

test("the wide board holds its courses side by side", { tag: ["@desktop", "@full"] }, async ({ page }) => {
  const { email, token } = await newAccount(url, "hiroi");
  const modelId = await newModel(url, token, "広いくん");
  await setPlan(stateDir, email, PREMIUM);
  await logIn(page, url, email, PASSWORD, `/days/${TODAY}/analyze?model=${modelId}`);
  await page.getByRole("button", { name: "まとめて分析する" }).click();
  await page.waitForURL(`/days/${TODAY}?model=${modelId}`);
  await expect(page.locator(".inprog")).toHaveCount(0, { timeout: DONE_MS });
  await expectGoodPage(page);
});
