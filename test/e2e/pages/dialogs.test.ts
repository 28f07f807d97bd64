import type { Page } from "@playwright/test";
import { finishedAnalysis, logIn, newAccount, newModel, PASSWORD, racesOf } from "#test/e2e/support/account.ts";
import { waitUntilIdle, waitUntilTakenOver } from "#test/e2e/support/page-checks.ts";
import { setPlan } from "#test/e2e/support/site-database.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { actWhileBusy, expect, test } from "#test/e2e/support/test.ts";

const { url } = saturday;

/** What script adds to a dialog that is an address: where the focus goes afterwards, and where the next page opens. */

const TODAY = "2026-11-21";

let email: string;
let modelId: number;
let analysisId: number;

test.beforeAll(async () => {
  const account = await newAccount(url, "modoru");
  email = account.email;
  await setPlan(saturday.stateDir, email, 3);
  modelId = await newModel(url, account.token, "戻るところ");
  const [race] = await racesOf(url, account.token, TODAY);
  analysisId = await finishedAnalysis(url, account.token, { model_id: modelId, race_id: race?.race_id });
});

async function focusedAddress(page: Page): Promise<string | null> {
  return await page.evaluate(() => document.activeElement?.getAttribute("href") ?? null);
}

/** Opens a dialog by the link to it, and closes it by its first button or by Escape. */
async function openAndClose(page: Page, address: string, by: "button" | "Escape"): Promise<void> {
  await page.locator(`a[href="${address}"]`).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expect(dialog).toBeFocused();
  if (by === "Escape") await page.keyboard.press("Escape");
  else await dialog.locator(".dlg-foot > *").first().click();
  await expect(dialog).toHaveCount(0);
}

test("closing a dialog gives the focus back to the link that opened it", { tag: ["@script", "@full"] }, async ({
  page,
}) => {
  await logIn(page, url, email, PASSWORD, "/models");
  const places = [
    ...["rename", "detail", "copy", "delete"].map((dialog) => ["/models", `/models?${dialog}=${modelId}`]),
    ["/analyses", `/analyses?page=1&delete=${analysisId}`],
    [`/analyses/${analysisId}`, `/analyses/${analysisId}?delete`],
    ["/subscriptions", "/subscriptions?plan=4"],
  ];
  for (const [path, address = ""] of places) {
    await page.goto(`${url}${path}`);
    await waitUntilTakenOver(page);
    for (const by of ["button", "Escape"] as const) {
      await openAndClose(page, address, by);
      await expect.poll(() => focusedAddress(page), { message: `${address} ${by}` }).toBe(address);
    }
  }
});

test("a dialog that a page came with gives the focus to the link that leads to it", {
  tag: ["@script", "@full"],
}, async ({ page }) => {
  const address = `/models?delete=${modelId}`;
  await logIn(page, url, email, PASSWORD, address);
  await waitUntilTakenOver(page);
  await page.getByRole("link", { name: "キャンセル" }).click();
  await expect.poll(() => focusedAddress(page)).toBe(address);
});

async function fillModelForm(page: Page, name: string): Promise<void> {
  await logIn(page, url, email, PASSWORD, "/models/create");
  await waitUntilTakenOver(page);
  await page.getByLabel("AIモデルの名前").fill(name);
  await page.getByRole("button", { name: /はじめて/ }).click();
  await expect(page.getByText("（12 / 65）")).toBeAttached();
  await waitUntilIdle(page);
}

test("going back from the last question of the form gives the focus to its button, and creating opens the list's head", {
  tag: ["@script", "@full"],
}, async ({ page }) => {
  await fillModelForm(page, "あたまから");
  const go = page.getByRole("button", { name: "この内容でつくる" }).last();
  await go.click();
  await page.getByRole("button", { name: "戻る" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(go).toBeFocused();
  await waitUntilIdle(page);
  await page.mouse.wheel(0, 3000);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  await go.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await waitUntilIdle(page);
  await page.getByRole("button", { name: "作成する" }).click();
  await page.waitForURL(/\/models\?created=/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test("a button pressed while the page still loads after the last press is answered, and can be pressed again", {
  tag: "@script",
}, async ({ page }) => {
  await fillModelForm(page, "ふたたび");
  await actWhileBusy(page);
  const go = page.getByRole("button", { name: "この内容でつくる" }).last();
  await go.click();
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.data/, async (route) => {
    if (route.request().method() === "GET") await isReleased;
    await route.continue();
  });
  const back = page.getByRole("button", { name: "戻る" });
  await back.click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await go.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  release();
  await waitUntilIdle(page);
  await back.click();
  await waitUntilIdle(page);
  await go.click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("the page after 分析する opens at its head, however far down the list the race was", { tag: "@script" }, async ({
  page,
}) => {
  await logIn(page, url, email, PASSWORD, `/races?date=${TODAY}`);
  await waitUntilTakenOver(page);
  const race = page.locator("a.plain").nth(11);
  const address = await race.getAttribute("href");
  await race.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(300);
  await race.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByRole("link", { name: "戻る" }).last().click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // The list stays where it was, with the focus on the race.
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
  await expect.poll(() => focusedAddress(page)).toBe(address);
  await race.click();
  await page.getByRole("button", { name: "分析する" }).click();
  await page.waitForURL(/\/analyses/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});
