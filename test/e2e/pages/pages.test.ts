import { logIn, newAccount, newModel } from "#test/e2e/support/account.ts";
import { expectGoodPage, waitUntilTakenOver } from "#test/e2e/support/page-checks.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url } = saturday;

test("an unknown address is a 404 with the way home, for visitors and inside", { tag: ["@script", "@full"] }, async ({
  page,
  quietConsole,
}) => {
  const { email } = await newAccount(url, "mayoi");
  for (const path of ["/404", "/no/such/page"]) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByText("ページが見つかりません").first()).toBeVisible();
    await expectGoodPage(page);
  }
  await page.getByRole("link", { name: "ホームへ戻る" }).click();
  await logIn(page, url, email);
  expect((await page.goto("/analyses/999999"))?.status()).toBe(404);
  await expect(page.getByText("analysis result does not exist")).toBeVisible();
  await expectGoodPage(page);
  for (const path of ["/no/such/page", "/models/999999"]) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page).toHaveTitle("ページが見つかりません｜はちわく");
    await expect(page.locator('summary[aria-label="メニュー"]')).toBeVisible();
    await expectGoodPage(page);
  }
  quietConsole.expectFailures([404, 404, 404, 404, 404]);
});

test("a new user's empty pages are good and say what comes next", { tag: ["@script", "@full"] }, async ({ page }) => {
  const { email } = await newAccount(url, "karappo");
  await logIn(page, url, email);
  const pages = [
    ["/home", "ようこそ、karappoさん"],
    ["/models", "まだAIモデルがありません。"],
    ["/analyses", "まだレースを分析していません"],
    ["/analyses?page=2", "このページに分析結果はありません"],
    ["/signup/welcome", "karappoさん、登録が完了しました"],
  ] as const;
  for (const [path, words] of pages) {
    await page.goto(path);
    await expect(page.getByText(words).first()).toBeVisible();
    await expectGoodPage(page);
  }
  await page.locator('summary[aria-label="お知らせ"]').click();
  await expect(page.getByText("通知がありません")).toBeVisible();
  await expectGoodPage(page);
});

test("by keyboard: the skip link goes past the bar, a dialog keeps the focus, Escape closes it for good", {
  tag: "@script",
}, async ({ page }) => {
  const { email, token } = await newAccount(url, "kiiboodo");
  const modelId = await newModel(url, token, "鍵盤");
  await logIn(page, url, email, undefined, "/models");
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "本文へ進む" });
  await expect(skip).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);

  await page.goto(`/models?delete=${modelId}`);
  const isInside = () => page.evaluate(() => document.activeElement?.closest("dialog") !== null);
  await page.waitForFunction(() => document.activeElement?.closest("dialog") !== null);
  await waitUntilTakenOver(page);
  expect(await isInside()).toBe(true);
  const stops = new Set<string>();
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press(presses < 4 ? "Tab" : "Shift+Tab");
    expect(await isInside()).toBe(true);
    stops.add((await page.evaluate(() => document.activeElement?.textContent)) ?? "");
  }
  expect([...stops].sort()).toEqual(["キャンセル", "モデルを削除"]);
  await page.keyboard.press("Escape");
  await page.waitForURL("/models");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL("/models#main");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("keys pressed before the script has taken over end in no error", { tag: ["@script", "@full"] }, async ({
  page,
}) => {
  const { email } = await newAccount(url, "hayaoshi");
  await logIn(page, url, email, undefined, "/home");
  // Each load leaves a moment between first paint and hydration; without care every seventh ended in React's error 345.
  for (const path of [
    "/models",
    "/races",
    "/models/create",
    "/analyses",
    "/models",
    "/races",
    "/models/create",
    "/home",
  ]) {
    await page.goto(`${url}${path}`, { waitUntil: "commit" });
    for (let presses = 0; presses < 6; presses++) await page.keyboard.press("Tab");
    await page.waitForLoadState("networkidle");
  }
});
